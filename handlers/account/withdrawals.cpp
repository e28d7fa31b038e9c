// How much may leave the account, how easily, and whether only to saved addresses.
#include "caller.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

// Offered to who is verified, besides the three of everybody (section 9 of the specification).
constexpr int verified_limit = 8'000'000;

constexpr const char* read_limit = R"sql(
    select withdraw_limit, account_status = 'Verified' as verified from clients where id = $1
)sql";
constexpr const char* set_limit = "update clients set withdraw_limit = $2 where id = $1";
constexpr const char* set_one_step = "update clients set one_step_withdrawal = $2 where id = $1";
constexpr const char* set_whitelist = R"sql(
    update clients set withdrawal_whitelist = $2 where id = $1 and withdrawal_whitelist <> $2
)sql";

Reply update_limit(Request& request) {
    constexpr int limits[] = {500, 1000, 1500, verified_limit};
    const int limit =
        limits[request.params.choice("withdraw_limit", {"500", "1000", "1500", "8000000"})];
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    const auto now = tx.one(read_limit, {caller.id});
    const bool raised = limit == verified_limit && now.integer("withdraw_limit") != limit;
    if (raised && !now.boolean("verified"))
        throw Error{Code::verification_required, "withdraw_limit"};
    tx.change(1, set_limit, {caller.id, limit});
    // A stolen session shall not lift the last bound on what it can take.
    if (raised)
        security_changed(tx, caller.id, notices::Kind::withdraw_limit_raised, origin_of(request));
    else
        record(tx, caller.id, "withdraw_limit_changed", origin_of(request));
    tx.commit();
    if (raised) announce(request, caller);
    return Reply::message("saved");
}

using Change = void (*)(pg::Transaction&, const Request&, const Caller&, bool);

void change_one_step(pg::Transaction& tx, const Request& request, const Caller& caller,
                     bool enabled) {
    tx.change(1, set_one_step, {caller.id, enabled});
    record(tx, caller.id, enabled ? "one_step_on" : "one_step_off", origin_of(request));
}

// What is so already is no change, and nothing rests for it.
void change_whitelist(pg::Transaction& tx, const Request& request, const Caller& caller,
                      bool enabled) {
    if (tx.run(set_whitelist, {caller.id, enabled}).affected() == 0) return;
    security_changed(tx, caller.id, notices::Kind::whitelist_changed, origin_of(request));
}

void turn(Request& request, Later later, Change change) {
    const bool enabled = request.params.required<bool>("enabled");
    const auto password = request.params.required<std::string>("transaction_password");
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, change, enabled, password] {
        require_transaction_password(request, password);
        auto connection = request.db();
        pg::Transaction tx{*connection};
        const auto caller = lock_caller(tx, request);
        change(tx, request, caller, enabled);
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

constexpr Parameter limit[] = {{"withdraw_limit", Type::choice, Need::required,
                                "What may be withdrawn in a day, in USDT; 8000000 only for who is "
                                "verified.",
                                "500|1000|1500|8000000"}};
constexpr Parameter enabled[] = {
    {"enabled", Type::boolean, Need::required, "Whether it is to be on."},
    {"transaction_password", Type::secret, Need::required, "The transaction password."}};

constexpr Route routes[] = {
    Route{Method::get_or_post, "/api/v3/update-withdraw-limit", Access::client, Limit::changes,
          Effect::changes, update_limit}
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
