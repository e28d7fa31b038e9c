#pragma once

#include <chrono>
#include <map>
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
/// each does so once, whatever happens. Longs pay shorts through house:liquidity; what a margin
/// does not reach for stays unpaid with its position. What the house cannot pay is written down as
/// owed, and the position goes on as the others do. When none is left, the time is settled.
SettledFunding settle_funding(pg::Transaction& tx, const DueFunding& due, int most);

/// Pays what was owed as far as the house has it, the smallest amounts first and at most `most` of
/// them: into the margin, or to the owner where the position has ended meanwhile. Returns the
/// positions, one for each payment; fewer than `most`: the house has no more, or nothing is owed.
std::vector<Position> pay_owed_funding(pg::Transaction& tx, int most);

/// A time of funding of which a position that ends has had a part and for which it has not paid.
struct RunningFunding {
    pg::Time at;
    Decimal rate;  ///< as it is announced
    Decimal part;  ///< of its period, 0 to 1
};
/// Of positions that are locked: the time of funding to come, and one that has come and that no
/// mark was there for yet. Until when a position was open is when its close was asked for, or else
/// now.
std::map<PositionId, std::vector<RunningFunding>> running_funding(
    pg::Transaction& tx, const std::vector<PositionId>& ids);

/// What a position pays for one of them when it ends.
struct FundingCharge {
    pg::Time at;
    Decimal rate;
    Decimal amount;  ///< USDT, > 0
};
/// At the price that it ends at. Who would receive is in none of them: nobody is paid for a time of
/// funding that comes when the position is gone.
std::vector<FundingCharge> charges_of(const Position& position, Decimal price,
                                      const std::vector<RunningFunding>& running);

/// Writes down what a position that has just ended has paid of its unpaid funding and then of the
/// charges: `paid` in all. It has the unpaid funding still that it had before its end.
void write_charges(pg::Transaction& tx, const Position& position,
                   const std::vector<FundingCharge>& charges, Decimal paid);

}  // namespace cambio::positions
