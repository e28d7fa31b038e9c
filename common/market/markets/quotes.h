#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::markets {

/// The provider's last word on one market.
struct Quote {
    MarketId market;
    Decimal last;
    pg::Time provider_at;
    pg::Time received_at;
    bool held_back = false;  ///< one far away has come since and waits for a second
};

/// One price of the provider's book.
struct Level {
    Decimal price;
    Decimal quantity;  ///< base
};

/// The provider's book of a market as it lies in the database.
struct StoredBook {
    MarketId market;
    std::vector<Level> bids;  ///< best first
    std::vector<Level> asks;  ///< best first
    pg::Time provider_at;
    pg::Time received_at;
};

/// Whether a time is further ahead of now than clocks differ by: more than five seconds.
bool from_the_future(pg::Time at, pg::Time now);

/// A price is stale when it came, or when the provider made it, longer ago than `limit_ms`. The
/// older of both counts: a provider that repeats an old price is as useless as one that is silent.
/// So is a quote after which one far away came, until it is known which of the two is right. And so
/// is one from the future: it would never grow old.
bool stale(pg::Time provider_at, pg::Time received_at, pg::Time now, int limit_ms);
inline bool stale(const Quote& quote, pg::Time now, int limit_ms) {
    return quote.held_back || stale(quote.provider_at, quote.received_at, now, limit_ms);
}
inline bool stale(const StoredBook& book, pg::Time now, int limit_ms) {
    return stale(book.provider_at, book.received_at, now, limit_ms);
}

std::vector<Quote> read_quotes(pg::Connection& connection);

/// USDT for one of each coin by its last quote, as far as that can be trusted now: what is stale,
/// or has a quote or a book far away from it, is left out. USDT is worth 1.
std::map<AssetId, Decimal> usdt_prices(pg::Connection& connection, int stale_after_ms);

/// The levels of [["price","quantity"], …]. One that is no positive price and quantity is left out.
std::vector<Level> levels_of(std::string_view text);

/// The books that were received after `since`.
std::vector<StoredBook> read_stored_books(pg::Connection& connection, pg::Time since);

}  // namespace cambio::markets
