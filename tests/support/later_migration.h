#pragma once

#include <string>

#include "pg/pg.h"

namespace cambio::test {

/// As a newer release leaves the database: with a migration that no program of these sources knows,
/// and on which those may run that know the migration of that number. Called again, it says another
/// number.
void add_later_migration(pg::Connection& owner, const std::string& compatible_from);

}  // namespace cambio::test
