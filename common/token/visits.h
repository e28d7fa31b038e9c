#pragma once

#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::token {

/// Writes down, once a second for all of them, which sessions are in use (sessions.last_seen_at):
/// on a thread of its own, so that no request waits for that commit.
class Visits {
  public:
    explicit Visits(pg::Pool& pool);
    ~Visits();
    Visits(const Visits&) = delete;
    Visits& operator=(const Visits&) = delete;

    void add(SessionId session);

  private:
    void run();
    void write(const std::set<SessionId>& sessions);

    pg::Pool& pool_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::set<SessionId> seen_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace cambio::token
