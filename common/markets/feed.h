#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "markets/provider.h"
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

/// The provider that the configuration names. The simulator on this machine has no limits of calls
/// to keep.
std::unique_ptr<Provider> provider_of(const Config& config);

/// A price and when the provider made it.
struct Tick {
    Decimal price;
    pg::Time at;
};

/// Whether a tick may be believed: at most 20 % from the last one, or near an older one that was
/// held back, which it then confirms. The same tick fetched again confirms nothing.
enum class TickVerdict { accept, hold_back };
TickVerdict judge_tick(Decimal last, const std::optional<Tick>& held_back, const Tick& tick);

/// The tick of the columns held_back and held_back_at.
std::optional<Tick> held_back_of(const pg::Row& row);

}  // namespace cambio::markets
