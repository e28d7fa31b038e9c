#pragma once

#include <vector>

#include "positions/position.h"

namespace cambio::positions {

/// That a position shall end, as somebody saw it before it was locked.
struct Ending {
    PositionId id;
    Reason reason = Reason::closed;
    Decimal mark;        ///< of a request for closing the price of the request counts instead
    pg::Time mark_at{};  ///< the provider's time of that mark
};

struct Endings {
    std::vector<Position> ended;
    /// Winners whom neither house:liquidity nor house:insurance can pay now; nothing was changed.
    std::vector<Position> waiting;
};

/// Locks the positions and ends those for whom the reason still holds, now that nobody else can
/// change them: under their maintenance, at a target, or asked to be closed. One that ended
/// meanwhile is left alone, so that doing it twice pays once. Money, the position's row, the record
/// of a liquidation and the notice to its owner are one transaction. After the commit the caller
/// announces what ended.
/// What is closed, and not liquidated, pays a fee of `closing_fee`, a share of its size.
Endings end(pg::Transaction& tx, const std::vector<Ending>& endings, Decimal closing_fee);

}  // namespace cambio::positions
