// The second step of a sign-in: six digits of the authenticator app, or a recovery code. That by
// passkey stands in passkeys.cpp.
#include "second_step.h"

#include "entry.h"
#include "fcgi/serve.h"
#include "log/log.h"
#include "routes.h"
#include "token/one_time.h"
#include "token/passkeys.h"
#include "token/two_factor.h"
#include "visitor.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* purpose = "login";
constexpr std::chrono::seconds lifetime{300};
constexpr int max_tries = 10;

// A change of password ends what was begun with the old one.
constexpr const char* current_epoch = "select epoch from clients where id = $1";

std::int64_t epoch_of(pg::Transaction& tx, ClientId client) {
    return tx.one(current_epoch, {client}).integer("epoch");
}

Reply check_second_factor(Request& request) {
    const auto challenge = request.params.required<std::string>("challenge");
    const auto code = request.params.required<std::string>("code");
    request.params.refuse_others();

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto client = waiting_client(tx, challenge);
    const auto asker = visitor_of(request, tx, client).asker_of_second_factor();
    const auto result =
        token::check_second_factor(tx, request.services().hash_keys, client, asker, code);
    if (result == token::SecondFactor::wrong) {
        account::record(tx, client, "sign_in_failed", origin_of(request));
        tx.commit();
        log::warn("second_factor_wrong", {{"ip", request.client_ip}});
        throw Error{Code::two_factor_wrong, "code"};
    }
    end_waiting(tx, challenge);
    return open(request, tx, client);
}

constexpr Parameter parameters[] = {
    {"challenge", Type::secret, Need::required, "The token that the first step returned."},
    {"code", Type::secret, Need::required, "The six-digit authenticator code, or a recovery code."},
};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/login/two-factor", Access::guest, Limit::logins,
          Effect::changes_secretly, check_second_factor}
        .takes(parameters)
        .gives("SignedIn")
        .means("Completes a sign-in with a second factor"),
};

}  // namespace

bool has_second_factor(pg::Transaction& tx, ClientId client) {
    return token::two_factor_on(tx, client) || token::has_passkeys(tx, client);
}

ClientId waiting_client(pg::Transaction& tx, const std::string& challenge) {
    const auto waiting = token::try_one_time(tx, purpose, challenge, max_tries);
    if (!waiting || !waiting->client ||
        waiting->data["epoch"].asInt64() != epoch_of(tx, *waiting->client))
        throw Error{Code::token_expired, "challenge"};
    return *waiting->client;
}

void end_waiting(pg::Transaction& tx, const std::string& challenge) {
    token::take_one_time(tx, purpose, challenge);
}

Reply ask_second_factor(pg::Transaction& tx, ClientId client) {
    Json::Value stands_for;
    stands_for["epoch"] = static_cast<Json::Int64>(epoch_of(tx, client));
    Json::Value reply;
    reply["status"] = 202;
    reply["message"] = "two_factor_required";
    reply["challenge"] = token::issue_one_time(tx, purpose, client, stands_for, lifetime);
    reply["expires_in"] = static_cast<Json::Int64>(lifetime.count());
    auto& factors = reply["factors"] = Json::arrayValue;
    if (token::two_factor_on(tx, client)) factors.append("app");
    if (token::has_passkeys(tx, client)) factors.append("passkey");
    return Reply::json(reply);
}

const std::span<const Route> second_step_routes{routes};

}  // namespace cambio::auth
