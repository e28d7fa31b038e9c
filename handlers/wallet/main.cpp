#include "fcgi/serve.h"
#include "reader.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio;
    return fcgi::serve(argc, argv, "wallet", {wallet::balance_routes, wallet::profit_routes},
                       {[](fcgi::Services& services) { wallet::start_reader(services.pool); },
                        [](fcgi::Services&) { wallet::stop_reader(); }});
}
