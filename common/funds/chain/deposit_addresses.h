#pragma once

#include <optional>
#include <string>

#include "chain/networks.h"

/// Which address a client pays to. One that was given away stays the client's for ever.
namespace cambio::chain {

/// The client's address on the network under the configured key; made when there is none yet, as
/// the next one of the key, without gaps. Networks of one kind share it. Throws KeyError when the
/// configured key is none.
std::string deposit_address(pg::Transaction& tx, const Network& network,
                            const NetworkSettings& settings, ClientId client);
/// The one that there is already.
std::optional<std::string> known_deposit_address(pg::Transaction& tx, const Network& network,
                                                 const NetworkSettings& settings, ClientId client);

}  // namespace cambio::chain
