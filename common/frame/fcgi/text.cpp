#include "fcgi/text.h"

namespace cambio::fcgi {

namespace {

/// The length of the well-formed character at the start of `text`, 0 where there is none.
std::size_t character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto follows = [&](std::size_t i, unsigned low, unsigned high) {
        return i < text.size() && byte(i) >= low && byte(i) <= high;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead < 0xc2) return 0;
    if (lead < 0xe0) return follows(1, 0x80, 0xbf) ? 2 : 0;
    if (lead < 0xf0) {
        const unsigned low = lead == 0xe0 ? 0xa0 : 0x80;
        const unsigned high = lead == 0xed ? 0x9f : 0xbf;
        return follows(1, low, high) && follows(2, 0x80, 0xbf) ? 3 : 0;
    }
    if (lead > 0xf4) return 0;
    const unsigned low = lead == 0xf0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xf4 ? 0x8f : 0xbf;
    return follows(1, low, high) && follows(2, 0x80, 0xbf) && follows(3, 0x80, 0xbf) ? 4 : 0;
}

template <class Refused>
bool all_characters(std::string_view text, Refused refused) {
    while (!text.empty()) {
        const auto length = character(text);
        if (length == 0 || refused(text)) return false;
        text.remove_prefix(length);
    }
    return true;
}

}  // namespace

bool valid_utf8(std::string_view text) {
    return all_characters(text, [](std::string_view rest) { return rest[0] == '\0'; });
}

bool printable_utf8(std::string_view text) {
    return all_characters(text, [](std::string_view rest) {
        const auto first = static_cast<unsigned char>(rest[0]);
        if (first < 0x20 || first == 0x7f) return true;
        return first == 0xc2 && static_cast<unsigned char>(rest[1]) < 0xa0;  // U+0080 to U+009F
    });
}

void append_json_string(std::string& to, std::string_view text) {
    constexpr char digits[] = "0123456789abcdef";
    to += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            to += '\\';
            to += c;
        } else if (byte < 0x20) {
            to += "\\u00";
            to += digits[byte >> 4];
            to += digits[byte & 15];
        } else {
            to += c;
        }
    }
    to += '"';
}

}  // namespace cambio::fcgi
