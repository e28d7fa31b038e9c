// How much may leave the account, how easily, and whether only to saved addresses.
#include "account/step_up_parameters.h"
#include "caller.h"
#include "clients/settings.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

// Offered to who is verified, besides the three of everybody (section 9 of the specification).
constexpr int verified_limit = 8'000'000;

constexpr const char* read_limit = R"sql(
    select withdraw_limit, account_status = 'Verified' as verified,
           coalesce(withdraw_limit_before >= $2 and withdraw_limit_before_until > now(), false)
               as back
      from clients where id = $1
)sql";

struct SettingInput {
    int limit = 0;         ///< of a change of the limit
    bool enabled = false;  ///< of the others
    Proof proof;
};

enum class LimitMove { none, lower, raise, back };

LimitMove move_to(pg::Transaction& tx, ClientId client, int limit) {
    const auto now = tx.one(read_limit, {client, limit});
    if (limit == verified_limit && !now.boolean("verified"))
        throw Error{Code::verification_required, "withdraw_limit"};
    const auto before = now.integer("withdraw_limit");
    if (limit <= before) return limit < before ? LimitMove::lower : LimitMove::none;
    return now.boolean("back") ? LimitMove::back : LimitMove::raise;
}

void tell_limit(pg::Transaction& tx, const Request& request, LimitMove move, int limit) {
    if (move == LimitMove::raise) return acted(tx, request, Act::raise_limit);
    const bool lower = move == LimitMove::lower, back = move == LimitMove::back;
    record(tx, request.client(), back ? "withdraw_limit_raised" : "withdraw_limit_changed",
           origin_of(request));
    if (!lower && !back) return;
    Json::Value data;
    data["limit"] = std::to_string(limit);
    notices::tell(
        tx, request.client(),
        lower ? notices::Kind::withdraw_limit_lowered : notices::Kind::withdraw_limit_restored,
        data);
}

// A stolen session shall not lift the last bound on what it can take. Lowering it is free, and its
// owner hears of it: who then proves to be the owner has within a day what was there before, and
// withdrawals do not rest for it. An owner who fears a thief with every proof gives the transaction
// password and lowers it for good; a new password or epoch makes it so, too.
Reply change_limit(const Request& request, const SettingInput& input) {
    const auto& password = input.proof.password;
    if (!password.empty()) require_transaction_password(request, password);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    const auto move = move_to(tx, caller.id, input.limit);
    const bool raised = move == LimitMove::raise || move == LimitMove::back;
    if (raised && password.empty()) throw Error{Code::missing_parameter, "transaction_password"};
    if (raised) prove(tx, request, Act::raise_limit, input.proof);
    clients::set_withdraw_limit(tx, caller.id, input.limit, !password.empty());
    tell_limit(tx, request, move, input.limit);
    tx.commit();
    if (move != LimitMove::none) announce(request, caller);
    return Reply::message("saved");
}

void update_limit(Request& request, Later later) {
    constexpr int limits[] = {500, 1000, 1500, verified_limit};
    SettingInput input{
        limits[request.params.choice("withdraw_limit", {"500", "1000", "1500", "8000000"})], false,
        read_proof(request.params)};
    input.proof.password =
        request.params.optional<std::string>("transaction_password").value_or("");
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, input = std::move(input)] {
        return change_limit(request, input);
    });
}

// What is so already is no change, and nothing rests for it.
using Change = Caller (*)(pg::Transaction&, const Request&, const SettingInput&);

Caller change_one_step(pg::Transaction& tx, const Request& request, const SettingInput& input) {
    auto caller = input.enabled ? prove(tx, request, Act::one_step_on, input.proof)
                                : lock_caller(tx, request);
    if (!clients::set_one_step_withdrawal(tx, caller.id, input.enabled)) return caller;
    if (input.enabled)
        acted(tx, request, Act::one_step_on);
    else
        record(tx, caller.id, "one_step_off", origin_of(request));
    return caller;
}

Caller change_whitelist(pg::Transaction& tx, const Request& request, const SettingInput& input) {
    auto caller = input.enabled ? lock_caller(tx, request)
                                : prove(tx, request, Act::whitelist_off, input.proof);
    if (!clients::set_withdrawal_whitelist(tx, caller.id, input.enabled)) return caller;
    if (input.enabled)
        security_changed(tx, caller.id, notices::Kind::whitelist_changed, origin_of(request));
    else
        acted(tx, request, Act::whitelist_off);
    return caller;
}

void turn(Request& request, Later later, Change change) {
    SettingInput input{0, request.params.required<bool>("enabled"), read_proof(request.params)};
    input.proof.password = request.params.required<std::string>("transaction_password");
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, change, input = std::move(input)] {
        require_transaction_password(request, input.proof.password);
        auto connection = request.db();
        pg::Transaction tx{*connection};
        const auto caller = change(tx, request, input);
        tx.commit();
        announce(request, caller);
        return Reply::message("saved");
    });
}

void one_step(Request& request, Later later) {
    turn(request, std::move(later), change_one_step);
}
void whitelist(Request& request, Later later) {
    turn(request, std::move(later), change_whitelist);
}

constexpr Parameter limit[] = {
    {"withdraw_limit", Type::choice, Need::required,
     "The daily withdrawal limit in USDT; 8000000 only for verified clients.",
     "500|1000|1500|8000000"},
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; raising the limit requires it and a code. A limit that is lowered "
     "without it can be set back within 24 hours without a pause of withdrawals, until a password "
     "changes or all devices are signed out."},
    mailed_code_parameter,
    two_factor_code_parameter,
    passkey_parameter};
constexpr Parameter enabled[] = {
    {"enabled", Type::boolean, Need::required,
     "Whether to turn it on. Weakening the protection also needs a code."},
    {"transaction_password", Type::secret, Need::required, "The transaction password."},
    mailed_code_parameter,
    two_factor_code_parameter,
    passkey_parameter};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/update-withdraw-limit", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, update_limit}
        .takes(limit)
        .gives("Message")
        .means("Sets the daily withdrawal limit"),
    Route{Method::post, "/api/v3/one-step-withdrawal", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, one_step}
        .takes(enabled)
        .gives("Message")
        .means("Turns one-step withdrawal on or off"),
    Route{Method::post, "/api/v3/withdrawal-whitelist", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, whitelist}
        .takes(enabled)
        .gives("Message")
        .means("Turns the withdrawal whitelist on or off"),
};

}  // namespace

const std::span<const Route> withdrawal_routes{routes};

}  // namespace cambio::account
