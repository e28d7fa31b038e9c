#pragma once

#include <json/value.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "money/decimal.h"

/// The part of a network's node that sending needs, whatever the network.
namespace cambio::chain {

/// What a network says of a transaction.
struct TxStatus {
    enum class Where { nowhere, waiting, block } where = Where::nowhere;
    bool succeeded = true;
    std::int64_t confirmations = 0;
    std::int64_t height = 0;
    std::string block_hash;
    std::optional<Decimal> fee;  ///< in the network's own coin
};

/// Each call throws RpcError.
class Broadcaster {
  public:
    Broadcaster() = default;
    Broadcaster(const Broadcaster&) = delete;
    Broadcaster& operator=(const Broadcaster&) = delete;
    virtual ~Broadcaster() = default;
    /// Throws where the node cannot tell what became of transactions: nothing may be sent by it.
    virtual void require_fit() {}
    virtual TxStatus status(const std::string& txid) = 0;
    /// Signed bytes.
    virtual void send(std::string_view raw) = 0;
    /// Of a transaction of that form that failed in the block at that height: whether its sender
    /// could have sent as much before and after that block, so that it failed for its receiver.
    /// False also where nobody can know.
    virtual bool sender_could_send(const Json::Value& /*form*/, std::int64_t /*height*/) {
        return false;
    }
};

}  // namespace cambio::chain
