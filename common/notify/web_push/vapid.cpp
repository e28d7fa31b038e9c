#include "web_push/vapid.h"

#include <botan/auto_rng.h>
#include <botan/bigint.h>
#include <botan/ecdsa.h>
#include <botan/pubkey.h>
#include <json/value.h>

#include <chrono>
#include <stdexcept>

#include "crypto/crypto.h"
#include "json/write.h"
#include "web_push/curve.h"

namespace cambio::web_push {

namespace {

/// At most a day (RFC 8292, 2), and no clock is off by so much that it would have ended already.
constexpr std::chrono::hours lifetime{12};

}  // namespace

struct VapidKey::State {
    std::string point;
    mutable Botan::AutoSeeded_RNG random;
    Botan::ECDSA_PrivateKey key;

    State(std::string_view number, std::string_view its_point)
        : point{its_point}, key{random, curve(), Botan::BigInt{bytes_of(number), number.size()}} {}
};

VapidKey::VapidKey(const std::string& raw) {
    if (raw.size() != scalar_size + point_size)
        throw std::invalid_argument{"a key of push messages has 97 bytes"};
    const std::string_view all{raw};
    state_ = std::make_unique<State>(all.substr(0, scalar_size), all.substr(scalar_size));
    if (text_of(state_->key.public_point().encode(Botan::PointGFp::UNCOMPRESSED)) != state_->point)
        throw std::invalid_argument{"the halves of the key of push messages are not of one key"};
}

VapidKey VapidKey::read(const std::string& path) {
    try {
        return VapidKey{crypto::read_key(path, scalar_size + point_size)};
    } catch (const std::invalid_argument& problem) {
        throw std::runtime_error{path + ": " + problem.what()};
    }
}

VapidKey::~VapidKey() = default;
VapidKey::VapidKey(VapidKey&&) noexcept = default;

const std::string& VapidKey::public_half() const {
    return state_->point;
}

std::string VapidKey::authorization(const std::string& service, const std::string& contact,
                                    pg::Time now) const {
    const auto end = std::chrono::floor<std::chrono::seconds>(now + lifetime);
    Json::Value header, claims;
    header["typ"] = "JWT";
    header["alg"] = "ES256";
    claims["aud"] = service;
    claims["exp"] = Json::Int64{end.time_since_epoch().count()};
    claims["sub"] = contact;
    const auto text =
        crypto::base64url(json::compact(header)) + '.' + crypto::base64url(json::compact(claims));
    Botan::PK_Signer signer{state_->key, state_->random, "EMSA1(SHA-256)", Botan::IEEE_1363};
    const auto signature = signer.sign_message(bytes_of(text), text.size(), state_->random);
    return "vapid t=" + text + '.' + crypto::base64url(text_of(signature)) +
           ", k=" + crypto::base64url(state_->point);
}

std::string read_public_half(const std::string& path) {
    return crypto::read_key(path + ".pub", point_size);
}

}  // namespace cambio::web_push
