#pragma once

#include <vector>

#include "positions/position.h"

namespace cambio::positions {

/// A time of funding whose mark is known and which not all positions have settled.
struct DueFunding {
    MarketId market;
    pg::Time at;
    Decimal rate;
    Decimal mark;
};

/// The oldest first. After a pause these may be several of one contract.
std::vector<DueFunding> due_funding(pg::Transaction& tx);

/// Settles at most `most` positions that were open at that time and have not paid or received yet;
/// each does so once, whatever happens. Longs pay shorts through house:liquidity; one that can lose
/// no more pays what its margin has. Where the house cannot pay, the position waits. When none is
/// left, the time is settled. Returns those that changed; fewer than `most` of them: nothing is
/// left to do now.
std::vector<Position> settle_funding(pg::Transaction& tx, const DueFunding& due, int most);

}  // namespace cambio::positions
