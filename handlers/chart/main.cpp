#include "fcgi/serve.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio::chart;
    return cambio::fcgi::serve(
        argc, argv, "chart",
        {series_routes, datafeed_routes, symbol_routes, mark_routes, settings_routes},
        {[](cambio::fcgi::Services&) { start_marks(); },
         [](cambio::fcgi::Services&) { stop_marks(); }});
}
