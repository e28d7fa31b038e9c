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
};
struct Caps {
    Decimal client, client_of_contract, contract, house;
};
enum class Room { enough, none_for_client, none_in_contract, none_for_house };
/// Whether a position of that size may be opened besides. One that brings the house nearer to zero
/// is always welcome to it.
Room room_for(const OpenInterest& open, const Caps& caps, House house, Decimal size);

/// For how much the house has traded within the last minute, in the quote currency: one direction
/// of one coin.
class Budget {
  public:
    static constexpr std::chrono::seconds window{60};

    void took(Time at, Decimal worth);
    /// What is left of `limit`; never below zero.
    Decimal left(Time now, Decimal limit);

  private:
    struct Taken {
        Time at;
        Decimal worth;
    };
    std::deque<Taken> taken_;  ///< the oldest first
    Decimal sum_;
};

}  // namespace cambio::risk
