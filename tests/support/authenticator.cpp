#include "support/authenticator.h"

#include <botan/auto_rng.h>
#include <botan/ec_group.h>
#include <botan/ecdsa.h>
#include <botan/ed25519.h>
#include <botan/pubkey.h>
#include <botan/rsa.h>

#include "crypto/crypto.h"
#include "json/write.h"

namespace cambio::test {

namespace {

using token::CoseAlgorithm;

constexpr std::size_t id_bytes = 32;
constexpr std::size_t rsa_bits = 2048;

std::string text_of(const std::vector<std::uint8_t>& bytes) {
    return {bytes.begin(), bytes.end()};
}

std::string big_endian(std::uint64_t number, int bytes) {
    std::string text;
    for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(number >> (8 * i) & 0xff);
    return text;
}

/// The head of an item of CBOR, and byte and text strings.
std::string head(unsigned major, std::uint64_t argument) {
    const auto first = [&](unsigned low) {
        return std::string(1, static_cast<char>(major << 5 | low));
    };
    if (argument < 24) return first(static_cast<unsigned>(argument));
    if (argument < 256) return first(24) + big_endian(argument, 1);
    return first(25) + big_endian(argument, 2);
}
std::string bytes(const std::string& text) {
    return head(2, text.size()) + text;
}
std::string text(const std::string& words) {
    return head(3, words.size()) + words;
}
std::string number(int value) {
    return value < 0 ? head(1, static_cast<std::uint64_t>(-1 - value))
                     : head(0, static_cast<std::uint64_t>(value));
}
std::string map(std::uint64_t size) {
    return head(5, size);
}

std::unique_ptr<Botan::Private_Key> make_key(CoseAlgorithm algorithm,
                                             Botan::RandomNumberGenerator& random) {
    switch (algorithm) {
        case CoseAlgorithm::es256:
            return std::make_unique<Botan::ECDSA_PrivateKey>(random, Botan::EC_Group{"secp256r1"});
        case CoseAlgorithm::eddsa:
            return std::make_unique<Botan::Ed25519_PrivateKey>(random);
        case CoseAlgorithm::rs256:
            break;
    }
    return std::make_unique<Botan::RSA_PrivateKey>(random, rsa_bits);
}

}  // namespace

struct Authenticator::Key {
    explicit Key(CoseAlgorithm which) : algorithm{which}, key{make_key(which, random)} {}

    std::string sign(const std::string& message) {
        const char* padding = algorithm == CoseAlgorithm::eddsa   ? "Pure"
                              : algorithm == CoseAlgorithm::rs256 ? "EMSA3(SHA-256)"
                                                                  : "EMSA1(SHA-256)";
        const auto format =
            algorithm == CoseAlgorithm::es256 ? Botan::DER_SEQUENCE : Botan::IEEE_1363;
        Botan::PK_Signer signer{*key, random, padding, format};
        return text_of(signer.sign_message(reinterpret_cast<const std::uint8_t*>(message.data()),
                                           message.size(), random));
    }

    CoseAlgorithm algorithm;
    Botan::AutoSeeded_RNG random;
    std::unique_ptr<Botan::Private_Key> key;
};

Authenticator::Authenticator(CoseAlgorithm algorithm)
    : key_{std::make_unique<Key>(algorithm)}, id_{crypto::random_bytes(id_bytes)} {}

Authenticator::~Authenticator() = default;

std::string Authenticator::cose_key() const {
    if (const auto* ec = dynamic_cast<const Botan::ECDSA_PrivateKey*>(key_->key.get())) {
        const auto point =
            text_of(ec->public_point().encode(Botan::PointGFp::UNCOMPRESSED));  // 4, x, y
        return map(5) + number(1) + number(2) + number(3) + number(-7) + number(-1) + number(1) +
               number(-2) + bytes(point.substr(1, 32)) + number(-3) + bytes(point.substr(33));
    }
    if (const auto* ed = dynamic_cast<const Botan::Ed25519_PrivateKey*>(key_->key.get()))
        return map(4) + number(1) + number(1) + number(3) + number(-8) + number(-1) + number(6) +
               number(-2) + bytes(text_of(ed->get_public_key()));
    const auto& rsa = dynamic_cast<const Botan::RSA_PrivateKey&>(*key_->key);
    return map(4) + number(1) + number(3) + number(3) + number(-257) + number(-1) +
           bytes(text_of(Botan::BigInt::encode(rsa.get_n()))) + number(-2) +
           bytes(text_of(Botan::BigInt::encode(rsa.get_e())));
}

std::string Authenticator::authenticator_data(const std::string& rp_id, bool with_key) const {
    const int flags = 1 | (user_verified ? 4 : 0) | (backup_eligible ? 8 : 0) |
                      (backed_up ? 16 : 0) | (with_key ? 64 : 0);
    auto data = crypto::sha256(rp_id) + static_cast<char>(flags) + big_endian(sign_count, 4);
    if (!with_key) return data;
    return data + std::string(16, '\0') + big_endian(id_.size(), 2) + id_ + cose_key();
}

std::string Authenticator::client_data(const char* type, const Json::Value& options) const {
    Json::Value data;
    data["type"] = type;
    data["challenge"] = options["challenge"];
    data["origin"] = origin;
    data["crossOrigin"] = cross_origin;
    return json::compact(data);
}

std::string Authenticator::create(const Json::Value& options) {
    user_handle_ = options["user"]["id"].asString();
    const auto data = authenticator_data(options["rp"]["id"].asString(), true);
    const auto object = map(3) + text("fmt") + text("none") + text("attStmt") + map(0) +
                        text("authData") + bytes(data);
    Json::Value credential;
    credential["type"] = "public-key";
    credential["id"] = credential["rawId"] = crypto::base64url(id_);
    auto& response = credential["response"];
    response["clientDataJSON"] = crypto::base64url(client_data("webauthn.create", options));
    response["attestationObject"] = crypto::base64url(object);
    return json::compact(credential);
}

std::string Authenticator::get(const Json::Value& options) {
    if (sign_count > 0) ++sign_count;
    const auto data = authenticator_data(options["rpId"].asString(), false);
    const auto said = client_data("webauthn.get", options);
    Json::Value credential;
    credential["type"] = "public-key";
    credential["id"] = credential["rawId"] = crypto::base64url(id_);
    auto& response = credential["response"];
    response["clientDataJSON"] = crypto::base64url(said);
    response["authenticatorData"] = crypto::base64url(data);
    response["signature"] = crypto::base64url(key_->sign(data + crypto::sha256(said)));
    response["userHandle"] = user_handle_;
    return json::compact(credential);
}

}  // namespace cambio::test
