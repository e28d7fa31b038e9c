#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "faults/arena.h"

namespace cambio::faults {

/// The jobs that move money, each run again and again as cron does it, only more often, and killed
/// while it works.
class Jobs {
  public:
    Jobs(std::string config, const std::vector<std::string>& names);
    ~Jobs() { stop(); }
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    /// Kills the next ones in turn, each somewhere between its start and its usual end, and returns
    /// their names when each has run to its end since then.
    std::vector<std::string> strike(std::mt19937_64& random);
    /// Lets each end by itself and starts none any more.
    void stop();
    /// Runs each to its end, as often as said; what went wrong.
    std::vector<std::string> finish(int times);

    /// Those that were ended by a signal that nobody sent them.
    int died() const { return died_; }
    int runs() const { return runs_; }

  private:
    struct Slot {
        std::string name;
        std::unique_ptr<test::ChildProcess> process;
        std::chrono::steady_clock::time_point began{}, ended{};
        std::chrono::milliseconds usual{50};  ///< how long its last good run took
        int started = 0;
        int good = 0;
        bool struck = false;
    };

    void run();
    void look_after(Slot& slot);
    /// Returns how many good runs it had had until then.
    int kill(Slot& slot, std::mt19937_64& random);

    const std::string config_;
    test::ScratchFolder folder_;
    std::mutex mutex_;
    std::vector<Slot> slots_;
    std::size_t turn_ = 0;
    std::atomic<bool> stopping_{false};
    std::atomic<int> died_{0}, runs_{0};
    std::thread thread_;
};

}  // namespace cambio::faults
