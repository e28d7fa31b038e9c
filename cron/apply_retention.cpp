// Deletes what is older than the operator keeps it (KEEP_NOTIFICATIONS_DAYS, KEEP_MAILS_DAYS). It
// runs once a day.
#include "jobs/job.h"
#include "log/log.h"
#include "notices/kept.h"

namespace {

using namespace cambio;

using Forget = std::int64_t (*)(pg::Connection&, int);

/// 0 days: all is kept.
void forget(jobs::Job& job, const char* name, Forget forget_older, int days) {
    if (days == 0) return;
    const auto deleted = forget_older(job.db, days);
    log::info("old_rows_deleted", {{"what", name}, {"rows", std::to_string(deleted)}});
}

void apply(jobs::Job& job) {
    forget(job, "notifications", notices::forget_notifications, job.config.keep_notifications_days);
    forget(job, "mails", notices::forget_mails, job.config.keep_mails_days);
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "apply_retention", std::chrono::milliseconds{0}, apply);
}
