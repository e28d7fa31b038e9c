#pragma once

#include <optional>

#include "markets/market.h"
#include "matching/types.h"
#include "money/decimal.h"

/// Between decimals and the book's integers. Every conversion back is exact.
namespace cambio::settlement {

/// Nothing: not a positive multiple of the market's tick, or beyond what the book can count.
inline std::optional<matching::Ticks> ticks_of(const markets::Market& market, Decimal price) {
    if (!price.positive() || !price.multiple_of(market.tick)) return std::nullopt;
    const int128 ticks = price.units() / market.tick.units();
    if (ticks > matching::max_ticks.value) return std::nullopt;
    return matching::Ticks{static_cast<std::int64_t>(ticks)};
}

/// As ticks_of, for quantities and lots.
inline std::optional<matching::Lots> lots_of(const markets::Market& market, Decimal quantity) {
    if (!quantity.positive() || !quantity.multiple_of(market.lot)) return std::nullopt;
    const int128 lots = quantity.units() / market.lot.units();
    if (lots > matching::max_lots.value) return std::nullopt;
    return matching::Lots{static_cast<std::int64_t>(lots)};
}

/// How many whole steps an amount ≥ 0 holds, at most `most`.
inline std::int64_t whole_steps(Decimal amount, Decimal step, std::int64_t most) {
    const int128 steps = amount.units() / step.units();
    return steps > most ? most : static_cast<std::int64_t>(steps);
}

inline Decimal times(std::int64_t count, Decimal step) {
    return Decimal::from_units(count * step.units());
}
inline Decimal price_of(const markets::Market& market, matching::Ticks price) {
    return times(price.value, market.tick);
}
inline Decimal quantity_of(const markets::Market& market, matching::Lots lots) {
    return times(lots.value, market.lot);
}
/// The quote amount of `lots` at `price`.
inline Decimal notional_of(const markets::Market& market, matching::Ticks price,
                           matching::Lots lots) {
    return times(price.value * lots.value, market.unit);
}

}  // namespace cambio::settlement
