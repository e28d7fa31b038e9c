#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "pg/pg.h"

namespace cambio::pg {

/// The folder and the database do not fit together; the message names the file and what to do.
struct MigrationError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Applies the files NNN_name.sql of a folder that the database has not seen, in order, each in one
/// transaction, and remembers each with its checksum in `schema_migrations`. Two runners never
/// meet: the second one waits. Lifts the statement timeout of the connection, which is the owner
/// role's. Returns the names that were applied. Throws MigrationError for an applied file that has
/// changed or vanished, for one that comes before an applied one, and for ill-named or doubled
/// numbers.
std::vector<std::string> migrate(Connection& owner, const std::filesystem::path& folder);

/// Whether the database has the newest migration that this program was built with; it may have
/// newer ones.
bool schema_is_current(Connection& connection);

}  // namespace cambio::pg
