// Two-factor by authenticator app: set-up, removal, recovery codes.
#include "token/two_factor.h"

#include "caller.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

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

void begin(Request& request, Later later) {
    const auto password = request.params.required<std::string>("password");
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, password] {
        auto connection = request.db();
        pg::Transaction tx{*connection};
        const auto caller = lock_caller_with_password(tx, request, password, "password");
        const auto setup =
            token::begin_two_factor(tx, request.services().hash_key, caller.id, caller.email);
        tx.commit();
        Json::Value reply;
        reply["message"] = "success";
        reply["secret"] = setup.secret;
        reply["uri"] = setup.uri;
        return Reply::json(reply);
    });
}

Reply confirm(Request& request) {
    const auto code = request.params.required<std::string>("code");
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    const auto codes = token::confirm_two_factor(tx, request.services().hash_key, caller.id, code);
    if (codes.empty()) {
        tx.commit();
        throw Error{Code::two_factor_wrong, "code"};
    }
    security_changed(tx, caller.id, notices::Kind::two_factor_on, origin_of(request));
    tx.commit();
    announce(request, caller);
    Json::Value reply;
    reply["message"] = "saved";
    reply["recovery_codes"] = codes_view(codes);
    return Reply::json(reply);
}

/// Both at once, for what would weaken the guard. A wrong one is counted and the transaction
/// committed.
Caller lock_caller_with_both(pg::Transaction& tx, const Request& request,
                             const std::string& password, const std::string& code) {
    auto caller = lock_caller_with_password(tx, request, password, "password");
    const auto verdict =
        token::check_second_factor(tx, request.services().hash_key, caller.id, code);
    if (verdict == token::SecondFactor::wrong) {
        tx.commit();
        throw Error{Code::two_factor_wrong, "code"};
    }
    return caller;
}

Reply turn_off(const Request& request, const std::string& password, const std::string& code) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller_with_both(tx, request, password, code);
    token::remove_two_factor(tx, caller.id);
    security_changed(tx, caller.id, notices::Kind::two_factor_off, origin_of(request));
    tx.commit();
    announce(request, caller);
    return Reply::message("saved");
}

Reply renew_codes(const Request& request, const std::string& password, const std::string& code) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller_with_both(tx, request, password, code);
    const auto codes = token::renew_recovery_codes(tx, request.services().hash_key, caller.id);
    record(tx, caller.id, "recovery_codes_renewed", origin_of(request));
    tx.commit();
    Json::Value reply;
    reply["message"] = "saved";
    reply["recovery_codes"] = codes_view(codes);
    return Reply::json(reply);
}

using Act = Reply (*)(const Request&, const std::string&, const std::string&);

void with_both(Request& request, Later later, Act act) {
    const auto password = request.params.required<std::string>("password");
    const auto code = request.params.required<std::string>("code");
    request.params.refuse_others();
    password_lane().run(std::move(later),
                        [&request, act, password, code] { return act(request, password, code); });
}

void remove(Request& request, Later later) {
    with_both(request, std::move(later), turn_off);
}
void recovery_codes(Request& request, Later later) {
    with_both(request, std::move(later), renew_codes);
}

constexpr Parameter password{"password", Type::secret, Need::required, "The login password."};
constexpr Parameter code{"code", Type::secret, Need::required,
                         "Six digits of the authenticator app, or a recovery code."};
constexpr Parameter only_password[] = {password};
constexpr Parameter only_code[] = {
    {"code", Type::secret, Need::required, "Six digits of the authenticator app."}};
constexpr Parameter both[] = {password, code};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/two-factor", Access::client, Limit::reads, Effect::reads, state}
        .gives("TwoFactor")
        .means("Shows whether an authenticator app guards the account"),
    Route{Method::post, "/api/v3/two-factor/begin", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, begin}
        .takes(only_password)
        .gives("TwoFactorSetup")
        .means("Begins to set up an authenticator app"),
    Route{Method::post, "/api/v3/two-factor/confirm", Access::client, Limit::changes,
          Effect::changes_secretly, confirm}
        .takes(only_code)
        .gives("RecoveryCodes")
        .means("Turns two-factor on"),
    Route{Method::post, "/api/v3/two-factor/remove", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, remove}
        .takes(both)
        .gives("Message")
        .means("Turns two-factor off"),
    Route{Method::post, "/api/v3/two-factor/recovery-codes", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, recovery_codes}
        .takes(both)
        .gives("RecoveryCodes")
        .means("Makes new recovery codes"),
};

}  // namespace

const std::span<const Route> two_factor_routes{routes};

}  // namespace cambio::account
