#include "news/plain_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "text/letters.h"
#include "text/utf8.h"

namespace cambio::news {
namespace {

constexpr std::uint32_t replacement = 0xFFFD;
constexpr std::size_t max_reference = 12;

/// What is no character of a text is replaced.
std::uint32_t character(std::uint32_t point) {
    const bool none = point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF) || point == 0;
    return none ? replacement : point;
}

/// The code point at the front of `text`, which loses it; a byte that begins none is replaced.
std::uint32_t take_point(std::string_view& text) {
    const auto at = [&text](std::size_t index) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[index]));
    };
    const std::uint32_t first = at(0);
    const std::size_t length = first < 0x80             ? 1
                               : (first & 0xE0) == 0xC0 ? 2
                               : (first & 0xF0) == 0xE0 ? 3
                               : (first & 0xF8) == 0xF0 ? 4
                                                        : 0;
    if (length == 0 || length > text.size()) {
        text.remove_prefix(1);
        return replacement;
    }
    std::uint32_t point = length == 1 ? first : first & (0x7Fu >> length);
    for (std::size_t index = 1; index < length; ++index) {
        if ((at(index) & 0xC0) != 0x80) {
            text.remove_prefix(1);
            return replacement;
        }
        point = point << 6 | (at(index) & 0x3F);
    }
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    text.remove_prefix(length);
    return point < least[length] ? replacement : point;
}

std::optional<std::uint32_t> point_of(std::string_view name) {
    if (name.starts_with('#')) {
        name.remove_prefix(1);
        const bool hexadecimal = name.starts_with('x') || name.starts_with('X');
        if (hexadecimal) name.remove_prefix(1);
        std::uint32_t point = 0;
        const auto [stop, problem] =
            std::from_chars(name.data(), name.data() + name.size(), point, hexadecimal ? 16 : 10);
        if (problem != std::errc{} || stop != name.data() + name.size()) return {};
        return point;
    }
    constexpr std::pair<std::string_view, std::uint32_t> named[] = {
        {"amp", '&'},       {"lt", '<'},       {"gt", '>'},       {"quot", '"'},
        {"apos", '\''},     {"nbsp", ' '},     {"ndash", 0x2013}, {"mdash", 0x2014},
        {"lsquo", 0x2018},  {"rsquo", 0x2019}, {"ldquo", 0x201C}, {"rdquo", 0x201D},
        {"hellip", 0x2026}, {"euro", 0x20AC},  {"pound", 0xA3},   {"copy", 0xA9},
    };
    const auto* const found =
        std::ranges::find(named, name, [](const auto& entry) { return entry.first; });
    if (found == std::end(named)) return {};
    return found->second;
}

/// Resolves "&amp;" and "&#8217;"; what is no reference stays.
std::string resolved(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto end = text.substr(0, max_reference).find(';');
        if (text[0] == '&' && end != std::string_view::npos) {
            if (const auto point = point_of(text.substr(1, end - 1))) {
                text::append_utf8(result, character(*point));
                text.remove_prefix(end + 1);
                continue;
            }
        }
        result += text[0];
        text.remove_prefix(1);
    }
    return result;
}

bool starts_with_name(std::string_view text, std::string_view name) {
    if (text.size() < name.size()) return false;
    return std::equal(name.begin(), name.end(), text.begin(),
                      [](char a, char b) { return a == text::lower(b); }) &&
           (text.size() == name.size() ||
            !((text::lower(text[name.size()]) >= 'a' && text::lower(text[name.size()]) <= 'z')));
}

/// Skips what begins with '<': a comment, a script or style with its content, or a tag.
void skip_markup(std::string_view& text) {
    const auto skip_past = [&text](std::string_view end) {
        const auto at = text.find(end);
        text.remove_prefix(at == std::string_view::npos ? text.size() : at + end.size());
    };
    if (text.starts_with("<!--")) return skip_past("-->");
    for (const std::string_view silent : {"script", "style", "iframe", "noscript", "svg"}) {
        if (!starts_with_name(text.substr(1), silent)) continue;
        for (text.remove_prefix(1); !text.empty(); text.remove_prefix(1)) {
            if (text.starts_with("</") && starts_with_name(text.substr(2), silent)) break;
        }
        break;
    }
    skip_past(">");
}

/// '<' begins markup only before a letter, '/' or '!': "1 < 2" is text.
bool markup(std::string_view text) {
    if (text.size() < 2) return false;
    const char next = text::lower(text[1]);
    return (next >= 'a' && next <= 'z') || next == '/' || next == '!' || next == '?';
}

std::string without_markup(std::string_view html) {
    std::string text;
    while (!html.empty()) {
        if (html[0] == '<' && markup(html)) {
            skip_markup(html);
            text += ' ';
        } else {
            text += html[0];
            html.remove_prefix(1);
        }
    }
    return text;
}

/// Control characters, and those that turn the direction of what follows them.
bool invisible(std::uint32_t point) {
    return point < 0x20 || (point >= 0x7F && point <= 0x9F) || point == 0xFEFF ||
           (point >= 0x200B && point <= 0x200F) || (point >= 0x202A && point <= 0x202E) ||
           (point >= 0x2060 && point <= 0x2069);
}

bool blank(std::uint32_t point) {
    return point == ' ' || point == '\t' || point == '\n' || point == '\r' || point == 0xA0 ||
           point == 0x2028 || point == 0x2029;
}

/// Cut before the last word, or by a character where there is only one word, to make room for "…".
std::string shortened(std::string text, std::size_t last_word) {
    if (last_word > 0) {
        text.resize(last_word);
    } else {
        while ((static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
        text.pop_back();
    }
    return text + "…";
}

}  // namespace

std::string plain_text(std::string_view html, std::size_t longest) {
    // Feeds escape their HTML once more, so a second look finds tags that the first one made.
    const auto text = without_markup(resolved(without_markup(html)));
    std::string result;
    std::string_view rest = text;
    std::size_t characters = 0;
    std::size_t last_word = 0;
    bool gap = false;
    while (!rest.empty()) {
        const auto point = take_point(rest);
        if (blank(point)) {
            gap = true;
        } else if (!invisible(point)) {
            const std::size_t needed = gap && characters > 0 ? 2 : 1;
            if (characters + needed > longest) {
                return shortened(std::move(result), last_word);
            }
            if (needed == 2) {
                last_word = result.size();
                result += ' ';
            }
            text::append_utf8(result, character(point));
            characters += needed;
            gap = false;
        }
    }
    return result;
}

}  // namespace cambio::news
