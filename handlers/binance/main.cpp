#include "fcgi/serve.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio::binance;
    return cambio::fcgi::serve(
        argc, argv, "binance",
        {general_routes, book_routes, trade_routes, candle_routes, ticker_routes, account_routes,
         transfer_routes, elsewhere_routes, user_data_routes});
}
