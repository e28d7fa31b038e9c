// Deletes what is older than the operator keeps it (KEEP_NOTIFICATIONS_DAYS, KEEP_MAILS_DAYS). It
// runs once a day and reads each table once from its beginning to its end, in parts that are a
// transaction each: an index by time would cost each order that tells its client something.
#include "jobs/job.h"
#include "log/log.h"

namespace {

using namespace cambio;

/// Of 8 kB.
constexpr std::int64_t pages_at_once = 4096;

struct Kept {
    const char* name;
    const char* count_pages;
    const char* forget;
};

constexpr Kept notifications{"notifications",
                             R"sql(
        select pg_relation_size('notifications') / current_setting('block_size')::bigint as pages
    )sql",
                             R"sql(
        delete from notifications
        where ctid >= $1::text::tid and ctid < $2::text::tid
              and created_at < now() - make_interval(days => $3)
    )sql"};
constexpr Kept mails{"mails",
                     R"sql(
        select pg_relation_size('outgoing_mails') / current_setting('block_size')::bigint as pages
    )sql",
                     R"sql(
        delete from outgoing_mails
        where ctid >= $1::text::tid and ctid < $2::text::tid
              and created_at < now() - make_interval(days => $3)
    )sql"};

std::string page(std::int64_t number) {
    return '(' + std::to_string(number) + ",0)";
}

void forget(jobs::Job& job, const Kept& kept, int days) {
    if (days == 0) return;
    const std::int64_t pages = job.db.run(kept.count_pages)[0].integer("pages");
    std::int64_t deleted = 0;
    for (std::int64_t from = 0; from < pages; from += pages_at_once)
        deleted +=
            job.db.run(kept.forget, {page(from), page(from + pages_at_once), days}).affected();
    log::info("old_rows_deleted", {{"what", kept.name}, {"rows", std::to_string(deleted)}});
}

void apply(jobs::Job& job) {
    forget(job, notifications, job.config.keep_notifications_days);
    forget(job, mails, job.config.keep_mails_days);
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "apply_retention", std::chrono::milliseconds{0}, apply);
}
