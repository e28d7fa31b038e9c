// Any bytes as a Bitcoin transaction, of a block and of a withdrawal. What is read is written again
// to the very same bytes, and what is none of a withdrawal has a reason.
#include <algorithm>
#include <string>

#include "chain/bitcoin/address.h"
#include "chain/bitcoin/codec.h"
#include "chain/encoding.h"
#include "crypto/crypto.h"
#include "fuzz.h"

namespace {

using namespace cambio::chain;
using cambio::fuzz::require;

std::string little_endian(std::uint64_t number, int bytes) {
    std::string text;
    for (; bytes > 0; --bytes, number >>= 8) text += static_cast<char>(number);
    return text;
}

std::string sized(std::uint64_t size) {
    if (size < 0xfd) return little_endian(size, 1);
    return size <= 0xffff ? '\xfd' + little_endian(size, 2) : '\xfe' + little_endian(size, 4);
}

std::string sized(const std::string& text) {
    return sized(text.size()) + text;
}

std::string reversed(std::string text) {
    std::ranges::reverse(text);
    return text;
}

/// BIP 144; without witnesses it is what the id is the hash of.
std::string written(const BitcoinTransaction& read, bool witnesses) {
    std::string raw = little_endian(read.version, 4);
    if (witnesses) raw += std::string{"\0\1", 2};
    raw += sized(read.inputs.size());
    for (const auto& input : read.inputs)
        raw += reversed(*from_hex(input.txid)) + little_endian(input.position, 4) +
               sized(input.script) + little_endian(input.sequence, 4);
    raw += sized(read.outputs.size());
    for (const auto& output : read.outputs)
        raw += little_endian(static_cast<std::uint64_t>(output.value), 8) + sized(output.script);
    for (const auto& input : read.inputs) {
        if (!witnesses) break;
        raw += sized(input.witness.size());
        for (const auto& item : input.witness) raw += sized(item);
    }
    return raw + little_endian(read.lock_time, 4);
}

/// Why decode_bitcoin() reads no transaction of a withdrawal where a block may hold one.
bool no_withdrawal(const BitcoinTransaction& read) {
    constexpr std::int64_t max_satoshis = 2'100'000'000'000'000;
    return read.inputs.empty() || read.outputs.empty() ||
           std::ranges::any_of(read.outputs, [](const BitcoinOutput& output) {
               return output.value < 0 || output.value > max_satoshis;
           });
}

void check_scripts(const BitcoinTransaction& read, std::string_view raw) {
    for (const auto& output : read.outputs)
        for (const std::string hrp : {"bc", "tb", "rb"})
            if (const auto address = script_address(output.script, hrp))
                require(script_pubkey(*address, hrp) == output.script, "script and back", raw);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto raw = cambio::fuzz::text_of(data, size);
    const auto of_withdrawal = decode_bitcoin(raw);
    const auto read = parse_transaction(raw);
    if (!read) {
        require(!of_withdrawal, "a block may hold what withdrawals read", raw);
        return 0;
    }
    const bool witnesses = raw.substr(4, 2) == std::string_view{"\0\1", 2};
    require(written(*read, witnesses) == raw, "read and written again", raw);
    require(read->txid == cambio::crypto::hex(reversed(double_sha256(written(*read, false)))),
            "the id is the hash of all but the witnesses", raw);
    require(of_withdrawal.has_value() != no_withdrawal(*read),
            "withdrawals read what pays amounts that there are", raw);
    if (of_withdrawal) {
        require(of_withdrawal->txid == read->txid, "both find the same id", raw);
        for (std::size_t i = 0; i < of_withdrawal->inputs.size(); ++i)
            spends(*of_withdrawal, i, 1, of_withdrawal->outputs[0].script);
    }
    check_scripts(*read, raw);
    const auto block = parse_block(std::string(80, '\0') + '\1' + std::string{raw});
    require(block && block->transactions.at(0).txid == read->txid, "a block may hold it", raw);
    return 0;
}
