#include "support/later_migration.h"

namespace cambio::test {

void add_later_migration(pg::Connection& owner, const std::string& compatible_from) {
    owner.run(
        "insert into schema_migrations (name, checksum, compatible_from) "
        "values ('999_later.sql', '', $1) "
        "on conflict (name) do update set compatible_from = excluded.compatible_from",
        {compatible_from});
}

}  // namespace cambio::test
