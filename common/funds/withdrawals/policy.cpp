#include "withdrawals/policy.h"

#include <set>

#include "log/log.h"
#include "markets/quotes.h"
#include "withdrawals/withdrawals.h"

namespace cambio::withdrawals {

namespace {

constexpr int together = 100;
// Of coins that have a price now.
constexpr const char* unweighed = R"sql(
    select id, client_id, requested_at > now() - interval '1 hour' as is_new from withdrawals
     where stage = 1 and not weighed and asset_id = any ($1::bigint[]) and id > $2
     order by id limit $3
)sql";
constexpr const char* lock_requester = R"sql(
    select coalesce(withdrawals_rest_until > now(), false) as rests
      from clients where id = $1 for no key update
)sql";
// What was asked for before it counts, and of what came after it what was weighed before it: what
// lacks a price is weighed later than its turn. What was rejected or cancelled has not left. A sum
// that no Decimal holds is cut, far beyond any limit.
constexpr const char* worth_of = R"sql(
    select w.worth, w.weighed, w.requested_at > now() - interval '1 hour' as is_new,
           (select least(coalesce(sum(coalesce(o.weighed_worth, o.worth)), 0), 1e19)
              from withdrawals o
             where o.client_id = w.client_id and o.id <> w.id and (o.id < w.id or o.weighed)
                   and o.stage < 8
                   and o.requested_at > w.requested_at - interval '24 hours') as used,
           exists (select from withdrawals f
                    where f.network = w.network and f.address = w.address and f.fee_kept > 0
                          and f.requested_at > w.requested_at - interval '30 days') as failed_there
      from withdrawals w where w.id = $1
)sql";
constexpr const char* leave_to_operator = R"sql(
    update withdrawals set weighed = true where id = $1
)sql";
constexpr const char* mark_weighed = R"sql(
    update withdrawals set weighed = true, weighed_worth = $2 where id = $1
)sql";

/// Not what the request says: the row may have been written without its checks. Nothing: that
/// cannot be said before another coin has a price.
std::optional<bool> has_money(pg::Transaction& tx, const jobs::Job& job,
                              const Withdrawal& withdrawal) {
    if (!is_covered(tx, withdrawal.id)) {
        log::error("withdrawal_without_money",
                   {{"withdrawal", std::to_string(withdrawal.id.value)}});
        return false;
    }
    return may_still_leave(tx, withdrawal.owner.id, withdrawal.asset, withdrawal.amount,
                           job.config.stale_after_ms);
}

enum class Weighing { done, waits };

/// It waits where the client's other coins lack a price.
Weighing weigh(jobs::Job& job, WithdrawalId id, ClientId client,
               const std::map<AssetId, Decimal>& prices) {
    pg::Transaction tx{job.db};
    const bool rests = tx.one(lock_requester, {client}).boolean("rests");
    auto withdrawal = lock(tx, id, client);
    if (!withdrawal || withdrawal->stage != Stage::requested) return Weighing::done;
    const auto row = tx.one(worth_of, {id});
    const auto price = prices.find(withdrawal->asset);
    if (row.boolean("weighed") || price == prices.end()) return Weighing::done;
    const Decimal worth = maximum(
        row.decimal("worth"), Decimal::multiply(withdrawal->amount, price->second, Rounding::up));
    const bool within =
        worth <= left_of(job.config.withdrawals_approve_up_to, row.decimal("used")) && !rests &&
        !row.boolean("failed_there") && !held_back(tx, client) && !withdrawal->in_doubt &&
        has_valid_address(tx, *withdrawal);
    const std::optional<bool> paid = within ? has_money(tx, job, *withdrawal) : false;
    // A price that does not come leaves it to an operator, as everything that is not approved.
    if (!paid && row.boolean("is_new")) return Weighing::waits;
    tx.change(1, mark_weighed, {id, worth});
    const bool approved = paid.value_or(false);
    if (approved) step(tx, *withdrawal, Stage::approved);
    tx.commit();
    if (approved) announce(job.db, job.push, *withdrawal);
    return Weighing::done;
}

/// What cannot be weighed, for its worth is more than a number holds or for any other reason that
/// lies in it, waits for an operator: what stands behind it does not wait for it. A database that
/// is busy or away says nothing of it.
Weighing weigh_or_leave(jobs::Job& job, WithdrawalId id, ClientId client,
                        const std::map<AssetId, Decimal>& prices) {
    try {
        return weigh(job, id, client, prices);
    } catch (const pg::Failure& failure) {
        if (failure.state.starts_with("22") || failure.state.starts_with("23"))
            job.db.run(leave_to_operator, {id});
        throw;
    } catch (const std::exception&) {
        job.db.run(leave_to_operator, {id});
        throw;
    }
}

}  // namespace

void apply_policy(jobs::Job& job) {
    if (stopped(job.db)) return;
    const auto prices = markets::usdt_prices(job.db, job.config.stale_after_ms);
    std::vector<std::int64_t> priced;
    for (const auto& [asset, price] : prices) priced.push_back(asset.value);
    // Those that wait stay in the list, any number of them, and keep nobody else from their turn.
    std::set<ClientId> waiting;
    WithdrawalId last;
    for (bool more = true; more;) {
        const auto rows = job.db.run(unweighed, {pg::Param::array(priced), last, together});
        for (const auto row : rows) {
            const auto client = row.id<ClientId>("client_id");
            last = row.id<WithdrawalId>("id");
            if (row.boolean("is_new") && waiting.contains(client)) continue;
            jobs::attempt(job, last.value, [&] {
                if (weigh_or_leave(job, last, client, prices) == Weighing::waits)
                    waiting.insert(client);
            });
        }
        more = rows.size() == together;
    }
}

}  // namespace cambio::withdrawals
