// A client's plans of Auto Invest: the list, what came of each due time, pausing and ending.
#include "earn/plans.h"

#include <map>

#include "account/step_up_parameters.h"
#include "error/error.h"
#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "gate.h"
#include "routes.h"
#include "token/acting.h"
#include "views.h"

namespace cambio::earn {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::int64_t usual_rows = 20;

constexpr const char* list_own = R"sql(
    select p.*, r.invested, r.runs
      from earn_plans p
      left join lateral (
          select coalesce(sum(amount) filter (where order_id is not null), 0) as invested,
                 count(distinct due_at) as runs
            from earn_runs where plan_id = p.id) r on true
     where p.client_id = $1 and ($2::bigint is null or p.id = $2)
     order by p.state = 3, p.id desc limit 200
)sql";
constexpr const char* list_coins = R"sql(
    select k.plan_id, a.code, a.icon, k.share, r.bought, r.paid, r.received
      from earn_plan_coins k join markets m on m.id = k.market_id join assets a on a.id = m.base_id
      join earn_plans p on p.id = k.plan_id
      left join lateral (
          select coalesce(sum(n.quantity), 0) as bought,
                 coalesce(sum(o.filled_total), 0) as paid, coalesce(sum(o.filled), 0) as received
            from earn_runs n left join orders o on o.id = n.order_id
           where n.plan_id = k.plan_id and n.market_id = k.market_id) r on true
     where p.client_id = $1 and ($2::bigint is null or p.id = $2)
     order by k.plan_id, k.share desc, k.market_id
)sql";
constexpr const char* own_plan = "select id from earn_plans where id = $1 and client_id = $2";
constexpr const char* list_runs = R"sql(
    select r.*, a.code from earn_runs r join markets m on m.id = r.market_id
      join assets a on a.id = m.base_id
     where r.plan_id = $1 order by r.id desc limit $2 offset $3
)sql";
constexpr const char* count_runs = R"sql(
    select count(*) as total from earn_runs where plan_id = $1
)sql";

constexpr const char* states[] = {"ACTIVE", "PAUSED", "ENDED"};

Json::Value maybe_text(const std::optional<Decimal>& amount) {
    return amount ? Json::Value{amount->str()} : Json::Value{};
}

/// USDT for one, over all that was bought.
Json::Value average(Decimal paid, Decimal received) {
    if (!received.positive()) return {};
    return Decimal::divide(paid, received, Rounding::half_even)
        .rounded(8, Rounding::half_even)
        .str();
}

Json::Value coin_view(const pg::Row& row) {
    Json::Value view;
    view["coin"] = row.str("code");
    view["image"] = row.str("icon");
    view["share"] = static_cast<Json::Int64>(row.integer("share"));
    view["bought"] = row.decimal("bought").str();
    view["average_price"] = average(row.decimal("paid"), row.decimal("received"));
    return view;
}

Json::Value view_of(const pg::Row& row, const Json::Value& coins) {
    const auto cycle = static_cast<Cycle>(row.integer("cycle"));
    const auto weekday = row.maybe_integer("weekday"), monthday = row.maybe_integer("monthday");
    const auto next = row.maybe_time("next_run");
    Json::Value view;
    view["id"] = row.str("id");
    view["coin"] = coins.size() == 1 ? coins[0]["coin"] : Json::Value{};
    view["coins"] = coins;
    view["amount"] = row.decimal("amount").str();
    view["currency"] = "USDT";
    view["cycle"] = std::string{name_of(cycle)};
    view["day"] = weekday ? Json::Value{std::string{name_of_weekday(static_cast<int>(*weekday))}}
                          : Json::Value{};
    view["date"] = monthday ? Json::Value{static_cast<Json::Int64>(*monthday)} : Json::Value{};
    view["next_run"] = next ? Json::Value{pg::iso(*next)} : Json::Value{};
    view["state"] = states[static_cast<std::size_t>(row.integer("state") - 1)];
    view["invested"] = row.decimal("invested").str();
    view["bought"] = coins.size() == 1 ? coins[0]["bought"] : Json::Value{};
    view["average_price"] = coins.size() == 1 ? coins[0]["average_price"] : Json::Value{};
    view["runs"] = static_cast<Json::Int64>(row.integer("runs"));
    view["created_at"] = pg::iso(row.time("created_at"));
    return view;
}

Json::Value views_of(pg::Connection& connection, ClientId client, std::optional<std::int64_t> id) {
    std::map<std::int64_t, Json::Value> coins;
    for (const auto row : connection.run(list_coins, {client, id}))
        coins[row.integer("plan_id")].append(coin_view(row));
    Json::Value views = Json::arrayValue;
    for (const auto row : connection.run(list_own, {client, id}))
        views.append(view_of(row, coins[row.integer("id")]));
    return views;
}

Reply plans(Request& request) {
    auto connection = request.db();
    Json::Value reply;
    reply["plans"] = views_of(*connection, request.client(), std::nullopt);
    return Reply::json(reply);
}

Json::Value run_view(const pg::Row& row) {
    Json::Value view;
    view["id"] = row.str("id");
    view["coin"] = row.str("code");
    view["due_at"] = pg::iso(row.time("due_at"));
    view["ran_at"] = pg::iso(row.time("ran_at"));
    view["state"] = row.null("order_id") ? "SKIPPED" : "BOUGHT";
    view["reason"] = row.null("reason") ? Json::Value{} : Json::Value{row.str("reason")};
    view["amount"] = row.decimal("amount").str();
    view["quantity"] = maybe_text(row.maybe_decimal("quantity"));
    view["price"] = maybe_text(row.maybe_decimal("price"));
    return view;
}

Reply runs(Request& request) {
    const auto id = request.params.required<PlanId>("id");
    const auto page = fcgi::read_page(request.params, usual_rows);
    auto connection = request.db();
    if (connection->run(own_plan, {id, request.client()}).empty())
        throw Error{Code::not_found, "id"};
    Json::Value reply;
    auto& list = reply["runs"] = Json::arrayValue;
    for (const auto row : connection->run(list_runs, {id, page.limit, page.offset}))
        list.append(run_view(row));
    reply["total"] =
        static_cast<Json::Int64>(connection->run(count_runs, {id})[0].integer("total"));
    return Reply::json(reply);
}

struct StateChange {
    PlanId id;
    PlanState state;
    account::Proof proof;
};

Reply set_state(const Request& request, const StateChange& input) {
    const bool starts = input.state == PlanState::active;
    if (starts) expect_transaction_password(request, input.proof.password);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::require_not_frozen(tx, request.session());
    if (starts) prove_start(tx, request, input.proof);
    const auto plan = set_plan_state(tx, owner.id, input.id, input.state, pg::now());
    if (plan) starts ? started(tx, request, *plan) : stopped(tx, request, *plan);
    tx.commit();
    request.push().tell(owner.unique_id, ClientEvent::earn);
    Json::Value reply;
    reply["message"] = "success";
    reply["plan"] = plan_view(*connection, owner.id, input.id);
    return Reply::json(reply);
}

// To stop needs no proof: it buys nothing then, and its owner hears of it. To let it go on is to
// make it anew, which no program does.
void change_state(Request& request, Later later) {
    auto& params = request.params;
    StateChange input{
        params.required<PlanId>("id"),
        static_cast<PlanState>(params.choice("state", {"ACTIVE", "PAUSED", "ENDED"}) + 1),
        account::read_proof(params)};
    input.proof.password = params.optional<std::string>("transaction_password").value_or("");
    params.refuse_others();
    token::expect_may_trade_anywhere(request.session());
    if (input.state == PlanState::active && request.session().key) throw Error{Code::api_key_scope};
    if (input.state == PlanState::active && input.proof.password.empty())
        throw Error{Code::missing_parameter, "transaction_password"};
    password_lane().run(std::move(later),
                        [&request, input = std::move(input)] { return set_state(request, input); });
}

constexpr Parameter run_parameters[] = {
    {"id", Type::id, Need::required, "The plan."},
    {"page", Type::integer, Need::optional, "The page, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 20 by default."},
};
constexpr Parameter state_parameters[] = {
    {"id", Type::id, Need::required, "The plan."},
    {"state", Type::choice, Need::required,
     "PAUSED: paused; ACTIVE: active again from now on; ENDED: ended for good.",
     "ACTIVE|PAUSED|ENDED"},
    {"transaction_password", Type::secret, Need::optional,
     "The transaction password; activating the plan requires it and a code."},
    account::mailed_code_parameter,
    account::two_factor_code_parameter,
    account::passkey_parameter,
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/earn/auto-invest", Access::client, Limit::reads, Effect::reads,
          plans}
        .by_key()
        .gives("EarnPlans")
        .means("Lists the client's Auto Invest plans"),
    Route{Method::get, "/api/v3/earn/auto-invest/runs", Access::client, Limit::reads, Effect::reads,
          runs}
        .by_key()
        .takes(run_parameters)
        .gives("EarnRuns")
        .means("Lists the runs of an Auto Invest plan"),
    Route{Method::post, "/api/v3/earn/auto-invest/state", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, change_state}
        .by_key()
        .takes(state_parameters)
        .gives("EarnPlanChanged")
        .means("Pauses, resumes or ends a plan"),
};

}  // namespace

Json::Value plan_view(pg::Connection& connection, ClientId client, PlanId id) {
    const auto views = views_of(connection, client, id.value);
    if (views.empty()) throw Error{Code::not_found, "id"};
    return views[0];
}

const std::span<const Route> plan_routes{routes};

}  // namespace cambio::earn
