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
        applied_at timestamptz not null default now(),
        compatible_from text
    )
)sql";
// The table of an installation from before the rule.
constexpr const char* knows_rule = R"sql(
    select exists (select from pg_attribute where attrelid = 'schema_migrations'::regclass
                       and attname = 'compatible_from') as yes
)sql";
constexpr const char* add_rule = "alter table schema_migrations add column compatible_from text";
constexpr const char* checksum_of = R"sql(
    select encode(sha256(convert_to($1, 'UTF8')), 'hex') as checksum
)sql";
constexpr const char* applied_migrations = R"sql(
    select name, checksum from schema_migrations order by name
)sql";
constexpr const char* record = R"sql(
    insert into schema_migrations (name, checksum, compatible_from) values ($1, $2, nullif($3, ''))
)sql";

// As JSON, for the column may not be there yet.
constexpr const char* what_it_is = R"sql(
    select coalesce(max(name), '') as newest,
           coalesce(max(coalesce(to_jsonb(m) ->> 'compatible_from', left(name, 3))), '') as oldest
    from schema_migrations m
)sql";

struct Migration {
    std::string name;
    std::string sql;
    std::string checksum;
    std::string compatible_from;  ///< empty: it does not say
};

constexpr std::size_t digits = 3;

std::string number_of(std::string_view name) {
    return std::string{name.substr(0, digits)};
}

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
    const std::string_view number = name.substr(0, digits), text = name.substr(4, name.size() - 8);
    return std::all_of(number.begin(), number.end(), digit) && name[3] == '_' &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return digit(c) || c == '_' || (c >= 'a' && c <= 'z'); });
}

/// What the first line says.
std::string compatible_from(const std::string& name, std::string_view sql) {
    constexpr std::string_view header = "-- compatible-from: ";
    const std::string_view line = sql.substr(0, sql.find('\n'));
    if (!line.starts_with(header)) return "";
    const std::string_view number = line.substr(header.size());
    if (number.size() != digits || !std::ranges::all_of(number, digit) || number > number_of(name))
        throw MigrationError{name +
                             " is compatible from a number of three digits, its own at most"};
    return std::string{number};
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
        if (!migrations.empty() && migrations.back().name.starts_with(number_of(name))) {
            throw MigrationError{name + " has the number of " + migrations.back().name};
        }
        std::string sql = contents(path);
        std::string checksum = connection.run(checksum_of, {sql})[0].str("checksum");
        std::string oldest = compatible_from(name, sql);
        migrations.push_back({name, std::move(sql), std::move(checksum), std::move(oldest)});
    }
    return migrations;
}

/// What was applied must be the beginning of the folder, unchanged; what a newer release has
/// applied after all of it is not this one's to judge. Returns how many of the folder that are.
std::size_t compare_applied(const Result& applied, const std::vector<Migration>& migrations) {
    std::size_t count = 0;
    for (const Row row : applied) {
        const std::string name = row.str("name");
        if (count > 0 && count == migrations.size()) break;
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
    tx.change(1, record, {migration.name, migration.checksum, migration.compatible_from});
    tx.commit();
}

bool is_new(Connection& owner) {
    return owner.run("select to_regclass('schema_migrations')")[0].null("to_regclass");
}

/// How many of the folder's the database has seen.
std::size_t count_known(Connection& owner, const std::vector<Migration>& migrations) {
    if (!migrations.empty()) {
        const auto schema = read_schema(owner);
        const auto& newest = migrations.back().name;
        if (fit(schema, newest) == Fit::release_too_old)
            throw MigrationError{explain(schema, newest)};
    }
    return compare_applied(owner.run(applied_migrations), migrations);
}

}  // namespace

std::string known_schema() {
    return CAMBIO_NEWEST_MIGRATION;
}

Schema read_schema(Connection& connection) {
    const auto rows = connection.run(what_it_is);
    return {rows[0].str("newest"), rows[0].str("oldest")};
}

Fit fit(const Schema& schema, std::string_view known) {
    if (schema.newest < known) return Fit::schema_too_old;
    if (schema.compatible_from > number_of(known)) return Fit::release_too_old;
    return schema.newest == known ? Fit::same : Fit::newer_schema;
}

std::string explain(const Schema& schema, std::string_view known) {
    const std::string mine{known};
    switch (fit(schema, known)) {
        case Fit::same:
            return "This release and the schema are of the same time.";
        case Fit::newer_schema:
            return "The schema is a newer release's, and this one, which knows " + mine +
                   ", may run on it.";
        case Fit::schema_too_old:
            return "The schema is older than this release, which needs " + mine + ": migrate it.";
        case Fit::release_too_old:
            break;
    }
    return "The schema has " + schema.newest +
           ", made by a newer program, and only releases that "
           "know " +
           schema.compatible_from + " may run on it; this one knows no more than " + mine +
           ": install a newer one, or restore a backup from before.";
}

bool fits(const Schema& schema) {
    const Fit found = fit(schema, known_schema());
    return found == Fit::same || found == Fit::newer_schema;
}

std::vector<std::string> migrate(Connection& owner, const std::filesystem::path& folder) {
    owner.run("set statement_timeout = 0");
    // Released by the unlock below or, whatever happens, by the end of the connection.
    owner.run("select pg_advisory_lock($1)", {migrations_lock});
    // Making a table that exists would need the right to make one, and says so in the log.
    if (is_new(owner)) owner.run(make_table);
    if (!owner.run(knows_rule)[0].boolean("yes")) owner.run(add_rule);
    const auto migrations = read_folder(owner, folder);
    const std::size_t known = count_known(owner, migrations);

    std::vector<std::string> names;
    for (std::size_t i = known; i < migrations.size(); ++i) {
        apply(owner, migrations[i]);
        names.push_back(migrations[i].name);
    }
    owner.run("select pg_advisory_unlock($1)", {migrations_lock});
    return names;
}

std::vector<std::string> pending(Connection& owner, const std::filesystem::path& folder) {
    std::vector<std::string> names;
    if (is_new(owner)) return names;
    const auto migrations = read_folder(owner, folder);
    for (std::size_t i = count_known(owner, migrations); i < migrations.size(); ++i)
        names.push_back(migrations[i].name);
    return names;
}

}  // namespace cambio::pg
