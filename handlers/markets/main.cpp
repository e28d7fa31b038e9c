#include "fcgi/serve.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio::markets;
    return cambio::fcgi::serve(argc, argv, "markets",
                               {pair_routes, favorite_routes, price_routes, price_alert_routes,
                                trade_routes, profile_routes});
}
