#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chain/coins.h"

/// Bitcoin's blocks and transactions as their bytes say them. Everything here is pure; amounts are
/// satoshis, and ids stand as people write them: 64 digits, the hash's bytes in reverse.
namespace cambio::chain {

/// What a transaction spends.
struct BitcoinInput : Outpoint {
    std::string script;  ///< raw; empty for a segregated-witness spend
    std::uint32_t sequence = 0;
    std::vector<std::string> witness;
};

struct BitcoinOutput {
    std::int64_t value = 0;
    std::string script;  ///< raw

    bool operator==(const BitcoinOutput&) const = default;
};

struct BitcoinTransaction {
    std::string txid;  ///< without its witnesses
    std::uint32_t version = 0;
    bool coinbase = false;  ///< it makes new coins
    std::vector<BitcoinInput> inputs;
    std::vector<BitcoinOutput> outputs;
    std::uint32_t lock_time = 0;
};

struct BitcoinBlock {
    std::string hash, parent;
    std::vector<BitcoinTransaction> transactions;
};

/// A transaction (BIP 144) or a block in raw bytes; nothing when they are not exactly that.
std::optional<BitcoinTransaction> parse_transaction(std::string_view raw);
std::optional<BitcoinBlock> parse_block(std::string_view raw);

/// The same of a transaction that pays: it has inputs and outputs, and no output has more satoshis
/// than there can ever be.
std::optional<BitcoinTransaction> decode_bitcoin(std::string_view raw);

/// Whether the witness of an input spends an output of that value and of pay-to-witness-key-hash
/// `script`, signing the whole transaction (BIP 143, SIGHASH_ALL).
bool spends(const BitcoinTransaction& transaction, std::size_t input, std::uint64_t value,
            std::string_view script);

}  // namespace cambio::chain
