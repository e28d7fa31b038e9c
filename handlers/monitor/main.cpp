#include "fcgi/serve.h"
#include "routes.h"

int main(int argc, char** argv) {
    using namespace cambio;
    return fcgi::serve(argc, argv, "monitor", {monitor::installation_routes}, {},
                       fcgi::HashKey::not_needed);
}
