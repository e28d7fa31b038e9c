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
    locked,       ///< five were wrong in fifteen minutes, or somebody locked trading otherwise
    unavailable,  ///< the database is away: nobody knows
};

/// Guards orders and withdrawals by the transaction password. Argon2id is far too slow for every
/// order: after it was right once in a session, a keyed hash of it stands for fifteen minutes in
/// memory and in the session's row, so that other processes accept it too. The hash covers the
/// client's epoch, so a change of password ends it at once.
///
/// Five wrong ones in fifteen minutes lock trading and withdrawals for fifteen minutes, and the
/// owner is told. Tries of one client are checked one after the other.
class TradingPasswords {
  public:
    /// `hash_key` has 32 bytes. `pool` must outlive this.
    TradingPasswords(pg::Pool& pool, std::string hash_key);
    ~TradingPasswords();
    TradingPasswords(const TradingPasswords&) = delete;
    TradingPasswords& operator=(const TradingPasswords&) = delete;

    /// Whether memory says that it is right; microseconds. False says nothing. A lock of the last
    /// seconds is not seen here: the transaction that moves money reads trading_locked_until again.
    bool remembered(const Session& session, std::string_view password);
    /// Decides; may take a hundred milliseconds. While the client is locked out the right one is
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

}  // namespace cambio::token
