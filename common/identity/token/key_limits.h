#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "config/config.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio {
class Redis;
}

namespace cambio::token {

enum class KeyLimit { weight, orders_per_10s, orders_per_day };

/// A key has asked for too much: which limit, and how long until its window ends (1 s at least).
struct KeyExcess {
    KeyLimit limit = KeyLimit::weight;
    std::chrono::seconds wait{1};
};

struct KeySums {
    std::int64_t weight = 0;
    std::int64_t orders_10s = 0;
    std::int64_t orders_day = 0;
};

/// What a key has used of each limit in the windows of now, with the call that asks. `weight` goes
/// on beyond its limit, so that one can see who does not stop; refused orders are not counted.
struct KeyUse : KeySums {
    std::optional<KeyExcess> excess;  ///< the call is to be refused
};

/// Counts what each API key asks for, in fixed windows of a minute, ten seconds and a day of UTC,
/// for all processes and hosts together, by sums in Redis. A flood by one key slows that key alone.
///
/// A call waits for Redis where it matters: from half of any limit on that it counts for, where a
/// tenth of one has not been told yet, and where the sums are older than a fifth of a second. All
/// others are counted here and told by a thread of their own, ten times a second for all keys
/// together. So a process does not see what another one counted within the last tenth of a second,
/// which is a tenth of each limit at most. While Redis is away everything is counted here, and told
/// when it is back. Safe for several threads.
class KeyLimits {
  public:
    using Clock = std::function<pg::Time()>;

    KeyLimits(Redis& redis, Config::KeyBudget budget, Clock clock = pg::now);
    ~KeyLimits();
    KeyLimits(const KeyLimits&) = delete;
    KeyLimits& operator=(const KeyLimits&) = delete;

    /// Charges a call that weighs so much and places so many orders.
    KeyUse charge(ApiKeyId key, int weight, int orders = 0);
    /// What was used so far, without charging anything.
    KeyUse used(ApiKeyId key) { return charge(key, 0); }
    const Config::KeyBudget& budget() const { return budget_; }

  private:
    struct Windows {
        std::int64_t minute = 0, ten_seconds = 0, day = 0;
    };
    struct Count {
        Windows windows;
        KeySums told;    ///< of all processes, as far as is known, and with what is being told
        KeySums untold;  ///< of this process
        pg::Time learned{};
    };
    /// What is being told of a key, in which windows, and since when.
    struct Telling {
        ApiKeyId key;
        Windows windows;
        KeySums sums;
        pg::Time at;
    };
    static Windows windows_of(pg::Time now);
    Count& count_of(ApiKeyId key, const Windows& now);
    bool counts_here(const Count& count, const KeySums& more, pg::Time now) const;
    KeyUse charge_here(ApiKeyId key, Count& count, const KeySums& more, pg::Time now);
    bool within(const KeySums& sums) const;
    KeyUse use_of(KeySums sums, const KeySums& more, pg::Time now) const;

    void run();
    void tell_all(std::unique_lock<std::mutex>& lock);
    Telling take_untold(ApiKeyId key, Count& count, pg::Time now);
    /// The sums of all processes, with these; nothing: Redis is away.
    std::optional<std::vector<KeySums>> tell(const std::vector<Telling>& all);
    void learn(const Telling& told, const KeySums& sums);
    void keep(const Telling& not_told);

    Redis& redis_;
    Config::KeyBudget budget_;
    Clock clock_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::map<ApiKeyId, Count> counts_;
    std::size_t most_counts_;  ///< from so many on, what Redis knows is left to it
    std::set<ApiKeyId> with_news_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace cambio::token
