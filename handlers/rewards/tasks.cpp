// Tasks and their rewards. Progress is read from what really happened, each time it is asked for;
// a reward is one row in task_claims and one transfer from house:rewards.
#include <set>

#include "fcgi/serve.h"
#include "ledger/ledger.h"
#include "notices/notices.h"
#include "routes.h"

namespace cambio::rewards {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

// All active tasks, or the one that is asked for. Windows are UTC days and weeks from Monday. In
// deposits, 2 is ledger::Kind::deposit, and coins count at their last price.
constexpr const char* tasks_of = R"sql(
    select t.id, t.name, t.description, t.rules, t.kind, t.measure, t.amount, t.reward_amount,
           t.coin, a.id as coin_id, w.start::text as window_start,
           (w.start + w.days)::timestamp at time zone 'UTC' as ends_at,
           case t.measure
               when 'verification' then (
                   select (account_status = 'Verified')::int from clients where id = $1)
               when 'trading_volume' then (
                   select coalesce(sum(volume), 0) from trading_days
                    where client_id = $1 and day >= w.start)
               when 'trades' then (
                   select coalesce(sum(trades), 0) from trading_days
                    where client_id = $1 and day >= w.start)
               when 'referrals' then (
                   select count(*) from referrals
                    where referrer_id = $1 and refused = ''
                      and signed_in_at >= w.start::timestamp at time zone 'UTC')
               when 'deposits' then (
                   select coalesce(sum(trunc(d.amount * case when coin.code = 'USDT' then 1
                                                             else q.last end, 18)), 0)
                     from ledger_accounts l
                     join ledger_transfers d on d.credit = l.id and d.kind = 2
                          and d.at >= w.start::timestamp at time zone 'UTC'
                     join assets coin on coin.id = l.asset_id
                     left join markets m on m.pair = coin.code || 'USDT'
                     left join quotes q on q.market_id = m.id
                    where l.client_id = $1)
           end::numeric as progress,
           c.claimed_at
      from task_center t
      join assets a on a.code = t.coin
     cross join lateral (
        select case t.kind when 'daily' then (now() at time zone 'UTC')::date
                           when 'weekly' then date_trunc('week', now() at time zone 'UTC')::date
                           else date '1970-01-01' end as start,
               case t.kind when 'daily' then 1 when 'weekly' then 7 end as days) as w
      left join task_claims c
             on c.client_id = $1 and c.task_id = t.id and c.window_start = w.start
     where t.active and ($2::bigint is null or t.id = $2)
     order by t.position, t.id
)sql";

constexpr const char* earlier_claims = R"sql(
    select t.id, t.name, t.description, t.rules, t.kind, t.measure, c.target as amount,
           c.reward_amount, c.coin, a.id as coin_id, c.window_start::text as window_start,
           c.claimed_at, null::timestamptz as ends_at, c.target as progress
      from task_claims c join task_center t on t.id = c.task_id join assets a on a.code = c.coin
     where c.client_id = $1
     order by c.claimed_at desc, t.id limit 50
)sql";

// Whose session was revoked or who was frozen a moment ago gets nothing.
constexpr const char* caller_stands = R"sql(
    select user_unique_id from clients where id = $1 and epoch = $2 and status = 'ACTIVE'
)sql";

constexpr const char* write_claim = R"sql(
    insert into task_claims (client_id, task_id, window_start, target, reward_amount, coin)
    values ($1, $2, $3::date, $4, $5, $6) on conflict do nothing
)sql";

std::string_view status_of(Decimal progress, Decimal target) {
    if (progress >= target) return "DONE";
    return progress.positive() ? "ONGOING" : "pending";
}

Json::Value task_view(const pg::Row& row) {
    const bool claimed = !row.null("claimed_at");
    const Decimal target = row.decimal("amount");
    const Decimal progress = row.decimal("progress");
    Json::Value view;
    view["task_status"] = std::string{claimed ? "DONE" : status_of(progress, target)};
    view["amount"] = progress.str();
    view["accumulated_amount"] = claimed ? target.str() : minimum(progress, target).str();
    view["reward_status"] = claimed ? "CLAIMED" : "UNCLAIMED";
    view["kind"] = row.str("kind");
    view["ends_at"] = row.null("ends_at") ? Json::Value{} : pg::iso(row.time("ends_at"));
    view["claimed_at"] = claimed ? Json::Value{pg::iso(row.time("claimed_at"))} : Json::Value{};
    auto& task = view["task_center"];
    for (const char* column : {"id", "name", "description", "rules", "measure", "coin_id", "coin"})
        task[column] = row.str(column);
    task["amount"] = target.str();
    task["reward_amount"] = row.decimal("reward_amount").str();
    return view;
}

/// What can be done now, then what was claimed in earlier windows.
Reply view_tasks(Request& request) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    Json::Value reply;
    auto& tasks = reply["tasks"] = Json::arrayValue;
    std::set<std::pair<std::string, std::string>> shown;
    for (const auto row : tx.run(tasks_of, {request.client(), std::nullopt})) {
        shown.emplace(row.str("id"), row.str("window_start"));
        tasks.append(task_view(row));
    }
    for (const auto row : tx.run(earlier_claims, {request.client()}))
        if (!shown.contains({row.str("id"), row.str("window_start")})) tasks.append(task_view(row));
    return Reply::json(reply);
}

void pay(pg::Transaction& tx, const Request& request, const pg::Row& task) {
    const auto asset = task.id<AssetId>("coin_id");
    const auto from = ledger::house_account(tx, ledger::House::rewards, asset);
    const auto to =
        ledger::client_account(tx, request.client(), ledger::Wallet::spot, false, asset);
    try {
        ledger::transfer(tx, from, to, task.decimal("reward_amount"), ledger::Kind::task_reward,
                         task.integer("id"));
    } catch (const Error& error) {
        if (error.code() == Code::insufficient_balance) throw Error{Code::rewards_empty};
        throw;
    }
    Json::Value told;
    told["task"] = task.str("name");
    told["description"] = task.str("description");
    told["amount"] = task.decimal("reward_amount").str();
    told["coin"] = task.str("coin");
    notices::tell(tx, request.client(), notices::Kind::reward_claimed, told);
}

// The claim's row comes first: of two claims at once the second waits for the first and then finds
// it. A repetition is answered as the first claim was.
Reply claim_task(Request& request) {
    const auto id = request.params.required<TaskId>("task_center_id");
    request.params.refuse_others();

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = tx.maybe(caller_stands, {request.client(), request.session().epoch});
    if (!caller) throw Error{Code::unauthorized};
    const auto task = tx.maybe(tasks_of, {request.client(), id});
    if (!task) throw Error{Code::not_found, "task_center_id"};
    const Decimal target = task->decimal("amount");
    const auto written =
        tx.run(write_claim, {request.client(), id, task->str("window_start"), target,
                             task->decimal("reward_amount"), task->str("coin")});
    Json::Value reply;
    reply["message"] = "success";
    reply["reward_amount"] = task->decimal("reward_amount").str();
    reply["coin"] = task->str("coin");
    if (written.affected() == 0) return Reply::json(reply);
    if (task->decimal("progress") < target) throw Error{Code::task_not_done, "task_center_id"};
    pay(tx, request, *task);
    tx.commit();

    request.push().publish("client." + caller->str("user_unique_id"), "client", "{}",
                           R"("type":"notification")");
    return Reply::json(reply);
}

constexpr Parameter claim_parameters[] = {
    {"task_center_id", Type::id, Need::required, "The task whose reward is claimed."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/task/view", Access::client, Limit::reads, Effect::reads, view_tasks}
        .gives("Tasks")
        .means("Lists tasks and how far they are"),
    Route{Method::get_or_post, "/api/v3/claim-task", Access::client, Limit::changes,
          Effect::changes, claim_task}
        .takes(claim_parameters)
        .gives("ClaimedTask")
        .means("Claims the reward of a task"),
};

}  // namespace

const std::span<const Route> task_routes{routes};

}  // namespace cambio::rewards
