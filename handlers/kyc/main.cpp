#include "fcgi/serve.h"
#include "routes.h"
#include "safe.h"

int main(int argc, char** argv) {
    using namespace cambio;
    return fcgi::serve(argc, argv, "kyc", {kyc::verification_routes},
                       {[](fcgi::Services& services) { kyc::open_safe(services.config); },
                        [](fcgi::Services&) { kyc::close_safe(); }},
                       fcgi::HashKey::not_needed);
}
