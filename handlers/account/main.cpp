#include "crypto/crypto.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio;
    return fcgi::serve(
        argc, argv, "account",
        {account::profile_routes, account::avatar_routes, account::security_routes,
         account::password_routes, account::two_factor_routes, account::withdrawal_routes,
         account::address_routes, account::connection_routes, account::anti_phishing_routes,
         account::session_routes, account::step_up_routes, account::activity_routes,
         account::api_key_routes, account::trading_routes, account::passkey_routes},
        {[](fcgi::Services& services) {
             services.token_secret_key = crypto::read_key(services.config.token_key_file, 64);
             account::start_lanes(services);
         },
         [](fcgi::Services&) { account::stop_lanes(); }});
}
