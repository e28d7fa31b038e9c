#include "watch/archive.h"

namespace cambio::watch {

namespace {

// Statistics may be reset and have no time of archiving then.
constexpr const char* read_age = R"sql(
    select extract(epoch from clock_timestamp()
               - greatest(last_archived_time, stats_reset, pg_postmaster_start_time()))::bigint
               as age
      from pg_stat_archiver
     where current_setting('archive_mode') <> 'off' and not pg_is_in_recovery()
)sql";

}  // namespace

std::optional<std::chrono::seconds> archive_age(pg::Connection& db) {
    const auto rows = db.run(read_age);
    if (rows.size() == 0) return std::nullopt;
    return std::chrono::seconds{rows[0].integer("age")};
}

}  // namespace cambio::watch
