#pragma once

#include <vector>

#include "config/config.h"
#include "positions/position.h"

namespace cambio::positions {

/// That a position shall end, as somebody saw it before it was locked.
struct Ending {
    PositionId id;
    Reason reason = Reason::closed;
};

struct Endings {
    std::vector<Position> ended;
    std::vector<Position> opened;  ///< in the place of those that are reversed (reversals.h)
    /// Winners whom neither house:liquidity nor house:insurance can pay now; nothing was changed.
    std::vector<Position> waiting;
};

/// Locks the positions and the accounts and ends those for whom the reason still holds, now that
/// nobody else can change them: under their maintenance or at a target by the mark as it is then,
/// which they end at and which must not be stale, or asked to be closed, at the price of the
/// request. However many wait in front of a position, nobody has an old mark. One that ended
/// meanwhile is left alone, so that doing it twice pays once. Money, the position's row, the record
/// of a liquidation, what takes its place and the notice to its owner are one transaction. After
/// the commit the caller announces what ended. What is closed, and not liquidated, pays its unpaid
/// funding, the part that has passed of the funding to come (funding.h), and FUTURES_CLOSING_FEE, a
/// share of its size: all out of what comes back to its owner.
Endings end(pg::Transaction& tx, const Config& config, const std::vector<Ending>& endings);

/// Whether the job settle_futures is at work, as far as everybody can see.
bool job_is_at_work(pg::Transaction& tx);

/// Whether the job ends the open position within this second, at a target that the mark as it is
/// has reached: whoever could still change the target would see the next price first. Not while the
/// job is away. The caller has locked the position.
bool reaches_target(pg::Transaction& tx, const Config& config, const Position& position);

}  // namespace cambio::positions
