#include "watch/archive.h"

namespace cambio::watch {

namespace {

// A server elsewhere may archive by itself: whether that is well, and what is in a backup, its own
// people know. Where no command at all is set, nothing is archived, and the disk fills. The cluster
// of cambio-pg is named so by Debian: another command there is no reason to say nothing.
constexpr const char* find_foreign = R"sql(
    select current_setting('archive_mode') <> 'off'
           and current_setting('cluster_name') not like '%/cambio'
           and current_setting('archive_command') not like '%/cambio-backup/%'
           and current_setting('archive_command')
               || coalesce(current_setting('archive_library', true), '') <> '' as yes
)sql";
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
constexpr const char* read_waiting = R"sql(
    select extract(epoch from clock_timestamp() - max(applied_at))::bigint as age
      from schema_migrations
     where current_setting('archive_mode') <> 'off'
           and not exists (select from job_marks where name like 'backup %')
    having count(*) > 0
)sql";
constexpr const char* read_drill = R"sql(
    select extract(epoch from clock_timestamp() - at)::bigint as age, value <> 'never' as made
      from job_marks where name = 'backup_drill'
)sql";

bool archives_by_itself(pg::Connection& db) {
    return db.run(find_foreign)[0].boolean("yes");
}

}  // namespace

std::vector<Backup> backups(pg::Connection& db) {
    std::vector<Backup> found;
    if (archives_by_itself(db)) return found;
    for (const auto row : db.run(read_backups))
        found.push_back(
            {row.str("repository"), std::chrono::seconds{row.integer("age")}, row.boolean("made")});
    if (!found.empty()) return found;
    // The repository that each cluster has.
    for (const auto row : db.run(read_waiting))
        found.push_back({"1", std::chrono::seconds{row.integer("age")}, false});
    return found;
}

std::optional<Drill> last_drill(pg::Connection& db) {
    if (archives_by_itself(db)) return std::nullopt;
    const auto rows = db.run(read_drill);
    if (rows.empty()) return std::nullopt;
    return Drill{std::chrono::seconds{rows[0].integer("age")}, rows[0].boolean("made")};
}

std::optional<std::chrono::seconds> archive_age(pg::Connection& db) {
    if (archives_by_itself(db)) return std::nullopt;
    const auto rows = db.run(read_age);
    if (rows.size() == 0) return std::nullopt;
    return std::chrono::seconds{rows[0].integer("age")};
}

}  // namespace cambio::watch
