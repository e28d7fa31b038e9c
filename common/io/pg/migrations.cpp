#include "pg/migrations.h"

#include <libpq-fe.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace cambio::pg {

namespace {

/// Any number that nothing else locks.
constexpr std::int64_t migrations_lock = 0x43616d62696f0001;

constexpr const char* make_table = R"sql(
    create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
    )
)sql";
constexpr const char* checksum_of = R"sql(
    select encode(sha256(convert_to($1, 'UTF8')), 'hex') as checksum
)sql";
constexpr const char* applied_migrations = R"sql(
    select name, checksum from schema_migrations order by name
)sql";
constexpr const char* record = R"sql(
    insert into schema_migrations (name, checksum) values ($1, $2)
)sql";

constexpr const char* knows_migration = R"sql(
    select exists (select from schema_migrations where name >= $1) as yes
)sql";

struct Migration {
    std::string name;
    std::string sql;
    std::string checksum;
};

std::string contents(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw MigrationError{"cannot read " + path.string()};
    return text.str();
}

bool digit(char c) {
    return c >= '0' && c <= '9';
}

/// NNN_name.sql, the name in lower case.
bool well_named(std::string_view name) {
    if (name.size() < 9 || !name.ends_with(".sql")) return false;
    const std::string_view number = name.substr(0, 3), text = name.substr(4, name.size() - 8);
    return std::all_of(number.begin(), number.end(), digit) && name[3] == '_' &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return digit(c) || c == '_' || (c >= 'a' && c <= 'z'); });
}

std::vector<Migration> read_folder(Connection& connection, const std::filesystem::path& folder) {
    std::map<std::string, std::filesystem::path> by_name;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator{folder, error}) {
        by_name.emplace(entry.path().filename().string(), entry.path());
    }
    if (error) throw MigrationError{"cannot read the folder " + folder.string()};

    std::vector<Migration> migrations;
    for (const auto& [name, path] : by_name) {
        if (!well_named(name)) {
            throw MigrationError{path.string() + " is not called NNN_name.sql"};
        }
        if (!migrations.empty() && migrations.back().name.starts_with(name.substr(0, 3))) {
            throw MigrationError{name + " has the number of " + migrations.back().name};
        }
        std::string sql = contents(path);
        std::string checksum = connection.run(checksum_of, {sql})[0].str("checksum");
        migrations.push_back({name, std::move(sql), std::move(checksum)});
    }
    return migrations;
}

/// What was applied must be the beginning of the folder, unchanged. Returns how many that are.
std::size_t compare_applied(const Result& applied, const std::vector<Migration>& migrations) {
    std::size_t count = 0;
    for (const Row row : applied) {
        const std::string name = row.str("name");
        if (count == migrations.size() || migrations[count].name > name) {
            throw MigrationError{"the database knows the migration " + name +
                                 ", which this folder does not have: a newer program made it"};
        }
        if (migrations[count].name < name) {
            throw MigrationError{migrations[count].name + " comes before " + name +
                                 ", which is already applied: give it a higher number"};
        }
        if (migrations[count].checksum != row.text("checksum")) {
            throw MigrationError{name +
                                 " was changed after it had been applied: restore it and "
                                 "write the change as a new migration"};
        }
        ++count;
    }
    return count;
}

void apply(Connection& connection, const Migration& migration) {
    Transaction tx{connection};
    try {
        connection.script(migration.sql);
    } catch (const Failure& failure) {
        throw MigrationError{migration.name + " failed and was rolled back: " + failure.what()};
    }
    if (PQtransactionStatus(connection.raw()) != PQTRANS_INTRANS) {
        throw MigrationError{migration.name + " ends its own transaction"};
    }
    tx.change(1, record, {migration.name, migration.checksum});
    tx.commit();
}

}  // namespace

std::vector<std::string> migrate(Connection& owner, const std::filesystem::path& folder) {
    owner.run("set statement_timeout = 0");
    // Released by the unlock below or, whatever happens, by the end of the connection.
    owner.run("select pg_advisory_lock($1)", {migrations_lock});
    // Making a table that exists would need the right to make one, and says so in the log.
    if (owner.run("select to_regclass('schema_migrations')")[0].null("to_regclass")) {
        owner.run(make_table);
    }
    const auto migrations = read_folder(owner, folder);
    const std::size_t known = compare_applied(owner.run(applied_migrations), migrations);

    std::vector<std::string> names;
    for (std::size_t i = known; i < migrations.size(); ++i) {
        apply(owner, migrations[i]);
        names.push_back(migrations[i].name);
    }
    owner.run("select pg_advisory_unlock($1)", {migrations_lock});
    return names;
}

bool schema_is_current(Connection& connection) {
    return connection.run(knows_migration, {CAMBIO_NEWEST_MIGRATION})[0].boolean("yes");
}

}  // namespace cambio::pg
