#pragma once

#include "fcgi/reply.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::auth {

/// {"status": 202, "message": "two_factor_required", "challenge", "expires_in"}: the sign-in goes
/// on with POST /api/v3/login/two-factor. The caller commits.
fcgi::Reply ask_second_factor(pg::Transaction& tx, ClientId client);

}  // namespace cambio::auth
