#include "chain/bitcoin/codec.h"

#include <algorithm>

#include "chain/encoding.h"
#include "crypto/crypto.h"
#include "crypto/ethereum.h"

namespace cambio::chain {

namespace {

constexpr std::size_t header_bytes = 80, hash_bytes = 32;
constexpr std::int64_t max_satoshis = 2'100'000'000'000'000;

template <class Number>
std::string little_endian(Number number) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof number; ++i)
        bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i));
    return bytes;
}

std::string compact_size(std::size_t size) {
    if (size < 0xfd) return std::string(1, static_cast<char>(size));
    if (size <= 0xffff) return '\xfd' + little_endian(static_cast<std::uint16_t>(size));
    return '\xfe' + little_endian(static_cast<std::uint32_t>(size));
}

std::string written(std::string_view text) {
    return compact_size(text.size()) + std::string{text};
}

/// Ids are written in the other direction than they are stored.
std::string reversed(std::string_view bytes) {
    return {bytes.rbegin(), bytes.rend()};
}

std::string id_text(std::string_view hash) {
    return crypto::hex(reversed(hash));
}

/// Takes numbers and bytes off the front; `ok` turns false at the first thing that is not there, or
/// not in its one right form.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_{bytes} {}

    bool ok() const { return ok_; }
    bool done() const { return ok_ && rest_.empty(); }
    std::string_view rest() const { return rest_; }

    std::string_view bytes(std::size_t count) {
        if (!ok_ || count > rest_.size()) {
            ok_ = false;
            return {};
        }
        const auto read = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return read;
    }

    template <class Number>
    Number number() {
        std::uint64_t value = 0;
        const auto read = bytes(sizeof(Number));
        for (std::size_t i = read.size(); i > 0; --i)
            value = value << 8 | static_cast<unsigned char>(read[i - 1]);
        return static_cast<Number>(value);
    }

    /// A count or a length in its shortest form; more than what is left is none.
    std::size_t size() {
        const auto first = number<std::uint8_t>();
        std::uint64_t value = first;
        std::uint64_t least = 0;
        if (first == 0xfd) {
            value = number<std::uint16_t>();
            least = 0xfd;
        } else if (first == 0xfe) {
            value = number<std::uint32_t>();
            least = 0x10000;
        } else if (first == 0xff) {
            ok_ = false;
        }
        if (value < least || value > rest_.size()) ok_ = false;
        return ok_ ? static_cast<std::size_t>(value) : 0;
    }

    std::string text() { return std::string{bytes(size())}; }

    bool skip_marker() {
        constexpr std::string_view marker{"\0\1", 2};
        if (!rest_.starts_with(marker)) return false;
        rest_.remove_prefix(marker.size());
        return true;
    }

  private:
    std::string_view rest_;
    bool ok_ = true;
};

void read_inputs(Reader& reader, BitcoinTransaction& read) {
    constexpr std::uint32_t nowhere = 0xffffffff;
    const auto count = reader.size();
    for (std::size_t i = 0; i < count && reader.ok(); ++i) {
        BitcoinInput input;
        const auto hash = reader.bytes(hash_bytes);
        input.txid = id_text(hash);
        input.position = reader.number<std::uint32_t>();
        input.script = reader.text();
        input.sequence = reader.number<std::uint32_t>();
        const bool nobody = hash.find_first_not_of('\0') == std::string_view::npos;
        if (nobody && input.position == nowhere) read.coinbase = true;
        read.inputs.push_back(std::move(input));
    }
}

void read_outputs(Reader& reader, BitcoinTransaction& read) {
    const auto count = reader.size();
    for (std::size_t i = 0; i < count && reader.ok(); ++i) {
        BitcoinOutput output;
        output.value = reader.number<std::int64_t>();
        output.script = reader.text();
        read.outputs.push_back(std::move(output));
    }
}

void read_witnesses(Reader& reader, BitcoinTransaction& read) {
    for (auto& input : read.inputs) {
        const auto count = reader.size();
        for (std::size_t i = 0; i < count && reader.ok(); ++i)
            input.witness.push_back(reader.text());
    }
}

/// The next one; of no use where the reader is not `ok` afterwards.
BitcoinTransaction read_transaction(Reader& reader) {
    BitcoinTransaction read;
    read.version = reader.number<std::uint32_t>();
    const bool with_witnesses = reader.skip_marker();
    const std::string_view before_inputs = reader.rest();
    read_inputs(reader, read);
    read_outputs(reader, read);
    const auto body = before_inputs.substr(0, before_inputs.size() - reader.rest().size());
    if (with_witnesses) read_witnesses(reader, read);
    read.lock_time = reader.number<std::uint32_t>();
    if (reader.ok())
        read.txid = id_text(double_sha256(little_endian(read.version) + std::string{body} +
                                          little_endian(read.lock_time)));
    return read;
}

std::string outpoints_of(const BitcoinInput& input) {
    const auto raw = from_hex(input.txid);
    return reversed(raw.value_or("")) + little_endian(input.position);
}

std::string outputs_of(const BitcoinTransaction& transaction) {
    std::string bytes;
    for (const auto& output : transaction.outputs)
        bytes += little_endian(output.value) + written(output.script);
    return bytes;
}

/// What a signature of an input is over (BIP 143).
std::string signed_hash(const BitcoinTransaction& transaction, const BitcoinInput& input,
                        std::uint64_t value, std::string_view key_hash) {
    constexpr std::uint32_t all = 1;
    std::string outpoints, sequences;
    for (const auto& each : transaction.inputs) {
        outpoints += outpoints_of(each);
        sequences += little_endian(each.sequence);
    }
    const std::string script_code =
        "\x76\xa9\x14" + std::string{key_hash} + "\x88\xac";  // pay to this key's hash
    return double_sha256(little_endian(transaction.version) + double_sha256(outpoints) +
                         double_sha256(sequences) + outpoints_of(input) + written(script_code) +
                         little_endian(value) + little_endian(input.sequence) +
                         double_sha256(outputs_of(transaction)) +
                         little_endian(transaction.lock_time) + little_endian(all));
}

}  // namespace

std::optional<BitcoinTransaction> parse_transaction(std::string_view raw) {
    Reader reader{raw};
    auto transaction = read_transaction(reader);
    if (!reader.done()) return {};
    return transaction;
}

std::optional<BitcoinBlock> parse_block(std::string_view raw) {
    Reader reader{raw};
    const auto header = reader.bytes(header_bytes);
    const auto count = reader.size();
    if (!reader.ok()) return {};
    BitcoinBlock block{id_text(double_sha256(header)), id_text(header.substr(4, hash_bytes)), {}};
    for (std::size_t i = 0; i < count && reader.ok(); ++i)
        block.transactions.push_back(read_transaction(reader));
    if (!reader.done()) return {};
    return block;
}

std::optional<BitcoinTransaction> decode_bitcoin(std::string_view raw) {
    auto read = parse_transaction(raw);
    const auto none = [](const BitcoinOutput& output) {
        return output.value < 0 || output.value > max_satoshis;
    };
    if (!read || read->inputs.empty() || read->outputs.empty() ||
        std::ranges::any_of(read->outputs, none))
        return {};
    return read;
}

bool spends(const BitcoinTransaction& transaction, std::size_t input, std::uint64_t value,
            std::string_view script) {
    constexpr std::string_view program_start{"\0\x14", 2};
    constexpr std::size_t program_bytes = 22, compressed_key = 33;
    const auto& spent = transaction.inputs.at(input);
    if (script.size() != program_bytes || !script.starts_with(program_start) ||
        !spent.script.empty() || spent.witness.size() != 2)
        return false;
    const auto& signature = spent.witness[0];
    const auto& key = spent.witness[1];
    const auto key_hash = script.substr(program_start.size());
    if (key.size() != compressed_key || hash160(key) != key_hash || signature.empty() ||
        signature.back() != 1)
        return false;
    return crypto::verify_der(signed_hash(transaction, spent, value, key_hash),
                              signature.substr(0, signature.size() - 1), key);
}

}  // namespace cambio::chain
