// The way to the apps: to the stores that the operator names, else to the page that says how the
// site itself is installed as an app.
#include "config/config.h"
#include "fcgi/serve.h"
#include "routes.h"

namespace cambio::content {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

Reply lead_to(const std::string& store) {
    return Reply::redirect(store.empty() ? "/install" : store);
}

Reply download_ios(Request& request) {
    return lead_to(request.config().download_ios_url);
}

Reply download_apk(Request& request) {
    return lead_to(request.config().download_android_url);
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/download-ios", Access::guest, Limit::reads, Effect::reads,
          download_ios}
        .gives("Redirect")
        .means("Redirects to the iOS app"),
    Route{Method::get, "/api/v3/download-apk", Access::guest, Limit::reads, Effect::reads,
          download_apk}
        .gives("Redirect")
        .means("Redirects to the Android app"),
};

}  // namespace

const std::span<const Route> download_routes{routes};

}  // namespace cambio::content
