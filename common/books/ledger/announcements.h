#pragma once

#include <vector>

#include "ledger/ledger.h"
#include "pg/pg.h"
#include "push/push.h"
#include "token/acting.h"

namespace cambio::ledger {

/// Tells the owner's pages what it now has of these coins in that wallet. After the commit.
void announce_balances(pg::Connection& connection, Push& push, const token::ActiveClient& owner,
                       Wallet wallet, const std::vector<AssetId>& assets);

}  // namespace cambio::ledger
