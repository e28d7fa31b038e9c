#include "fcgi/serve.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio;
    return fcgi::serve(argc, argv, "content",
                       {content::status_routes, content::readiness_routes, content::outbox_routes,
                        content::faucet_routes, content::news_routes, content::download_routes,
                        content::security_txt_routes, content::policy_report_routes},
                       {}, fcgi::HashKey::not_needed);
}
