// Tasks and their rewards. Progress is read from what really happened, each time it is asked for;
// a reward is one row in task_claims and one transfer from house:rewards. It is for verified people
// alone, and rests in the account before it may leave (withdrawals/final_worth.h).
#include <optional>
#include <set>

#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "ledger/ledger.h"
#include "notices/notices.h"
#include "rewards/own_money.h"
#include "routes.h"
#include "token/acting.h"

namespace cambio::rewards {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

// All active tasks, or the one that is asked for. Windows are UTC days and weeks from Monday. $3 is
// the client's own money; $4 says that play money counts for trades. Of deposits counts what goes
// beyond the most that the client ever had here before the window: money that was taken out and
// comes again is nothing new.
constexpr const char* tasks_of = R"sql(
    select t.id, t.name, t.description, t.rules, t.kind, t.measure, t.amount, t.reward_amount,
           t.coin, a.id as coin_id, w.start::text as window_start,
           (w.start + w.days)::timestamp at time zone 'UTC' as ends_at,
           case t.measure
               when 'verification' then (
                   select (account_status = 'Verified')::int from clients where id = $1)
               when 'trading_volume' then (
                   select coalesce(sum(volume), 0) from trading_days
                    where client_id = $1 and day >= w.start
                      and (t.kind <> 'once' or $4 or $3::numeric > 0))
               when 'trades' then (
                   select coalesce(sum(trades), 0) from trading_days
                    where client_id = $1 and day >= w.start
                      and (t.kind <> 'once' or $4 or $3::numeric > 0))
               when 'referrals' then (
                   select count(*) from referrals
                    where referrer_id = $1 and refused = ''
                      and counted_at >= w.start::timestamp at time zone 'UTC')
               when 'deposits' then (
                   select greatest(least($3::numeric, coalesce(max(net), 0) - greatest(0, coalesce(
                              max(net) filter (where at < w.start::timestamp at time zone 'UTC'),
                              0))), 0)
                     from (select at, sum(worth) over (order by at, worth) as net
                             from money_moves($1)) as running)
           end::numeric as progress,
           c.claimed_at, c.rests_until
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
           c.claimed_at, c.rests_until, null::timestamptz as ends_at, c.target as progress
      from task_claims c join task_center t on t.id = c.task_id join assets a on a.code = c.coin
     where c.client_id = $1
     order by c.claimed_at desc, t.id limit 50
)sql";

constexpr const char* is_verified = R"sql(
    select account_status = 'Verified' as verified from clients where id = $1
)sql";

constexpr const char* write_claim = R"sql(
    insert into task_claims (client_id, task_id, window_start, target, reward_amount, coin,
                             rests_until)
    values ($1, $2, $3::date, $4, $5, $6, now() + make_interval(days => $7))
    on conflict do nothing
)sql";

constexpr const char* written_claim = R"sql(
    select reward_amount, coin, rests_until from task_claims
     where client_id = $1 and task_id = $2 and window_start = $3::date
)sql";

pg::Result read_tasks(pg::Transaction& tx, const Request& request, std::optional<TaskId> one) {
    const auto client = request.client();
    return tx.run(tasks_of, {client, one, own_money(tx, client), request.config().demo});
}

bool verified(pg::Transaction& tx, ClientId client) {
    return tx.one(is_verified, {client}).boolean("verified");
}

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
    for (const char* column : {"claimed_at", "rests_until"})
        view[column] = claimed ? Json::Value{pg::iso(row.time(column))} : Json::Value{};
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
    for (const auto row : read_tasks(tx, request, std::nullopt)) {
        shown.emplace(row.str("id"), row.str("window_start"));
        tasks.append(task_view(row));
    }
    for (const auto row : tx.run(earlier_claims, {request.client()}))
        if (!shown.contains({row.str("id"), row.str("window_start")})) tasks.append(task_view(row));
    reply["rest_days"] = request.config().rewards_rest_days;
    reply["verified"] = verified(tx, request.client());
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
Reply claim(const Request& request, TaskId id) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::require_not_frozen(tx, request.session());
    const auto found = read_tasks(tx, request, id);
    if (found.empty()) throw Error{Code::not_found, "task_center_id"};
    const auto task = found[0];
    const auto window = task.str("window_start");
    const Decimal target = task.decimal("amount");
    const auto written =
        tx.run(write_claim, {owner.id, id, window, target, task.decimal("reward_amount"),
                             task.str("coin"), request.config().rewards_rest_days});
    const bool fresh = written.affected() > 0;
    if (fresh) {
        if (task.decimal("progress") < target) throw Error{Code::task_not_done, "task_center_id"};
        if (!verified(tx, owner.id)) throw Error{Code::verification_required, "task_center_id"};
        pay(tx, request, task);
    }
    const auto claim = tx.one(written_claim, {owner.id, id, window});
    Json::Value reply;
    reply["message"] = "success";
    reply["reward_amount"] = claim.decimal("reward_amount").str();
    reply["coin"] = claim.str("coin");
    reply["rests_until"] = pg::iso(claim.time("rests_until"));
    if (!fresh) return Reply::json(reply);
    tx.commit();

    request.push().tell(owner.unique_id, ClientEvent::notification);
    return Reply::json(reply);
}

Reply claim_task(Request& request) {
    const auto id = request.params.required<TaskId>("task_center_id");
    request.params.refuse_others();
    token::expect_may_trade_anywhere(request.session());
    return fcgi::retried([&] { return claim(request, id); });
}

constexpr Parameter claim_parameters[] = {
    {"task_center_id", Type::id, Need::required, "The task whose reward to claim."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/task/view", Access::client, Limit::reads, Effect::reads, view_tasks}
        .by_key()
        .gives("Tasks")
        .means("Lists tasks and their progress"),
    Route{Method::get_or_post, "/api/v3/claim-task", Access::client, Limit::changes,
          Effect::changes, claim_task}
        .by_key()
        .takes(claim_parameters)
        .gives("ClaimedTask")
        .means("Claims the reward of a task"),
};

}  // namespace

const std::span<const Route> task_routes{routes};

}  // namespace cambio::rewards
