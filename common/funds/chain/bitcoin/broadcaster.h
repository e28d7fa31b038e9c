#pragma once

#include "chain/bitcoin/node.h"
#include "chain/broadcaster.h"

namespace cambio::chain {

class BitcoinBroadcaster : public Broadcaster {
  public:
    explicit BitcoinBroadcaster(std::string url) : url_{std::move(url)}, node_{url_} {}

    /// Without an index of transactions a node says of each that is in a block that it does not
    /// know it: nothing that was sent could ever be settled. Asked once in the life of a process.
    void require_fit() override;
    TxStatus status(const std::string& txid) override;
    void send(std::string_view raw) override;

  private:
    std::string url_;
    BitcoinNode node_;
};

}  // namespace cambio::chain
