#include "token/cose_key.h"

#include <botan/auto_rng.h>
#include <botan/bigint.h>
#include <botan/ec_group.h>
#include <botan/ecdsa.h>
#include <botan/pubkey.h>
#include <botan/rsa.h>

#include "crypto/crypto.h"
#include "token/cbor.h"

namespace cambio::token {

namespace {

// RFC 9053, 7 and RFC 8230, 4.
constexpr std::int64_t key_type = 1, algorithm_of_key = 3;
constexpr std::int64_t curve = -1, x_of_key = -2, y_of_key = -3;
constexpr std::int64_t modulus = -1, exponent = -2;
constexpr std::int64_t octet_pair = 1, elliptic = 2, rsa = 3;
constexpr std::int64_t curve_p256 = 1, curve_ed25519 = 6;

constexpr std::size_t coordinate = 32;
constexpr std::size_t fewest_bits = 2048, max_bits = 4096, max_exponent = 4;

const std::uint8_t* data_of(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

Botan::BigInt number_of(std::string_view text) {
    return Botan::BigInt{data_of(text), text.size()};
}

bool has(const Cbor& map, std::int64_t key, std::int64_t value) {
    const auto* found = map.at(key);
    return found != nullptr && found->is(Cbor::Kind::integer) && found->integer == value;
}

std::string bytes_at(const Cbor& map, std::int64_t key) {
    const auto* found = map.at(key);
    return found != nullptr && found->is(Cbor::Kind::bytes) ? found->text : std::string{};
}

const Botan::EC_Group& p256() {
    static const Botan::EC_Group group{"secp256r1"};
    return group;
}

/// Throws where the numbers are no point.
Botan::ECDSA_PublicKey ecdsa(const CoseKey& key) {
    return {p256(), p256().point(number_of(key.x), number_of(key.y))};
}

bool on_the_curve(const CoseKey& key) {
    try {
        return p256().verify_public_element(ecdsa(key).public_point());
    } catch (const std::exception&) {
        return false;
    }
}

std::optional<CoseKey> read_elliptic(const Cbor& map) {
    CoseKey key{CoseAlgorithm::es256, bytes_at(map, x_of_key), bytes_at(map, y_of_key), {}, {}};
    constexpr std::size_t members = 5;
    const bool good = map.items.size() == 2 * members && has(map, key_type, elliptic) &&
                      has(map, curve, curve_p256) && key.x.size() == coordinate &&
                      key.y.size() == coordinate && on_the_curve(key);
    return good ? std::optional{std::move(key)} : std::nullopt;
}

std::optional<CoseKey> read_edwards(const Cbor& map) {
    CoseKey key{CoseAlgorithm::eddsa, bytes_at(map, x_of_key), {}, {}, {}};
    constexpr std::size_t members = 4;
    const bool good = map.items.size() == 2 * members && has(map, key_type, octet_pair) &&
                      has(map, curve, curve_ed25519) && crypto::ed25519_public_key(key.x);
    return good ? std::optional{std::move(key)} : std::nullopt;
}

std::optional<CoseKey> read_rsa(const Cbor& map) {
    CoseKey key{CoseAlgorithm::rs256, {}, {}, bytes_at(map, modulus), bytes_at(map, exponent)};
    constexpr std::size_t members = 4;
    if (map.items.size() != 2 * members || !has(map, key_type, rsa)) return {};
    if (key.n.empty() || key.n.front() == '\0' || key.e.empty() || key.e.front() == '\0') return {};
    const auto n = number_of(key.n), e = number_of(key.e);
    const bool good = n.bits() >= fewest_bits && n.bits() <= max_bits && n.is_odd() &&
                      key.e.size() <= max_exponent && e.is_odd() && e > 1;
    return good ? std::optional{std::move(key)} : std::nullopt;
}

bool verify(const Botan::Public_Key& key, const char* padding, Botan::Signature_Format format,
            std::string_view text, std::string_view signature) {
    Botan::PK_Verifier verifier{key, padding, format};
    return verifier.verify_message(data_of(text), text.size(), data_of(signature),
                                   signature.size());
}

}  // namespace

std::optional<CoseKey> read_cose_key(std::string_view raw) {
    const auto map = take_cbor(raw);
    if (!map || !raw.empty()) return {};
    const auto* algorithm = map->at(algorithm_of_key);
    if (algorithm == nullptr || !algorithm->is(Cbor::Kind::integer)) return {};
    switch (algorithm->integer) {
        case static_cast<int>(CoseAlgorithm::es256):
            return read_elliptic(*map);
        case static_cast<int>(CoseAlgorithm::eddsa):
            return read_edwards(*map);
        case static_cast<int>(CoseAlgorithm::rs256):
            return read_rsa(*map);
        default:
            return {};
    }
}

bool signed_by(const CoseKey& key, std::string_view text, std::string_view signature) {
    try {
        switch (key.algorithm) {
            case CoseAlgorithm::eddsa:
                return crypto::verify_ed25519(key.x, text, signature);
            case CoseAlgorithm::es256:
                return verify(ecdsa(key), "EMSA1(SHA-256)", Botan::DER_SEQUENCE, text, signature);
            case CoseAlgorithm::rs256:
                // RFC 8017, 8.2.2: with zeros in front, one signature would have many spellings.
                return signature.size() == key.n.size() &&
                       verify(Botan::RSA_PublicKey{number_of(key.n), number_of(key.e)},
                              "EMSA3(SHA-256)", Botan::IEEE_1363, text, signature);
        }
    } catch (const std::exception&) {
        // A signature that is none.
    }
    return false;
}

}  // namespace cambio::token
