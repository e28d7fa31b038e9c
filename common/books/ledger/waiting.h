#pragma once

#include <cstdint>
#include <vector>

#include "ledger/ledger.h"

/// What is held for requests that wait for the house's next price (migration
/// 074_waiting_holds.sql). A hold ends in the transaction in which its request's turn comes. It
/// also ends with whoever waits there: each has a connection of its own that lives as long as its
/// holds count, and what belongs to one that is gone is given back.
namespace cambio::ledger {

/// Makes this connection an owner of holds, until it ends, and gives back what another of its
/// number has left. The number is not 0.
std::int32_t own_waiting(pg::Connection& connection);

/// Gives back what this owner holds; it must be gone, or wait for nothing any more.
void release_waiting_of(pg::Connection& connection, std::int32_t owner);
/// The same for those of all owners that are gone, of this kind. Not by an owner itself.
void release_orphans(pg::Connection& connection, Kind hold);
/// Gives these back, where they have not ended.
void release_waiting(pg::Connection& connection, Kind hold, const std::vector<std::int64_t>& ids);

}  // namespace cambio::ledger
