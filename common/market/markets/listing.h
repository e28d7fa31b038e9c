#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fcgi/serve.h"

namespace cambio::markets {

/// One market as the lists show it: rules, last quote and the closes of seven days.
struct Pair {
    std::int64_t market_id = 0;
    std::int64_t asset_id = 0;                      ///< of the base coin
    std::string pair, coin, full_name, icon, type;  ///< icon: the address of its picture
    bool pos = false, pow = false, innovation = false;
    Decimal tick, lot;
    bool quoted =
        false;  ///< whether a quote was ever received; otherwise the figures below are zero
    Decimal last, open, high, low, volume, volume_usdt;
    std::string as_of;  ///< the provider's time, ISO 8601, or empty
    bool stale = true;
    std::vector<std::string> sparkline;  ///< closes of four hours each, oldest first, at most 42

    /// Change against 24 hours ago in percent, four places.
    Decimal percent() const;
};

using Listing = std::vector<Pair>;

/// All open markets in order of listing. The process keeps them for a second, so that a list costs
/// the database one query a second however many ask.
std::shared_ptr<const Listing> listing(fcgi::Services& services);

/// The market that a caller names: "BTC", "BTCUSDT" or "BTC-USDT", in any case. Throws
/// Error{unknown_market} naming `field`.
const Pair& find(const Listing& all, const std::string& name, const std::string& field);

}  // namespace cambio::markets
