#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "settlement/command.h"

namespace cambio::settlement {

/// Orders, and changes of orders, with an idempotency key that are not answered yet. When one comes
/// again meanwhile, it gets the first one's answer, a refusal too: a batch later there may be
/// liquidity, and the client would be told both that nothing was bought and that something was.
class InFlight {
  public:
    /// Whether the command, the repeat of one under way, waits for that one's answer now. Otherwise
    /// it has to be settled, and its answer is also that of its repeats. Any thread.
    bool joins(Command& command);

  private:
    using Done = std::function<void(Outcome&&)>;
    struct First {
        SessionId session;
        std::int64_t content_hash = 0;
        std::vector<Done> repeats;
    };
    std::vector<Done> land(const std::string& key);

    std::mutex mutex_;
    std::unordered_map<std::string, First> firsts_;
};

}  // namespace cambio::settlement
