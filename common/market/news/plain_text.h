#pragma once

#include <string>
#include <string_view>

namespace cambio::news {

/// What a reader would see of a piece of HTML: tags, scripts, styles and comments gone, character
/// references resolved, blanks joined, cut at `longest` characters (at a word, with "…"). The
/// result is valid UTF-8 without control characters. It is text, to be escaped where it is shown.
std::string plain_text(std::string_view html, std::size_t longest);

}  // namespace cambio::news
