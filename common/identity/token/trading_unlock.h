#pragma once

#include <chrono>
#include <optional>

#include "pg/pg.h"
#include "token/sessions.h"

/// A client may open a session for trading with the transaction password: for some minutes orders,
/// conversions and futures then need no password in that session. Withdrawals and whatever guards
/// the account always do. It is closed by its time, by hand, by signing out, by ten idle minutes
/// (sessions.last_seen_at, which pages that nobody touches do not move) and by a change of a
/// password.
namespace cambio::token {

/// Until when a session is open for trading; nothing: it is not. Reads the database, since another
/// program may have closed it a moment ago.
std::optional<pg::Time> unlocked_until(pg::Connection& connection, const Session& session);

/// What was right in a session that is opened. A passkey cannot be guessed, so that such a session
/// trades while others are locked for their guesses; it says nothing of the password.
enum class UnlockedBy { password, passkey };

/// Opens a session for so many minutes from now. Whether it was possible: not where the session has
/// ended or the client's epoch has changed meanwhile.
bool unlock_trading(pg::Transaction& tx, const Session& session, UnlockedBy proof,
                    std::chrono::minutes time);

/// Closes a session.
void close_trading(pg::Connection& connection, SessionId session);

/// No session of the client stays open for longer than that from now; zero closes them all.
void shorten_unlocks(pg::Transaction& tx, ClientId client, std::chrono::minutes time);

}  // namespace cambio::token
