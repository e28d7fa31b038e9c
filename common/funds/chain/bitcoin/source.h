#pragma once

#include "chain/bitcoin/node.h"
#include "chain/source.h"

namespace cambio::chain {

class BitcoinSource : public Source {
  public:
    BitcoinSource(Network network, BitcoinNode node)
        : network_{std::move(network)}, node_{std::move(node)} {}
    /// Bitcoin's nodes have a name for their chain, which those of other coins use, too; of the
    /// main one, the first block tells them apart.
    void check_chain() override;
    std::int64_t height() override { return node_.height(); }
    std::optional<std::string> block_hash(std::int64_t height) override {
        return node_.block_hash(height);
    }
    std::optional<ScannedBlock> scan(std::int64_t height, const Known& known) override;

  private:
    Network network_;
    BitcoinNode node_;
};

}  // namespace cambio::chain
