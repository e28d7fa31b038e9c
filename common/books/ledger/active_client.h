#pragma once

#include <string>
#include <vector>

#include "ledger/ledger.h"
#include "pg/pg.h"
#include "push/push.h"
#include "token/sessions.h"

/// A client who moves money of its own.
namespace cambio::ledger {

struct ActiveClient {
    ClientId id;
    std::string unique_id;  ///< names the push channel
};

/// Sessions are remembered for seconds, so whoever moves money is looked at again inside the
/// transaction that does. Throws unauthorized, frozen_account or trading_locked.
ActiveClient require_can_trade(pg::Transaction& tx, const token::Session& session);
/// The same for what leaves the house: guesses in other sessions stop it, too.
ActiveClient require_can_withdraw(pg::Transaction& tx, const token::Session& session);
/// The same for what a lock of trading does not forbid: taking back one's own.
ActiveClient require_not_frozen(pg::Transaction& tx, const token::Session& session);

/// Tells the owner's pages what it now has of these coins in that wallet. After the commit.
void announce_balances(pg::Connection& connection, Push& push, const ActiveClient& owner,
                       Wallet wallet, const std::vector<AssetId>& assets);

}  // namespace cambio::ledger
