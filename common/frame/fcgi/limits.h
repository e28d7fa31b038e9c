#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fcgi/route.h"

namespace cambio {
class Redis;
}

namespace cambio::fcgi {

/// Counts calls in fixed windows. Limits of a second are counted in the process, which costs
/// nothing; longer ones in Redis, for all processes and hosts together, and in the process while
/// Redis is away.
class Limits {
  public:
    /// Every limit is multiplied by `factor` (≥ 1).
    Limits(Redis& redis, int factor);

    /// Throws rate_limited, with the seconds to wait, when an address asks too often.
    void count_address(Limit limit, const std::string& ip);
    /// The same for a client.
    void count_client(Limit limit, ClientId client);
    /// The same for an API key, as often as for a client: a key in the wrong hands slows itself
    /// down and not its owner.
    void count_key(Limit limit, ApiKeyId key);
    /// Counts a program's call that was refused since there is no such API key or the signature is
    /// wrong. Any other refusal is of whoever has the key, which is nothing to those that call from
    /// beside it. many_forged() tells whether there were too many from the address within the
    /// second, before anybody looks for a key: nothing is counted for the key, whose name a
    /// stranger may know.
    void count_if_forged(const std::string& ip, const Error& refusal);
    bool many_forged(const std::string& ip);

  private:
    struct Rule;
    struct Count {
        std::int64_t ends = 0;  ///< when its window does, seconds since 1970 UTC
        std::int64_t number = 0;
    };
    struct Shard {
        std::mutex mutex;
        std::unordered_map<std::string, Count> counts;
    };

    static const Rule& rule_of(Limit limit);
    void count(const Rule& rule, std::int64_t most, const std::string& subject);
    std::int64_t count_here(const std::string& key, std::int64_t ends);
    std::int64_t counted_here(const std::string& key, std::int64_t ends);

    Redis& redis_;
    std::int64_t factor_;
    std::array<Shard, 16> shards_;
};

/// The network that an address is counted as: itself for IPv4, its /64 for IPv6, whose owner has
/// all of it.
std::string network_of(const std::string& ip);

}  // namespace cambio::fcgi
