#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "config/config.h"
#include "pg/pg.h"
#include "push/push.h"
#include "redis/redis.h"

/// What every job started by cron shares: its configuration and log, the lock that keeps it to one
/// runner however many hosts there are, and the pace inside cron's minute.
namespace cambio::jobs {

struct Job {
    explicit Job(Config settings);
    Config config;
    pg::Connection db;
    Redis redis;
    Push push;

    /// Something like a call's answer went wrong: the exit status becomes 1, the job goes on.
    void failed() { failures += 1; }
    int failures = 0;
};

/// How long a job started by cron works before the next minute's takes over.
constexpr std::chrono::seconds cron_minute{58};

/// Runs `step` at once and then every `pace` until cron's minute is nearly over or SIGTERM comes;
/// with the argument --once, or a pace of zero, a single time. Another runner that holds the job's
/// lock until the next minute's comes (five seconds for a single time) ends it with status 0. An
/// exception is logged and ends it with status 1.
int run(int argc, char** argv, const std::string& name, std::chrono::milliseconds pace,
        const std::function<void(Job&)>& step);

}  // namespace cambio::jobs
