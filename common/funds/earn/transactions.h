#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// The list of what Earn has moved, which its owner reads. It moves nothing itself.
namespace cambio::earn {

enum class Type;

/// The numbers are those of the database.
enum class Shelf { flexible = 1, locked = 2, auto_invest = 3 };

struct Entry {
    ClientId client;
    AssetId asset;
    Shelf product;
    Type type;
    std::optional<SubscriptionId> subscription;
    std::optional<std::int64_t> run;  ///< of a plan
    Decimal amount;
    std::string key;  ///< idempotency key, or empty
    std::int64_t content_hash = 0;
};

/// Writes one line, with the price of the moment.
void write_transaction(pg::Transaction& tx, const Entry& entry);

}  // namespace cambio::earn
