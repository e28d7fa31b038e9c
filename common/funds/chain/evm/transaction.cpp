#include "chain/evm/transaction.h"

#include <limits>

#include "crypto/crypto.h"
#include "crypto/ethereum.h"

namespace cambio::chain {

namespace {

constexpr std::size_t address_bytes = 20;
constexpr std::size_t word = 32;
constexpr char eip1559 = 2;

/// One item of RLP: a text, or a list whose items are still to be read.
struct Item {
    bool list = false;
    std::string_view content;
};

/// Reads items one after the other; `ok` turns false at the first one that is not in its one right
/// form.
class Items {
  public:
    explicit Items(std::string_view bytes) : rest_{bytes} {}

    bool ok() const { return ok_; }
    bool done() const { return ok_ && rest_.empty(); }

    Item next() {
        if (!ok_ || rest_.empty()) return fail();
        const unsigned first = byte(0);
        if (first < 0x80) return take(0, 1, false);
        if (first < 0xc0) return item(first, 0x80, false);
        return item(first, 0xc0, true);
    }

    std::string_view text() {
        const Item read = next();
        if (read.list) ok_ = false;
        return ok_ ? read.content : std::string_view{};
    }

    /// A number without leading zeros, at most 128 bits.
    uint128 number() {
        const auto bytes = text();
        if (bytes.size() > sizeof(uint128) || (!bytes.empty() && bytes.front() == 0)) ok_ = false;
        if (!ok_) return 0;
        uint128 value = 0;
        for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
        return value;
    }

    std::uint64_t small_number() {
        const uint128 value = number();
        if (value > std::numeric_limits<std::uint64_t>::max()) ok_ = false;
        return static_cast<std::uint64_t>(value);
    }

    /// A number of a signature as 32 bytes.
    std::string scalar() {
        const auto bytes = text();
        if (bytes.size() > word || bytes.empty() || bytes.front() == 0) ok_ = false;
        if (!ok_) return {};
        return std::string(word - bytes.size(), '\0') + std::string{bytes};
    }

  private:
    unsigned byte(std::size_t at) const { return static_cast<unsigned char>(rest_[at]); }

    Item fail() {
        ok_ = false;
        return {};
    }

    Item take(std::size_t header, std::size_t length, bool list) {
        if (length > rest_.size() - header) return fail();
        const Item read{list, rest_.substr(header, length)};
        rest_.remove_prefix(header + length);
        return read;
    }

    Item item(unsigned first, unsigned base, bool list) {
        constexpr unsigned max_short = 55;
        const unsigned code = first - base;
        if (code <= max_short) {
            // One small byte stands for itself and needs no length.
            if (!list && code == 1 && (rest_.size() < 2 || byte(1) < 0x80)) return fail();
            return take(1, code, list);
        }
        const std::size_t size_bytes = code - max_short;
        if (size_bytes > 4 || rest_.size() < 1 + size_bytes || byte(1) == 0) return fail();
        std::size_t length = 0;
        for (std::size_t i = 1; i <= size_bytes; ++i) length = length << 8 | byte(i);
        if (length <= max_short) return fail();
        return take(1 + size_bytes, length, list);
    }

    std::string_view rest_;
    bool ok_ = true;
};

std::string big_endian(std::uint64_t number) {
    std::string bytes;
    for (; number != 0; number >>= 8) bytes.insert(bytes.begin(), static_cast<char>(number));
    return bytes;
}

std::string rlp_text(std::string_view bytes) {
    if (bytes.size() == 1 && static_cast<unsigned char>(bytes[0]) < 0x80) return std::string{bytes};
    if (bytes.size() <= 55) return static_cast<char>(0x80 + bytes.size()) + std::string{bytes};
    const auto length = big_endian(bytes.size());
    return static_cast<char>(0xb7 + length.size()) + length + std::string{bytes};
}

std::string rlp_list(std::string_view items) {
    if (items.size() <= 55) return static_cast<char>(0xc0 + items.size()) + std::string{items};
    const auto length = big_endian(items.size());
    return static_cast<char>(0xf7 + length.size()) + length + std::string{items};
}

void read_receiver(Items& items, SignedEvm& read) {
    read.to = std::string{items.text()};
    read.value = items.number();
    read.data = std::string{items.text()};
}

bool plausible(const SignedEvm& read) {
    return read.to.empty() || read.to.size() == address_bytes;
}

std::optional<SignedEvm> finish(SignedEvm read, std::string_view raw, std::string_view signed_text,
                                const std::string& signature, int recovery) {
    const auto sender = crypto::hash_signer(crypto::keccak256(signed_text), signature, recovery);
    if (!sender || !plausible(read)) return std::nullopt;
    read.sender = *sender;
    read.txid = "0x" + crypto::hex(crypto::keccak256(raw));
    return read;
}

std::optional<SignedEvm> decode_new(std::string_view raw) {
    Items outer{raw.substr(1)};
    const Item list = outer.next();
    if (!outer.done() || !list.list) return std::nullopt;
    Items items{list.content};
    SignedEvm read;
    read.type = eip1559;
    read.chain_id = items.small_number();
    read.nonce = items.small_number();
    read.max_priority_fee_per_gas = items.number();
    read.max_fee_per_gas = items.number();
    read.gas_limit = items.small_number();
    read_receiver(items, read);
    const Item access = items.next();
    if (!items.ok() || !access.list || !access.content.empty()) return std::nullopt;
    const std::string_view before_signature{
        list.content.data(), static_cast<std::size_t>(access.content.data() - list.content.data())};
    const auto parity = items.small_number();
    const auto r = items.scalar(), s = items.scalar();
    if (!items.done() || parity > 1) return std::nullopt;
    return finish(std::move(read), raw, eip1559 + rlp_list(before_signature), r + s,
                  static_cast<int>(parity));
}

std::optional<SignedEvm> decode_old(std::string_view raw) {
    constexpr std::uint64_t first_v = 35;
    Items outer{raw};
    const Item list = outer.next();
    if (!outer.done() || !list.list) return std::nullopt;
    Items items{list.content};
    SignedEvm read;
    read.nonce = items.small_number();
    read.max_fee_per_gas = read.max_priority_fee_per_gas = items.number();
    read.gas_limit = items.small_number();
    read_receiver(items, read);
    if (!items.ok()) return std::nullopt;
    const auto v = items.small_number();
    const auto r = items.scalar(), s = items.scalar();
    if (!items.done() || v < first_v) return std::nullopt;
    read.chain_id = (v - first_v) / 2;
    // The three items of the signature are replaced by the chain's id and two empty ones.
    std::size_t tail = rlp_text(big_endian(v)).size();
    for (const auto& scalar : {r, s})
        tail += rlp_text(std::string_view{scalar}.substr(scalar.find_first_not_of('\0'))).size();
    const auto before = list.content.substr(0, list.content.size() - tail);
    const auto signed_text = rlp_list(std::string{before} + rlp_text(big_endian(read.chain_id)) +
                                      rlp_text("") + rlp_text(""));
    return finish(std::move(read), raw, signed_text, r + s, static_cast<int>((v - first_v) % 2));
}

}  // namespace

std::optional<SignedEvm> decode_evm(std::string_view raw) {
    if (raw.empty()) return std::nullopt;
    if (raw.front() == eip1559) return decode_new(raw);
    return decode_old(raw);
}

std::string transfer_data(std::string_view receiver, uint128 units) {
    std::string data = "\xa9\x05\x9c\xbb";
    data += std::string(word - address_bytes, '\0') + std::string{receiver};
    data += std::string(word - sizeof units, '\0');
    for (int shift = 120; shift >= 0; shift -= 8) data += static_cast<char>(units >> shift);
    return data;
}

}  // namespace cambio::chain
