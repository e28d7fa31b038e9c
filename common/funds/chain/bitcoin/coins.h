#pragma once

#include "chain/bitcoin/node.h"
#include "chain/coins.h"

namespace cambio::chain {

class BitcoinCoins : public Coins {
  public:
    /// `script`: of the outputs, raw.
    BitcoinCoins(std::string node_url, std::string script)
        : node_{std::move(node_url)}, script_{std::move(script)} {}

    std::int64_t height() override { return node_.height(); }
    std::optional<std::string> block_hash(std::int64_t height) override {
        return node_.block_hash(height);
    }
    std::vector<Moved> block(const std::string& hash) override;

  private:
    BitcoinNode node_;
    std::string script_;
};

}  // namespace cambio::chain
