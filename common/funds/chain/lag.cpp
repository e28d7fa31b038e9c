#include "chain/lag.h"

#include "pg/pg.h"

namespace cambio::chain {

namespace {

/// Ethereum and Tron make a block each few seconds; Bitcoin one in ten minutes on the average, and
/// hardly ever none in three hours.
constexpr std::chrono::minutes oldest_evm_block{10};
constexpr std::chrono::hours oldest_bitcoin_block{3};

std::optional<std::string> lag_at(std::int64_t height, std::int64_t known,
                                  std::chrono::system_clock::time_point made,
                                  std::chrono::system_clock::duration oldest) {
    const auto newest = "the node's newest block, " + std::to_string(height) + ", ";
    if (height < known)
        return newest + "comes before " + std::to_string(known) + ", which was read";
    if (std::chrono::system_clock::now() - made > oldest)
        return newest + "is of " + pg::iso(std::chrono::time_point_cast<pg::Time::duration>(made)) +
               ": it may know nothing of what came after";
    return {};
}

}  // namespace

std::optional<std::string> lag_of(EvmNode& node, std::int64_t known) {
    const auto syncing = node.rpc().call("eth_syncing");
    if (!syncing.isBool() || syncing.asBool()) return "the node is still catching up";
    const auto height = node.height();
    return lag_at(height, known, node.block_time(height), oldest_evm_block);
}

std::optional<std::string> lag_of(BitcoinNode& node, std::int64_t known) {
    const auto sync = node.sync();
    if (sync.catching_up) return "the node is still catching up";
    return lag_at(sync.height, known, sync.newest_block_at, oldest_bitcoin_block);
}

}  // namespace cambio::chain
