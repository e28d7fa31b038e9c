#pragma once

#include <botan/ec_group.h>
#include <botan/ecdsa.h>
#include <botan/keccak.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Ethereum's signatures by Botan, to compare what libsecp256k1 makes of them.
namespace cambio::fuzz {

inline std::vector<std::uint8_t> bytes_of(std::string_view text) {
    return {text.begin(), text.end()};
}

inline std::string string_of(const std::vector<std::uint8_t>& bytes) {
    return {bytes.begin(), bytes.end()};
}

inline const Botan::EC_Group& secp256k1() {
    static const Botan::EC_Group group{"secp256k1"};
    return group;
}

inline std::string keccak(std::string_view text) {
    Botan::Keccak_1600 hash{256};
    hash.update(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    const auto result = hash.final();
    return {result.begin(), result.end()};
}

/// The 20 bytes of the account that signed the hash; `signature` is r and s, with the lower s.
inline std::optional<std::string> signer_by_botan(std::string_view hash, std::string_view signature,
                                                  unsigned recovery) {
    const auto bytes = bytes_of(signature);
    const Botan::BigInt r{bytes.data(), 32}, s{bytes.data() + 32, 32};
    if (s > secp256k1().get_order() / 2) return {};
    try {
        const Botan::ECDSA_PublicKey key{secp256k1(), bytes_of(hash), r, s,
                                         static_cast<std::uint8_t>(recovery)};
        const auto point = key.public_point().encode(Botan::PointGFp::UNCOMPRESSED);
        return keccak(string_of(point).substr(1)).substr(12);
    } catch (const Botan::Exception&) {
        return {};
    }
}

}  // namespace cambio::fuzz
