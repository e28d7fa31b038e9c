#include "support/push_browser.h"

#include <botan/aead.h>
#include <botan/auto_rng.h>
#include <botan/ec_group.h>
#include <botan/ecdh.h>
#include <botan/ecdsa.h>
#include <botan/hash.h>
#include <botan/kdf.h>
#include <botan/pubkey.h>

#include <stdexcept>

#include "crypto/crypto.h"
#include "json/parse.h"

namespace cambio::test {

namespace {

constexpr std::size_t salt_size = 16, header_size = 21, point_size = 65;

const Botan::EC_Group& p256() {
    static const Botan::EC_Group group{"secp256r1"};
    return group;
}

const std::uint8_t* bytes(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

template <class Bytes>
std::string text(const Bytes& all) {
    return {reinterpret_cast<const char*>(all.data()), all.size()};
}

/// Botan's own HKDF, which the product does without.
std::string hkdf(std::size_t size, std::string_view secret, std::string_view salt,
                 std::string_view info) {
    const auto kdf = Botan::KDF::create_or_throw("HKDF(SHA-256)");
    return text(kdf->derive_key(size, bytes(secret), secret.size(), bytes(salt), salt.size(),
                                bytes(info), info.size()));
}

std::string with_zero(std::string_view words) {
    return std::string{words} + '\0';
}

std::string_view between(std::string_view all, std::string_view before, std::string_view after) {
    const auto from = all.find(before);
    if (from == std::string_view::npos) throw std::runtime_error{"no " + std::string{before}};
    const auto rest = all.substr(from + before.size());
    return rest.substr(0, rest.find(after));
}

}  // namespace

struct PushBrowser::State {
    mutable Botan::AutoSeeded_RNG random;
    Botan::ECDH_PrivateKey key{random, p256()};
};

PushBrowser::PushBrowser()
    : state_{std::make_unique<State>()},
      keys_{text(state_->key.public_value()), crypto::random_bytes(16)} {}
PushBrowser::~PushBrowser() = default;
PushBrowser::PushBrowser(PushBrowser&&) noexcept = default;

std::string PushBrowser::p256dh() const {
    return crypto::base64url(keys_.p256dh);
}

std::string PushBrowser::auth() const {
    return crypto::base64url(keys_.auth);
}

std::string PushBrowser::open(std::string_view body) const {
    if (body.size() < header_size + point_size || body[salt_size + 4] != char{point_size})
        throw std::runtime_error{"a message without its header"};
    const auto salt = body.substr(0, salt_size), sender = body.substr(header_size, point_size);
    Botan::PK_Key_Agreement agreement{state_->key, state_->random, "Raw"};
    const auto point = text(agreement.derive_key(0, bytes(sender), sender.size()).bits_of());
    const auto info = with_zero("WebPush: info") + keys_.p256dh + std::string{sender};
    const auto secret = hkdf(32, point, keys_.auth, info);
    const auto key = hkdf(16, secret, salt, with_zero("Content-Encoding: aes128gcm"));
    const auto nonce = hkdf(12, secret, salt, with_zero("Content-Encoding: nonce"));
    const auto record = body.substr(header_size + point_size);
    Botan::secure_vector<std::uint8_t> plain(bytes(record), bytes(record) + record.size());
    const auto cipher = Botan::AEAD_Mode::create_or_throw("AES-128/GCM", Botan::DECRYPTION);
    cipher->set_key(bytes(key), key.size());
    cipher->start(bytes(nonce), nonce.size());
    cipher->finish(plain);
    if (plain.empty() || plain.back() != 2) throw std::runtime_error{"no end of the text"};
    plain.pop_back();
    return text(plain);
}

VapidClaims read_vapid(std::string_view authorization) {
    const auto token = between(authorization, "vapid t=", ",");
    const auto key = between(authorization, "k=", ",");
    const auto last = token.rfind('.');
    const auto signed_text = token.substr(0, last);
    const auto signature = crypto::from_base64url(token.substr(last + 1));
    VapidClaims claims;
    claims.key = crypto::from_base64url(key);
    const Botan::ECDSA_PublicKey public_key{p256(),
                                            p256().OS2ECP(bytes(claims.key), claims.key.size())};
    Botan::PK_Verifier verifier{public_key, "EMSA1(SHA-256)", Botan::IEEE_1363};
    if (!verifier.verify_message(bytes(signed_text), signed_text.size(), bytes(signature),
                                 signature.size()))
        throw std::runtime_error{"the signature is not of this key"};
    const auto parsed =
        json::parse_object(crypto::from_base64url(signed_text.substr(signed_text.find('.') + 1)));
    claims.audience = parsed.value()["aud"].asString();
    claims.subject = parsed.value()["sub"].asString();
    claims.expires = parsed.value()["exp"].asInt64();
    return claims;
}

std::string new_vapid_key() {
    Botan::AutoSeeded_RNG random;
    const Botan::ECDSA_PrivateKey key{random, p256()};
    return text(Botan::BigInt::encode_1363(key.private_value(), 32)) +
           text(key.public_point().encode(Botan::PointGFp::UNCOMPRESSED));
}

}  // namespace cambio::test
