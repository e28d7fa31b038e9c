#pragma once

#include <string>
#include <vector>

#include "chain/networks.h"

namespace cambio::chain {

/// Why a transaction has or has not been credited, in English sentences for the operator: what is
/// recorded of it and, where nothing is, what each network's node says. Nodes that give no answer
/// are named with the reason.
std::vector<std::string> explain(pg::Connection& connection, const Config& config,
                                 const std::string& txid);

}  // namespace cambio::chain
