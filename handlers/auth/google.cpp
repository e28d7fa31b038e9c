// The browser's way to the OpenID provider and back: authorization code, PKCE, state and nonce,
// all bound to the browser that began by a cookie.
#include "google.h"

#include "crypto/crypto.h"
#include "fcgi/serve.h"
#include "google_provider.h"
#include "lanes.h"
#include "log/log.h"
#include "routes.h"
#include "token/one_time.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* state_purpose = "google_state";
constexpr std::chrono::seconds state_lifetime{600};
constexpr const char* cookie_name = "cambio_google";
constexpr std::size_t max_code = 1024;

constexpr const char* current_epoch = "select epoch from clients where id = $1";

std::string browser_secret(const Request& request) {
    const auto found = request.cookies.find(cookie_name);
    return found == request.cookies.end() ? std::string{} : found->second;
}

std::string hash_of(const std::string& secret) {
    return secret.empty() ? std::string{} : crypto::hex(crypto::hash(secret));
}

std::string cookie_of(const Config& config, const std::string& secret) {
    std::string cookie = std::string{cookie_name} + '=' + secret +
                         "; Path=/api/v3; Max-Age=" + std::to_string(state_lifetime.count()) +
                         "; HttpOnly; SameSite=Lax";
    if (config.public_url.starts_with("https://")) cookie += "; Secure";
    return cookie;
}

/// A browser that navigates is shown a page also when something fails.
template <class Work>
Reply or_page(const std::string& page, Work work) {
    try {
        return work();
    } catch (const Error& error) {
        return Reply::redirect(page + std::string{name_of(error.code())});
    }
}

void send_to_google(Request& request, Later later) {
    provider_lane().run(std::move(later), [&request] {
        return or_page("/redirect?error=", [&] {
            const auto start = start_google(request, std::nullopt);
            return Reply::redirect(start.url).header("Set-Cookie", start.cookie);
        });
    });
}

struct Return {
    std::string state, code;
};

/// The state is used up by the first return in the browser that began, whatever comes of it.
token::OneTime take_state(const Request& request, const std::string& state) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    auto found = token::take_one_time(tx, state_purpose, state);
    const auto browser = google_browser(request);
    if (!found || browser.empty() || !crypto::equal(found->data["browser"].asString(), browser))
        throw Error{Code::token_expired};
    tx.commit();
    return *std::move(found);
}

Reply receive(const Request& request, const Return& given) {
    std::string failure_page = "/redirect?error=";
    std::optional<token::OneTime> state;
    const auto taken = or_page(failure_page, [&] {
        state = take_state(request, given.state);
        return Reply::message("success");
    });
    if (!state) return taken;
    if (state->client) failure_page.assign(google_connections).append("?google_error=");
    return or_page(failure_page, [&] {
        if (given.code.empty()) throw Error{Code::google_failed};  // the person said no
        const auto visit =
            visit_of(request.services().hash_keys.current(), given.state, browser_secret(request));
        const auto identity = redeem(request.config(), visit, given.code);
        return Reply::redirect(
            state->client ? connect_google(request, *state->client, state->data["epoch"].asInt64(),
                                           identity.subject, identity.email)
                          : sign_in_by_google(request, identity.subject, identity.email));
    });
}

// The provider sends parameters of its own along (iss, scope, …), which nobody needs.
void return_from_google(Request& request, Later later) {
    Return given;
    given.state = request.params.optional<std::string>("state").value_or("");
    given.code = request.params.optional<std::string>("code", max_code).value_or("");
    provider_lane().run(std::move(later),
                        [&request, given = std::move(given)] { return receive(request, given); });
}

constexpr Parameter return_parameters[] = {
    {"state", Type::secret, Need::optional, "The state that the sign-in started with."},
    {"code", Type::secret, Need::optional, "The provider's code; missing if the user declined."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/auth/google", Access::guest, Limit::begins,
          Effect::changes_secretly, nullptr, send_to_google}
        .gives("Redirect")
        .means("Redirects to Google sign-in"),
    Route{Method::get, "/api/v3/auth/google/callback", Access::guest, Limit::logins,
          Effect::changes_secretly, nullptr, return_from_google}
        .takes(return_parameters)
        .gives("Redirect")
        .means("Receives the browser back from Google"),
};

}  // namespace

void expect_google(const Config& config) {
    if (config.google_client_id.empty()) throw Error{Code::google_off};
}

std::string google_browser(const Request& request) {
    return hash_of(browser_secret(request));
}

GoogleStart start_google(const Request& request, std::optional<ClientId> client) {
    expect_google(request.config());
    const auto secret = crypto::base64url(crypto::random_bytes(32));
    Json::Value stands_for;
    stands_for["browser"] = hash_of(secret);
    std::string state;
    {
        auto connection = request.db();
        pg::Transaction tx{*connection};
        if (client)
            stands_for["epoch"] =
                static_cast<Json::Int64>(tx.one(current_epoch, {*client}).integer("epoch"));
        state = token::issue_one_time(tx, state_purpose, client, stands_for, state_lifetime);
        tx.commit();
    }
    const auto visit = visit_of(request.services().hash_keys.current(), state, secret);
    return {authorization_url(request.config(), visit), cookie_of(request.config(), secret)};
}

const std::span<const Route> google_routes{routes};

}  // namespace cambio::auth
