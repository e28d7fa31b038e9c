#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::markets {

struct Asset {
    AssetId id;
    std::string code;  ///< BTC
    std::string name;  ///< Bitcoin
    std::string icon;
    int display_places = 8;
    int trade_places = 8;
};

/// The rules of one market. Prices are in quote for one base.
struct Market {
    MarketId id;
    std::string pair;        ///< BTCUSDT
    std::string instrument;  ///< the provider's name, BTC-USDT
    Asset base;
    Asset quote;
    Decimal tick;              ///< a price is a multiple of it
    Decimal lot;               ///< a quantity is a multiple of it
    Decimal unit;              ///< tick × lot, exactly: the quote amount of one tick on one lot
    Decimal minimum_quantity;  ///< base
    Decimal minimum_total;     ///< quote
    Decimal provider_limit;    ///< base that the house trades for each refresh of its book
    /// How far the house's levels stand off the provider's, a share up to 0.1; nothing: as
    /// everywhere (LIQUIDITY_SPREAD).
    std::optional<Decimal> house_spread;
    bool open = false;  ///< whether somebody may trade there now

    /// Whether all that orders are measured by is the same; the house's spread is not.
    bool same_rules(const Market& other) const;
};

/// Shares of what is received, 0 to 0.01.
struct FeeRates {
    Decimal maker;
    Decimal taker;
};

/// Whether somebody may trade there now: it is open, and neither halted nor paused.
bool tradable(pg::Connection& connection, MarketId market);

/// All markets and fee levels as they stood when they were read.
class Directory {
  public:
    /// Throws std::runtime_error naming a market whose tick × lot does not fit 18 places.
    static Directory read(pg::Connection& connection);

    const Market* find(std::string_view pair) const;  ///< nullptr: no such market
    const Market* find(MarketId id) const;
    const std::vector<Market>& all() const { return markets_; }  ///< in the order of listing
    const std::map<std::string, Asset, std::less<>>& assets() const { return assets_; }

    /// The rates of a membership level; of the first level where it is unknown.
    FeeRates fees(std::string_view membership_level) const;

  private:
    std::vector<Market> markets_;
    std::map<std::string, std::size_t, std::less<>> by_pair_;
    std::unordered_map<MarketId, std::size_t> by_id_;
    std::map<std::string, Asset, std::less<>> assets_;
    std::map<std::string, FeeRates, std::less<>> fees_;
    std::string first_level_;
};

}  // namespace cambio::markets
