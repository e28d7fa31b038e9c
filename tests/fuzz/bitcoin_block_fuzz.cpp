// Any bytes as a Bitcoin block: whatever is read has the header's hash, and each transaction in it
// is one by itself.
#include <algorithm>
#include <string>

#include "chain/bitcoin/codec.h"
#include "chain/encoding.h"
#include "crypto/crypto.h"
#include "fuzz.h"

namespace {

using namespace cambio::chain;
using cambio::fuzz::require;

std::string id_of(std::string_view hash) {
    return cambio::crypto::hex(std::string{hash.rbegin(), hash.rend()});
}

/// The end of the transaction with which the bytes begin, or npos. The lengths that it is looked
/// for at are few: the fuzzer's inputs are.
std::size_t end_of_first(std::string_view raw, const std::string& txid) {
    for (std::size_t size = 10; size <= raw.size(); ++size)
        if (const auto read = parse_transaction(raw.substr(0, size)))
            return read->txid == txid ? size : std::string_view::npos;
    return std::string_view::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t header = 80, one_byte_counts = 0xfd, tried_bytes = 600;
    const auto raw = cambio::fuzz::text_of(data, size);
    const auto block = parse_block(raw);
    if (!block) return 0;
    require(block->hash == id_of(double_sha256(raw.substr(0, header))), "hash", raw);
    require(block->parent == id_of(raw.substr(4, 32)), "parent", raw);
    for (const auto& transaction : block->transactions)
        require(transaction.coinbase ==
                    std::ranges::any_of(transaction.inputs,
                                        [](const BitcoinInput& input) {
                                            return input.position == 0xffffffff &&
                                                   input.txid == std::string(64, '0');
                                        }),
                "new coins come from nowhere", raw);
    if (block->transactions.size() >= one_byte_counts || size > tried_bytes) return 0;
    auto rest = raw.substr(header + 1);
    for (const auto& transaction : block->transactions) {
        const auto end = end_of_first(rest, transaction.txid);
        require(end != std::string_view::npos, "each transaction is one by itself", raw);
        rest.remove_prefix(end);
    }
    require(rest.empty(), "nothing stands between or after them", raw);
    return 0;
}
