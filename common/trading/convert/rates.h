#pragma once

#include <optional>
#include <span>

#include "markets/quotes.h"
#include "money/decimal.h"

/// The rules of converting one coin into another: rates, amounts, limits. No I/O.
///
/// A coin has a price p in USDT for one, the middle of the market (USDT's own is 1). From coin f to
/// coin t at the spread s a conversion pays
///
///   market rate  p(f) / p(t)               `to` for one `from`
///   rate         p(f) · (1 − s) / p(t)
///
/// Between two coins that are not USDT it goes through USDT: the first leg sells f and carries the
/// spread, the second buys t. What the client receives is rounded down and what it pays up, to
/// `amount_places`; the rest, less than one unit, stays with house:liquidity, which is the
/// counterparty.
namespace cambio::convert {

/// Of an amount of any coin. The lot of a market would be too coarse: of the smallest conversion it
/// is up to a half.
inline constexpr int amount_places = 8;

/// A coin as a conversion sees it. USDT has the price 1 and no bounds of its own.
struct Coin {
    Decimal price;                   ///< USDT for one, > 0
    Decimal minimum_quantity;        ///< of the coin; 0: none
    Decimal minimum_total;           ///< USDT; 0: none
    std::optional<Decimal> maximum;  ///< of the coin, in one conversion
};

struct Terms {
    Coin from, to;
    Decimal spread;  ///< a share, 0 to 0.1
};

struct Amounts {
    Decimal from;     ///< what the client pays
    Decimal to;       ///< what it receives
    Decimal through;  ///< USDT between the legs; of a conversion with one leg its USDT side
};

/// The middle of the provider's best prices; the last price where a side is empty or they cross.
/// Nothing where the two are more than a fifth apart: one of them is wrong. Clients' own orders
/// have no part in it, or a tiny one could move the rate that the house pays.
std::optional<Decimal> middle(std::optional<Decimal> bid, std::optional<Decimal> ask, Decimal last);

/// How much of a coin one side of the provider's book, best first, holds no further than `spread`
/// (a share) from its best price, rounded down to `amount_places`: what the house can trade on
/// there.
Decimal depth(std::span<const markets::Level> levels, Decimal spread);

/// Rounded down to 18 places; zero where they cannot hold it.
Decimal market_rate(const Terms& terms);
Decimal rate(const Terms& terms);

/// For `from` > 0, at most largest_from().
Amounts by_from(const Terms& terms, Decimal from);
/// For `to` > 0 with at most amount_places, at most what largest_from() brings.
Amounts by_to(const Terms& terms, Decimal to);

/// The least that may be paid, and the least that may be asked for: every minimum of both markets
/// is met.
Decimal smallest_from(const Terms& terms);
Decimal smallest_to(const Terms& terms);
/// The most that may be paid in one conversion, and what it brings.
Decimal largest_from(const Terms& terms);
Decimal largest_to(const Terms& terms);

/// Whether it takes more of a coin than one conversion may.
bool beyond_depth(const Terms& terms, const Amounts& amounts);

/// A limit as its owner gave it: USDT for one `to` when USDT pays, else `to` for one `from`.
struct Limit {
    Decimal price;
    bool in_quote = false;
};

/// `to` for one `from`, rounded down.
Decimal rate_of(const Limit& limit);
/// What `from` brings at the limit itself, rounded down.
Decimal at_limit(const Limit& limit, Decimal from);
/// Whether the rate is as good for the client as the limit, or better.
bool reached(const Terms& terms, const Limit& limit);

}  // namespace cambio::convert
