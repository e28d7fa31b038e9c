#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::markets {

/// What a market did in a stretch of time that ends now, by its candles.
struct Window {
    MarketId market;
    Decimal open, high, low;
    Decimal volume;  ///< base
};

/// Of those of the markets that have candles since `from`, a whole minute of UTC. A stretch of a
/// day and more is put together of hours, with minutes before the first whole one.
std::vector<Window> read_windows(pg::Connection& connection,
                                 const std::vector<std::int64_t>& markets,
                                 std::chrono::sys_time<std::chrono::minutes> from);

}  // namespace cambio::markets
