#pragma once

#include <optional>
#include <string>
#include <vector>

#include "positions/opening.h"
#include "positions/position.h"

/// What is written of a position between its opening and its end, besides what changes its margin.
/// The caller has locked it.
namespace cambio::positions {

/// An open one is asked to be closed at `price`, under this idempotency key. Throws
/// pg::WrongRowCount where it is not open.
void request_close(pg::Transaction& tx, PositionId id, Decimal price,
                   const std::optional<std::string>& key);

/// The same for the targets of an open one.
void set_targets(pg::Transaction& tx, PositionId id, const Targets& targets);

/// The owner of an open one is told of a margin call now. False: it was before, or it is not open.
bool mark_warned(pg::Transaction& tx, PositionId id);

/// What fee credit and referrers get of the fees of these openings is paid, or owed
/// (ledger/fees_owed.h). Throws pg::WrongRowCount where one of them is not there.
void mark_fees_settled(pg::Transaction& tx, const std::vector<std::int64_t>& ids);

}  // namespace cambio::positions
