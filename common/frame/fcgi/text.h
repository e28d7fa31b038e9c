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
/// Appends a code point (0 to 0x10ffff) in UTF-8.
void append_utf8(std::string& to, unsigned point);

}  // namespace cambio::fcgi
