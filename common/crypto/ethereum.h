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

}  // namespace cambio::crypto
