#include "markets/trades.h"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace cambio::markets {

namespace {

/// 2020-01-01, in milliseconds since 1970.
constexpr std::int64_t first_millisecond = 1'577'836'800'000;
/// 2100-01-01: numbers beyond have no trade, and lead to times that PostgreSQL does not read.
constexpr std::int64_t last_millisecond = 4'102'444'800'000;
constexpr std::int64_t ids_of_a_millisecond = 8192;
constexpr std::int64_t first_own = 4096;
constexpr std::int64_t batches_apart = 4;

constexpr std::chrono::hours first_step{1};
constexpr int step_growth = 24;
constexpr int beside = 100;

/// Digits of a number by which a provider calls a trade; read_latest has the same.
constexpr std::size_t max_number = 18;

// The provider numbers its trades one after the other; where it calls them otherwise, what they are
// called is told apart by its hash.
constexpr const char* read_latest = R"sql(
    select price, quantity, side, at, provider_number, seq, position, taker_order from (
        (select price, quantity, side, at, 0::bigint as seq, 0 as position,
                0::bigint as taker_order,
                case when trade_id ~ '^[0-9]{1,18}$' then trade_id::bigint
                     else hashtext(trade_id) & 4095 end as provider_number
         from provider_trades
         where market_id = $1 and at > now() - interval '1 day' order by at desc limit $2)
        union all
        (select price, quantity, taker_side as side, at, seq, position, taker_order, null
         from fills where market_id = $1 order by seq desc, position desc limit $2)) t
    order by at desc, seq desc, position desc limit $2)sql";

constexpr const char* read_between = R"sql(
    select price, quantity, side, at, provider_number, seq, position, taker_order from (
        (select price, quantity, side, at, 0::bigint as seq, 0 as position,
                0::bigint as taker_order,
                case when trade_id ~ '^[0-9]{1,18}$' then trade_id::bigint
                     else hashtext(trade_id) & 4095 end as provider_number
         from provider_trades
         where market_id = $1 and at >= $2 and at < $3 order by at limit $4)
        union all
        (select price, quantity, taker_side as side, at, seq, position, taker_order, null
         from fills where market_id = $1 and at >= $2 and at < $3
         order by at, seq, position limit $4)) t
    order by at, seq, position limit $4)sql";

constexpr const char* read_average = R"sql(
    select trunc(sum(price * quantity) / sum(quantity), 18) as price from (
        select price, quantity from provider_trades where market_id = $1 and at >= $2
        union all
        select price, quantity from fills where market_id = $1 and at >= $2) t)sql";

std::int64_t first_id_at(pg::Time at) {
    return (to_milliseconds(at) - first_millisecond) * ids_of_a_millisecond;
}

Trade trade_of(const pg::Row& row) {
    Trade trade;
    trade.price = row.decimal("price");
    trade.quantity = row.decimal("quantity");
    trade.taker_buys = row.integer("side") == 1;
    trade.at = row.time("at");
    trade.taker_order = row.integer("taker_order");
    const auto theirs = row.maybe_integer("provider_number");
    trade.id = theirs ? first_id_at(trade.at) + *theirs % first_own
                      : trade_id(trade.at, row.integer("seq"), row.integer("position"));
    return trade;
}

}  // namespace

std::int64_t to_milliseconds(pg::Time time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

std::int64_t trade_id(pg::Time at, std::int64_t seq, std::int64_t position) {
    return first_id_at(at) + first_own + seq % batches_apart * max_trades_of_batch + position;
}

std::int64_t first_of_batch(std::int64_t id) {
    const auto of_ours = id % ids_of_a_millisecond - first_own;
    return of_ours < 0 ? id : id - of_ours % max_trades_of_batch;
}

std::optional<std::int64_t> provider_trade_id(pg::Time at, std::string_view name) {
    std::int64_t number = 0;
    const auto* end = name.data() + name.size();
    if (name.empty() || name.size() > max_number || name.front() == '-') return {};
    if (std::from_chars(name.data(), end, number).ptr != end) return {};
    return first_id_at(at) + number % first_own;
}

pg::Time time_of_trade(std::int64_t id) {
    return pg::Time{std::chrono::milliseconds{
        std::min(first_millisecond + id / ids_of_a_millisecond, last_millisecond)}};
}

std::vector<Trade> latest_trades(pg::Transaction& tx, MarketId market, int most) {
    std::vector<Trade> found;
    for (const pg::Row row : tx.run(read_latest, {market, most})) found.push_back(trade_of(row));
    return found;
}

std::vector<Trade> trades_between(pg::Transaction& tx, MarketId market,
                                  const TradesBetween& asked) {
    const auto from =
        std::max(asked.from, asked.first_id > 0 ? time_of_trade(asked.first_id) : pg::Time{});
    const auto to = std::min(asked.to.value_or(pg::now()), pg::now() + std::chrono::seconds{1});
    const auto wanted = static_cast<std::size_t>(asked.most);
    std::vector<Trade> found;
    // A longer time at each step: a busy market has enough in the first, and no step reads all that
    // was ever traded.
    for (pg::Time::duration length = first_step;; length *= step_growth) {
        const auto until = std::min(to, from + length);
        found.clear();
        // What stands before the first number within its millisecond is read beside.
        for (const pg::Row row : tx.run(read_between, {market, from, until, asked.most + beside})) {
            const Trade trade = trade_of(row);
            if (trade.id >= asked.first_id) found.push_back(trade);
        }
        if (found.size() >= wanted || until == to) break;
    }
    std::ranges::stable_sort(found, {}, &Trade::id);
    if (found.size() > wanted) found.resize(wanted);
    return found;
}

std::optional<Decimal> average_price(pg::Transaction& tx, MarketId market, pg::Time since) {
    return tx.one(read_average, {market, since}).maybe_decimal("price");
}

}  // namespace cambio::markets
