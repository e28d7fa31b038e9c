#include "earn/plans.h"

#include "crypto/crypto.h"
#include "earn/subscriptions.h"
#include "earn/transactions.h"
#include "error/error.h"

namespace cambio::earn {

namespace {

constexpr int usdt_places = 6;

constexpr const char* insert_plan = R"sql(
    insert into earn_plans (client_id, client_key, content_hash, amount, cycle, weekday, monthday,
                            next_run)
    values ($1, nullif($2, ''), $3, $4, $5, nullif($6::smallint, 0), nullif($7::smallint, 0), $8)
    on conflict (client_id, client_key) where client_key is not null do nothing
    returning id
)sql";
constexpr const char* insert_coin = R"sql(
    insert into earn_plan_coins (plan_id, market_id, share) values ($1, $2, $3)
)sql";
constexpr const char* find_by_key = R"sql(
    select p.*, c.user_unique_id from earn_plans p join clients c on c.id = p.client_id
     where p.client_id = $1 and p.client_key = $2
)sql";
constexpr const char* find_one = R"sql(
    select p.*, c.user_unique_id from earn_plans p join clients c on c.id = p.client_id
     where p.id = $1
)sql";
constexpr const char* lock_own = R"sql(
    select p.*, c.user_unique_id from earn_plans p join clients c on c.id = p.client_id
     where p.id = $1 and p.client_id = $2 for update of p
)sql";
constexpr const char* find_coins = R"sql(
    select k.market_id, k.share, a.code
      from earn_plan_coins k join markets m on m.id = k.market_id join assets a on a.id = m.base_id
     where k.plan_id = $1 order by k.share desc, k.market_id
)sql";
constexpr const char* change_state = R"sql(
    update earn_plans set state = $2, next_run = $3 where id = $1
)sql";
constexpr const char* pause_all = R"sql(
    update earn_plans set state = 2, next_run = null where client_id = $1 and state = 1
)sql";
constexpr const char* find_due = R"sql(
    select id from earn_plans where state = 1 and next_run <= $1 order by next_run, id
)sql";
constexpr const char* lock_due = R"sql(
    select p.*, c.user_unique_id from earn_plans p join clients c on c.id = p.client_id
     where p.id = $1 and p.state = 1 and p.next_run <= $2 for update of p skip locked
)sql";
constexpr const char* move_on = "update earn_plans set next_run = $2 where id = $1 and state = 1";
constexpr const char* find_run = R"sql(
    select id from earn_runs where plan_id = $1 and due_at = $2 and market_id = $3
)sql";
constexpr const char* insert_run = R"sql(
    insert into earn_runs (plan_id, client_id, market_id, due_at, order_id, reason, amount,
                           quantity, price)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (plan_id, due_at, market_id) do nothing returning id
)sql";
constexpr const char* find_base = "select base_id from markets where id = $1";

Plan plan_from(pg::Transaction& tx, const pg::Row& row) {
    Plan plan;
    plan.id = row.id<PlanId>("id");
    plan.client = row.id<ClientId>("client_id");
    plan.unique_id = row.str("user_unique_id");
    plan.amount = row.decimal("amount");
    plan.schedule = {static_cast<Cycle>(row.integer("cycle")),
                     static_cast<int>(row.maybe_integer("weekday").value_or(0)),
                     static_cast<int>(row.maybe_integer("monthday").value_or(0))};
    plan.state = static_cast<PlanState>(row.integer("state"));
    plan.next_run = row.maybe_time("next_run");
    plan.content_hash = row.integer("content_hash");
    for (const auto coin : tx.run(find_coins, {plan.id}))
        plan.shares.push_back({coin.id<MarketId>("market_id"), coin.str("code"),
                               static_cast<int>(coin.integer("share"))});
    return plan;
}

std::int64_t hash_of(const NewPlan& request) {
    std::string text = request.amount.str();
    for (const int number : {static_cast<int>(request.schedule.cycle), request.schedule.weekday,
                             request.schedule.monthday})
        text += ' ' + std::to_string(number);
    for (const Share& share : request.shares)
        text += ' ' + share.coin + ':' + std::to_string(share.percent);
    return crypto::content_hash(text);
}

}  // namespace

Decimal Plan::part(const Share& share) const {
    return Decimal::multiply_divide(amount, Decimal::of(share.percent), Decimal::of(100),
                                    Rounding::down)
        .rounded(usdt_places, Rounding::down);
}

std::optional<Plan> find_plan(pg::Transaction& tx, ClientId client, const NewPlan& request) {
    if (request.key.empty()) return std::nullopt;
    const auto row = tx.maybe(find_by_key, {client, request.key});
    if (!row) return std::nullopt;
    auto before = plan_from(tx, *row);
    if (before.content_hash != hash_of(request)) throw Error{Code::client_id_reused, "client_id"};
    tx.mark_as_change();
    return before;
}

Plan make_plan(pg::Transaction& tx, ClientId client, const NewPlan& request, pg::Time at) {
    const auto row =
        tx.maybe(insert_plan, {client, request.key, hash_of(request), request.amount,
                               static_cast<int>(request.schedule.cycle), request.schedule.weekday,
                               request.schedule.monthday, first_run(request.schedule, at)});
    if (!row) return find_plan(tx, client, request).value();
    const auto id = row->id<PlanId>("id");
    for (const Share& share : request.shares)
        tx.change(1, insert_coin, {id, share.market, share.percent});
    return plan_from(tx, tx.one(find_one, {id}));
}

std::optional<Plan> set_plan_state(pg::Transaction& tx, ClientId client, PlanId id, PlanState state,
                                   pg::Time at) {
    const auto row = tx.maybe(lock_own, {id, client});
    if (!row) throw Error{Code::not_found, "id"};
    Plan plan = plan_from(tx, *row);
    if (plan.state == state) return std::nullopt;
    if (plan.state == PlanState::ended) throw Error{Code::plan_ended, "id"};
    plan.state = state;
    plan.next_run.reset();
    if (state == PlanState::active) plan.next_run = first_run(plan.schedule, at);
    tx.change(1, change_state, {id, static_cast<int>(state), plan.next_run});
    return plan;
}

std::int64_t pause_plans(pg::Transaction& tx, ClientId client) {
    return tx.run(pause_all, {client}).affected();
}

std::vector<PlanId> due_plans(pg::Connection& connection, pg::Time now) {
    std::vector<PlanId> ids;
    for (const auto row : connection.run(find_due, {now})) ids.push_back(row.id<PlanId>("id"));
    return ids;
}

std::optional<Plan> lock_due_plan(pg::Transaction& tx, PlanId id, pg::Time now) {
    const auto row = tx.maybe(lock_due, {id, now});
    return row ? std::optional{plan_from(tx, *row)} : std::nullopt;
}

bool has_run(pg::Transaction& tx, const Plan& plan, pg::Time due, MarketId market) {
    return tx.maybe(find_run, {plan.id, due, market}).has_value();
}

bool write_run(pg::Transaction& tx, const Plan& plan, const Run& run) {
    const bool bought = run.order.value != 0;
    const auto given = [bought](Decimal amount) {
        return bought ? std::optional{amount} : std::nullopt;
    };
    const auto row = tx.maybe(insert_run, {plan.id, plan.client, run.share.market, run.due,
                                           bought ? std::optional{run.order.value} : std::nullopt,
                                           bought ? std::nullopt : std::optional{run.reason},
                                           run.amount, given(run.quantity), given(run.price)});
    if (!row) return false;
    if (!bought) return true;
    write_transaction(tx, {.client = plan.client,
                           .asset = tx.one(find_base, {run.share.market}).id<AssetId>("base_id"),
                           .product = Shelf::auto_invest,
                           .type = Type::trade,
                           .subscription = {},
                           .run = row->integer("id"),
                           .amount = run.quantity,
                           .key = {}});
    return true;
}

void set_next_run(pg::Transaction& tx, const Plan& plan, pg::Time next) {
    tx.run(move_on, {plan.id, next});
}

}  // namespace cambio::earn
