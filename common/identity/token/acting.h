#pragma once

#include <string>

#include "money/ids.h"
#include "pg/pg.h"
#include "token/sessions.h"

/// Who may act at this moment. Sessions are remembered for seconds, so whoever moves money or
/// changes an account is looked at again inside the transaction that does. What frozen, signed in
/// and locked mean is said in the database alone (client_frozen, session_alive, trading_lock),
/// where statements about many clients ask for it, too.
namespace cambio::token {

/// A client who may.
struct ActiveClient {
    ClientId id;
    std::string unique_id;  ///< names the push channel
};

/// Held: nobody freezes the client before the transaction ends.
enum class ClientRow { read, held };

/// Throws unauthorized, frozen_account or trading_locked.
ActiveClient require_can_trade(pg::Transaction& tx, const Session& session,
                               ClientRow row = ClientRow::read);
/// The same for what leaves the house: guesses in other sessions stop it, too.
ActiveClient require_can_withdraw(pg::Transaction& tx, const Session& session);
/// The same for what a lock of trading does not forbid: taking back one's own.
ActiveClient require_not_frozen(pg::Transaction& tx, const Session& session,
                                ClientRow row = ClientRow::read);

}  // namespace cambio::token
