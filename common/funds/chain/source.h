#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "chain/deposits.h"

/// A chain as a node tells it, block by block.
namespace cambio::chain {

struct ScannedBlock {
    BlockName name;
    std::vector<Payment> payments;  ///< to addresses of ours
};

/// What a scan asks the database for: which of these addresses (normal_address) are clients', and
/// which of these outputs ("txid:position") clients were paid with.
struct Known {
    std::function<std::set<std::string>(const std::vector<std::string>&)> addresses;
    std::function<std::set<std::string>(const std::vector<std::string>&)> outputs;
    std::set<std::string> house;  ///< OWN_ADDRESSES
};

class Source {
  public:
    virtual ~Source() = default;
    /// Throws std::runtime_error when the node follows another chain than the network's, or a coin
    /// is not what the network says it is.
    virtual void check_chain() = 0;
    virtual std::int64_t height() = 0;
    /// Nothing: the node does not have that block (yet, or any more).
    virtual std::optional<std::string> block_hash(std::int64_t height) = 0;
    /// All payments of a block or, when the node cannot tell all of it, nothing or an RpcError:
    /// never a part.
    virtual std::optional<ScannedBlock> scan(std::int64_t height, const Known& known) = 0;
};

}  // namespace cambio::chain
