#pragma once

#include <array>

#include "markets/coverage.h"
#include "markets/provider.h"
#include "money/ids.h"
#include "pg/pg.h"

/// Candles: computed from the provider's trades where those are known without a gap, filled in from
/// the provider's own candles elsewhere. A closed candle is never rewritten.
namespace cambio::markets {

/// The lengths that are kept, in minutes: 1m, 5m, 1H, 4H and 1D at midnight UTC.
constexpr std::array<int, 5> candle_spans = {1, 5, 60, 240, 1440};

/// Which longer spans are looked at: all, or those whose shorter one this call has changed. Others
/// can only have been changed by somebody else.
enum class Longer { all, changed };

/// Brings the candles of one market up to date: minutes from trades (those without a trade repeat
/// the close before them with volume 0, as the provider's do), longer spans from shorter ones.
/// Running it twice changes nothing.
void compute_candles(pg::Transaction& tx, MarketId market, Longer longer = Longer::all);

/// The opening of the oldest closed candle missing between `from` and `to` (exclusive), if any.
std::optional<pg::Time> first_missing(pg::Transaction& tx, MarketId market, int span, pg::Time from,
                                      pg::Time to);

/// Writes the provider's candles over what is not closed yet; how many changed something.
std::int64_t fill_candles(pg::Transaction& tx, MarketId market, int span,
                          const std::vector<ProviderCandle>& candles);

/// A candle of `span` that opens at or before `time`, at or after it.
pg::Time opening_before(pg::Time time, int span);
pg::Time opening_after(pg::Time time, int span);

}  // namespace cambio::markets
