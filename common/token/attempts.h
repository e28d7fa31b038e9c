#pragma once

#include <string_view>

#include "pg/pg.h"

/// Wrong passwords, kept in PostgreSQL because Redis forgets them on a kill. Five within fifteen
/// minutes lock their subject for fifteen minutes from the fifth; wrong ones during a lock do not
/// count. `subject` names what is guessed at: "login:<e-mail>", "transaction:<client id>".
namespace cambio::token {

/// Takes the subject's turn until the transaction ends, so that guesses in parallel are counted
/// like guesses in a row. Throws Error too_many_attempts (detail retry_after_seconds) while it is
/// locked.
void begin_attempt(pg::Transaction& tx, std::string_view subject);

/// Counts a wrong one, after begin_attempt in the same transaction, which the caller commits. True:
/// it was the fifth, the subject is locked from now on.
bool count_wrong_attempt(pg::Transaction& tx, std::string_view subject);

/// A right one starts the count anew.
void forget_attempts(pg::Transaction& tx, std::string_view subject);

}  // namespace cambio::token
