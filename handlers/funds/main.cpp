#include "fcgi/serve.h"
#include "gate.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio;
    return fcgi::serve(argc, argv, "funds",
                       {funds::network_routes, funds::deposit_routes, funds::code_routes,
                        funds::withdrawal_routes, funds::withdrawal_list_routes},
                       {[](fcgi::Services& services) { funds::start_gate(services); },
                        [](fcgi::Services&) { funds::stop_gate(); }});
}
