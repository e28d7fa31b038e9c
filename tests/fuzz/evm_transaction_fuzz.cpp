// Any bytes as a signed Ethereum transaction. A second reading of RLP, which knows the standard
// alone, and Botan's recovery of the signer have to come to the same transaction, or to none.
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "chain/evm/transaction.h"
#include "crypto/crypto.h"
#include "fuzz.h"
#include "signatures.h"

namespace {

using cambio::uint128;
using cambio::chain::SignedEvm;
using cambio::fuzz::require;

struct Node {
    bool list = false;
    std::string text;
    std::vector<Node> items;
};

std::string big_endian(uint128 number) {
    std::string bytes;
    for (; number != 0; number >>= 8) bytes.insert(0, 1, static_cast<char>(number));
    return bytes;
}

/// RLP as the Yellow Paper writes it.
std::string encoded(const Node& node) {
    std::string content = node.text;
    for (const auto& item : node.items) content += encoded(item);
    if (!node.list && content.size() == 1 && static_cast<unsigned char>(content[0]) < 0x80)
        return content;
    const unsigned base = node.list ? 0xc0 : 0x80;
    if (content.size() < 56) return static_cast<char>(base + content.size()) + content;
    const auto length = big_endian(content.size());
    return static_cast<char>(base + 55 + length.size()) + length + content;
}

std::optional<Node> lenient(std::string_view& rest, int depth) {
    if (rest.empty() || depth > 3) return {};
    const auto first = static_cast<unsigned char>(rest.front());
    if (first < 0x80) {
        Node node{false, std::string{rest.substr(0, 1)}, {}};
        rest.remove_prefix(1);
        return node;
    }
    rest.remove_prefix(1);
    const unsigned code = first < 0xc0 ? first - 0x80 : first - 0xc0;
    std::size_t length = code;
    if (code > 55) {
        const std::size_t digits = code - 55;
        if (digits > rest.size() || digits > 4) return {};
        length = 0;
        for (std::size_t i = 0; i < digits; ++i)
            length = length * 256 + static_cast<unsigned char>(rest[i]);
        rest.remove_prefix(digits);
    }
    if (length > rest.size()) return {};
    std::string_view content = rest.substr(0, length);
    rest.remove_prefix(length);
    Node node{first >= 0xc0, {}, {}};
    if (!node.list) node.text = content;
    while (node.list && !content.empty()) {
        auto item = lenient(content, depth + 1);
        if (!item) return {};
        node.items.push_back(*std::move(item));
    }
    return node;
}

/// The one tree whose encoding is exactly these bytes.
std::optional<Node> decoded(std::string_view raw) {
    auto rest = raw;
    auto node = lenient(rest, 0);
    if (!node || !rest.empty() || encoded(*node) != raw) return {};
    return node;
}

/// A number of at most so many bytes; nothing for a list or one with a leading zero.
std::optional<uint128> number(const Node& node, std::size_t bytes) {
    if (node.list || node.text.size() > bytes || node.text.starts_with('\0')) return {};
    uint128 value = 0;
    for (const char c : node.text) value = value * 256 + static_cast<unsigned char>(c);
    return value;
}

std::optional<std::string> scalar(const Node& node) {
    if (node.list || node.text.empty() || node.text.size() > 32 || node.text.front() == '\0')
        return {};
    return std::string(32 - node.text.size(), '\0') + node.text;
}

/// Which item of the list is what.
struct Places {
    std::size_t nonce, priority, fee, gas, to, parity, count;
};
constexpr Places old_places{0, 1, 1, 2, 3, 6, 9}, new_places{1, 2, 3, 4, 5, 9, 12};

std::optional<SignedEvm> fields(const Node& list, const Places& at) {
    if (!list.list || list.items.size() != at.count) return {};
    const auto& items = list.items;
    const auto nonce = number(items[at.nonce], 8), gas = number(items[at.gas], 8);
    const auto priority = number(items[at.priority], 16), fee = number(items[at.fee], 16);
    const auto value = number(items[at.to + 1], 16);
    const auto& to = items[at.to];
    const auto& data = items[at.to + 2];
    if (!nonce || !gas || !priority || !fee || !value || to.list || data.list) return {};
    if (!to.text.empty() && to.text.size() != 20) return {};
    SignedEvm read;
    read.nonce = static_cast<std::uint64_t>(*nonce);
    read.gas_limit = static_cast<std::uint64_t>(*gas);
    read.max_priority_fee_per_gas = *priority;
    read.max_fee_per_gas = *fee;
    read.value = *value;
    read.to = to.text;
    read.data = data.text;
    return read;
}

std::optional<SignedEvm> with_signer(SignedEvm read, const Node& list, std::string_view raw,
                                     const std::string& unsigned_bytes, unsigned recovery) {
    const auto r = scalar(list.items[list.items.size() - 2]), s = scalar(list.items.back());
    if (!r || !s) return {};
    const auto sender =
        cambio::fuzz::signer_by_botan(cambio::fuzz::keccak(unsigned_bytes), *r + *s, recovery);
    if (!sender) return {};
    read.sender = *sender;
    read.txid = "0x" + cambio::crypto::hex(cambio::fuzz::keccak(raw));
    return read;
}

std::optional<SignedEvm> expected_new(std::string_view raw) {
    const auto list = decoded(raw.substr(1));
    auto read = list ? fields(*list, new_places) : std::nullopt;
    if (!read) return {};
    const auto chain = number(list->items[0], 8), parity = number(list->items[9], 8);
    const auto& access = list->items[8];
    if (!chain || !parity || *parity > 1 || !access.list || !access.items.empty()) return {};
    read->type = 2;
    read->chain_id = static_cast<std::uint64_t>(*chain);
    Node signed_list = *list;
    signed_list.items.resize(9);
    return with_signer(*std::move(read), *list, raw, '\x02' + encoded(signed_list),
                       static_cast<unsigned>(*parity));
}

std::optional<SignedEvm> expected_old(std::string_view raw) {
    const auto list = decoded(raw);
    auto read = list ? fields(*list, old_places) : std::nullopt;
    if (!read) return {};
    const auto v = number(list->items[6], 8);
    if (!v || *v < 35) return {};
    read->chain_id = static_cast<std::uint64_t>((*v - 35) / 2);
    Node signed_list = *list;
    signed_list.items.resize(6);
    for (const auto& text : {big_endian(read->chain_id), std::string{}, std::string{}})
        signed_list.items.push_back({false, text, {}});
    return with_signer(*std::move(read), *list, raw, encoded(signed_list),
                       static_cast<unsigned>((*v - 35) % 2));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto raw = cambio::fuzz::text_of(data, size);
    const auto expected = raw.starts_with('\x02') ? expected_new(raw) : expected_old(raw);
    require(cambio::chain::decode_evm(raw) == expected, "both readings agree", raw);
    return 0;
}
