#pragma once

#include <optional>
#include <string>
#include <string_view>

/// How chains write bytes as text. Everything here is pure.
namespace cambio::chain {

/// Two hexadecimal digits a byte, in any case, with or without "0x"; nothing for another text.
std::optional<std::string> from_hex(std::string_view text);

/// SHA-256 of SHA-256: Bitcoin's ids and checksums.
std::string double_sha256(std::string_view raw);
/// RIPEMD-160 of SHA-256: what a Bitcoin address stands for.
std::string hash160(std::string_view raw);

/// Base58 with a checksum of four bytes, as Bitcoin and Tron write addresses and extended keys.
std::string base58check(std::string_view payload);
enum class Base58Fault { none, malformed, bad_checksum };
/// The payload without its checksum; `fault` says what was wrong when there is none.
std::optional<std::string> from_base58check(std::string_view text, Base58Fault* fault = nullptr);

}  // namespace cambio::chain
