#include "withdrawals/final_worth.h"

#include <algorithm>

#include "ledger/ledger.h"
#include "markets/quotes.h"

namespace cambio::withdrawals {

namespace {

// Wallets 1 to 3 are SPOT, FUTURE and FUNDING. An open withdrawal (a stage below 7) lies in what
// SPOT holds. A deposit whose `credited` stayed after its reversal is owed; it counts until its
// transaction is final in another block. Rewards of tasks rest, and leave a verified client alone.
constexpr const char* holdings_of = R"sql(
    with own as (
        select asset_id, sum(balance) as amount from ledger_accounts
         where client_id = $1 and (wallet in (1, 3) or wallet = 2 and not held) group by asset_id
    ), leaving as (
        select asset_id, sum(amount) as amount from withdrawals
         where client_id = $1 and stage < 7 group by asset_id
    ), not_final as (
        select asset_id, sum(amount) as amount
          from (select asset_id, credited as amount from deposits
                 where client_id = $1 and credited > 0 and unlocked_at is null
                union all
                select a.id, t.reward_amount
                  from task_claims t join assets a on a.code = t.coin
                  join clients c on c.id = t.client_id
                 where t.client_id = $1
                   and (t.rests_until > now() or c.account_status <> 'Verified')) as waits
         group by asset_id
    )
    select a.id, coalesce(o.amount, 0) - coalesce(l.amount, 0) as own,
           coalesce(n.amount, 0) as not_final
      from assets a left join own o on o.asset_id = a.id left join leaving l on l.asset_id = a.id
      left join not_final n on n.asset_id = a.id
     where o.amount is not null or n.amount is not null
)sql";

}  // namespace

Decimal may_leave(const std::vector<Holding>& holdings, AssetId asset, Decimal balance) {
    Decimal missing, covering;
    const Holding* wanted = nullptr;
    bool any = false;
    for (const auto& holding : holdings) {
        any = any || holding.not_final.positive();
        if (holding.asset == asset) wanted = &holding;
        const Decimal spare = holding.own - holding.not_final;
        if (!spare.negative()) continue;
        if (!holding.price) return {};
        missing += Decimal::multiply(holding.not_final - holding.own, *holding.price, Rounding::up);
    }
    if (!any) return balance;
    if (wanted == nullptr) return {};
    const Decimal in_kind = minimum(balance, maximum(wanted->own - wanted->not_final, Decimal{}));
    if (missing.zero()) return in_kind;

    for (const auto& holding : holdings) {
        const Decimal spare = holding.own - holding.not_final;
        if (spare.positive() && holding.price)
            covering += Decimal::multiply(spare, *holding.price, Rounding::down);
    }
    if (covering <= missing || !wanted->price) return {};
    return minimum(in_kind, Decimal::divide(covering - missing, *wanted->price, Rounding::down));
}

std::vector<Holding> read_holdings(pg::Transaction& tx, ClientId client, int stale_after_ms) {
    const auto prices = markets::usdt_prices(tx.connection(), stale_after_ms);
    std::vector<Holding> holdings;
    for (const auto row : tx.run(holdings_of, {client})) {
        const auto asset = row.id<AssetId>("id");
        const auto price = prices.find(asset);
        holdings.push_back({asset, row.decimal("own"), row.decimal("not_final"),
                            price == prices.end() ? std::nullopt : std::optional{price->second}});
    }
    return holdings;
}

Decimal available(pg::Transaction& tx, ClientId client, AssetId asset, int stale_after_ms) {
    const auto spot = ledger::client_account(tx, client, ledger::Wallet::spot, false, asset);
    return may_leave(read_holdings(tx, client, stale_after_ms), asset, ledger::balance(tx, spot));
}

std::optional<bool> may_still_leave(pg::Transaction& tx, ClientId client, AssetId asset,
                                    Decimal amount, int stale_after_ms) {
    auto holdings = read_holdings(tx, client, stale_after_ms);
    for (auto& holding : holdings)
        if (holding.asset == asset) holding.own += amount;
    if (may_leave(holdings, asset, amount) >= amount) return true;
    const bool unknown = std::ranges::any_of(
        holdings, [](const Holding& one) { return !one.price && one.own != one.not_final; });
    return unknown ? std::nullopt : std::optional{false};
}

}  // namespace cambio::withdrawals
