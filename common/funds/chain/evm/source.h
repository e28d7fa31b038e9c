#pragma once

#include "chain/evm/node.h"
#include "chain/source.h"

namespace cambio::chain {

/// Ethereum, BNB Smart Chain, and Tron by its JSON-RPC.
class EvmSource : public Source {
  public:
    EvmSource(Network network, EvmNode node);
    void check_chain() override;
    std::int64_t height() override { return node_.height(); }
    std::optional<std::string> block_hash(std::int64_t height) override {
        return node_.block_hash(height);
    }
    std::optional<ScannedBlock> scan(std::int64_t height, const Known& known) override;

  private:
    bool has_no_logs(const EvmBlock& block);

    Network network_;
    EvmNode node_;
    std::vector<std::string> contracts_;  ///< "0x…", as the node wants them
    bool native_ = false;                 ///< whether the network's own coin is among its coins
    bool decimals_checked_ = false;       ///< asked once: a contract does not change them
};

/// Why every amount of a coin would be wrong: its contract counts in other decimals than the file
/// of networks says. Nothing: they agree, or it is the network's own coin. Throws RpcError.
std::optional<std::string> wrong_decimals(EvmNode& node, const Network& network,
                                          const NetworkCoin& coin);

/// keccak256("Transfer(address,address,uint256)"), "0x…".
const std::string& transfer_topic();

/// A transfer that a log tells of; nothing for a log that is not exactly ERC-20's: three topics,
/// and one number as data. Addresses as the network writes them; `units` are decimal digits.
struct TokenTransfer {
    std::string contract, from, to, units;
};
std::optional<TokenTransfer> token_transfer(Kind kind, const EvmLog& log);

}  // namespace cambio::chain
