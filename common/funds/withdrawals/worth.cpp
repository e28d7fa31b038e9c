#include "withdrawals/worth.h"

#include "markets/quotes.h"

namespace cambio::withdrawals {

namespace {

constexpr const char* one_alone = R"sql(
    select asset_id, amount, greatest(worth, weighed_worth) as worth from withdrawals where id = $1
)sql";
constexpr const char* all_around = R"sql(
    select other.asset_id, other.amount, greatest(other.worth, other.weighed_worth) as worth
      from withdrawals asked join withdrawals other on other.client_id = asked.client_id
     where asked.id = $1 and other.stage < 8
           and (other.stage = 1
                or other.requested_at between asked.requested_at - interval '24 hours'
                                          and asked.requested_at + interval '24 hours')
)sql";

std::optional<Decimal> sum_of(pg::Transaction& tx, const pg::Result& rows, int stale_after_ms) {
    const auto prices = markets::usdt_prices(tx.connection(), stale_after_ms);
    Decimal sum;
    try {
        for (const auto row : rows) {
            const auto price = prices.find(row.id<AssetId>("asset_id"));
            if (price == prices.end()) return std::nullopt;
            sum += maximum(row.decimal("worth"),
                           Decimal::multiply(row.decimal("amount"), price->second, Rounding::up));
        }
    } catch (const DecimalError&) {
        return std::nullopt;
    }
    return sum;
}

}  // namespace

std::optional<Decimal> highest_worth(pg::Transaction& tx, WithdrawalId id, int stale_after_ms) {
    return sum_of(tx, tx.run(one_alone, {id}), stale_after_ms);
}

std::optional<Decimal> worth_around(pg::Transaction& tx, WithdrawalId id, int stale_after_ms) {
    return sum_of(tx, tx.run(all_around, {id}), stale_after_ms);
}

}  // namespace cambio::withdrawals
