#pragma once

#include <optional>

#include "markets/coin_facts.h"
#include "money/ids.h"
#include "pg/pg.h"

/// What the database knows of coins beside their names: facts of the source.
namespace cambio::markets {

/// Without a share, the one that was there stays.
void write_facts(pg::Transaction& tx, AssetId asset, const CoinFacts& facts,
                 const std::optional<Decimal>& share);

void write_details(pg::Connection& connection, AssetId asset, const CoinDetails& details);

/// A coin that the source does not know keeps its words and is asked for again tomorrow.
void note_no_details(pg::Connection& connection, AssetId asset);

}  // namespace cambio::markets
