#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace simulator {

// The provider's JSON is made of strings, so that writing it needs no library.
inline std::string quoted(std::string_view text) {
    constexpr char hex[] = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20) {
            out += "\\u00";
            out += hex[byte >> 4];
            out += hex[byte & 15];
        } else {
            out += c;
        }
    }
    return out += '"';
}

inline std::string object(
    std::initializer_list<std::pair<std::string_view, std::string_view>> fields) {
    std::string out = "{";
    for (const auto& [name, value] : fields) {
        if (out.size() > 1) out += ',';
        out += quoted(name);
        out += ':';
        out += quoted(value);
    }
    return out += '}';
}

inline std::string array(std::initializer_list<std::string_view> values) {
    std::string out = "[";
    for (const std::string_view value : values) {
        if (out.size() > 1) out += ',';
        out += quoted(value);
    }
    return out += ']';
}

}  // namespace simulator
