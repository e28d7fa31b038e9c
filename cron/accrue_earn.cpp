// Counts the interest of each day that is over (UTC), pays it out of house:earn, and ends or renews
// terms that are over. It runs each hour and does what the days still lack, so that it depends
// neither on cron's time zone nor on a machine that is up at midnight: run twice it gives the same,
// and a missed day is caught up with the amounts that it would have had. Where house:earn has too
// little, interest stays owed until there is money, and the log and /api/v3/status say so.
#include "earn/subscriptions.h"
#include "jobs/job.h"
#include "log/log.h"

namespace {

using namespace cambio;

/// Subscriptions in one transaction.
constexpr int together = 100;

constexpr const char* write_waiting = R"sql(
    insert into job_marks (name, value) values ('earn_waiting', $1)
    on conflict (name) do update set value = excluded.value, at = now()
    where job_marks.value <> excluded.value
)sql";

earn::Settled settle_some(jobs::Job& job, pg::Time now, std::int64_t after) {
    pg::Transaction tx{job.db};
    auto settled = earn::settle_due(tx, now, after, together);
    tx.commit();
    for (const auto& subscription : settled.changed) earn::announce(job.db, job.push, subscription);
    return settled;
}

void accrue(jobs::Job& job) {
    const pg::Time now = pg::now();
    int waiting = 0;
    std::size_t changed = 0;
    std::int64_t after = 0;
    for (bool more = true; more;) {
        try {
            const auto settled = settle_some(job, now, after);
            waiting += settled.waiting;
            changed += settled.changed.size();
            after = settled.last;
            more = settled.more;
        } catch (const pg::Failure& failure) {
            // Two that waited for each other: the other one went on, these are looked at again.
            if (!failure.serialization()) throw;
        }
    }
    if (waiting > 0)
        log::error("interest_waits_for_the_house", {{"subscriptions", std::to_string(waiting)}});
    log::info("interest_counted", {{"subscriptions", std::to_string(changed)}});
    job.db.run(write_waiting, {std::to_string(waiting)});
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "accrue_earn", std::chrono::milliseconds{0}, accrue);
}
