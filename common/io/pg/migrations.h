#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "pg/pg.h"

namespace cambio::pg {

/// The folder and the database do not fit together; the message names the file and what to do.
struct MigrationError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What the database is, and which programs may run on it. Numbers are those of migrations, "087".
struct Schema {
    std::string newest;           ///< the last migration that was applied; empty: none was
    std::string compatible_from;  ///< the programs that were built with this one or a later one may
};

/// How a program and a database fit together, whose migrations may be another release's.
enum class Fit {
    same,             ///< it was built with the newest one
    newer_schema,     ///< it was not, and may run
    schema_too_old,   ///< it was built with one that the database has not seen
    release_too_old,  ///< a migration has taken away what it needs
};

/// The newest migration that this program was built with: its file's name.
std::string known_schema();

/// Also of a database whose migrations did not say yet what they are compatible with: on those only
/// programs run that know them.
Schema read_schema(Connection& connection);
Fit fit(const Schema& schema, std::string_view known);

/// A sentence for the operator, of what is and what helps.
std::string explain(const Schema& schema, std::string_view known);

/// Whether this program may run on the database.
bool fits(const Schema& schema);

/// Applies the files NNN_name.sql of a folder that the database has not seen, in order, each in one
/// transaction, and remembers each with its checksum in `schema_migrations`, and with what its
/// first line says: `-- compatible-from: NNN` (nginx/README.md, "Upgrade and rollback"). Two
/// runners never meet: the second one waits. Lifts the statement timeout of the connection, which
/// is the owner role's. Returns the names that were applied: none where the database is a newer
/// release's on which those of this folder may run. Throws MigrationError where they may not, for
/// an applied file that has changed or vanished, for one that comes before an applied one, and for
/// ill-named or doubled numbers.
std::vector<std::string> migrate(Connection& owner, const std::filesystem::path& folder);

/// Those of the folder that the database has not seen, if it has seen any: where there is nothing
/// yet there is nothing to lose.
std::vector<std::string> pending(Connection& owner, const std::filesystem::path& folder);

}  // namespace cambio::pg
