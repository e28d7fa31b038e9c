#pragma once

#include <string>
#include <vector>

#include "period.h"
#include "pg/snapshot.h"

namespace cambio::wallet {

/// What a position that has ended brought its owner, in USDT. It has no lots: all of it was opened
/// and ended at once.
struct FuturesGain {
    std::string pair, coin;
    bool is_long;
    bool liquidated;
    Decimal quantity;  ///< of the coin
    pg::Time opened_at, ended_at;
    Decimal realised;  ///< negative for a loss, which of a liquidated position is all its margin
    Decimal fees;      ///< of opening and closing, less what fee credit gave back of them
    Decimal funding;   ///< received less paid; with what the house paid after the end

    /// What the position has changed in the futures wallet, to the last digit.
    Decimal won() const { return realised + funding - fees; }
};

/// Of a client's positions that ended in the period, the first to end first; at most `most`. Throws
/// statement_too_long where there are more.
std::vector<FuturesGain> futures_gains_of(pg::Snapshot& tx, ClientId client, const Period& period,
                                          int most);

}  // namespace cambio::wallet
