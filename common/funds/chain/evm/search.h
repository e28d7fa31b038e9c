#pragma once

#include <string>

#include "chain/networks.h"
#include "chain/search.h"

namespace cambio::chain {

/// Looks for what the hot address of an EVM network has sent since a while before `moment`. Throws
/// RpcError.
void search_evm(const Network& network, const std::string& node_url, const std::string& hot,
                pg::Time moment, SentBooks& books, Search& search);

}  // namespace cambio::chain
