#include "output.h"

#include <json/writer.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace cambio::control {

namespace {

using Lines = std::vector<std::vector<std::string>>;

void print_json(const Json::Value& value) {
    Json::StreamWriterBuilder writer;
    writer["indentation"] = "  ";
    writer["emitUTF8"] = true;
    std::puts(Json::writeString(writer, value).c_str());
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
        for (const char* column : columns) cells.push_back(row.maybe_str(column).value_or("-"));
    }
    print_lines(lines);
}

void print_table(const Json::Value& rows, std::initializer_list<const char*> columns) {
    Lines lines{{columns.begin(), columns.end()}};
    for (const auto& row : rows) {
        auto& cells = lines.emplace_back();
        for (const char* column : columns) cells.push_back(text_of(row[column]));
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
        std::printf("%s  %s\n", padded(member, longest).c_str(), text_of(object[member]).c_str());
}

void print_done(const std::string& sentence, Json::Value data, bool json) {
    if (!json) {
        std::puts(sentence.c_str());
        return;
    }
    data["message"] = "success";
    print_json(data);
}

Json::Value or_null(const std::optional<Decimal>& amount) {
    return amount ? Json::Value{amount->str()} : Json::Value{};
}

}  // namespace cambio::control
