#include "withdrawals/worth.h"

#include "markets/quotes.h"

namespace cambio::withdrawals {

namespace {

using Prices = std::map<AssetId, Decimal>;

constexpr const char* of_these = R"sql(
    select id, asset_id, amount, greatest(worth, weighed_worth) as worth
      from withdrawals where id = any ($1::bigint[])
)sql";
constexpr const char* all_around = R"sql(
    select other.asset_id, other.amount, greatest(other.worth, other.weighed_worth) as worth
      from withdrawals asked join withdrawals other on other.client_id = asked.client_id
     where asked.id = $1 and other.stage < 8
           and (other.stage = 1
                or other.requested_at between asked.requested_at - interval '24 hours'
                                          and asked.requested_at + interval '24 hours')
)sql";

/// Nothing: there is no price, or no balance holds the worth.
std::optional<Decimal> worth_at(const pg::Row& row, const Prices& prices) {
    const auto price = prices.find(row.id<AssetId>("asset_id"));
    if (price == prices.end()) return std::nullopt;
    try {
        return maximum(row.decimal("worth"),
                       Decimal::multiply(row.decimal("amount"), price->second, Rounding::up));
    } catch (const DecimalError&) {
        return std::nullopt;
    }
}

}  // namespace

std::map<WithdrawalId, Decimal> highest_worths(pg::Transaction& tx,
                                               const std::vector<WithdrawalId>& ids,
                                               int stale_after_ms) {
    std::vector<std::int64_t> numbers;
    for (const auto id : ids) numbers.push_back(id.value);
    const auto prices = markets::usdt_prices(tx.connection(), stale_after_ms);
    std::map<WithdrawalId, Decimal> worths;
    for (const auto row : tx.run(of_these, {pg::Param::array(numbers)}))
        if (const auto worth = worth_at(row, prices))
            worths.emplace(row.id<WithdrawalId>("id"), *worth);
    return worths;
}

std::optional<Decimal> highest_worth(pg::Transaction& tx, WithdrawalId id, int stale_after_ms) {
    const auto worths = highest_worths(tx, {id}, stale_after_ms);
    return worths.empty() ? std::nullopt : std::optional{worths.begin()->second};
}

std::optional<Decimal> worth_around(pg::Transaction& tx, WithdrawalId id, int stale_after_ms) {
    const auto prices = markets::usdt_prices(tx.connection(), stale_after_ms);
    Decimal sum;
    try {
        for (const auto row : tx.run(all_around, {id})) {
            const auto worth = worth_at(row, prices);
            if (!worth) return std::nullopt;
            sum += *worth;
        }
    } catch (const DecimalError&) {
        return std::nullopt;
    }
    return sum;
}

}  // namespace cambio::withdrawals
