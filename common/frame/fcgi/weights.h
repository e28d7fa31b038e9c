#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "pg/pg.h"

namespace cambio {
class Redis;
}

namespace cambio::fcgi {

/// Weight that an address may use in a minute.
constexpr std::int64_t address_weight_per_minute = 6000;

/// What an address asks for and no key: calls that anybody may make, and those of programs that
/// prove nothing. Counted by weight in minutes: in Redis, for all processes and hosts together, in
/// one round trip, and in the process while Redis is away.
///
/// Whoever goes on after refusals is banned, for longer each time. Those are counted where
/// something is refused, and in Redis alone: without it nobody is banned, and whom a process knows
/// to be banned stays so. A ban ends by its time alone. It is of what the count is of: others
/// behind the address go on with their keys. Safe for several threads.
class AddressWeights {
  public:
    using Clock = std::function<pg::Time()>;

    /// Limits are multiplied by `factor` (≥ 1).
    AddressWeights(Redis& redis, int factor, Clock clock = pg::now);

    struct Use {
        std::int64_t weight = 0;  ///< in this minute, with the call that asks; unknown in a ban
        std::chrono::seconds wait{0};  ///< until it may ask again; 0: it is let in
        pg::Time banned_until{};       ///< 1970: it is not banned
        bool banned() const { return banned_until != pg::Time{}; }
    };
    /// Charges a call that weighs so much.
    Use charge(const std::string& ip, std::int64_t weight);
    /// The same, and bans whoever goes on after refusals. Without this nobody is banned, and nobody
    /// is told that he is.
    Use charge_or_ban(const std::string& ip, std::int64_t weight);
    /// Weight that an address may use in a minute here.
    std::int64_t most() const { return address_weight_per_minute * factor_; }

  private:
    struct Count {
        std::int64_t minute = 0;
        std::int64_t weight = 0;
    };

    Use use_of(std::int64_t weight, std::int64_t now) const;
    std::int64_t count_here(const std::string& network, std::int64_t now, std::int64_t weight);
    std::int64_t ban_after_refusal(const std::string& network, std::int64_t now);
    std::int64_t known_ban(const std::string& network);
    void keep_ban(const std::string& network, std::int64_t until, std::int64_t now);

    Redis& redis_;
    std::int64_t factor_;
    Clock clock_;
    std::mutex mutex_;
    std::map<std::string, Count> counts_;       ///< while Redis is away
    std::map<std::string, std::int64_t> bans_;  ///< that are known here: when they end
};

}  // namespace cambio::fcgi
