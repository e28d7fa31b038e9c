#pragma once

#include <string_view>

#include "pg/pg.h"

/// Wrong passwords, kept in PostgreSQL because Redis forgets them on a kill. Five within fifteen
/// minutes lock their subject for fifteen minutes from the fifth; wrong ones during a lock do not
/// count. `subject` names what is guessed at and, where strangers can guess, from where:
/// "login:<e-mail>/<network or session>", "transaction:<client id>".
namespace cambio::token {

constexpr int max_wrong_attempts = 5;

/// Takes the subject's turn until the transaction ends, so that guesses in parallel are counted
/// like guesses in a row. Throws Error too_many_attempts (detail retry_after_seconds) while it is
/// locked. Whoever takes two turns takes the wider one first.
void begin_attempt(pg::Transaction& tx, std::string_view subject, int most = max_wrong_attempts);

/// Throws the same where `most` were wrong within 24 hours, until fewer are. After begin_attempt in
/// the same transaction.
void require_quiet_day(pg::Transaction& tx, std::string_view subject, int most);
/// Whether it would throw now.
bool day_is_full(pg::Transaction& tx, std::string_view subject, int most);

/// Counts a wrong one, after begin_attempt in the same transaction, which the caller commits. True:
/// it was the last, the subject is locked from now on.
bool count_wrong_attempt(pg::Transaction& tx, std::string_view subject,
                         int most = max_wrong_attempts);

/// How many were wrong within fifteen minutes.
std::int64_t wrong_attempts(pg::Transaction& tx, std::string_view subject);

/// A right one starts the count anew.
void forget_attempts(pg::Transaction& tx, std::string_view subject);

}  // namespace cambio::token
