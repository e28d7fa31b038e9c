#pragma once

#include <string>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::markets {

/// A market as the jobs that feed it know it.
struct FedMarket {
    MarketId id;
    std::string pair;        ///< BTCUSDT
    std::string instrument;  ///< BTC-USDT
};

/// All open markets, in order of listing.
std::vector<FedMarket> fed_markets(pg::Connection& db);

/// Whether a tick may be believed: at most 20 % from the last one, or near one that was held back
/// before it, which it then confirms.
enum class TickVerdict { accept, hold_back };
TickVerdict judge_tick(Decimal last, std::optional<Decimal> held_back, Decimal tick);

}  // namespace cambio::markets
