#pragma once

#include <optional>
#include <string>
#include <string_view>

/// What Ethereum's accounts and signatures are made of.
namespace cambio::crypto {

/// Keccak-256 as Ethereum has it (the padding of the competition, not SHA-3's); 32 bytes.
std::string keccak256(std::string_view text);

/// "0x" and 40 hexadecimal digits whose case is their checksum (EIP-55), from digits in any case.
/// Nothing for another text.
std::optional<std::string> checksum_address(std::string_view address);

/// The address (EIP-55) whose key signed the text by personal_sign (EIP-191, version 0x45):
/// `signature` is "0x" and 65 bytes in hexadecimal: r, s and v (27, 28, 0 or 1). Nothing for a
/// signature that is none.
std::optional<std::string> personal_signer(std::string_view text, std::string_view signature);

/// The 20 bytes of the address whose key signed a hash of 32 bytes: `signature` is r and s, 64
/// bytes, `recovery` 0 or 1. Nothing for a signature that is none or has the higher of its two s
/// (EIP-2).
std::optional<std::string> hash_signer(const std::string& hash, const std::string& signature,
                                       int recovery);

/// Whether a DER signature of a hash of 32 bytes was made by that public key (33 or 65 bytes), with
/// the lower s: what Bitcoin takes.
bool verify_der(const std::string& hash, const std::string& signature,
                const std::string& public_key);

}  // namespace cambio::crypto
