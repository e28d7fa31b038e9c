#include "web_push/encryption.h"

#include <botan/aead.h>
#include <botan/auto_rng.h>
#include <botan/bigint.h>
#include <botan/ecdh.h>
#include <botan/pubkey.h>

#include <stdexcept>

#include "crypto/crypto.h"
#include "web_push/curve.h"

namespace cambio::web_push {

namespace {

constexpr std::size_t salt_size = 16, key_size = 16, nonce_size = 12;
constexpr std::uint32_t record_size = 4096;
/// Behind the text of the last record, RFC 8188, 2.
constexpr char end_of_text = 2;

/// HKDF (RFC 5869) with SHA-256, of up to 32 bytes: its first block.
std::string derived(std::string_view salt, std::string_view secret, std::string_view info,
                    std::size_t size) {
    const auto extracted = crypto::hmac_sha256(salt, secret);
    return crypto::hmac_sha256(extracted, std::string{info} + '\x01').substr(0, size);
}

/// A text with the zero byte that ends it, as both RFCs write their info.
std::string ended(std::string_view text) {
    return std::string{text} + '\0';
}

/// RFC 8291, 3.4: what both sides and nobody else can compute.
std::string shared_secret(const BrowserKeys& keys, const Botan::ECDH_PrivateKey& own,
                          Botan::RandomNumberGenerator& random) {
    Botan::PK_Key_Agreement agreement{own, random, "Raw"};
    const auto point = agreement.derive_key(0, bytes_of(keys.p256dh), keys.p256dh.size()).bits_of();
    const auto info = ended("WebPush: info") + keys.p256dh + text_of(own.public_value());
    return derived(keys.auth, text_of(point), info, scalar_size);
}

std::string encrypted(const BrowserKeys& keys, std::string_view plain,
                      const Botan::ECDH_PrivateKey& own, std::string_view salt,
                      Botan::RandomNumberGenerator& random) {
    if (!are_keys(keys)) throw std::invalid_argument{"these are no keys of a browser"};
    if (plain.size() > max_message) throw std::invalid_argument{"the message is too long"};
    const auto secret = shared_secret(keys, own, random);
    const auto key = derived(salt, secret, ended("Content-Encoding: aes128gcm"), key_size);
    const auto nonce = derived(salt, secret, ended("Content-Encoding: nonce"), nonce_size);

    std::string body{salt};
    for (int shift = 24; shift >= 0; shift -= 8)
        body += static_cast<char>(record_size >> shift & 0xff);
    body += static_cast<char>(point_size);
    body += text_of(own.public_value());

    const auto text = std::string{plain} + end_of_text;
    Botan::secure_vector<std::uint8_t> record(bytes_of(text), bytes_of(text) + text.size());
    const auto cipher = Botan::AEAD_Mode::create_or_throw("AES-128/GCM", Botan::ENCRYPTION);
    cipher->set_key(bytes_of(key), key.size());
    cipher->start(bytes_of(nonce), nonce.size());
    cipher->finish(record);
    return body + text_of(record);
}

}  // namespace

bool are_keys(const BrowserKeys& keys) {
    constexpr char uncompressed = 4;
    if (keys.p256dh.size() != point_size || keys.p256dh.front() != uncompressed ||
        keys.auth.size() != auth_size)
        return false;
    try {
        return curve().verify_public_element(
            curve().OS2ECP(bytes_of(keys.p256dh), keys.p256dh.size()));
    } catch (const std::exception&) {
        return false;
    }
}

std::string encrypt(const BrowserKeys& keys, std::string_view plain) {
    Botan::AutoSeeded_RNG random;
    const Botan::ECDH_PrivateKey own{random, curve()};
    return encrypted(keys, plain, own, crypto::random_bytes(salt_size), random);
}

std::string encrypt(const BrowserKeys& keys, std::string_view plain, std::string_view one_time_key,
                    std::string_view salt) {
    if (one_time_key.size() != scalar_size || salt.size() != salt_size)
        throw std::invalid_argument{"a key has 32 bytes and a salt 16"};
    Botan::AutoSeeded_RNG random;
    const Botan::ECDH_PrivateKey own{random, curve(),
                                     Botan::BigInt{bytes_of(one_time_key), one_time_key.size()}};
    return encrypted(keys, plain, own, salt, random);
}

}  // namespace cambio::web_push
