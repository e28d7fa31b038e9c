#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "config/config.h"
#include "pg/pg.h"
#include "push/push.h"
#include "redis/redis.h"

/// What every job started by cron shares: its configuration and log, the lock that keeps it to one
/// runner however many hosts there are, and the pace inside cron's minute.
namespace cambio::jobs {

struct Job {
    Job(Config settings, pg::Connection connection);
    Config config;
    pg::Connection db;
    /// Grows with each connection that `db` has been: what a session was told (prepared statements,
    /// settings) has to be told to the next one, too.
    int session = 1;
    Redis redis;
    Push push;

    /// Something like a call's answer went wrong: the step has failed, and the job goes on.
    void failed() { failures += 1; }
    int failures = 0;
};

/// Does what a step owes one of many, in transactions of its own. What goes wrong with it is logged
/// under its id and counts as failed(): those behind it do not wait for it. A deadlock leaves it to
/// the next step; a lost database is thrown on.
void attempt(Job& job, std::int64_t id, const std::function<void()>& work);

/// Whether SIGTERM or SIGINT has come. A step that may take long asks between its transactions, and
/// leaves the rest to the next runner: an upgrade waits for it.
bool asked_to_end();

/// Lets orders and calls have a processor before this thread and those that it will start: a job of
/// this name is nicer than it was started by 5 where somebody waits for what it does, otherwise by
/// 10, and interrupts nobody (SCHED_BATCH). PostgreSQL's session of it stays as it is.
void give_way(std::string_view name);

/// How long a job started by cron works: into the next minute, whose runner has started by then and
/// waits for the lock, so that there is no gap between them.
constexpr std::chrono::seconds cron_minute{61};

/// Gives way, runs `step` at once and then every `pace` until cron's minute is over or SIGTERM
/// comes; with the argument --once, or a pace of zero, a single time. A step is made of whole
/// transactions and finds out by itself what is left to do: one that loses the database is begun
/// again as soon as the database is back, within the same minute; where the minute ends before,
/// that is for the next runner to tell. How steps end is written to job_runs, and the status is 1
/// where the last one failed. Before its first step a job that is newer than the schema waits for
/// the migration as long as its minute. Another runner that holds the job's lock until the minute
/// is over (five seconds for a single time) ends it with status 0. Any other exception is logged
/// and ends it with status 1.
int run(int argc, char** argv, const std::string& name, std::chrono::milliseconds pace,
        const std::function<void(Job&)>& step);

}  // namespace cambio::jobs
