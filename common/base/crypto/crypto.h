#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cambio::crypto {

/// Call once at start; throws std::runtime_error when libsodium cannot start.
void start();

std::string random_bytes(std::size_t count);
/// `digits` decimal digits, uniformly random: one-time codes.
std::string random_digits(int digits);
/// Letters and digits without 0OIl1, uniformly random: user ids, referral codes.
std::string random_name(std::size_t length);
/// RFC 4122 version 4.
std::string uuid();

/// Argon2id by libsodium, 19 MiB and two passes; at most two run at a time in a process.
std::string hash_password(std::string_view password);
bool verify_password(const std::string& hash, std::string_view password);

/// BLAKE2b with a key of 32 bytes; 32 bytes.
std::string keyed_hash(std::string_view key, std::string_view text);
/// BLAKE2b without a key; `size` bytes (16 to 64).
std::string hash(std::string_view text, std::size_t size = 32);
/// The first 64 bits of hash(text, 16), the highest byte first: what was asked for under an
/// idempotency key.
std::int64_t content_hash(std::string_view text);
/// SHA-256; 32 bytes. For protocols that require it; otherwise prefer hash().
std::string sha256(std::string_view text);
/// HMAC with SHA-256 (RFC 2104), with a key of any length; 32 bytes.
std::string hmac_sha256(std::string_view key, std::string_view text);
/// Whether an Ed25519 signature of 64 bytes was made by that public key of 32. Nothing is right for
/// another length.
bool verify_ed25519(std::string_view public_key, std::string_view text, std::string_view signature);
/// Whether 32 bytes are a public key of Ed25519 that somebody can have the secret half of: a point
/// of the main subgroup, not of a small order.
bool ed25519_public_key(std::string_view raw);
/// Constant-time comparison.
bool equal(std::string_view a, std::string_view b);

std::string base64url(std::string_view raw);
std::string from_base64url(std::string_view text);  ///< throws std::invalid_argument
/// The bytes that padded base64 of RFC 4648 (section 4) spells, or nothing: it is none.
std::optional<std::string> from_base64(std::string_view text);
std::string hex(std::string_view raw);
/// The bytes that hexadecimal digits in any case spell, or nothing: it is none.
std::optional<std::string> from_hex(std::string_view text);
/// A key file of base64 text, 0600; throws std::runtime_error naming the path.
std::string read_key(const std::string& path, std::size_t size);

}  // namespace cambio::crypto
