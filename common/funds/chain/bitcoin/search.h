#pragma once

#include <string>

#include "chain/networks.h"
#include "chain/search.h"

namespace cambio::chain {

/// Looks for what the hot address of Bitcoin has sent since its outputs were read last. Throws
/// RpcError.
void search_bitcoin(const Network& network, const std::string& node_url, const std::string& hot,
                    SentBooks& books, Search& search);

}  // namespace cambio::chain
