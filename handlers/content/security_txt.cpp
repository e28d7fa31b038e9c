// Whom a finder of a hole writes to (RFC 9116).
#include "fcgi/serve.h"
#include "routes.h"

namespace cambio::content {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr std::string_view path = "/.well-known/security.txt";
/// The address is the configuration's of today: it is good for as long as a reader may keep it.
constexpr auto good_for = std::chrono::days{90};

Reply security_txt(Request& request) {
    const Config& config = request.config();
    std::string text = "Contact: ";
    text += config.support_email.empty() ? config.public_url + "/contactus"
                                         : "mailto:" + config.support_email;
    text += "\nExpires: " + pg::iso(pg::now() + good_for);
    text += "\nPreferred-Languages: en";
    text += "\nCanonical: " + config.public_url + std::string{path} + '\n';
    return Reply::text(std::move(text), "text/plain; charset=utf-8");
}

constexpr Route routes[] = {
    Route{Method::get, path, Access::guest, Limit::reads, Effect::reads, security_txt}
        .gives("SecurityTxt")
        .means("Tells where to report a vulnerability"),
};

}  // namespace

const std::span<const Route> security_txt_routes{routes};

}  // namespace cambio::content
