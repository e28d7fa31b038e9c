#pragma once

#include <set>
#include <string>

#include "chain/networks.h"
#include "chain/search.h"

namespace cambio::chain {

/// Looks for what hot addresses of Bitcoin have sent since their outputs were read last. Throws
/// RpcError.
void search_bitcoin(const Network& network, const std::string& node_url,
                    const std::set<std::string>& hot, SentBooks& books, Search& search);

}  // namespace cambio::chain
