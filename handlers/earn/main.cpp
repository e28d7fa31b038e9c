#include "fcgi/serve.h"
#include "gate.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio;
    return fcgi::serve(argc, argv, "earn",
                       {earn::product_routes, earn::store_routes, earn::subscription_routes,
                        earn::plan_routes, earn::transaction_routes, earn::analysis_routes},
                       {[](fcgi::Services& services) { earn::start_gate(services); },
                        [](fcgi::Services&) { earn::stop_gate(); }});
}
