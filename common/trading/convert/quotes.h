#pragma once

#include <chrono>

#include "convert/rates.h"
#include "money/ids.h"
#include "pg/pg.h"

/// What was promised for a conversion that somebody may order within some seconds (convert_quotes).
namespace cambio::convert {

struct Promise {
    ClientId client;
    AssetId from, to;
    Amounts amounts;
    Decimal rate;
    std::chrono::seconds lasts{0};
};
struct Quote {
    QuoteId id;
    pg::Time expires_at;
};
Quote promise(pg::Transaction& tx, const Promise& promised);

/// Of the client's promises to pay that coin the newest count: those that the rest of its balance,
/// `left`, does not cover end. A site asks for one whenever an amount is typed, and leaves the last
/// one behind.
void end_uncovered(pg::Transaction& tx, ClientId client, AssetId from, Decimal left);

/// Forgets those that nobody can use any more.
void forget_quotes(pg::Connection& connection);

}  // namespace cambio::convert
