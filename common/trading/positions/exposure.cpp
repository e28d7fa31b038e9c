#include "positions/exposure.h"

#include <algorithm>

#include "ledger/ledger.h"
#include "pg/snapshot.h"
#include "positions/unrealised.h"

namespace cambio::positions {

namespace {

// The sum over the whole history may take minutes.
constexpr const char* no_hurry = "select set_config('statement_timeout', '0', true)";
constexpr const char* read_time = "select clock_timestamp() as at";

constexpr const char* funded_by_all = R"sql(
    with funded as (
        select case kind when $1 then credit else debit end as account,
               sum(case kind when $1 then amount else -amount end) as amount
          from ledger_transfers where kind in ($1, $2) group by 1
    ))sql";

constexpr const char* funded_by_sums = R"sql(
    with funded as (
        select account, sum(amount) as amount
          from (select s.account, s.funded as amount
                  from audit_sums s join ledger_accounts l on l.id = s.account
                 where l.client_id is null
                union all
                select case kind when $1 then credit else debit end,
                       case kind when $1 then amount else -amount end
                  from ledger_transfers
                 where kind in ($1, $2) and at >= (select until from audit_mark)) as sides
         group by 1
    ))sql";

constexpr const char* sums_are_complete = R"sql(
    select exists (select from audit_mark where funded_until = until) as yes
)sql";

constexpr const char* read_holdings = R"sql(
    select l.house, a.code, l.balance, coalesce(f.amount, 0) as funded, a.price, a.made_at as made
      from ledger_accounts l join asset_prices a on a.asset_id = l.asset_id
      left join funded f on f.account = l.id
     where l.client_id is null and l.house in ('liquidity', 'insurance', 'fees')
           and (l.balance <> 0 or f.amount <> 0)
     order by array_position(array['liquidity', 'insurance', 'fees'], l.house), a.code
)sql";

// What takes the place of one that is being reversed has its margin as futures::open_quantity()
// rounds it, and no funding yet.
const std::string read_contracts = std::string{R"sql(
    select m.pair, a.code,
           coalesce(sum(p.quantity) filter (where s.side = 1), 0) as longs,
           coalesce(sum(p.quantity) filter (where s.side = 2), 0) as shorts,
           k.price, least(k.provider_at, k.received_at) as made,
           -sum(greatest(unrealised_profits.amount, -p.margin))
               - coalesce(sum(greatest(n.amount, -n.margin)), 0) as unrealised
      from )sql"} + unrealised_profits +
                                   R"sql(join positions p on p.id = position_id
      join markets m on m.id = p.market_id join assets a on a.id = m.base_id
      left join marks k on k.market_id = m.id
      cross join lateral (
          select case when p.state = 1 then p.side
                      when p.reversed_as is not null then 3 - p.side end as side) s
      left join lateral (
          select floor(p.quantity * (coalesce(k.price, p.requested_price) - p.requested_price)
                           * case s.side when 1 then 1e18 else -1e18 end) * 1e-18 as amount,
                 ceil(p.quantity * p.requested_price / p.leverage * 1e18) * 1e-18 as margin
      ) n on p.reversed_as is not null
     group by m.id, a.code, k.market_id order by m.pair
)sql";

constexpr const char* read_owed = R"sql(
    select coalesce(sum(amount), 0) as amount from funding_owed where paid_at is null
)sql";

constexpr const char* read_coins =
    "select code, amount, price from monitor.exposures order by code";

std::optional<Price> price_in(const pg::Row& row, pg::Time now) {
    const auto price = row.maybe_decimal("price");
    if (!price) return std::nullopt;
    const auto made = row.maybe_time("made");
    if (!made) return Price{*price, std::nullopt};
    // A provider's clock may be ahead of ours.
    const auto age = std::max(now - *made, pg::Time::duration::zero());
    return Price{*price, std::chrono::floor<std::chrono::seconds>(age)};
}

std::optional<Decimal> at_price(Decimal amount, const std::optional<Price>& price) {
    if (!price) return std::nullopt;
    return Decimal::multiply(amount, price->price, Rounding::half_even);
}

Exposure read_in(pg::Snapshot& tx, const std::string& funded) {
    tx.run(no_hurry);
    Exposure exposure;
    exposure.at = tx.one(read_time).time("at");
    const std::string statement = funded + read_holdings;
    const auto holdings =
        tx.run(statement.c_str(), {static_cast<int>(ledger::Kind::house_funding),
                                   static_cast<int>(ledger::Kind::house_withdrawal)});
    for (const pg::Row row : holdings)
        exposure.holdings.push_back({row.str("house"), row.str("code"), row.decimal("balance"),
                                     row.decimal("funded"), price_in(row, exposure.at)});
    for (const pg::Row row : tx.run(read_contracts.c_str()))
        exposure.contracts.push_back({row.str("pair"), row.str("code"), row.decimal("longs"),
                                      row.decimal("shorts"), price_in(row, exposure.at),
                                      row.decimal("unrealised")});
    exposure.owed_funding = tx.one(read_owed).decimal("amount");
    return exposure;
}

void name_once(std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

}  // namespace

std::optional<Decimal> Holding::worth() const {
    return at_price(balance, price);
}

std::optional<Decimal> Holding::funded_worth() const {
    return at_price(funded, price);
}

std::optional<Decimal> Holding::result() const {
    if (!price) return std::nullopt;
    return *worth() - *funded_worth();
}

std::optional<Decimal> ContractExposure::net_worth() const {
    return at_price(net(), mark);
}

std::optional<Decimal> ContractExposure::unrealised() const {
    return mark ? std::optional{unrealised_of_house} : std::nullopt;
}

std::vector<CoinExposure> coin_exposures(pg::Connection& connection) {
    std::vector<CoinExposure> all;
    for (const pg::Row row : connection.run(read_coins)) {
        const Decimal amount = row.decimal("amount");
        all.push_back({row.str("code"), amount,
                       Decimal::multiply(amount, row.decimal("price"), Rounding::half_even)});
    }
    return all;
}

Exposure read_exposure(pg::Connection& connection) {
    pg::Snapshot tx{connection};
    Exposure exposure = read_in(tx, funded_by_all);
    tx.commit();
    return exposure;
}

std::optional<Exposure> read_exposure_by_sums(pg::Connection& connection) {
    pg::Snapshot tx{connection};
    if (!tx.one(sums_are_complete).boolean("yes")) return std::nullopt;
    std::optional exposure = read_in(tx, funded_by_sums);
    tx.commit();
    return exposure;
}

ExposureTotals totals_of(const Exposure& exposure) {
    ExposureTotals totals;
    for (const Holding& holding : exposure.holdings) {
        if (!holding.price) {
            name_once(totals.without_price, holding.coin);
            continue;
        }
        if (holding.account == "liquidity") {
            totals.inventory += *holding.worth();
            totals.funded += *holding.funded_worth();
        }
        if (holding.account == "insurance") totals.insurance += *holding.result();
        if (holding.account == "fees") totals.fees += *holding.result();
    }
    for (const ContractExposure& contract : exposure.contracts) {
        if (contract.mark)
            totals.unrealised += contract.unrealised_of_house;
        else
            totals.without_mark.push_back(contract.pair);
    }
    totals.traded = totals.inventory - totals.funded;
    totals.profit = totals.traded + totals.insurance + totals.unrealised - exposure.owed_funding;
    return totals;
}

}  // namespace cambio::positions
