#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "config/config.h"
#include "money/ids.h"

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

/// What a key has used of each limit in the windows of now, with the call that asks. `weight` goes
/// on beyond its limit, so that one can see who does not stop; refused orders are not counted.
struct KeyUse {
    std::int64_t weight = 0;
    std::int64_t orders_10s = 0;
    std::int64_t orders_day = 0;
    std::optional<KeyExcess> excess;  ///< the call is to be refused
};

/// Counts what each API key asks for, in fixed windows of a minute, ten seconds and a day of UTC:
/// in Redis, for all processes and hosts together, in one round trip, and in the process while
/// Redis is away. A flood by one key slows that key alone. Safe for several threads.
class KeyLimits {
  public:
    KeyLimits(Redis& redis, Config::KeyBudget budget);

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
        KeyUse use;
    };
    std::optional<KeyUse> charge_there(ApiKeyId key, const Windows& now, int weight, int orders);
    KeyUse charge_here(ApiKeyId key, const Windows& now, int weight, int orders);
    bool within(const KeyUse& use) const;

    Redis& redis_;
    Config::KeyBudget budget_;
    std::mutex mutex_;
    std::map<ApiKeyId, Count> counts_;  ///< while Redis is away
};

}  // namespace cambio::token
