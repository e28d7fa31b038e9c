#include "crypto/crypto.h"
#include "ended_streams.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio;
    return fcgi::serve(argc, argv, "auth",
                       {auth::identity_routes, auth::code_routes, auth::registration_routes,
                        auth::demo_account_routes, auth::recovery_routes, auth::browser_link_routes,
                        auth::login_routes, auth::second_step_routes, auth::google_routes,
                        auth::google_login_routes, auth::wallet_routes, auth::passkey_routes,
                        auth::session_routes, auth::stream_routes, auth::upload_routes},
                       {[](fcgi::Services& services) {
                            services.token_secret_key =
                                crypto::read_key(services.config.token_key_file, 64);
                            auth::start_lanes();
                            auth::start_ending_streams(services);
                        },
                        [](fcgi::Services&) {
                            auth::stop_ending_streams();
                            auth::stop_lanes();
                        }});
}
