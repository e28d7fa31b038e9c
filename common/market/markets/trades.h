#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// The trades of a market that everybody is shown: the provider's and ours.
namespace cambio::markets {

/// Milliseconds since 1970 UTC.
std::int64_t to_milliseconds(pg::Time time);

struct Trade {
    std::int64_t id = 0;  ///< see trade_id()
    Decimal price;
    Decimal quantity;
    bool taker_buys = false;
    pg::Time at;
    std::int64_t taker_order = 0;  ///< 0: it was made at the provider
};

/// The number of a trade of ours, by which clients page: an integer that a double holds exactly and
/// that grows with the millisecond of the trade. 40 bits count milliseconds since 2020, which is
/// enough up to 2054; then comes whether it is ours, and 12 bits tell the trades of a millisecond
/// apart (of ours, two of the market's sequence and ten of the place in its batch).
std::int64_t trade_id(pg::Time at, std::int64_t seq, std::int64_t position);
/// The lowest number that a trade of the same batch may have, if it is one of ours.
std::int64_t first_of_batch(std::int64_t id);
/// So many trades a batch has at most, as far as their numbers tell them apart.
constexpr int max_trades_of_batch = 1024;
/// That of a trade made at the provider, which calls it by a number; nothing: by another name.
std::optional<std::int64_t> provider_trade_id(pg::Time at, std::string_view name);
/// The first moment at which a trade of that number or a later one may have been made.
pg::Time time_of_trade(std::int64_t id);

/// Of the last day, newest first.
std::vector<Trade> latest_trades(pg::Transaction& tx, MarketId market, int most);

/// Which trades are asked for.
struct TradesBetween {
    std::int64_t first_id = 0;   ///< and later ones
    pg::Time from{};             ///< and later ones
    std::optional<pg::Time> to;  ///< exclusive
    int most = 500;
};
/// Oldest first.
std::vector<Trade> trades_between(pg::Transaction& tx, MarketId market, const TradesBetween& asked);

/// What one of the base cost on average since then; nothing where nobody traded.
std::optional<Decimal> average_price(pg::Transaction& tx, MarketId market, pg::Time since);

}  // namespace cambio::markets
