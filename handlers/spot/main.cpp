#include "engine.h"
#include "fcgi/serve.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio::spot;
    return cambio::fcgi::serve(
        argc, argv, "spot",
        {order_routes, amend_routes, cancel_routes, list_routes, order_list_routes, convert_routes,
         binance_order_routes, binance_amend_routes, binance_replace_routes, binance_list_routes,
         binance_order_list_routes},
        {start_engine, stop_engine});
}
