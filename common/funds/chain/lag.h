#pragma once

#include <optional>
#include <string>

#include "chain/bitcoin/node.h"
#include "chain/evm/node.h"

/// Whether a node can tell what has happened on its chain until now: one that was restored, or that
/// lost its peers, answers readily and knows nothing of the last hours.
namespace cambio::chain {

/// Why it cannot, in words for the operator; nothing: it can. `known` is a height that the chain is
/// known to have had; 0: none is.
std::optional<std::string> lag_of(EvmNode& node, std::int64_t known);
std::optional<std::string> lag_of(BitcoinNode& node, std::int64_t known);

}  // namespace cambio::chain
