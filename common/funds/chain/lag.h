#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

/// Whether a node can tell what has happened on its chain until now: one that was restored, or that
/// lost its peers, answers readily and knows nothing of the last hours.
namespace cambio::chain {

/// What a node says of itself.
struct NodeState {
    bool catching_up = false;
    std::int64_t height = 0;
    std::chrono::system_clock::time_point newest_block_at;
};

/// Why it cannot, in words for the operator; nothing: it can. `known` is a height that the chain is
/// known to have had; 0: none is. `oldest`: how old the newest block of the chain may be.
std::optional<std::string> lag_of(const NodeState& node, std::int64_t known,
                                  std::chrono::system_clock::duration oldest);

}  // namespace cambio::chain
