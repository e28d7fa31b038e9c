#include "watch/archive.h"

namespace cambio::watch {

namespace {

// Statistics may be reset and have no time of archiving then. A server that a clock which was ahead
// has seen start may archive by now.
constexpr const char* read_age = R"sql(
    select extract(epoch from clock_timestamp() - coalesce(
               greatest(last_archived_time, case when began <= clock_timestamp() then began end),
               began))::bigint as age
      from pg_stat_archiver,
           lateral (select greatest(stats_reset, pg_postmaster_start_time()) as began) s
     where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()
)sql";

// The names are those of cambio-backup and cambio-restore.
constexpr const char* read_backups = R"sql(
    select split_part(name, ' ', 2) as repository,
           extract(epoch from clock_timestamp() - at)::bigint as age, value <> 'never' as made
      from job_marks where name like 'backup %' order by name
)sql";
constexpr const char* find_never = R"sql(
    select current_setting('archive_mode') <> 'off'
           and not exists (select from job_marks where name like 'backup %')
           and max(applied_at) < now() - make_interval(hours => $1) as never
      from schema_migrations
)sql";
constexpr const char* read_drill = R"sql(
    select extract(epoch from clock_timestamp() - at)::bigint as age
      from job_marks where name = 'backup_drill'
)sql";

}  // namespace

std::vector<Backup> backups(pg::Connection& db) {
    std::vector<Backup> found;
    for (const auto row : db.run(read_backups))
        found.push_back(
            {row.str("repository"), std::chrono::seconds{row.integer("age")}, row.boolean("made")});
    return found;
}

bool never_backed_up(pg::Connection& db) {
    return db.run(find_never, {backup_overdue_after.count()})[0].boolean("never");
}

std::optional<std::chrono::seconds> drill_age(pg::Connection& db) {
    const auto rows = db.run(read_drill);
    if (rows.empty()) return std::nullopt;
    return std::chrono::seconds{rows[0].integer("age")};
}

std::optional<std::chrono::seconds> archive_age(pg::Connection& db) {
    const auto rows = db.run(read_age);
    if (rows.size() == 0) return std::nullopt;
    return std::chrono::seconds{rows[0].integer("age")};
}

}  // namespace cambio::watch
