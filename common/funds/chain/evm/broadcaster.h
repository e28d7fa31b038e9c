#pragma once

#include "chain/broadcaster.h"
#include "chain/evm/node.h"

namespace cambio::chain {

class EvmBroadcaster : public Broadcaster {
  public:
    explicit EvmBroadcaster(std::string url) : node_{std::move(url)} {}

    TxStatus status(const std::string& txid) override;
    void send(std::string_view raw) override;
    /// The network's own coin is there wherever a block takes the transaction.
    bool sender_could_send(const Json::Value& form, std::int64_t height) override;

  private:
    EvmNode node_;
};

}  // namespace cambio::chain
