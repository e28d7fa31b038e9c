#include "support/openid_keys.h"

#include <botan/auto_rng.h>
#include <botan/pubkey.h>
#include <botan/rsa.h>

#include "crypto/crypto.h"
#include "json/write.h"

namespace cambio::test {

namespace {

std::string encoded(const Json::Value& value) {
    return crypto::base64url(json::compact(value));
}

std::string encoded(const Botan::BigInt& number) {
    const auto bytes = Botan::BigInt::encode(number);
    return crypto::base64url({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

struct OpenIdKey::State {
    std::string id;
    Botan::AutoSeeded_RNG random;
    Botan::RSA_PrivateKey key;

    State(std::string name, std::size_t bits) : id{std::move(name)}, key{random, bits} {}
};

OpenIdKey::OpenIdKey(std::string id, std::size_t bits)
    : state_{std::make_unique<State>(std::move(id), bits)} {}

OpenIdKey::~OpenIdKey() = default;

Json::Value OpenIdKey::jwk() const {
    Json::Value key;
    key["kty"] = "RSA";
    key["use"] = "sig";
    key["alg"] = "RS256";
    key["kid"] = state_->id;
    key["n"] = encoded(state_->key.get_n());
    key["e"] = encoded(state_->key.get_e());
    return key;
}

std::string OpenIdKey::sign(const Json::Value& claims) const {
    Json::Value header;
    header["alg"] = "RS256";
    header["kid"] = state_->id;
    return sign(header, claims);
}

std::string OpenIdKey::sign(const Json::Value& header, const Json::Value& claims) const {
    const auto text = encoded(header) + '.' + encoded(claims);
    Botan::PK_Signer signer{state_->key, state_->random, "EMSA3(SHA-256)"};
    const auto signature = signer.sign_message(reinterpret_cast<const std::uint8_t*>(text.data()),
                                               text.size(), state_->random);
    return text + '.' +
           crypto::base64url({reinterpret_cast<const char*>(signature.data()), signature.size()});
}

Json::Value key_set(std::initializer_list<const OpenIdKey*> keys) {
    Json::Value set;
    set["keys"] = Json::arrayValue;
    for (const auto* key : keys) set["keys"].append(key->jwk());
    return set;
}

}  // namespace cambio::test
