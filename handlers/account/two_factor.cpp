// Two-factor by authenticator app: set-up, removal, recovery codes.
#include "token/two_factor.h"

#include "account/step_up_parameters.h"
#include "caller.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::size_t max_code = 64;

constexpr const char* confirmed_at = R"sql(
    select confirmed_at from two_factor where client_id = $1 and confirmed_at is not null
)sql";

Json::Value codes_view(const std::vector<std::string>& codes) {
    Json::Value list{Json::arrayValue};
    for (const auto& code : codes) list.append(code);
    return list;
}

Reply state(Request& request) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto row = tx.maybe(confirmed_at, {request.client()});
    Json::Value reply;
    reply["enabled"] = row.has_value();
    reply["since"] = row ? Json::Value{pg::iso(row->time("confirmed_at"))} : Json::Value{};
    reply["recovery_codes_left"] = token::recovery_codes_left(tx, request.client());
    return Reply::json(reply);
}

Reply begin_setup(const Request& request, const Proof& proof) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    if (token::two_factor_on(tx, request.client())) throw Error{Code::two_factor_already_on};
    const auto caller = prove(tx, request, Act::two_factor_on, proof);
    const auto setup = token::begin_two_factor(tx, request.services().hash_keys, caller.id,
                                               request.session().id, caller.email);
    tx.commit();
    Json::Value reply;
    reply["message"] = "success";
    reply["secret"] = setup.secret;
    reply["uri"] = setup.uri;
    return Reply::json(reply);
}

void begin(Request& request, Later later) {
    Proof proof;
    proof.password = request.params.required<std::string>("password");
    proof.mailed_code =
        request.params.optional<std::string>("verification_code", max_code).value_or("");
    proof.passkey = read_passkey(request.params);
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, proof = std::move(proof)] {
        return begin_setup(request, proof);
    });
}

// The session that began it, a moment ago, has proved to be the owner's.
Reply confirm(Request& request) {
    const auto code = request.params.required<std::string>("code");
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    const auto codes = token::confirm_two_factor(tx, request.services().hash_keys, caller.id,
                                                 request.session().id, code);
    if (codes.empty()) {
        tx.commit();
        throw Error{Code::two_factor_wrong, "code"};
    }
    acted(tx, request, Act::two_factor_on);
    tx.commit();
    announce(request, caller);
    Json::Value reply;
    reply["message"] = "saved";
    reply["recovery_codes"] = codes_view(codes);
    return Reply::json(reply);
}

/// For what would weaken the guard.
Caller prove_guarded(pg::Transaction& tx, const Request& request, Act act, const Proof& proof) {
    if (!token::two_factor_on(tx, request.client())) throw Error{Code::two_factor_off};
    return prove(tx, request, act, proof);
}

Reply turn_off(const Request& request, const Proof& proof) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = prove_guarded(tx, request, Act::two_factor_off, proof);
    token::remove_two_factor(tx, caller.id);
    acted(tx, request, Act::two_factor_off);
    tx.commit();
    announce(request, caller);
    return Reply::message("saved");
}

Reply renew_codes(const Request& request, const Proof& proof) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = prove_guarded(tx, request, Act::recovery_codes, proof);
    const auto codes = token::renew_recovery_codes(tx, request.services().hash_keys, caller.id);
    acted(tx, request, Act::recovery_codes);
    tx.commit();
    announce(request, caller);
    Json::Value reply;
    reply["message"] = "saved";
    reply["recovery_codes"] = codes_view(codes);
    return Reply::json(reply);
}

using Work = Reply (*)(const Request&, const Proof&);

void with_both(Request& request, Later later, Work work) {
    Proof proof;
    proof.password = request.params.required<std::string>("password");
    proof.two_factor_code = request.params.optional<std::string>("code", max_code).value_or("");
    proof.passkey = read_passkey(request.params);
    proof.two_factor_field = "code";
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, work, proof = std::move(proof)] {
        return work(request, proof);
    });
}

void remove(Request& request, Later later) {
    with_both(request, std::move(later), turn_off);
}
void recovery_codes(Request& request, Later later) {
    with_both(request, std::move(later), renew_codes);
}

constexpr Parameter password{"password", Type::secret, Need::required, "The login password."};
constexpr Parameter code{"code", Type::secret, Need::optional,
                         "The six-digit authenticator code, or a recovery code; required without a "
                         "passkey."};
constexpr Parameter to_begin[] = {password, mailed_code_parameter, passkey_parameter};
constexpr Parameter only_code[] = {
    {"code", Type::secret, Need::required, "The six-digit authenticator code."}};
constexpr Parameter both[] = {password, code, passkey_parameter};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/two-factor", Access::client, Limit::reads, Effect::reads, state}
        .gives("TwoFactor")
        .means("Shows whether two-factor authentication is on"),
    Route{Method::post, "/api/v3/two-factor/begin", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, begin}
        .takes(to_begin)
        .gives("TwoFactorSetup")
        .means("Starts setting up an authenticator app"),
    Route{Method::post, "/api/v3/two-factor/confirm", Access::client, Limit::changes,
          Effect::changes_secretly, confirm}
        .takes(only_code)
        .gives("RecoveryCodes")
        .means("Turns on two-factor authentication"),
    Route{Method::post, "/api/v3/two-factor/remove", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, remove}
        .takes(both)
        .gives("Message")
        .means("Turns off two-factor authentication"),
    Route{Method::post, "/api/v3/two-factor/recovery-codes", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, recovery_codes}
        .takes(both)
        .gives("RecoveryCodes")
        .means("Creates new recovery codes"),
};

}  // namespace

const std::span<const Route> two_factor_routes{routes};

}  // namespace cambio::account
