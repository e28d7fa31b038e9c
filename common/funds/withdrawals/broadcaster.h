#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "chain/networks.h"
#include "money/decimal.h"

/// The part of a network's node that sending needs, whatever the network.
namespace cambio::withdrawals {

/// What a network says of a transaction.
struct TxStatus {
    enum class Where { nowhere, waiting, block } where = Where::nowhere;
    bool succeeded = true;
    std::int64_t confirmations = 0;
    std::int64_t height = 0;
    std::string block_hash;
    std::optional<Decimal> fee;  ///< in the network's own coin
};

/// Each call throws chain::RpcError.
class Broadcaster {
  public:
    Broadcaster() = default;
    Broadcaster(const Broadcaster&) = delete;
    Broadcaster& operator=(const Broadcaster&) = delete;
    virtual ~Broadcaster() = default;
    virtual TxStatus status(const std::string& txid) = 0;
    virtual void send(std::string_view raw) = 0;
    /// Whether an address had so many units of a token after the block at that height. False also
    /// where the node does not know it, or no longer.
    virtual bool had(const std::string& /*contract*/, const std::string& /*address*/,
                     uint128 /*units*/, std::int64_t /*height*/) {
        return false;
    }
};

std::unique_ptr<Broadcaster> broadcaster_of(const chain::Network& network, const std::string& url);

}  // namespace cambio::withdrawals
