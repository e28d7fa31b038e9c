#pragma once

#include <functional>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::wallet {

/// A purchase or a sale of a coin, on its market or by a conversion.
struct Dealing {
    pg::Time at;
    bool bought;
    Decimal quantity;  ///< what arrived, after fees, or what was given
    Decimal worth;     ///< USDT that was paid, or received after fees
};

/// Hands over a client's dealings in a coin against USDT or by conversions, the oldest first, as
/// the database has them in one snapshot. Only a page of them is in memory at a time, however many
/// there are.
void each_dealing(pg::Connection& connection, ClientId client, AssetId asset,
                  const std::function<void(const Dealing&)>& take);

}  // namespace cambio::wallet
