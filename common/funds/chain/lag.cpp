#include "chain/lag.h"

#include "pg/pg.h"

namespace cambio::chain {

std::optional<std::string> lag_of(const NodeState& node, std::int64_t known,
                                  std::chrono::system_clock::duration oldest) {
    if (node.catching_up) return "the node is still catching up";
    const auto newest = "the node's newest block, " + std::to_string(node.height) + ", ";
    if (node.height < known)
        return newest + "comes before " + std::to_string(known) + ", which was read";
    const auto made = node.newest_block_at;
    if (std::chrono::system_clock::now() - made > oldest)
        return newest + "is of " + pg::iso(std::chrono::time_point_cast<pg::Time::duration>(made)) +
               ": it may know nothing of what came after";
    return {};
}

}  // namespace cambio::chain
