#include "fcgi/serve.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio;
    return fcgi::serve(argc, argv, "rewards",
                       {rewards::task_routes, rewards::referral_routes, rewards::fee_routes,
                        rewards::notification_routes, rewards::push_browser_routes});
}
