#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Bytes that are kept for long and that only a secret key's holder may read: libsodium's
/// secretstream (XChaCha20-Poly1305) under a key of its own, which is put into a sealed box
/// (X25519), https://doc.libsodium.org/public-key_cryptography/sealed_boxes. Who seals cannot open.
namespace cambio::crypto {

/// Seals to a public key of 32 bytes. `context` says what the bytes are ("kyc 17 selfie"): it is
/// not stored, and the same context is needed to open, so that nothing sealed can be passed off as
/// something else. The result is 0.03 % longer.
std::string seal(std::string_view public_key, std::string_view plain, std::string_view context);

/// With the secret key of 32 bytes. Nothing: another key, another context, or not whole.
std::optional<std::string> open_sealed(std::string_view secret_key, std::string_view sealed,
                                       std::string_view context);

/// The public key of a secret one, which may be any 32 random bytes.
std::string public_key_of(std::string_view secret_key);

}  // namespace cambio::crypto
