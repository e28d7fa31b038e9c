#pragma once

#include <chrono>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "faults/jobs.h"
#include "faults/journal.h"

namespace cambio::faults {

/// Strikes handlers, jobs and PostgreSQL in turn, starts again what it killed, and waits after each
/// fault until spot's handlers acknowledge orders and the others answer again. Its caller's thread
/// must outlive the programs that it starts.
class Killer {
  public:
    using Clock = std::chrono::steady_clock;
    enum class Fault {
        handler,
        both_handlers,
        back_end,
        postmaster,
        disconnect,
        pause,
        group,  ///< another group's handler
        job,
        primary,  ///< of several database hosts, by a command
    };

    /// `jobs` may be nullptr.
    Killer(Arena& arena, Jobs* jobs, Score& score, std::uint64_t seed);

    struct Plan {
        int kills = 0;               ///< by SIGKILL
        int orders = 0;              ///< to be acknowledged between a recovery and the next fault
        Clock::time_point deadline;  ///< after it only what has not been struck yet
        bool database_only = false;  ///< what the control needs
        std::string primary;         ///< the command that strikes it, instead of everything else
    };
    /// One fault after the other. Throws std::runtime_error when the exchange does not come back.
    void run(const Plan& plan);

    int kills() const { return kills_; }
    /// One line for each kind of fault: how many, and how long it took until both handlers
    /// acknowledged again.
    std::string summary() const;
    bool struck(Fault fault) const { return recovered_.contains(fault); }
    /// A handler or a job that ended without having been told to.
    int died() const { return died_ + (jobs_ == nullptr ? 0 : jobs_->died()); }

  private:
    std::vector<Fault> faults(const Plan& plan) const;
    /// What was struck, where the fault's name does not say it.
    std::string strike(Fault fault, const Plan& plan);
    void kill_handler(std::size_t number);
    void strike_back_end(int signal);
    void pause_handler(std::size_t number);
    /// Whose handler was the last to answer again.
    std::string await_recovery(const std::string& what);
    void await_orders(std::int64_t count);
    void restart_the_dead();

    Arena& arena_;
    Jobs* jobs_;
    Score& score_;
    std::mt19937_64 random_;
    std::map<Fault, std::vector<double>> recovered_;  ///< seconds
    std::size_t turn_ = 0, group_turn_ = 0;
    int kills_ = 0;
    int died_ = 0;
};

const char* name_of(Killer::Fault fault);

}  // namespace cambio::faults
