#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cambio::token {

/// PASETO v4.public (Ed25519), https://github.com/paseto-standard/paseto-spec. `secret_key` has 64
/// bytes, `public_key` 32.
std::string sign(std::string_view secret_key, std::string_view payload, std::string_view footer = {},
                 std::string_view implicit_assertion = {});

struct Verified {
    std::string payload;
    std::string footer;
};
/// Nothing for any text that is not a valid token of this key; it does not say why.
std::optional<Verified> verify(std::string_view public_key, std::string_view token,
                               std::string_view implicit_assertion = {});

}  // namespace cambio::token
