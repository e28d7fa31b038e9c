#pragma once

#include "fcgi/reply.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::auth {

/// Whether a sign-in needs more than a password: an authenticator app is set up, or a passkey.
bool has_second_factor(pg::Transaction& tx, ClientId client);

/// {"status": 202, "message": "two_factor_required", "challenge", "expires_in", "factors"}: the
/// sign-in goes on with POST /api/v3/login/two-factor or /api/v3/login/passkey. The caller
/// commits.
fcgi::Reply ask_second_factor(pg::Transaction& tx, ClientId client);

/// Whose second step the challenge stands for; a try of it, when the transaction commits. Throws
/// Error token_expired naming `challenge`.
ClientId waiting_client(pg::Transaction& tx, const std::string& challenge);

/// Uses the challenge up.
void end_waiting(pg::Transaction& tx, const std::string& challenge);

}  // namespace cambio::auth
