#pragma once

#include "pg/pg.h"

/// Accounts that the market's writer has at hand before an order needs them. All others are made
/// where they are first asked for (ledger.h).
namespace cambio::ledger {

/// Makes those of SPOT wallets that there are not yet. Parallel arrays of bigint; `held`: 1 for the
/// held twin, else 0.
void make_spot_accounts(pg::Connection& connection, const pg::Param& clients,
                        const pg::Param& assets, const pg::Param& held);

/// Makes house:fees and house:liquidity of every asset that has none yet.
void make_trading_accounts(pg::Connection& connection);

}  // namespace cambio::ledger
