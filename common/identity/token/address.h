#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cambio::token {

/// The one form of an e-mail address that is stored, compared and sent to: lower case, without
/// surrounding spaces. Nothing for a text that is not an address: one '@' with text on both sides,
/// ASCII, at most 64 and 254 bytes, a domain of letters, digits, dots and hyphens.
std::optional<std::string> normal_email(std::string_view text);

/// E.164: '+' and 8 to 15 digits. Spaces, hyphens, dots and brackets are dropped; ten digits
/// without a country are of the United States, the product's default. A '+' that a form has turned
/// into a leading space counts. Nothing for any other text.
std::optional<std::string> normal_phone(std::string_view text);

}  // namespace cambio::token
