#pragma once

#include <string>

#include "chain/networks.h"
#include "config/config.h"

namespace cambio::withdrawals {

/// The address that withdrawals of such a network are sent from, in its normal spelling; its key is
/// with the signer and never here. Empty: there is none, and the network is closed for withdrawals.
const std::string& hot_address(const Config& config, chain::Kind kind);

}  // namespace cambio::withdrawals
