#pragma once

#include <chrono>
#include <map>
#include <span>
#include <vector>

#include "positions/position.h"

/// Funding as it is stored and settled. Who pays whom, and what for:
///
///   rate          the provider's forecast within the limits of futures.h. Each moment is paid at
///                 the forecast r(t) of that moment: who was open from a to b of a period of T
///                 pays or receives q·p · ∫ r(t) dt / T over [a, b], which is the average of the
///                 forecasts of that time, by their time, for the part of the period that it is. So
///                 it is at the time of funding and at a close, and nobody can gain by the moment
///                 of leaving: what a position has cost until then does not depend on what the rate
///                 becomes, and the one on the other side has earned the same for that time and no
///                 more. By the rate as it stands alone, one of two accounts could leave while it
///                 is low, and the house would pay the other what it became for all of the time.
///                 What it comes to may be of the other sign than the rate at the end, and than
///                 that of a younger position of the same side: each pays or receives by its own.
///                 A forecast counts from the provider's own time of it, and the first one for all
///                 that was before it. What was forecast for a time that is withdrawn goes with it
///   time          counts from the payment before, or from when the rate was first known if that
///                 was more than five minutes later: for time of which nobody could know a rate,
///                 nobody pays, at the time of funding or at a close, and nobody receives. Were it
///                 free at a close alone, one of two positions could leave and the house would pay
///                 the other. Five minutes are worth less than the fee of opening. A rate that the
///                 provider has not repeated for its period and five minutes is known no longer:
///                 no close pays it, and where no mark has fixed it by then the time is dropped
///   who pays      pays as much as it is worth at the mark. Where its margin does not reach for
///                 that, the rest is unpaid and comes out of its profit
///   who receives  gets all of it, out of what is paid and, where clients are on that side with
///                 more than on the other, from the house: it holds the rest, and owes funding
///                 for it as anybody would. It stands in for no client: what those who pay are not
///                 worth is missing to those who receive, to each in proportion, rounded down; they
///                 never get less than what was collected. What rounding leaves stays with
///                 house:liquidity. Who left before has settled with the house, which holds that
///                 side since then
///
/// Who pays is settled first, then it is fixed once what the others share, so that neither the
/// order nor a restart decides who gets how much.
namespace cambio::positions {

/// A time of funding whose mark is known and which not all positions have settled.
struct DueFunding {
    MarketId market;
    pg::Time at;
    Decimal rate;  ///< the average for all of the time that counts
    Decimal mark;
    std::chrono::microseconds period;  ///< since the payment before
    pg::Time counts_from;              ///< the time before it is nobody's
};

/// What the provider says of the next time of funding.
struct AnnouncedFunding {
    pg::Time told;  ///< when it says so, by its own clock
    pg::Time at;
    Decimal rate;
    std::chrono::hours until_next;  ///< from `at` to the payment after it
};

/// Keeps it until its mark is known, its rate within the limits, beside what was forecast before;
/// what was announced before for another later time is dropped. The period is the time since the
/// payment before, and for a first one the time until the next.
void note_rate(pg::Transaction& tx, MarketId market, const AnnouncedFunding& next);

/// Fixes the mark of each time of funding that has come, and its rate: after new marks were
/// written. Returns how many were dropped because their rates were too old.
std::int64_t fix_marks(pg::Transaction& tx);

/// The oldest first. After a pause these may be several of one contract.
std::vector<DueFunding> due_funding(pg::Transaction& tx);

struct FundingPart {
    PositionId position;
    Decimal rate;  ///< the average for its own time
    bool pays;
};
/// Who was open at that time and has not paid or received yet, first those who pay. When there is
/// nobody, the time is settled.
std::vector<FundingPart> unsettled_parts(pg::Transaction& tx, const DueFunding& due);

struct SettledFunding {
    std::vector<Position> changed;  ///< paid or received
    std::vector<Position> owed;     ///< what these earned the house could not pay, and owes
};

/// Settles some of them, of whom all pay or all receive, and the latter when nobody is left who
/// pays; each does so once, whatever happens. They pay the others through house:liquidity; what a
/// margin does not reach for stays unpaid with its position. What the house cannot pay is written
/// down as owed, and the position goes on as the others do.
SettledFunding settle_funding(pg::Transaction& tx, const DueFunding& due,
                              std::span<const FundingPart> some);

/// Pays what was owed as far as the house has it, the smallest amounts first and at most `most` of
/// them: into the margin, or to the owner where the position has ended meanwhile. Returns the
/// positions, one for each payment; fewer than `most`: the house has no more, or nothing is owed.
std::vector<Position> pay_owed_funding(pg::Transaction& tx, int most);

/// A time of funding of which a position that ends has had a part and for which it has not paid.
struct RunningFunding {
    pg::Time at;
    Decimal rate;  ///< the average of what was forecast while it was open
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
