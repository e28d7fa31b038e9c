#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chain/lag.h"
#include "chain/rpc.h"

namespace cambio::chain {

/// An unsigned number of up to 256 bits, as text: decimal digits without leading zeros. From
/// "0x…"; nothing for another text.
std::optional<std::string> from_quantity(std::string_view hexadecimal);

struct EvmTransaction {
    std::string hash;
    std::string from, to;  ///< as the node writes them; `to` is empty for a new contract
    std::string value;     ///< decimal digits, in the chain's smallest unit
};

struct EvmBlock {
    std::int64_t height = 0;
    std::string hash, parent;
    std::string bloom;  ///< 256 bytes that say what its logs may hold; empty: not told
    std::vector<EvmTransaction> transactions;
};

struct EvmLog {
    std::string contract, transaction, block_hash;
    std::vector<std::string> topics;
    std::string data;        ///< "0x…"
    std::int64_t index = 0;  ///< within the block: a reorganisation moves it
};

struct EvmReceipt {
    bool succeeded = false;
    std::string block_hash;
    std::int64_t block_height = 0;
    std::vector<EvmLog> logs;  ///< in order
    std::string fee;           ///< decimal digits: gas used times the price paid; empty: not told
};

/// The parts of Ethereum's JSON-RPC that Cambio uses; java-tron's /jsonrpc has the reading ones
/// too. Every call throws RpcError; an answer of another form is RpcFault::broken.
class EvmNode {
  public:
    explicit EvmNode(std::string url, std::chrono::milliseconds timeout = Rpc::usual_timeout)
        : rpc_{std::move(url), timeout} {}
    explicit EvmNode(Rpc rpc) : rpc_{std::move(rpc)} {}

    std::int64_t chain_id();
    std::int64_t height();
    /// While it is catching up, that alone.
    NodeState state();
    /// Nothing: the node does not have it (yet, or any more). Its transactions come `whole` or not
    /// at all.
    std::optional<EvmBlock> block(std::int64_t height, bool whole);
    std::optional<std::string> block_hash(std::int64_t height);
    /// The hashes of a block's transactions; nothing as above.
    std::optional<std::vector<std::string>> transactions_of(const std::string& block_hash);
    /// The logs of one block, named by its hash: a node that does not have the block refuses, where
    /// a range of numbers would have been answered with nothing.
    std::vector<EvmLog> logs(const std::string& block_hash,
                             const std::vector<std::string>& contracts, const std::string& topic);
    std::optional<EvmReceipt> receipt(const std::string& transaction);
    /// A transaction that the node knows, in a block or waiting.
    std::optional<EvmTransaction> transaction(const std::string& hash);
    /// Its signed bytes; nothing: the node does not know it, or does not give them.
    std::optional<std::string> raw(const std::string& hash);
    /// The hashes of those that an address has sent and that wait for a block, also behind a nonce
    /// that is missing. A node that does not show its pool tells what the next block would hold.
    std::vector<std::string> waiting(const std::string& sender);
    /// When a block says that it was made; it has to be there.
    std::chrono::system_clock::time_point block_time(std::int64_t height);
    bool knows(const std::string& hash) { return transaction(hash).has_value(); }

    /// What an address holds, in decimal digits: after the block at that height, which a node knows
    /// of some hundred blocks, or now.
    std::string balance(const std::string& address, std::optional<std::int64_t> height = {});
    /// The same of an ERC-20 contract.
    std::string token_balance(const std::string& contract, const std::string& address,
                              std::optional<std::int64_t> height = {});
    /// Whether an ERC-20 contract would do this call of transfer() after the block at that height.
    /// False also where the node does not know, for it keeps the state of some hundred blocks.
    bool would_transfer(const std::string& contract, const std::string& sender,
                        const std::string& data, std::int64_t height);
    /// How many decimals an ERC-20 contract counts in. Nothing: it answers with none, as an address
    /// without a contract does.
    std::optional<int> decimals(const std::string& contract);
    /// How many transactions an address has sent, waiting ones included where `pending`.
    std::int64_t transaction_count(const std::string& address, bool pending);
    std::string gas_price();  ///< decimal digits
    /// Broadcasts a signed transaction ("0x…") and returns its hash.
    std::string send_raw(const std::string& transaction);

    Rpc& rpc() { return rpc_; }

  private:
    Rpc rpc_;
};

}  // namespace cambio::chain
