#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::token {

/// Writes down, once a second for all of them, which sessions are in use (sessions.last_seen_at)
/// and which API keys, and from where (api_keys.last_used_at, last_used_ip): on a thread of its
/// own, so that no request waits for that commit. Each of them once a minute at most.
class Visits {
  public:
    explicit Visits(pg::Pool& pool);
    ~Visits();
    Visits(const Visits&) = delete;
    Visits& operator=(const Visits&) = delete;

    void add(SessionId session);
    void add(ApiKeyId key, const std::string& address);

  private:
    struct Seen {
        std::set<SessionId> sessions;
        std::map<ApiKeyId, std::string> keys;  ///< and where they were used from

        bool empty() const { return sessions.empty() && keys.empty(); }
    };
    void run();
    void write(const Seen& seen);

    pg::Pool& pool_;
    std::mutex mutex_;
    std::condition_variable wake_;
    Seen seen_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace cambio::token
