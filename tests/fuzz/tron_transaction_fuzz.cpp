// Any bytes as a signed Tron transaction, and any call as one that is written: a second reading of
// protobuf finds the fields again.
#include <botan/hash.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "chain/tron/transaction.h"
#include "crypto/crypto.h"
#include "fuzz.h"
#include "signatures.h"

namespace {

using namespace cambio::chain;
using cambio::fuzz::require;

/// Fields by their number; each is there once at most.
struct Message {
    std::map<std::uint64_t, std::uint64_t> numbers;
    std::map<std::uint64_t, std::string> texts;
};

std::optional<std::uint64_t> varint(std::string_view& rest) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (rest.empty()) return {};
        const std::uint64_t byte = cambio::fuzz::take_byte(rest);
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
    return {};
}

std::optional<Message> message(std::string_view rest) {
    Message read;
    while (!rest.empty()) {
        const auto tag = varint(rest);
        const auto value = tag ? varint(rest) : std::nullopt;
        if (!value) return {};
        const auto field = *tag >> 3;
        if (read.numbers.contains(field) || read.texts.contains(field)) return {};
        if ((*tag & 7) == 0) {
            read.numbers[field] = *value;
        } else if ((*tag & 7) == 2 && *value <= rest.size()) {
            read.texts[field] = rest.substr(0, *value);
            rest.remove_prefix(*value);
        } else {
            return {};
        }
    }
    return read;
}

std::string sha256(std::string_view text) {
    const auto hash = Botan::HashFunction::create_or_throw("SHA-256");
    hash->update(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    return cambio::fuzz::string_of(hash->final_stdvec());
}

void check_read(std::string_view raw) {
    const auto read = decode_tron(raw);
    const auto parts = message(raw);
    std::optional<std::string> sender;
    if (parts && parts->numbers.empty() && parts->texts.size() == 2 && parts->texts.contains(1) &&
        parts->texts.contains(2) && parts->texts.at(2).size() == 65 && raw.front() == '\x0a') {
        const auto& signature = parts->texts.at(2);
        const int v = static_cast<unsigned char>(signature.back());
        const int recovery = v >= 27 ? v - 27 : v;
        if (recovery <= 1)
            sender = cambio::fuzz::signer_by_botan(sha256(parts->texts.at(1)),
                                                   std::string_view{signature}.substr(0, 64),
                                                   static_cast<unsigned>(recovery));
    }
    // A number of protobuf may be written longer than it needs; such tags and lengths are not read.
    if (!sender) require(!read, "no second reading finds a transaction", raw);
    if (!read) return;
    require(read->raw_data == parts->texts.at(1), "raw_data", raw);
    require(read->sender == *sender, "Botan finds the same signer", raw);
    require(read->txid == cambio::crypto::hex(sha256(read->raw_data)), "the id", raw);
}

TronCall call_of(std::string_view rest) {
    const auto text = [&rest](std::size_t size) {
        std::string taken{rest.substr(0, size)};
        rest.remove_prefix(taken.size());
        return taken + std::string(size - taken.size(), 'x');
    };
    const auto number = [&rest] {
        std::uint64_t value = 0;
        for (int i = 0; i < 8; ++i) value = value << 8 | cambio::fuzz::take_byte(rest);
        return static_cast<std::int64_t>(value >> 1);
    };
    TronCall call;
    call.expiration = number();
    call.timestamp = number();
    call.fee_limit = number();
    call.block_bytes = text(2);
    call.block_hash = text(8);
    call.owner = text(20);
    call.contract = text(20);
    call.data = rest;
    return call;
}

void check_written(std::string_view input) {
    const auto call = call_of(input);
    const auto data = tron_raw_data(call);
    const auto raw = message(data);
    require(raw && raw->texts.size() == 3 && raw->numbers.size() == 3, "raw_data's fields", input);
    require(raw->texts.at(1) == call.block_bytes && raw->texts.at(4) == call.block_hash,
            "the block that it refers to", input);
    require(raw->numbers.at(8) == static_cast<std::uint64_t>(call.expiration) &&
                raw->numbers.at(14) == static_cast<std::uint64_t>(call.timestamp) &&
                raw->numbers.at(18) == static_cast<std::uint64_t>(call.fee_limit),
            "times and the limit of the fee", input);
    const auto contract = message(raw->texts.at(11));
    require(contract && contract->numbers.at(1) == 31, "a call of a contract", input);
    const auto any = message(contract->texts.at(2));
    const auto trigger = any ? message(any->texts.at(2)) : std::nullopt;
    require(trigger && trigger->texts.at(1) == '\x41' + call.owner &&
                trigger->texts.at(2) == '\x41' + call.contract && trigger->texts.at(4) == call.data,
            "who calls what with what", input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    check_read(input);
    check_written(input);
    return 0;
}
