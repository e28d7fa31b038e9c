#include "fcgi/serve.h"
#include "gate.h"
#include "lanes.h"
#include "reader.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio;
    return fcgi::serve(
        argc, argv, "wallet",
        {wallet::balance_routes, wallet::profit_routes, wallet::transfer_routes,
         wallet::portfolio_routes, wallet::order_history_routes, wallet::other_history_routes,
         wallet::single_coin_routes, wallet::cost_routes, wallet::statement_routes,
         wallet::realized_gains_routes, wallet::tax_transaction_routes, wallet::web3_routes},
        {[](fcgi::Services& services) {
             wallet::start_lanes();
             wallet::start_reader(services.pool);
             wallet::start_passwords(services);
         },
         [](fcgi::Services&) {
             wallet::stop_passwords();
             wallet::stop_reader();
             wallet::stop_lanes();
         }});
}
