#pragma once

#include <set>
#include <string>

#include "chain/networks.h"
#include "chain/search.h"

namespace cambio::chain {

/// Looks for what hot addresses of an EVM network have sent since a while before `moment`. Throws
/// RpcError.
void search_evm(const Network& network, const std::string& node_url,
                const std::set<std::string>& hot, pg::Time moment, SentBooks& books,
                Search& search);

}  // namespace cambio::chain
