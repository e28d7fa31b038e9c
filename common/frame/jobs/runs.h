#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pg/pg.h"

/// When each job last did its work. Whoever watches an installation compares it with the crontab.
namespace cambio::jobs {

/// Whether this connection now has the job's lock, which allows one runner on all hosts and ends
/// with the connection. Who watches an installation sees by it that a run is at work.
bool lock(pg::Connection& db, std::string_view name);

/// Writes how a step of a job ended. That this is not possible is logged and does not fail the job.
void note_run(pg::Connection& db, std::string_view name, bool succeeded,
              std::chrono::steady_clock::duration took);

/// The same for a job that takes many steps a minute: writes what is new, and otherwise once in a
/// few seconds.
class RunNotes {
  public:
    explicit RunNotes(std::string name) : name_{std::move(name)} {}
    void ended(pg::Connection& db, bool succeeded, std::chrono::steady_clock::duration took);

  private:
    std::string name_;
    bool succeeded_ = false;
    std::chrono::steady_clock::time_point written_at_{};
};

/// A line of the crontab.
struct Scheduled {
    std::string name;
    std::chrono::minutes period;

    /// How old its last success may be: it may miss one run and be a minute late for the next.
    std::chrono::minutes patience() const { return 2 * period + std::chrono::minutes{1}; }
};

/// cron/crontab as it was when the program was built.
const std::vector<Scheduled>& schedule();

/// Throws std::invalid_argument for a line whose period is not plain: what is understood is each
/// minute, each n minutes, once an hour and once a day.
std::vector<Scheduled> parse_crontab(std::string_view text);

/// The jobs of the crontab are expected to run from now on: called when the installation starts.
void expect_runs(pg::Connection& db);

/// A job whose last success is older than its patience or noted for a time that is yet to come, or
/// that this database has never heard of.
struct Overdue {
    std::string name;
    bool ahead = false;  ///< its last success is yet to come
    std::optional<pg::Time> succeeded_at;
    std::optional<pg::Time> failed_at;  ///< only when that was after the last success
};
std::vector<Overdue> overdue_jobs(pg::Connection& db);

}  // namespace cambio::jobs
