#pragma once

#include <stdexcept>
#include <string>

#include "pg/pg.h"

namespace cambio::markets {

/// The catalogue of coins (common/market/markets/coins.json) cannot be used; the message names the
/// file, the coin and the field.
struct CatalogueError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct CatalogueChanges {
    int assets_added = 0, assets_changed = 0;
    int markets_added = 0, markets_changed = 0;
};

/// Brings assets and markets to what the file says, all or nothing; coins that the file does not
/// name stay as they are, and whether a market is open stays the operator's. Refuses to change tick
/// or lot of a market with open orders.
CatalogueChanges load_catalogue(pg::Connection& owner, const std::string& path);

/// Says of each coin what the file knows (when it was issued, how many there will be, what it is)
/// wherever the source of facts (cron/fetch_coin_profiles.cpp) has not said so. Returns the number
/// of coins of which something was said now.
int describe_coins(pg::Connection& owner, const std::string& path);

/// Demo set-up: gives house:liquidity, from house:demo, coins worth 5 million USDT at the file's
/// reference price for each market, and 50 million USDT; each coin once, whatever became of it
/// since. Returns the number of coins funded now.
int fund_demo_liquidity(pg::Connection& owner, const std::string& path);

/// Demo set-up: gives house:rewards a million USDT, from house:demo, once. Whether it did so now.
bool fund_demo_rewards(pg::Connection& owner);
/// The same for house:insurance, which pays where a futures position loses more than its margin.
bool fund_demo_insurance(pg::Connection& owner);

}  // namespace cambio::markets
