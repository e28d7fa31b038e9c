#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "pg/pg.h"
#include "token/sessions.h"

namespace cambio::token {

enum class PasswordVerdict {
    right,
    wrong,        ///< an attempt was counted
    locked,       ///< five were wrong in fifteen minutes
    unavailable,  ///< the database is away: nobody knows
};

/// Guards orders and withdrawals by the transaction password. Argon2id is far too slow for every
/// order: after it was right once in a session, a keyed hash of it stands for fifteen minutes in
/// memory and in the session's row, so that other processes accept it too. The hash covers the
/// client's epoch, so a change of password ends it at once.
///
/// Five wrong ones in fifteen minutes lock the session for fifteen minutes, and the owner is told;
/// the twentieth of a day ends it. Sessions that have not proved the password since it was last
/// changed count together, too: their fifth locks all of them, and whatever leaves the house
/// (clients.trading_locked_until). So a thief's guesses stay bounded, and stop neither the owner's
/// programs nor where the owner trades. A session that a passkey has opened trades during that
/// lock, but is one of those whose guesses count together, and tries no password meanwhile. Until
/// when a session may not trade says the database's function trading_lock. Tries of one client are
/// checked one after the other.
class TradingPasswords {
  public:
    /// `hash_key` has 32 bytes. `pool` must outlive this.
    TradingPasswords(pg::Pool& pool, std::string hash_key);
    ~TradingPasswords();
    TradingPasswords(const TradingPasswords&) = delete;
    TradingPasswords& operator=(const TradingPasswords&) = delete;

    /// Whether memory says that it is right; microseconds. False says nothing. A lock of the last
    /// seconds is not seen here: the transaction that moves money reads it again.
    bool remembered(const Session& session, std::string_view password);
    /// Decides; may take a hundred milliseconds. While the session is locked the right one is
    /// refused as well, so that nobody learns by it which one is right.
    PasswordVerdict verify(const Session& session, const std::string& password);
    /// Decides on a thread of its own and calls `then` there, exactly once.
    void verify_later(const Session& session, std::string password,
                      std::function<void(PasswordVerdict)> then);
    /// Decides what waits, then ends the threads.
    void stop();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Ends the lock of all the client's sessions, for an owner who has proved otherwise to be it; not
/// where twenty tries of a day were wrong.
void lift_trading_lock(pg::Transaction& tx, ClientId client);

}  // namespace cambio::token
