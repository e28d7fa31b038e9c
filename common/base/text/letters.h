#pragma once

#include <string>
#include <string_view>

namespace cambio::text {

/// ASCII letters alone change their case, whatever the locale; all other bytes stay.
constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

inline std::string lower(std::string_view text) {
    std::string result{text};
    for (char& c : result) c = lower(c);
    return result;
}

inline std::string upper(std::string_view text) {
    std::string result{text};
    for (char& c : result) c = upper(c);
    return result;
}

}  // namespace cambio::text
