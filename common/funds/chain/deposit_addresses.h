#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

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

/// A key (AccountKey::id) of which no address has been given away yet; nothing happens where it is
/// known.
void know_key(pg::Transaction& tx, std::string_view key_id);

/// After a backup was restored: leaves out addresses of every key that may have been given away
/// after its moment, and notes which (skipped_addresses). As many as were given away in the same
/// time before, ten times, and `at_least` more; of a key in `next`, which may be unknown here, all
/// before that index, too. `restore`: restores.id.
void skip_addresses(pg::Transaction& tx, std::int64_t restore, int at_least,
                    const std::map<std::string, std::int64_t>& next);

}  // namespace cambio::chain
