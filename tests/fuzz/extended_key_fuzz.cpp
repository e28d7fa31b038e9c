// Any text, and any bytes with the checksum that they need, as an extended public key; the keys
// that are derived are those that Botan's curve and HMAC derive by the words of BIP 32.
#include <botan/ec_group.h>
#include <botan/mac.h>

#include <optional>
#include <string>

#include "chain/encoding.h"
#include "chain/keys.h"
#include "fuzz.h"
#include "signatures.h"

namespace {

using namespace cambio::chain;
using cambio::fuzz::bytes_of, cambio::fuzz::secp256k1, cambio::fuzz::string_of;
using cambio::fuzz::require;

std::optional<AccountKey> key_of(const std::string& text) {
    try {
        return AccountKey{text};
    } catch (const KeyError&) {
        return {};
    }
}

struct Extended {
    std::string key, chain_code;
};

std::string big_endian(std::uint32_t number) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
    return bytes;
}

Extended child_of(const Extended& parent, std::uint32_t index) {
    const auto hmac = Botan::MessageAuthenticationCode::create_or_throw("HMAC(SHA-512)");
    hmac->set_key(bytes_of(parent.chain_code));
    hmac->update(parent.key + big_endian(index));
    const auto mac = hmac->final_stdvec();
    const Botan::BigInt tweak{mac.data(), 32};
    const auto point =
        secp256k1().OS2ECP(bytes_of(parent.key)) + tweak * secp256k1().get_base_point();
    return {string_of(point.encode(Botan::PointGFp::COMPRESSED)),
            std::string{mac.begin() + 32, mac.end()}};
}

bool point_by_botan(const std::string& key) {
    try {
        return secp256k1().OS2ECP(bytes_of(key)).on_the_curve();
    } catch (const Botan::Exception&) {
        return false;
    }
}

/// Whether the payload has the form of an account's public key, its point aside.
bool of_an_account(const std::string& payload) {
    if (payload.size() != 78 || payload[4] != 3) return false;
    const auto version = cambio::chain::from_hex("0488b21e04b24746043587cf045f1cf6");
    for (std::size_t i = 0; i < version->size(); i += 4)
        if (payload.starts_with(version->substr(i, 4))) return true;
    return false;
}

void check(const std::string& text, std::uint32_t index) {
    const auto payload = from_base58check(text);
    const bool expected = payload && of_an_account(*payload) && point_by_botan(payload->substr(45));
    const auto account = key_of(text);
    require(account.has_value() == expected, "the key of an account, and no other text", text);
    if (!account) return;
    const auto outer = child_of({payload->substr(45), payload->substr(13, 32)}, 0);
    const auto key = account->public_key(index);
    require(key == child_of(outer, index).key, "Botan derives the same key", text);
    for (const auto kind : {Kind::evm, Kind::tron, Kind::bitcoin}) {
        Network network;
        network.kind = kind;
        network.hrp = "bc";
        require(!address_of(network, key).empty(), "every key has an address", text);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t longest = 140;
    const std::string input{cambio::fuzz::text_of(data, size)};
    std::uint32_t index = 0;
    for (std::size_t i = 0; i < size && i < 4; ++i) index = index << 8 | data[size - 1 - i];
    index &= 0x7fffffff;
    check(input, index);
    if (size <= longest) check(base58check(input), index);
    return 0;
}
