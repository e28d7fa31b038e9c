// Sign-in by passkey: by itself, which needs no second factor since the device has verified its
// owner, or as the second factor after a password.
#include "account/passkeys.h"

#include "crypto/crypto.h"
#include "entry.h"
#include "fcgi/serve.h"
#include "log/log.h"
#include "routes.h"
#include "second_step.h"
#include "visitor.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;
using token::PasskeyAsk, token::PasskeyCheck, token::PasskeyUse;

// The browser that began is the one that may finish: a guest has no session to bind it to.
constexpr const char* cookie_name = "cambio_passkey";
constexpr std::size_t secret_bytes = 32;

std::string bond_of(const std::string& secret) {
    return "browser " + crypto::hex(crypto::hash(secret));
}

std::string cookie_of(const Config& config, const std::string& secret) {
    auto cookie = std::string{cookie_name} + '=' + secret +
                  "; Path=/api/v3; Max-Age=300; HttpOnly; SameSite=Strict";
    if (config.public_url.starts_with("https://")) cookie += "; Secure";
    return cookie;
}

std::string read_answer(fcgi::Params& params) {
    return params.required<std::string>("passkey", token::max_passkey_answer);
}

/// The client whose passkey it is. A refused one is in the account's activity, where it is known.
ClientId proved(const Request& request, pg::Transaction& tx, const PasskeyAsk& ask,
                const token::Asker& asker, const std::string& answer) {
    const auto checked = token::check_passkey(tx, ask, asker, answer);
    if (checked.check == PasskeyCheck::wrong || checked.check == PasskeyCheck::copied) {
        account::record(tx, checked.client, "sign_in_failed", origin_of(request));
        log::warn("passkey_refused", {{"ip", request.client_ip}});
    }
    account::expect_right(tx, checked);
    return checked.client;
}

Reply begin(Request& request) {
    request.params.refuse_others();
    const auto secret = crypto::base64url(crypto::random_bytes(secret_bytes));
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto options = account::ask_for_passkey(
        tx, request.config(), {PasskeyUse::sign_in, std::nullopt, bond_of(secret)});
    tx.commit();
    return Reply::json(options).header("Set-Cookie", cookie_of(request.config(), secret));
}

Reply log_in(Request& request) {
    const auto answer = read_answer(request.params);
    request.params.refuse_others();
    const auto found = request.cookies.find(cookie_name);
    if (found == request.cookies.end()) throw Error{Code::token_expired, "passkey"};
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto client =
        proved(request, tx, {PasskeyUse::sign_in, std::nullopt, bond_of(found->second)},
               token::Asker::guest(request.client_ip), answer);
    return open(request, tx, client);
}

PasskeyAsk second_ask(ClientId client, const std::string& challenge) {
    return {PasskeyUse::second_factor, client, bond_of(challenge)};
}

Reply begin_second(Request& request) {
    const auto challenge = request.params.required<std::string>("challenge");
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto client = waiting_client(tx, challenge);
    const auto options =
        account::ask_for_passkey(tx, request.config(), second_ask(client, challenge));
    tx.commit();
    return Reply::json(options);
}

Reply finish_second(Request& request) {
    const auto challenge = request.params.required<std::string>("challenge");
    const auto answer = read_answer(request.params);
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto client = waiting_client(tx, challenge);
    proved(request, tx, second_ask(client, challenge),
           visitor_of(request, tx, client).asker_of_second_factor(), answer);
    end_waiting(tx, challenge);
    return open(request, tx, client);
}

constexpr Parameter challenge{"challenge", Type::secret, Need::required,
                              "The token that the first step returned."};
constexpr Parameter passkey{"passkey", Type::secret, Need::required,
                            "What the browser made of the options, as JSON "
                            "(AuthenticationResponseJSON of Web Authentication)."};
constexpr Parameter alone[] = {passkey};
constexpr Parameter to_begin_second[] = {challenge};
constexpr Parameter second[] = {challenge, passkey};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/passkey-login/begin", Access::guest, Limit::begins,
          Effect::changes, begin}
        .gives("PasskeyRequest")
        .means("Starts a sign-in with a passkey"),
    Route{Method::post, "/api/v3/passkey-login", Access::guest, Limit::logins,
          Effect::changes_secretly, log_in}
        .takes(alone)
        .gives("SignedIn")
        .means("Signs in with a passkey"),
    Route{Method::post, "/api/v3/login/passkey/begin", Access::guest, Limit::begins,
          Effect::changes_secretly, begin_second}
        .takes(to_begin_second)
        .gives("PasskeyRequest")
        .means("Starts the second step of a sign-in with a passkey"),
    Route{Method::post, "/api/v3/login/passkey", Access::guest, Limit::logins,
          Effect::changes_secretly, finish_second}
        .takes(second)
        .gives("SignedIn")
        .means("Completes a sign-in with a passkey as the second factor"),
};

}  // namespace

const std::span<const Route> passkey_routes{routes};

}  // namespace cambio::auth
