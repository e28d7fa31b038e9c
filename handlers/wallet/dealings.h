#pragma once

#include <functional>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/snapshot.h"

namespace cambio::wallet {

/// A purchase or a sale of a coin, on its market or by a conversion.
struct Dealing {
    pg::Time at;
    bool bought;
    Decimal quantity;  ///< what arrived, after fees, or what was given
    Decimal worth;     ///< USDT that was paid, or received after fees
};

/// Hands over a client's dealings in a coin against USDT or by conversions, the oldest first. What
/// fee credit gave back of an order's fees counts as part of its last fill. Only a page of them is
/// in memory at a time, however many there are.
void each_dealing(pg::Snapshot& tx, ClientId client, AssetId asset,
                  const std::function<void(const Dealing&)>& take);

}  // namespace cambio::wallet
