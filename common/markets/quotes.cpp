#include "markets/quotes.h"

#include <json/reader.h>
#include <json/value.h>

#include <algorithm>
#include <memory>
#include <string>

namespace cambio::markets {

namespace {

constexpr const char* read_last = R"sql(
    select market_id, last, provider_at, received_at, held_back from quotes
)sql";

constexpr const char* read_books = R"sql(
    select market_id, bids, asks, provider_at, received_at
    from provider_books where received_at > $1
)sql";

std::vector<Level> levels_of(std::string_view json) {
    std::vector<Level> result;
    Json::Value rows;
    const std::unique_ptr<Json::CharReader> reader{Json::CharReaderBuilder{}.newCharReader()};
    if (!reader->parse(json.data(), json.data() + json.size(), &rows, nullptr)) return result;
    if (!rows.isArray()) return result;
    for (const Json::Value& row : rows) {
        if (!row.isArray() || row.size() < 2 || !row[0].isString() || !row[1].isString()) continue;
        const auto price = Decimal::parse(row[0].asString());
        const auto quantity = Decimal::parse(row[1].asString());
        if (!price || !quantity || !price->positive() || !quantity->positive()) continue;
        result.push_back({*price, *quantity});
    }
    return result;
}

}  // namespace

bool stale(pg::Time provider_at, pg::Time received_at, pg::Time now, int limit_ms) {
    return now - std::min(provider_at, received_at) > std::chrono::milliseconds{limit_ms};
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
