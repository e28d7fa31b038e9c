#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// What the fuzz targets share. A target is the one function LLVMFuzzerTestOneInput; it returns 0
/// for every input, and what it must never see it reports by require().
namespace cambio::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Ends the process where a property does not hold, naming it and the input: libFuzzer then keeps
/// the input in a file, and CTest's replay is red.
inline void require(bool holds, const char* property, std::string_view input) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\ninput: \"", property);
    for (const char c : input) {
        const bool plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
        std::fprintf(stderr, plain ? "%c" : "\\x%02x", static_cast<unsigned char>(c));
    }
    std::fprintf(stderr, "\"\n");
    std::abort();
}

/// Takes the part before the first `separator` off the front, and the separator: a target that
/// needs several inputs cuts the one that it gets.
inline std::string_view take_until(std::string_view& rest, char separator) {
    const auto part = rest.substr(0, rest.find(separator));
    rest.remove_prefix(part.size() < rest.size() ? part.size() + 1 : rest.size());
    return part;
}

/// Takes the first byte off the front, as a choice that the input makes; 0 where nothing is left.
inline unsigned take_byte(std::string_view& rest) {
    if (rest.empty()) return 0;
    const auto byte = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    return byte;
}

}  // namespace cambio::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
