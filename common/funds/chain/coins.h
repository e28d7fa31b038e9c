#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cambio::chain {

/// An output by its transaction and its place there.
struct Outpoint {
    std::string txid;
    std::uint32_t position = 0;
};

/// The outputs at one address, block by block. Every call throws RpcError.
class Coins {
  public:
    Coins() = default;
    Coins(const Coins&) = delete;
    Coins& operator=(const Coins&) = delete;
    virtual ~Coins() = default;

    virtual std::int64_t height() = 0;
    /// Nothing: the node does not have that block (yet, or any more).
    virtual std::optional<std::string> block_hash(std::int64_t height) = 0;

    /// What one transaction spends, whosever it is, and what it pays to the address: its position
    /// and its smallest units. New coins, which cannot be spent for a hundred blocks, are left out.
    struct Moved {
        struct Paid {
            std::uint32_t position = 0;
            std::int64_t units = 0;
        };
        std::string txid;
        std::vector<Outpoint> spends;
        std::vector<Paid> pays;
    };
    /// All transactions of a block, in order.
    virtual std::vector<Moved> block(const std::string& hash) = 0;
};

}  // namespace cambio::chain
