// Counts the interest of each day that is over (UTC), pays it out of house:earn, and ends or renews
// terms that are over. It runs each hour and does what the days still lack, so that it depends
// neither on cron's time zone nor on a machine that is up at midnight: run twice it gives the same,
// and a missed day is caught up with the amounts that it would have had. Where house:earn has too
// little, interest stays owed until there is money, and the log and /api/v3/status say so.
#include <algorithm>
#include <vector>

#include "earn/subscriptions.h"
#include "jobs/job.h"
#include "jobs/marks.h"
#include "log/log.h"

namespace {

using namespace cambio;

/// Subscriptions in one transaction.
constexpr std::size_t together = 100;

using Ids = std::vector<std::int64_t>;

struct Count {
    int waiting = 0;
    std::size_t changed = 0;
};

void settle(jobs::Job& job, pg::Time now, const Ids& ids, Count& count) {
    pg::Transaction tx{job.db};
    const auto settled = earn::settle(tx, now, ids);
    tx.commit();
    for (const auto& subscription : settled.changed) earn::announce(job.db, job.push, subscription);
    count.waiting += settled.waiting;
    count.changed += settled.changed.size();
}

/// One that goes wrong holds up none of those around it.
void settle_some(jobs::Job& job, pg::Time now, const Ids& ids, Count& count) {
    try {
        return settle(job, now, ids, count);
    } catch (const pg::Failure& failure) {
        if (failure.connection_lost()) throw;
    } catch (const std::exception&) {
        // Which of them it was, and why, is said below.
    }
    for (const std::int64_t id : ids)
        jobs::attempt(job, id, [&] { settle(job, now, {id}, count); });
}

void accrue(jobs::Job& job) {
    const pg::Time now = pg::now();
    const Ids due = earn::all_due(job.db, now);
    Count count;
    for (std::size_t i = 0; i < due.size(); i += together) {
        const auto from = due.begin() + static_cast<std::ptrdiff_t>(i);
        const auto length = std::min(together, due.size() - i);
        settle_some(job, now, Ids(from, from + static_cast<std::ptrdiff_t>(length)), count);
    }
    if (count.waiting > 0)
        log::error("interest_waits_for_the_house",
                   {{"subscriptions", std::to_string(count.waiting)}});
    log::info("interest_counted", {{"subscriptions", std::to_string(count.changed)}});
    jobs::change_mark(job.db, jobs::earn_waiting, std::to_string(count.waiting));
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "accrue_earn", std::chrono::milliseconds{0}, accrue);
}
