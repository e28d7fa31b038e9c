#pragma once

#include <vector>

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

/// All of a client's dealings in a coin against USDT or by conversions, the oldest first.
std::vector<Dealing> dealings_of(pg::Connection& connection, ClientId client, AssetId asset);

}  // namespace cambio::wallet
