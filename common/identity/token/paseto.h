#pragma once

#include <optional>
#include <string>
#include <string_view>

/// PASETO version 4, https://github.com/paseto-standard/paseto-spec. Tokens that do not belong to a
/// key are "nothing", and nobody is told why.
namespace cambio::token {

struct Verified {
    std::string payload;
    std::string footer;
};

/// v4.public: Ed25519. `secret_key` has 64 bytes, `public_key` 32.
std::string sign(std::string_view secret_key, std::string_view payload,
                 std::string_view footer = {}, std::string_view implicit_assertion = {});
std::optional<Verified> verify(std::string_view public_key, std::string_view token,
                               std::string_view implicit_assertion = {});

/// What stands in a token's footer, which nobody has verified yet: it names a key. Empty: none.
std::string footer_of(std::string_view token);

/// v4.local: XChaCha20 and keyed BLAKE2b; `key` has 32 bytes. `nonce` is random unless given (32
/// bytes, for test vectors only).
std::string seal(std::string_view key, std::string_view payload, std::string_view footer = {},
                 std::string_view implicit_assertion = {}, std::string nonce = {});
std::optional<Verified> unseal(std::string_view key, std::string_view token,
                               std::string_view implicit_assertion = {});

}  // namespace cambio::token
