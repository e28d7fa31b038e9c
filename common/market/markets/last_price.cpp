#include "markets/last_price.h"

namespace cambio::markets {

namespace {

/// A trade here is the last one where none was made at the provider since. A newer quote alone does
/// not say so: it repeats the price of the provider's last trade, which may be the older one.
constexpr const char* read_last_prices = R"sql(
    select m.id, coalesce(own.price, q.last, 0) as last,
           coalesce(own.quantity, theirs.quantity, 0) as quantity,
           (b.bids->0->>0)::numeric as bid, (b.asks->0->>0)::numeric as ask
    from markets m
    left join quotes q on q.market_id = m.id
    left join shown_books b
        on b.market_id = m.id and b.at > clock_timestamp() - interval '10 seconds'
    left join lateral (
        select price, quantity, at from fills where market_id = m.id
        order by seq desc, position desc limit 1
    ) trade on true
    left join lateral (
        select price, quantity, at from provider_trades
        where market_id = m.id and at > now() - interval '1 day' order by at desc limit 1
    ) theirs on true
    left join lateral (
        select trade.price, trade.quantity
        where q.provider_at is null or trade.at >= q.provider_at
              or (trade.at >= theirs.at and theirs.price = q.last)
    ) own on true
    where m.state = 'open' and ($1::bigint is null or m.id = $1)
)sql";

Decimal between(const std::optional<Decimal>& bid, const std::optional<Decimal>& ask,
                Decimal last) {
    if (!last.positive()) return last;
    if (ask && last > *ask) return *ask;
    if (bid && last < *bid) return *bid;
    return last;
}

std::optional<Decimal> best(const std::vector<Level>& levels) {
    return levels.empty() ? std::nullopt : std::optional{levels.front().price};
}

}  // namespace

Decimal LastPrice::shown() const {
    return between(bid, ask, last);
}

Decimal within(const ShownBook& book, Decimal last) {
    return between(best(book.bids), best(book.asks), last);
}

std::vector<LastPrice> last_prices(pg::Connection& connection) {
    std::vector<LastPrice> result;
    for (const pg::Row row : connection.run(read_last_prices, {std::nullopt})) {
        result.push_back({row.id<MarketId>("id"), row.decimal("last"), row.decimal("quantity"),
                          row.maybe_decimal("bid"), row.maybe_decimal("ask")});
    }
    return result;
}

Decimal last_price(pg::Transaction& tx, MarketId market) {
    const auto row = tx.maybe(read_last_prices, {market});
    return row ? row->decimal("last") : Decimal{};
}

}  // namespace cambio::markets
