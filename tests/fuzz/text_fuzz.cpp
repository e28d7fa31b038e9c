// Any bytes as text: whether they are UTF-8, by a table of RFC 3629's ranges, and what we write of
// them as JSON, against jsoncpp's reader.
#include <optional>
#include <string>
#include <string_view>

#include "fcgi/text.h"
#include "fuzz.h"
#include "json/parse.h"
#include "text/utf8.h"

namespace {

using cambio::fuzz::require;

struct Character {
    unsigned point;
    std::size_t length;
};

/// The character at the start of `text` by arithmetic: decoded first, its form judged afterwards.
std::optional<Character> first_of(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    std::size_t length = 1;
    while (length < 5 && (lead & (0x80u >> length)) != 0 && lead >= 0x80) ++length;
    if (lead >= 0x80 && (length == 1 || length == 5)) return {};
    if (length > text.size()) return {};
    unsigned point = lead < 0x80 ? lead : lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (byte(i) >> 6 != 2) return {};
        point = point << 6 | (byte(i) & 0x3fu);
    }
    constexpr unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = point >= 0xd800 && point <= 0xdfff;
    if (point < least[length] || surrogate || point > 0x10ffff) return {};
    return Character{point, length};
}

struct Judged {
    bool valid = true;
    bool printable = true;
    std::string again;
};

Judged judged(std::string_view text) {
    Judged result;
    while (!text.empty()) {
        const auto character = first_of(text);
        if (!character) return {false, false, {}};
        const unsigned point = character->point;
        if (point == 0) result.valid = false;
        if (point < 0x20 || (point >= 0x7f && point < 0xa0)) result.printable = false;
        cambio::text::append_utf8(result.again, point);
        text.remove_prefix(character->length);
    }
    return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    const auto expected = judged(input);
    const bool printable = cambio::fcgi::printable_utf8(input);
    require(cambio::fcgi::valid_utf8(input) == expected.valid, "both know UTF-8", input);
    require(printable == expected.printable, "both know control characters", input);
    if (expected.valid) require(expected.again == input, "code points are written as read", input);

    std::string text = "[";
    cambio::fcgi::append_json_string(text, input);
    text += ']';
    const auto array = cambio::json::parse(text);
    require(array && array->size() == 1 && (*array)[0].isString(), "jsoncpp reads it", input);
    require((*array)[0].asString() == input, "and reads the same", input);
    return 0;
}
