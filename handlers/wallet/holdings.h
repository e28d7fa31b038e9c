#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "ledger/ledger.h"
#include "money/decimal.h"
#include "pg/pg.h"

namespace cambio::wallet {

/// One account of a client that has ever been used.
struct Holding {
    AssetId asset;
    ledger::Wallet wallet;
    bool held;
    Decimal balance;
};
/// All of a client's, and what its positions would win or lose now, in USDT.
struct Holdings {
    std::span<const Holding> accounts;
    Decimal unrealised;
    auto begin() const { return accounts.begin(); }
    auto end() const { return accounts.end(); }
};

struct Asset {
    AssetId id;
    std::string code;
    Decimal price;           ///< USDT for one, by the last quote; 0 while there is none
    bool mined = false;      ///< by proof of work
    std::string json_start;  ///< {"name":…,"full_name":…,"image":…
};

/// All assets in the order of listing, with their last prices.
class Catalogue {
  public:
    static Catalogue read(pg::Connection& connection);
    const std::vector<Asset>& assets() const { return assets_; }
    /// Nothing where there is no such asset.
    const Asset* find(std::string_view code) const;
    bool has(AssetId id) const { return positions_.contains(id); }
    const Asset& at(AssetId id) const { return assets_[positions_.at(id)]; }
    std::size_t position(AssetId id) const { return positions_.at(id); }

  private:
    std::vector<Asset> assets_;
    std::unordered_map<AssetId, std::size_t> positions_;
};

/// {"wallet":[{name, full_name, image, coin_value, freeze_value, usdt_value}…]}: every asset as one
/// wallet has it; the funded ones first, by value. usdt_value counts what is free and what is held.
std::string wallet_view(const Catalogue& catalogue, Holdings holdings, ledger::Wallet wallet);

/// {"wallet":[{name, full_name, image, margin_balance, upnl, available, coin_value, freeze_value,
/// usdt_value}…]}: every asset of the futures wallet, the funded ones first, by value.
/// margin_balance is what is available and what is held by positions; usdt_value is its worth. upnl
/// is what positions would win or lose for USDT, in which all of them are, and 0 for every other
/// coin.
std::string future_view(const Catalogue& catalogue, Holdings holdings);

/// {"wallet":{wallet_balance, freeze_balance}} of the spot wallet. Throws unknown_asset.
std::string balance_view(const Catalogue& catalogue, Holdings holdings, std::string_view code);

/// What the wallets are worth in USDT; the futures wallet with what positions would win or lose.
struct Totals {
    Decimal spot, future, funding, earn;
    Decimal all() const { return spot + future + funding + earn; }
};
Totals totals_of(const Catalogue& catalogue, Holdings holdings);

/// When a day, UTC, or an hour began.
struct Moment {
    pg::Time at;
    std::string day;  ///< 2026-11-21
};
/// What the wallets were worth then.
struct PastWorth {
    Moment moment;
    Totals worth;
};
/// {"points":[{at, day, total, spot, future, funding, earn}…],"allocation":[{name, full_name,
/// image, usdt_value, share}…]}: the past and then what is there `now`; every coin that is worth
/// something, the most valuable first, with its percentage of the total. USDT counts with what
/// positions would win or lose.
std::string portfolio_view(const Catalogue& catalogue, Holdings holdings,
                           const std::vector<PastWorth>& past, const Moment& now);

/// {"miners":[{name, full_name, image, coin_value, usdt_value}…]}: the coins that are mined by
/// proof of work, with what the spot wallet has of them, held or free; the funded ones first.
std::string miners_view(const Catalogue& catalogue, Holdings holdings);

/// {"assets":[{name, full_name, image, amount, usdt_value, share}…]}: the five coins that are worth
/// most over all four wallets, held or free, and USDT with what positions would win or lose;
/// `share` is the percentage of the total with two places.
std::string top_assets_view(const Catalogue& catalogue, Holdings holdings);

/// The totals of the four wallets and of all, in USDT.
std::string overview_view(const Catalogue& catalogue, Holdings holdings);

}  // namespace cambio::wallet
