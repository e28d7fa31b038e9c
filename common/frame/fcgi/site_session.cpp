#include "fcgi/site_session.h"

#include <string_view>

#include "config/config.h"
#include "fcgi/serve.h"

namespace cambio::fcgi {

namespace {

constexpr std::string_view https = "https://";
/// As long as a token is good for.
constexpr std::string_view thirty_days = "2592000";

/// Scheme, host and port of an address.
std::string_view origin_of(std::string_view url) {
    const auto host = url.find("://");
    return host == std::string_view::npos ? url : url.substr(0, url.find('/', host + 3));
}

bool secure(const Config& config) {
    return config.public_url.starts_with(https);
}

/// A browser keeps cookies for a host whatever the port: beside each other on one machine, two
/// installations have two names. The prefix binds the cookie to this very host, and needs https.
std::string name_of_cookie(const Config& config) {
    if (secure(config)) return "__Host-cambio";
    const auto origin = origin_of(config.public_url);
    const auto port = origin.find(':', origin.find("://") + 3);
    return port == std::string_view::npos ? "cambio"
                                          : "cambio-" + std::string{origin.substr(port + 1)};
}

std::string cookie(const Config& config, std::string_view token, std::string_view seconds) {
    std::string text = name_of_cookie(config);
    text += '=';
    text += token;
    text += "; Path=/; Max-Age=";
    text += seconds;
    text += "; HttpOnly; SameSite=Strict";
    if (secure(config)) text += "; Secure";
    return text;
}

/// Old browsers send neither header; the custom one is what they are kept out by.
bool from_own_page(const Request& request, const Config& config) {
    if (request.page_client.empty()) return false;
    if (!request.fetch_site.empty() && request.fetch_site != "same-origin") return false;
    if (request.origin.empty() || request.origin == origin_of(config.public_url)) return true;
    return request.origin == "https://" + request.host ||
           (!secure(config) && request.origin == "http://" + request.host);
}

/// Takes the token out of the cookie where the request brings no other; says why not in `doubt`.
void take_cookie(Request& request, const Config& config) {
    if (!request.bearer.empty()) return;
    const auto found = request.cookies.find(name_of_cookie(config));
    if (found == request.cookies.end() || found->second.empty()) return;
    if (!from_own_page(request, config)) {
        request.doubt = Code::cross_site;
        return;
    }
    request.bearer = found->second;
    request.by_cookie = true;
}

}  // namespace

std::optional<token::Session> session_of(Request& request, Services& services) {
    take_cookie(request, services.config);
    if (request.bearer.empty()) return {};
    const auto attention =
        request.unattended ? token::Attention::unattended : token::Attention::person;
    auto session = services.sessions.find(services.pool, request.bearer, attention);
    if (session && request.by_cookie &&
        std::to_string(session->client.value) != request.page_client) {
        request.doubt = Code::another_client;
        return {};
    }
    return session;
}

Reply with_session(const Request& request, Json::Value reply, const std::string& token) {
    if (request.wants_cookie)
        return Reply::json(reply).header("Set-Cookie",
                                         cookie(request.config(), token, thirty_days));
    reply["token"] = token;
    return Reply::json(reply);
}

Reply without_session(const Request& request, Reply reply) {
    if (request.by_cookie) reply.header("Set-Cookie", cookie(request.config(), {}, "0"));
    return reply;
}

}  // namespace cambio::fcgi
