#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Bitcoin's transactions as their bytes say them. Everything here is pure; amounts are satoshis.
namespace cambio::chain {

struct SignedInput {
    std::string txid;  ///< of the output that it spends, as people write it: 64 digits
    std::uint32_t position = 0;
    std::string script;  ///< empty for a segregated-witness spend
    std::uint32_t sequence = 0;
    std::vector<std::string> witness;
};

struct SignedOutput {
    std::uint64_t value = 0;
    std::string script;

    bool operator==(const SignedOutput&) const = default;
};

struct SignedBitcoin {
    std::uint32_t version = 0;
    std::vector<SignedInput> inputs;
    std::vector<SignedOutput> outputs;
    std::uint32_t lock_time = 0;
    std::string txid;  ///< without its witnesses, as people write it
};

/// Reads a whole transaction, with or without witnesses (BIP 144); nothing for anything else.
std::optional<SignedBitcoin> decode_bitcoin(std::string_view raw);

/// Whether the witness of an input spends an output of that value and of pay-to-witness-key-hash
/// `script`, signing the whole transaction (BIP 143, SIGHASH_ALL).
bool spends(const SignedBitcoin& transaction, std::size_t input, std::uint64_t value,
            std::string_view script);

}  // namespace cambio::chain
