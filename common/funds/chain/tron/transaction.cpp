#include "chain/tron/transaction.h"

#include "crypto/crypto.h"
#include "crypto/ethereum.h"

namespace cambio::chain {

namespace {

// Numbers of fields in protocol.Transaction and its parts (core/Tron.proto).
constexpr int raw_data_field = 1, signature_field = 2;
constexpr unsigned trigger_smart_contract = 31;
constexpr char tron_prefix = 0x41;
constexpr std::size_t signature_bytes = 65;

std::string varint(std::uint64_t number) {
    std::string bytes;
    for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(0x80 | (number & 0x7f));
    return bytes + static_cast<char>(number);
}

std::string number_field(unsigned field, std::int64_t number) {
    return varint(field << 3) + varint(static_cast<std::uint64_t>(number));
}

std::string bytes_field(unsigned field, std::string_view bytes) {
    return varint(field << 3 | 2) + varint(bytes.size()) + std::string{bytes};
}

/// The bytes of a field that has to be the next one; takes it off.
std::optional<std::string> take_bytes(std::string_view& rest, unsigned field) {
    const auto tag = varint(field << 3 | 2);
    if (!rest.starts_with(tag)) return std::nullopt;
    rest.remove_prefix(tag.size());
    std::size_t length = 0;
    for (int shift = 0;; shift += 7) {
        if (rest.empty() || shift > 21) return std::nullopt;
        const auto byte = static_cast<unsigned char>(rest.front());
        rest.remove_prefix(1);
        length |= static_cast<std::size_t>(byte & 0x7f) << shift;
        if (byte < 0x80) break;
    }
    if (length > rest.size()) return std::nullopt;
    std::string bytes{rest.substr(0, length)};
    rest.remove_prefix(length);
    return bytes;
}

}  // namespace

std::string tron_raw_data(const TronCall& call) {
    const auto parameter =
        bytes_field(1, "type.googleapis.com/protocol.TriggerSmartContract") +
        bytes_field(2, bytes_field(1, tron_prefix + call.owner) +
                           bytes_field(2, tron_prefix + call.contract) + bytes_field(4, call.data));
    const auto contract = number_field(1, trigger_smart_contract) + bytes_field(2, parameter);
    return bytes_field(1, call.block_bytes) + bytes_field(4, call.block_hash) +
           number_field(8, call.expiration) + bytes_field(11, contract) +
           number_field(14, call.timestamp) + number_field(18, call.fee_limit);
}

std::string tron_txid(std::string_view raw_data) {
    return crypto::hex(crypto::sha256(raw_data));
}

std::optional<SignedTron> decode_tron(std::string_view raw) {
    const auto data = take_bytes(raw, raw_data_field);
    const auto signature = data ? take_bytes(raw, signature_field) : std::nullopt;
    if (!signature || !raw.empty() || signature->size() != signature_bytes) return std::nullopt;
    const int v = static_cast<unsigned char>(signature->back());
    const auto sender = crypto::hash_signer(
        crypto::sha256(*data), signature->substr(0, signature_bytes - 1), v >= 27 ? v - 27 : v);
    if (!sender) return std::nullopt;
    return SignedTron{*data, *sender, tron_txid(*data)};
}

}  // namespace cambio::chain
