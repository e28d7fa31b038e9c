#pragma once

#include <chrono>
#include <deque>

#include "money/decimal.h"

/// What the house asks of a price before it trades at it, and how much it trades within a minute:
/// one set of rules for its levels in the order book, for Convert and for futures. No I/O, and no
/// clock but the caller's.
namespace cambio::risk {

using Time = std::chrono::sys_time<std::chrono::microseconds>;

/// Whether a price is too old for the house. `made` is when the provider made it, or when it came,
/// whichever is earlier. What people are shown has a limit of its own, which is longer.
inline bool too_old(Time made, Time now, std::chrono::milliseconds limit) {
    return now - made > limit;
}

/// Whether a price was made before the house was asked to trade. It waits for the next one and
/// trades at that: who knows it before the house does has nothing of it.
inline bool made_before(Time made, Time asked) {
    return made < asked;
}

/// What the house does at a price.
enum class House { buys, sells };

/// The last look: whether the market has moved against the house by more than half its spread since
/// `promised` was told to a client. Who knows the next price before the house does would otherwise
/// take every promise that has become too good.
bool moved_against(House house, Decimal promised, Decimal now, Decimal spread);

/// What stands open in futures, in the quote currency at the marks.
struct OpenInterest {
    Decimal own;              ///< all positions of one client
    Decimal own_of_contract;  ///< those of one contract
    Decimal net;     ///< of that contract: what all clients are long less what they are short
    Decimal others;  ///< of every other contract: how far its net is from zero, summed up
    Decimal gross;   ///< of that contract: what clients are long and what they are short, together
    Decimal gross_of_all;  ///< the same of all contracts
};
struct Caps {
    Decimal client, client_of_contract;
    Decimal contract, house;  ///< of the net; the gross may be `gross_times` of it
};
/// Who is long and who is short at once nets to zero, but in a gap of the market the one is paid in
/// full and the other loses no more than the margin: the house has sold a strangle. So the gross
/// has caps, too. Four times the net's: with the usual caps of the net, 1 of what the house has for
/// a contract and 3 for all, the gross of all is 12. When every contract jumps by 15 % at once and
/// all have the least margin of 5 %, the winners are paid 0.15·(12 + 3)/2 and the losers pay
/// 0.05·(12 − 3)/2: it costs the house 0.9 of what it has, and everybody is paid.
constexpr int gross_times = 4;
enum class Room { enough, none_for_client, none_in_contract, none_for_house };
/// Whether a position of that size may be opened besides. One that brings the house nearer to zero
/// is welcome to it as long as the gross has room.
Room room_for(const OpenInterest& open, const Caps& caps, House house, Decimal size);

/// For how much the house has traded within the last minute, in the quote currency: one direction
/// of one coin.
class Budget {
  public:
    static constexpr std::chrono::seconds window{60};

    void took(Time at, Decimal worth);
    /// Somebody else has counted the same trades, and perhaps more: it was this much or more.
    void at_least(Time now, Decimal worth);
    /// What is left of `limit`; never below zero.
    Decimal left(Time now, Decimal limit);

  private:
    void forget(Time now);

    struct Taken {
        Time at;
        Decimal worth;
    };
    std::deque<Taken> taken_;  ///< the oldest first
    Decimal sum_;
};

}  // namespace cambio::risk
