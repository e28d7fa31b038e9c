#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "chain/source.h"

namespace cambio::chain {

/// Follows one network: reads each new block in one transaction with what it changes, so that a
/// watcher that dies in its middle has read nothing of it, and two at once cannot read it twice.
class Watcher {
  public:
    Watcher(pg::Connection& db, Push& push, const Config& config, Network network,
            std::unique_ptr<Source> source);

    struct Progress {
        std::int64_t head = 0;                ///< the node's
        std::optional<std::int64_t> scanned;  ///< the last block that was read
        int blocks = 0;                       ///< read now
        int rolled_back = 0;
    };
    /// Hears sentences for the operator once what they tell of is durable, whatever fails behind
    /// it.
    using Tell = std::function<void(const std::vector<std::string>& sentences)>;
    /// Reads until there is no new block or the time is over. Throws RpcError and
    /// std::runtime_error for what the node cannot tell, pg::Failure; what was read stays.
    Progress step(std::chrono::milliseconds budget, const Tell& tell);

  private:
    /// Undoes the blocks that the node's chain does not have. False: it cannot be told now.
    bool roll_back(Progress& progress, const Tell& tell);
    bool read_next(Progress& progress);
    void read_again(Progress& progress);
    /// Takes what clients owe for deposits that were reversed, as far as it came free.
    void collect(const Tell& tell);
    std::optional<BlockName> tip();
    Known known();

    pg::Connection& db_;
    Push& push_;
    const Config& config_;
    Network network_;
    std::unique_ptr<Source> source_;
};

}  // namespace cambio::chain
