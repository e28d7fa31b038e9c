#pragma once

#include <cstdint>

#include "chain/networks.h"

/// Blocks that the watcher is to read once more (chain_rescans), beside those that are new.
namespace cambio::chain {

/// Those from `first` to `last`; together with what is to be read again already, and with whatever
/// lies between the two.
void order_rescan(pg::Transaction& tx, NetworkId network, std::int64_t first, std::int64_t last);

/// Of every network those within its unlock confirmations: what was credited and taken back in them
/// is compared once more.
void order_rescans_of_unlocking(pg::Transaction& tx);

/// One has been read.
void rescanned(pg::Transaction& tx, NetworkId network, std::int64_t height);

}  // namespace cambio::chain
