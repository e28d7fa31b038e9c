#include "markets/quotes.h"

#include <json/value.h>

#include <algorithm>
#include <string>

#include "json/parse.h"

namespace cambio::markets {

namespace {

constexpr const char* read_last = R"sql(
    select market_id, last, provider_at, received_at, held_back from quotes
)sql";

constexpr const char* read_usdt_prices = R"sql(
    select m.base_id, q.last, q.provider_at, q.received_at
      from quotes q join markets m on m.id = q.market_id
      join assets a on a.id = m.quote_id and a.code = 'USDT'
      left join provider_books b on b.market_id = m.id
     where q.held_back is null and b.held_back is null and q.last > 0
)sql";
constexpr const char* find_usdt = "select id from assets where code = 'USDT'";

constexpr const char* read_books = R"sql(
    select market_id, bids, asks, provider_at, received_at
    from provider_books where received_at > $1
)sql";

}  // namespace

std::vector<Level> levels_of(std::string_view text) {
    std::vector<Level> result;
    const auto rows = json::parse(text);
    if (!rows || !rows->isArray()) return result;
    for (const Json::Value& row : *rows) {
        if (!row.isArray() || row.size() < 2 || !row[0].isString() || !row[1].isString()) continue;
        const auto price = Decimal::parse(row[0].asString());
        const auto quantity = Decimal::parse(row[1].asString());
        if (!price || !quantity || !price->positive() || !quantity->positive()) continue;
        result.push_back({*price, *quantity});
    }
    return result;
}

bool from_the_future(pg::Time at, pg::Time now) {
    constexpr std::chrono::seconds ahead{5};
    return at - now > ahead;
}

bool stale(pg::Time provider_at, pg::Time received_at, pg::Time now, int limit_ms) {
    return now - std::min(provider_at, received_at) > std::chrono::milliseconds{limit_ms} ||
           from_the_future(std::max(provider_at, received_at), now);
}

std::vector<Quote> read_quotes(pg::Connection& connection) {
    std::vector<Quote> result;
    for (const pg::Row row : connection.run(read_last)) {
        result.push_back({row.id<MarketId>("market_id"), row.decimal("last"),
                          row.time("provider_at"), row.time("received_at"),
                          !row.null("held_back")});
    }
    return result;
}

std::map<AssetId, Decimal> usdt_prices(pg::Connection& connection, int stale_after_ms) {
    std::map<AssetId, Decimal> prices;
    const pg::Time now = pg::now();
    for (const pg::Row row : connection.run(read_usdt_prices)) {
        if (!stale(row.time("provider_at"), row.time("received_at"), now, stale_after_ms))
            prices.emplace(row.id<AssetId>("base_id"), row.decimal("last"));
    }
    for (const pg::Row row : connection.run(find_usdt))
        prices.emplace(row.id<AssetId>("id"), Decimal::of(1));
    return prices;
}

std::vector<StoredBook> read_stored_books(pg::Connection& connection, pg::Time since) {
    std::vector<StoredBook> result;
    for (const pg::Row row : connection.run(read_books, {since})) {
        result.push_back({row.id<MarketId>("market_id"), levels_of(row.text("bids")),
                          levels_of(row.text("asks")), row.time("provider_at"),
                          row.time("received_at")});
    }
    return result;
}

}  // namespace cambio::markets
