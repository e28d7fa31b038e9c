#pragma once

#include <string>
#include <string_view>

namespace cambio::fcgi {

/// Well-formed UTF-8 (RFC 3629: no surrogates, no overlong forms) without NUL.
bool valid_utf8(std::string_view text);
/// The same without control characters (C0, DEL, C1).
bool printable_utf8(std::string_view text);
/// Appends a JSON string with its quotes.
void append_json_string(std::string& to, std::string_view text);

}  // namespace cambio::fcgi
