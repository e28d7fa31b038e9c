#pragma once

#include <optional>
#include <string>
#include <vector>

#include "earn/interest.h"
#include "money/ids.h"
#include "pg/pg.h"

/// What can be subscribed, and at which rate.
namespace cambio::earn {

struct Product {
    EarnProductId id;
    AssetId asset;
    std::string coin;  ///< its code
    std::string name;  ///< the coin's
    std::string icon;
    Decimal apr;               ///< of the flexible subscription, percent a year
    Decimal minimum, maximum;  ///< of one subscription
    bool high_risk = false;
    bool open = false;

    /// From a row of earn_products with the names of its coin and the rate.
    static Product from(const pg::Row& row);
};

/// Every product with the rate that holds now, in the order of listing.
std::vector<Product> products(pg::Connection& connection);
/// Nothing where there is no such product. Locks nothing.
std::optional<Product> find_product(pg::Transaction& tx, EarnProductId id);

/// The flexible rate that held when the day began; nothing before the product's first.
std::optional<Decimal> rate_on(pg::Transaction& tx, EarnProductId id, Day day);

/// What an operator changes; what is empty stays. A new product needs all but the risk.
struct ProductChange {
    std::optional<Decimal> apr, minimum, maximum;
    std::optional<bool> high_risk, open;
};
/// Makes or changes the product of a coin. Throws Error unknown_asset, and
/// missing_parameter naming what a new one lacks. A new rate holds from now on: for running terms
/// never, for flexible subscriptions from the next day.
Product set_product(pg::Transaction& tx, const std::string& coin, const ProductChange& change);

/// Demo set-up: makes the products of demo_products.def that there are not yet, and funds
/// house:earn for each once, from house:demo. Returns how many it made or funded.
int load_demo_products(pg::Connection& owner);

}  // namespace cambio::earn
