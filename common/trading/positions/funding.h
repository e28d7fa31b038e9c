#pragma once

#include <chrono>
#include <vector>

#include "positions/position.h"

namespace cambio::positions {

/// A time of funding whose mark is known and which not all positions have settled.
struct DueFunding {
    MarketId market;
    pg::Time at;
    Decimal rate;
    Decimal mark;
    std::chrono::microseconds period;  ///< since the payment before
};

/// What the provider says of the next time of funding.
struct AnnouncedFunding {
    pg::Time told;  ///< when it says so, by its own clock
    pg::Time at;
    Decimal rate;
    std::chrono::hours until_next;  ///< from `at` to the payment after it
};

/// Keeps it until its mark is known; what was announced before for another later time is dropped.
/// The period is the time since the payment before, and for a first one the time until the next.
void note_rate(pg::Transaction& tx, MarketId market, const AnnouncedFunding& next);

/// Fixes the mark of each time of funding that has come: after new marks were written.
void fix_marks(pg::Transaction& tx);

/// The oldest first. After a pause these may be several of one contract.
std::vector<DueFunding> due_funding(pg::Transaction& tx);

struct SettledFunding {
    std::vector<Position> changed;  ///< paid or received
    std::vector<Position> owed;     ///< what these earned the house could not pay, and owes
    bool over = false;              ///< nobody was left: the time is settled
};

/// Settles at most `most` positions that were open at that time and have not paid or received yet;
/// each does so once, whatever happens. Longs pay shorts through house:liquidity; one that can lose
/// no more pays what its margin has. What the house cannot pay is written down as owed, and the
/// position goes on as the others do. When none is left, the time is settled.
SettledFunding settle_funding(pg::Transaction& tx, const DueFunding& due, int most);

/// Pays what was owed as far as the house has it, the smallest amounts first and at most `most` of
/// them: into the margin, or to the owner where the position has ended meanwhile. Returns the
/// positions, one for each payment; fewer than `most`: the house has no more, or nothing is owed.
std::vector<Position> pay_owed_funding(pg::Transaction& tx, int most);

}  // namespace cambio::positions
