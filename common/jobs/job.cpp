#include "jobs/job.h"

#include <csignal>
#include <ctime>
#include <string_view>
#include <thread>

#include "crypto/crypto.h"
#include "log/log.h"

namespace cambio::jobs {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* take_lock = R"sql(
    select pg_try_advisory_lock(hashtext('cambio job'), hashtext($1)) as taken)sql";

/// What runs once is not waited for; what has a pace is waited for until the next runner comes, so
/// that one that overruns its minute leaves no gap.
constexpr std::chrono::seconds longest_wait(bool once) {
    return once ? std::chrono::seconds{5} : cron_minute;
}
constexpr auto lock_retry = std::chrono::milliseconds{100};

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

bool only_runner(Job& job, const std::string& name, bool once, const sigset_t& signals) {
    const auto deadline = Clock::now() + longest_wait(once);
    do {
        if (job.db.run(take_lock, {name})[0].boolean("taken")) return true;
    } while (!wait_or_stop(signals, Clock::now() + lock_retry) && Clock::now() < deadline);
    return false;
}

int run_steps(Job& job, bool once, std::chrono::milliseconds pace, const sigset_t& signals,
              const std::function<void(Job&)>& step) {
    const auto started = Clock::now();
    const auto last_start = started + cron_minute - pace;
    for (auto next = started;;) {
        step(job);
        next = std::max(next + pace, Clock::now());
        if (once || next > last_start || wait_or_stop(signals, next)) break;
    }
    return job.failures == 0 ? 0 : 1;
}

}  // namespace

Job::Job(Config settings)
    : config{std::move(settings)},
      db{config.database_url},
      redis{config.redis_url},
      push{config.push_url, redis} {}

int run(int argc, char** argv, const std::string& name, std::chrono::milliseconds pace,
        const std::function<void(Job&)>& step) {
    sigset_t signals;
    block_signals(signals);
    const bool once = pace.count() == 0 || (argc > 1 && std::string_view{argv[1]} == "--once");
    try {
        crypto::start();
        auto config = Config::from_environment();
        log::open(name, config.log_level, config.log_dir);
        Job job{std::move(config)};
        if (!only_runner(job, name, once, signals)) {
            log::info("another_runner_has_the_job");
            return 0;
        }
        return run_steps(job, once, pace, signals, step);
    } catch (const ConfigError& error) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
        return 1;
    } catch (const std::exception& error) {
        log::error("job_ended_early", {{"reason", error.what()}});
        return 1;
    }
}

}  // namespace cambio::jobs
