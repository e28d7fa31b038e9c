#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "pg/pg.h"
#include "risk/gate.h"

/// Who wants to trade with the house waits here for a price that was made after they asked: the
/// last look of Convert and of futures. (That of the order book is its engine's.)
namespace cambio::risk {

class NextPrice {
  public:
    using Go = std::function<void(Time asked)>;

    /// `made` selects one number from the pairs $1 and the time $2: how many of the pairs have no
    /// price of that time or later. `looks` false: nobody waits. Nobody waits longer than
    /// `patience`.
    NextPrice(pg::Pool& pool, const char* made, bool looks, std::chrono::milliseconds patience);
    ~NextPrice();
    NextPrice(const NextPrice&) = delete;
    NextPrice& operator=(const NextPrice&) = delete;

    /// Whether anybody waits.
    bool looks() const { return looks_; }

    /// Calls `go`, once: as soon as each pair has a price that was made since now, or when that has
    /// taken too long, on this object's thread; where nobody waits, at once on the caller's. `go`
    /// gets the time which its price must not be older than, answers for itself and throws nothing.
    /// Throws Error unavailable where too many wait.
    void wait(std::vector<std::string> pairs, Go go);

    /// Lets everybody go who waits, and ends the thread.
    void stop();

  private:
    struct Waiting {
        std::vector<std::string> pairs;
        Time asked;
        Go go;
    };
    void loop();
    bool ready(const Waiting& one);

    pg::Pool& pool_;
    const char* const made_;
    const bool looks_;
    const std::chrono::milliseconds patience_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Waiting> waiting_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace cambio::risk
