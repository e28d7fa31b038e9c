#pragma once

#include <map>
#include <optional>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// What the house has traded lately, where the order book's engine and Convert tell each other.
namespace cambio::risk {

/// The numbers are those of the database.
enum class Source { order_book = 1, convert = 2 };

/// In the quote currency.
struct Traded {
    Decimal sold, bought;
};

/// Adds to what the house has traded of a coin.
void add_traded(pg::Connection& connection, AssetId asset, Source source, const Traded& traded);
/// Within the last minute and up to five seconds more, by all sources or by one.
Traded traded_of(pg::Connection& connection, AssetId asset, std::optional<Source> source = {});
/// Within the same time by one source, of each coin that it traded.
std::map<AssetId, Traded> traded_by(pg::Connection& connection, Source source);
/// Forgets what counts no more.
void forget_traded(pg::Connection& connection);

}  // namespace cambio::risk
