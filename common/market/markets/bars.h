#pragma once

#include <string>
#include <vector>

#include "pg/pg.h"

namespace cambio::markets {

/// What a symbol names: one open market.
struct Symbol {
    std::int64_t market_id = 0;
    std::string pair;       ///< BTCUSDT
    std::string coin;       ///< BTC
    std::string full_name;  ///< Bitcoin
    Decimal tick, lot;
};

/// One candle; times are the opening in seconds since 1970 UTC, volumes in base.
struct ChartBar {
    std::int64_t time = 0;
    Decimal open, high, low, close, volume;
};

/// How long a bar lasts. Weeks start on Monday, months on the first, all at midnight UTC.
struct Span {
    int stored_minutes = 1;  ///< the candles that are read: 1, 5, 60, 240 or 1440
    const char* bucket =
        "1 minute";  ///< what they are joined to: an interval, or "1 week", "1 month"
};

/// The names of the datafeed ("1", "5", "15", "30", "60", "240", "D", "1D", "1W", "1M") or of the
/// screens ("1min", "5min", "1hr", "4hr", "1D") or of Binance ("1m" to "12h", "1d", "3d", "1w",
/// "1M"). Throws Error{invalid_parameter} naming `field`.
Span span_of(const std::string& name, const std::string& field);

/// "BTC", "BTCUSDT", "BTC-USDT" or "Cambio:BTCUSDT", in any case. Nothing when there is none.
std::optional<Symbol> find_symbol(pg::Transaction& tx, std::string_view name);
std::vector<Symbol> all_symbols(pg::Transaction& tx);

/// Bars that open before `to` (seconds, exclusive), ascending: with `count` the last so many, else
/// those that open at `from` or later; 5,000 at most, and no time that could hold 10,000 is
/// looked at.
std::vector<ChartBar> bars(pg::Transaction& tx, const Symbol& symbol, Span span, std::int64_t from,
                           std::int64_t to, std::optional<int> count);

/// The opening of the newest bar before `time`, in seconds: what `nextTime` says of a gap.
std::optional<std::int64_t> newest_before(pg::Transaction& tx, const Symbol& symbol, Span span,
                                          std::int64_t time);
/// The opening of the oldest bar at `time` or later, in seconds.
std::optional<std::int64_t> oldest_from(pg::Transaction& tx, const Symbol& symbol, Span span,
                                        std::int64_t time);

}  // namespace cambio::markets
