// Counts the interest of each day that is over (UTC), pays it out of house:earn, and ends or renews
// terms that are over. It runs each hour and does what the days still lack, so that it depends
// neither on cron's time zone nor on a machine that is up at midnight: run twice it gives the same,
// and a missed day is caught up with the amounts that it would have had. Where house:earn has too
// little, interest stays owed until there is money, and the log and /api/v3/status say so.
#include <algorithm>
#include <iterator>

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

earn::Settled settle_some(jobs::Job& job, pg::Time now, std::int64_t after, int limit) {
    pg::Transaction tx{job.db};
    auto settled = earn::settle_due(tx, now, after, limit);
    tx.commit();
    for (const auto& subscription : settled.changed) earn::announce(job.db, job.push, subscription);
    return settled;
}

/// The same where one of them goes wrong, which holds up none of those around it.
earn::Settled settle_each(jobs::Job& job, pg::Time now, std::int64_t after) {
    earn::Settled all;
    all.last = after;
    for (int i = 0; i < together; ++i) {
        const auto id = earn::next_due(job.db, now, all.last);
        if (!id) return all;
        jobs::attempt(job, id->value, [&] {
            auto one = settle_some(job, now, id->value - 1, 1);
            all.waiting += one.waiting;
            std::ranges::move(one.changed, std::back_inserter(all.changed));
        });
        all.last = id->value;
    }
    all.more = true;
    return all;
}

earn::Settled settle_next(jobs::Job& job, pg::Time now, std::int64_t after) {
    try {
        return settle_some(job, now, after, together);
    } catch (const pg::Failure& failure) {
        if (failure.connection_lost()) throw;
    } catch (const std::exception&) {
        // Which of them it was, and why, is said below.
    }
    return settle_each(job, now, after);
}

void accrue(jobs::Job& job) {
    const pg::Time now = pg::now();
    int waiting = 0;
    std::size_t changed = 0;
    std::int64_t after = 0;
    for (bool more = true; more;) {
        const auto settled = settle_next(job, now, after);
        waiting += settled.waiting;
        changed += settled.changed.size();
        after = settled.last;
        more = settled.more;
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
