#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cambio {

/// Redis only caches, counts and carries pushes: every call says "nothing" instead of throwing when
/// Redis cannot be reached, and comes back by itself. Safe for use by several threads.
class Redis {
  public:
    /// `url`: unix:/path or tcp://host:port, optionally followed by ?db=N. Connects on first use.
    /// Nobody waits longer than `patience` for an answer: a slow Redis is an absent one.
    explicit Redis(std::string url,
                   std::chrono::milliseconds patience = std::chrono::milliseconds{50});
    ~Redis();

    bool ping();
    std::optional<std::string> get(std::string_view key);
    bool set(std::string_view key, std::string_view value, std::chrono::milliseconds lifetime);
    /// Sets only when absent: a lock or a single-use mark. Nothing: Redis is away.
    std::optional<bool> set_if_absent(std::string_view key, std::string_view value,
                                      std::chrono::milliseconds lifetime);
    /// Reads and removes in one step.
    std::optional<std::string> take(std::string_view key);
    bool remove(std::string_view key);
    /// Adds one, starts the lifetime at the first; the new count. Nothing: Redis is away.
    std::optional<std::int64_t> count(std::string_view key, std::chrono::milliseconds lifetime);
    struct Addition {
        std::string key;
        std::int64_t number = 0;  ///< below nothing: taken away
        std::chrono::milliseconds lifetime{0};
    };
    /// The same with several counts in one round trip, each as it was after its own addition.
    std::optional<std::vector<std::int64_t>> count(const std::vector<Addition>& additions);
    std::optional<std::int64_t> increment(std::string_view key);
    /// Any other command by its words; the reply as text where there is one.
    std::optional<std::string> command(const std::vector<std::string>& words);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cambio
