#include "output.h"

#include <json/writer.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

namespace cambio::control {

namespace {

using Lines = std::vector<std::vector<std::string>>;

/// The code point at the start of `text`, and how many bytes it takes; one byte that begins none is
/// no character.
struct Character {
    std::uint32_t point;
    std::size_t bytes;
};
std::optional<Character> first_of(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80) return Character{lead, 1};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
    std::uint32_t point = lead & (0xffU >> (bytes + 1));
    for (const char c : text.substr(1, bytes - 1)) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xc0) != 0x80) return {};
        point = point << 6 | (byte & 0x3f);
    }
    return Character{point, bytes};
}

/// Controls, among them those of one byte (U+009B begins a terminal's commands like ESC [), and
/// what turns the direction of writing.
bool harmful(std::uint32_t point) {
    return (point < 0x20 && point != '\n') || (point >= 0x7f && point < 0xa0) || point == 0x61c ||
           (point >= 0x200e && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e) ||
           (point >= 0x2066 && point <= 0x2069);
}

template <class Spelled>
std::string with_harmful(std::string_view text, Spelled spelled) {
    std::string result;
    while (!text.empty()) {
        const auto found = first_of(text);
        const auto bytes = found ? found->bytes : 1;
        if (found && !harmful(found->point))
            result += text.substr(0, bytes);
        else
            result += spelled(found ? found->point : 0xfffd);
        text.remove_prefix(bytes);
    }
    return result;
}

/// A table's cell and a card's member are one line each.
std::string one_line(std::string_view text) {
    auto result = harmless(text);
    std::ranges::replace(result, '\n', ' ');
    return result;
}

void print_json(const Json::Value& value) {
    // For a person's eyes: lines, and letters as they are, but for harmful ones.
    Json::StreamWriterBuilder writer;
    writer["indentation"] = "  ";
    writer["emitUTF8"] = true;
    const auto spelled = [](std::uint32_t point) {
        std::array<char, 8> escape{};
        std::snprintf(escape.data(), escape.size(), "\\u%04x", point);
        return std::string{escape.data()};
    };
    std::puts(with_harmful(Json::writeString(writer, value), spelled).c_str());
}

/// Letters, not bytes: a continuation byte of UTF-8 takes no column.
std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

std::string padded(std::string text, std::size_t columns) {
    text.append(columns - std::min(columns, width(text)), ' ');
    return text;
}

void print_line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) line += padded(cells[i], widths[i]) + "  ";
    line.erase(line.find_last_not_of(' ') + 1);
    std::puts(line.c_str());
}

/// The first line is the head.
void print_lines(const Lines& lines) {
    std::vector<std::size_t> widths(lines.front().size(), 0);
    for (const auto& cells : lines)
        for (std::size_t i = 0; i < cells.size(); ++i)
            widths[i] = std::max(widths[i], width(cells[i]));
    for (const auto& cells : lines) print_line(cells, widths);
    if (lines.size() == 1) std::puts("(none)");
}

std::string text_of(const Json::Value& value) {
    if (value.isNull()) return "-";
    if (value.isBool()) return value.asBool() ? "yes" : "no";
    if (!value.isArray()) return value.asString();
    std::string text;
    for (const auto& item : value) text += (text.empty() ? "" : ", ") + item.asString();
    return text.empty() ? "-" : text;
}

}  // namespace

std::string harmless(std::string_view text) {
    return with_harmful(text, [](std::uint32_t) { return "\xef\xbf\xbd"; });
}

void complain(const std::string& sentence) {
    std::fprintf(stderr, "%s\n", harmless(sentence).c_str());
}

void print_list(const pg::Result& rows, std::initializer_list<const char*> columns, bool json) {
    if (json) {
        Json::Value list{Json::arrayValue};
        for (const pg::Row row : rows) {
            Json::Value object;
            for (const char* column : columns) {
                const auto text = row.maybe_str(column);
                object[column] = text ? Json::Value{*text} : Json::Value{};
            }
            list.append(object);
        }
        print_json(list);
        return;
    }
    Lines lines{{columns.begin(), columns.end()}};
    for (const pg::Row row : rows) {
        auto& cells = lines.emplace_back();
        for (const char* column : columns)
            cells.push_back(one_line(row.maybe_str(column).value_or("-")));
    }
    print_lines(lines);
}

void print_table(const Json::Value& rows, std::initializer_list<const char*> columns) {
    Lines lines{{columns.begin(), columns.end()}};
    for (const auto& row : rows) {
        auto& cells = lines.emplace_back();
        for (const char* column : columns) cells.push_back(one_line(text_of(row[column])));
    }
    print_lines(lines);
}

void print_card(const Json::Value& object, std::initializer_list<const char*> members, bool json) {
    if (json) {
        print_json(object);
        return;
    }
    std::size_t longest = 0;
    for (const std::string_view member : members) longest = std::max(longest, member.size());
    for (const char* member : members)
        std::printf("%s  %s\n", padded(member, longest).c_str(),
                    one_line(text_of(object[member])).c_str());
}

void print_done(const std::string& sentence, Json::Value data, bool json) {
    if (!json) {
        std::puts(harmless(sentence).c_str());
        return;
    }
    data["message"] = "success";
    print_json(data);
}

Json::Value or_null(const std::optional<Decimal>& amount) {
    return amount ? Json::Value{amount->str()} : Json::Value{};
}

}  // namespace cambio::control
