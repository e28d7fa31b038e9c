#pragma once

#include <chrono>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "faults/journal.h"

namespace cambio::faults {

/// Strikes handlers and PostgreSQL in turn, starts again what it killed, and waits after each fault
/// until both handlers acknowledge orders again. Its caller's thread must outlive the programs that
/// it starts.
class Killer {
  public:
    using Clock = std::chrono::steady_clock;
    enum class Fault { handler, both_handlers, back_end, postmaster, disconnect, pause };

    Killer(Arena& arena, Score& score, std::uint64_t seed);

    struct Plan {
        int kills = 0;               ///< by SIGKILL
        int orders = 0;              ///< to be acknowledged between a recovery and the next fault
        Clock::time_point deadline;  ///< no further fault after it
        bool database_only = false;  ///< what the control needs
    };
    /// One fault after the other. Throws std::runtime_error when the exchange does not come back.
    void run(const Plan& plan);

    int kills() const { return kills_; }
    /// One line for each kind of fault: how many, and how long it took until both handlers
    /// acknowledged again.
    std::string summary() const;
    bool struck(Fault fault) const { return recovered_.contains(fault); }
    /// A handler that ended without having been told to.
    int died() const { return died_; }

  private:
    void strike(Fault fault);
    void kill_handler(std::size_t number);
    void strike_back_end(int signal);
    void pause_handler(std::size_t number);
    void await_recovery(const std::string& what);
    void await_orders(std::int64_t count);
    void restart_the_dead();

    Arena& arena_;
    Score& score_;
    std::mt19937_64 random_;
    std::map<Fault, std::vector<double>> recovered_;  ///< seconds
    std::size_t turn_ = 0;
    int kills_ = 0;
    int died_ = 0;
};

}  // namespace cambio::faults
