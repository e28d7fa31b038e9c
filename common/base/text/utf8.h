#pragma once

#include <string>

namespace cambio::text {

/// Appends a code point (0 to 0x10ffff) in UTF-8.
void append_utf8(std::string& to, unsigned point);

}  // namespace cambio::text
