#pragma once

#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::rewards {

/// How much of house:fees is fees in this asset that are not settled yet: of fills and positions
/// that settle_fees has not come to, and those that it owes. Fee credit and referrers may have a
/// claim on them, so the house neither pays with them nor takes them out. Call it while house:fees
/// is locked: every new fee then waits for the caller.
Decimal unsettled_fees(pg::Transaction& tx, AssetId asset);

}  // namespace cambio::rewards
