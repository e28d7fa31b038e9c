#include "fcgi/serve.h"
#include "guard.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio::positions;
    return cambio::fcgi::serve(argc, argv, "futures",
                               {contract_routes, opening_routes, order_routes, closing_order_routes,
                                change_routes, reversal_routes, list_routes},
                               {start_guard, stop_guard});
}
