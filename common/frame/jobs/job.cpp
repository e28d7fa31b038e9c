#include "jobs/job.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "crypto/crypto.h"
#include "jobs/runs.h"
#include "log/log.h"
#include "pg/migrations.h"

namespace cambio::jobs {
namespace {

using Clock = std::chrono::steady_clock;

/// A single time does not wait for the one before it to end.
constexpr std::chrono::seconds single_wait{5};
constexpr auto lock_retry = std::chrono::milliseconds{100};
constexpr auto connect_retry = std::chrono::milliseconds{200};
constexpr auto schema_retry = std::chrono::seconds{1};

/// What somebody looks at or waits for, and what holds accounts for which the next order of their
/// owner, or of anybody where they are the house's, would wait.
constexpr std::array<std::string_view, 10> prompt = {
    "accrue_earn",      "fetch_books", "fetch_marks",    "fetch_tickers",    "fetch_trades",
    "fill_conversions", "settle_fees", "settle_futures", "send_withdrawals", "watch_deposits",
};
constexpr int prompt_niceness = 5, patient_niceness = 10;

/// SIGTERM and SIGINT are blocked and asked for, so that no step is ever cut in its middle.
void block_signals(sigset_t& signals) {
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

/// Waits until `until`; true when a signal asked the job to end.
bool wait_or_stop(const sigset_t& signals, Clock::time_point until) {
    const auto left = std::max(Clock::duration::zero(), until - Clock::now());
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(left - seconds);
    const timespec time{static_cast<std::time_t>(seconds.count()), static_cast<long>(rest.count())};
    return sigtimedwait(&signals, nullptr, &time) > 0;
}

/// Where the kernel groups processes by their sessions (kernel.sched_autogroup_enabled), niceness
/// counts inside of a session alone, and the session's own counts beside the others. Only where the
/// session was made for this job, by systemd or by cron with its shell: a terminal's stays.
void make_session_nicer(int niceness) {
    const pid_t session = getsid(0);
    if (session == getpid() || session == getppid())
        std::ofstream{"/proc/self/autogroup"} << niceness;
}

/// One run of a job: when it ends, and what ends it before.
class Run {
  public:
    Run(std::string name, bool once, std::chrono::milliseconds pace, const sigset_t& signals)
        : name_{std::move(name)}, once_{once}, pace_{pace}, signals_{signals} {}

    /// A connection that has the job's lock; nothing when another runner keeps it.
    std::optional<pg::Connection> connect(const std::string& conninfo) const {
        for (bool told = false;;) {
            try {
                pg::Connection db{conninfo};
                if (!db.writable()) throw pg::Failure{"25006", "", "the server only reads"};
                if (!lock(db)) return {};
                return db;
            } catch (const pg::Failure& failure) {
                if (!failure.connection_lost() || ended(connect_retry)) throw;
                if (!std::exchange(told, true))
                    log::warn("database_unavailable", {{"reason", failure.what()}});
            }
        }
    }

    /// False when the job was asked to end. The programs of an upgrade are there a moment before
    /// its migrations, and would ask for what is not there yet.
    bool wait_for_schema(pg::Connection& db) const {
        while (pg::fit(pg::read_schema(db), pg::known_schema()) == pg::Fit::schema_too_old &&
               Clock::now() < ends_)
            if (wait_or_stop(signals_, Clock::now() + schema_retry)) return false;
        return true;
    }

    /// The status is that of the last step: what has mended itself within the minute is nothing
    /// that anybody should be woken for, and stands in job_runs.
    int steps(Job& job, const std::function<void(Job&)>& step) const {
        RunNotes notes{name_};
        for (auto next = started_;;) {
            const auto began = Clock::now();
            const int failures = job.failures;
            try {
                step(job);
                notes.ended(job.db, job.failures == failures, Clock::now() - began);
            } catch (const pg::Failure& failure) {
                if (!failure.connection_lost()) {
                    notes.ended(job.db, false, Clock::now() - began);
                    throw;
                }
                log::warn("database_lost", {{"reason", failure.what()}});
                if (!reconnect(job)) return once_ ? 1 : 0;
                notes.ended(job.db, false, Clock::now() - began);
                continue;
            } catch (...) {
                notes.ended(job.db, false, Clock::now() - began);
                throw;
            }
            next = std::max(next + pace_, Clock::now());
            if (once_ || next + pace_ > ends_ || wait_or_stop(signals_, next))
                return job.failures == failures ? 0 : 1;
        }
    }

  private:
    /// False: the minute is over, and if the database stays away the next runner fails, which finds
    /// none in all of its own.
    bool reconnect(Job& job) const {
        if (ended(connect_retry)) return false;
        try {
            auto db = connect(job.config.database_url);
            if (!db) return false;
            job.db = *std::move(db);
        } catch (const pg::Failure& failure) {
            if (!failure.connection_lost()) throw;
            log::warn("database_unavailable", {{"reason", failure.what()}});
            return false;
        }
        job.session += 1;
        return true;
    }

    bool ended(Clock::duration pause) const {
        return wait_or_stop(signals_, Clock::now() + pause) || Clock::now() >= ends_;
    }

    bool lock(pg::Connection& db) const {
        const auto deadline = once_ ? Clock::now() + single_wait : ends_;
        do {
            if (jobs::lock(db, name_)) return true;
        } while (!ended(lock_retry) && Clock::now() < deadline);
        return false;
    }

    std::string name_;
    bool once_;
    std::chrono::milliseconds pace_;
    const sigset_t& signals_;
    Clock::time_point started_ = Clock::now();
    Clock::time_point ends_ = started_ + cron_minute;
};

}  // namespace

Job::Job(Config settings, pg::Connection connection)
    : config{std::move(settings)},
      db{std::move(connection)},
      redis{config.redis_url},
      push{config.push_url, redis} {}

void attempt(Job& job, std::int64_t id, const std::function<void()>& work) {
    try {
        return work();
    } catch (const pg::Failure& failure) {
        if (failure.connection_lost()) throw;
        if (failure.serialization()) return;
        log::error("row_failed", {{"id", std::to_string(id)}, {"reason", failure.what()}});
    } catch (const std::exception& problem) {
        log::error("row_failed", {{"id", std::to_string(id)}, {"reason", problem.what()}});
    }
    job.failed();
}

bool asked_to_end() {
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    return sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1;
}

void give_way(std::string_view name) {
    const bool soon = std::ranges::find(prompt, name) != prompt.end();
    const int more = soon ? prompt_niceness : patient_niceness;
    // Where the system refuses, the job runs as it would have.
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + more);
    make_session_nicer(getpriority(PRIO_PROCESS, 0));
    const sched_param none{};
    if (!soon) sched_setscheduler(0, SCHED_BATCH, &none);
}

int run(int argc, char** argv, const std::string& name, std::chrono::milliseconds pace,
        const std::function<void(Job&)>& step) {
    sigset_t signals;
    block_signals(signals);
    give_way(name);
    const bool once = pace.count() == 0 || (argc > 1 && std::string_view{argv[1]} == "--once");
    const Run this_run{name, once, pace, signals};
    try {
        crypto::start();
        auto config = Config::from_environment();
        log::open(name, config.log_level, config.log_dir);
        pg::require_sync_standby(config.require_sync_standby);
        auto db = this_run.connect(config.database_url);
        if (!db) {
            log::info("job_already_running");
            return 0;
        }
        if (!this_run.wait_for_schema(*db)) return 0;
        // Whatever its release wrote, a newer one could not read.
        const auto schema = pg::read_schema(*db);
        if (pg::fit(schema, pg::known_schema()) == pg::Fit::release_too_old) {
            log::error("release_too_old", {{"reason", pg::explain(schema, pg::known_schema())}});
            return 1;
        }
        Job job{std::move(config), *std::move(db)};
        return this_run.steps(job, step);
    } catch (const ConfigError& error) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
        return 1;
    } catch (const std::exception& error) {
        log::error("job_ended_early", {{"reason", error.what()}});
        return 1;
    }
}

}  // namespace cambio::jobs
