#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chain/bitcoin/codec.h"
#include "chain/lag.h"
#include "chain/rpc.h"

namespace cambio::chain {

/// What waits for a transaction that waits itself: everything that spends it, or spends that.
struct BitcoinAfter {
    std::int64_t count = 0;     ///< of transactions, itself perhaps among them
    std::uint64_t satoshi = 0;  ///< of fees, its own among them
};

/// The parts of Bitcoin's JSON-RPC that Cambio uses. Every call throws RpcError; an answer of
/// another form is RpcFault::broken.
class BitcoinNode {
  public:
    explicit BitcoinNode(std::string url, std::chrono::milliseconds timeout = Rpc::usual_timeout)
        : rpc_{std::move(url), timeout} {}
    explicit BitcoinNode(Rpc rpc) : rpc_{std::move(rpc)} {}

    /// Which chain it follows: main, test, testnet4, signet or regtest.
    std::string chain();
    std::int64_t height();
    NodeState state();
    /// Nothing: the node does not have it (yet, or any more).
    std::optional<std::string> block_hash(std::int64_t height);
    /// Read from the raw bytes, so that no amount ever was a float; the hash is checked.
    BitcoinBlock block(const std::string& hash);
    /// Whether it finds transactions of old blocks, as confirmations() needs: Bitcoin Core does
    /// with txindex=1 alone. A chain of one block has none to look for.
    bool finds_transactions();
    /// Confirmations of a transaction: 0 waits. Nothing: the node does not know it (it needs its
    /// index of transactions, or the transaction in its own wallet).
    std::optional<std::int64_t> confirmations(const std::string& txid);
    /// The bytes of a transaction that the node knows, with its witnesses.
    std::string raw(const std::string& txid);
    /// Whether a transaction's output exists and no transaction of a block or waiting spends it.
    bool unspent(const std::string& txid, std::uint32_t output);
    /// Whether it exists in a block and no block spends it, whatever waits.
    bool unspent_in_blocks(const std::string& txid, std::uint32_t output);
    /// The same of many outputs, in their order.
    std::vector<bool> unspent_in_blocks(const std::vector<Outpoint>& outputs);
    /// How many transactions that wait for a block one that waits needs, itself perhaps among them.
    /// Nothing: it does not wait at this node.
    std::optional<std::int64_t> waits_after(const std::string& txid);
    /// What needs it in turn. Nothing: as above.
    std::optional<BitcoinAfter> after(const std::string& txid);
    /// The satoshi that lie at addresses by the node's set of unspent outputs. Bitcoin Core knows
    /// it, other nodes refuse. It takes minutes on the main network.
    std::int64_t held_by(const std::vector<std::string>& addresses);
    /// Broadcasts a signed transaction in hexadecimal digits and returns its id.
    std::string send_raw(const std::string& transaction);

    Rpc& rpc() { return rpc_; }

  private:
    Rpc rpc_;
};

}  // namespace cambio::chain
