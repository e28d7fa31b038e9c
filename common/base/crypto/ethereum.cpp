#include "crypto/ethereum.h"

#include <botan/keccak.h>
#include <secp256k1.h>
#include <secp256k1_recovery.h>

#include <array>
#include <memory>

#include "crypto/crypto.h"

namespace cambio::crypto {

namespace {

constexpr std::size_t address_digits = 40;
constexpr std::size_t signature_bytes = 65;
constexpr std::size_t public_key_bytes = 65;  ///< a 4, then both coordinates

int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<std::string> bytes_of(std::string_view text, std::size_t count) {
    if (!text.starts_with("0x") || text.size() != 2 + 2 * count) return {};
    std::string raw;
    for (std::size_t i = 2; i < text.size(); i += 2) {
        const int high = digit_value(text[i]), low = digit_value(text[i + 1]);
        if (high < 0 || low < 0) return {};
        raw += static_cast<char>(high * 16 + low);
    }
    return raw;
}

const unsigned char* unsigned_bytes(const std::string& text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

using Context = std::unique_ptr<secp256k1_context, void (*)(secp256k1_context*)>;

const secp256k1_context* verifier() {
    static const Context context{secp256k1_context_create(SECP256K1_CONTEXT_VERIFY),
                                 secp256k1_context_destroy};
    return context.get();
}

/// The uncompressed public key that made a recoverable signature of a hash.
std::optional<std::string> recovered_key(const std::string& hash, const std::string& signature,
                                         int recovery) {
    secp256k1_ecdsa_recoverable_signature parsed;
    secp256k1_pubkey key;
    if (secp256k1_ecdsa_recoverable_signature_parse_compact(
            verifier(), &parsed, unsigned_bytes(signature), recovery) != 1 ||
        secp256k1_ecdsa_recover(verifier(), &key, &parsed, unsigned_bytes(hash)) != 1)
        return {};
    std::array<unsigned char, public_key_bytes> text;
    std::size_t size = text.size();
    secp256k1_ec_pubkey_serialize(verifier(), text.data(), &size, &key, SECP256K1_EC_UNCOMPRESSED);
    return std::string{reinterpret_cast<const char*>(text.data()), size};
}

}  // namespace

std::string keccak256(std::string_view text) {
    Botan::Keccak_1600 hash{256};
    hash.update(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const auto result = hash.final();
    return {reinterpret_cast<const char*>(result.data()), result.size()};
}

std::optional<std::string> checksum_address(std::string_view address) {
    const auto raw = bytes_of(address, address_digits / 2);
    if (!raw) return {};
    std::string digits = hex(*raw);
    const std::string hash = hex(keccak256(digits));
    for (std::size_t i = 0; i < digits.size(); ++i)
        if (digits[i] >= 'a' && digit_value(hash[i]) >= 8)
            digits[i] = static_cast<char>(digits[i] - 'a' + 'A');
    return "0x" + digits;
}

std::optional<std::string> personal_signer(std::string_view text, std::string_view signature) {
    const auto raw = bytes_of(signature, signature_bytes);
    if (!raw) return {};
    const int v = static_cast<unsigned char>(raw->back());
    const int recovery = v >= 27 ? v - 27 : v;
    if (recovery != 0 && recovery != 1) return {};

    std::string signed_text =
        "\x19"
        "Ethereum Signed Message:\n" +
        std::to_string(text.size());
    signed_text += text;
    const auto key = recovered_key(keccak256(signed_text), *raw, recovery);
    if (!key) return {};
    // An address is the end of the hash of the key's coordinates.
    return checksum_address("0x" + hex(keccak256(key->substr(1)).substr(12)));
}

std::optional<std::string> hash_signer(const std::string& hash, const std::string& signature,
                                       int recovery) {
    constexpr std::size_t compact_bytes = 64, hash_bytes = 32;
    if (hash.size() != hash_bytes || signature.size() != compact_bytes || recovery < 0 ||
        recovery > 1)
        return {};
    secp256k1_ecdsa_signature parsed;
    if (secp256k1_ecdsa_signature_parse_compact(verifier(), &parsed, unsigned_bytes(signature)) !=
            1 ||
        secp256k1_ecdsa_signature_normalize(verifier(), nullptr, &parsed) == 1)
        return {};
    const auto key = recovered_key(hash, signature, recovery);
    if (!key) return {};
    return keccak256(key->substr(1)).substr(12);
}

bool verify_der(const std::string& hash, const std::string& signature,
                const std::string& public_key) {
    secp256k1_ecdsa_signature parsed;
    secp256k1_pubkey key;
    return hash.size() == 32 &&
           secp256k1_ec_pubkey_parse(verifier(), &key, unsigned_bytes(public_key),
                                     public_key.size()) == 1 &&
           secp256k1_ecdsa_signature_parse_der(verifier(), &parsed, unsigned_bytes(signature),
                                               signature.size()) == 1 &&
           secp256k1_ecdsa_verify(verifier(), &parsed, unsigned_bytes(hash), &key) == 1;
}

}  // namespace cambio::crypto
