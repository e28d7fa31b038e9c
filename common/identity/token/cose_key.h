#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Public keys of passkeys (COSE, RFC 9053) and their signatures: by Botan, and Ed25519 by
/// libsodium.
namespace cambio::token {

/// By COSE's numbers. In the order in which they are offered.
enum class CoseAlgorithm : std::int16_t { es256 = -7, eddsa = -8, rs256 = -257 };

struct CoseKey {
    CoseAlgorithm algorithm = CoseAlgorithm::es256;
    std::string x, y;  ///< of ES256, 32 bytes each; of EdDSA x alone
    std::string n, e;  ///< of RS256
};

/// The key, where it is one for these algorithms and has nothing beside it: a point of P-256, one
/// of Ed25519's main subgroup, or an RSA modulus of 2048 to 4096 bits with an odd exponent of at
/// most 32 bits. Nothing otherwise.
std::optional<CoseKey> read_cose_key(std::string_view raw);

/// Whether the key signed the text: ES256 in DER, EdDSA in 64 bytes, RS256 by PKCS #1 v1.5.
bool signed_by(const CoseKey& key, std::string_view text, std::string_view signature);

}  // namespace cambio::token
