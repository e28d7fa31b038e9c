#pragma once

#include <string>

#include "fcgi/request.h"
#include "pg/pg.h"

namespace cambio::auth {

/// Checks a signed-in client's login password before a change of its account; Argon2id, so on the
/// password lane. Wrong ones are counted with those of sign-in. Throws Error wrong_password (field
/// password; commits the count) and too_many_attempts.
void expect_password(pg::Transaction& tx, ClientId client, const std::string& password);

}  // namespace cambio::auth
