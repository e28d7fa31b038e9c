#pragma once

#include <botan/ec_group.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// P-256, by which browsers and push services are spoken to, and Botan's bytes.
namespace cambio::web_push {

constexpr std::size_t scalar_size = 32, point_size = 65;

inline const Botan::EC_Group& curve() {
    static const Botan::EC_Group group{"secp256r1"};
    return group;
}

inline const std::uint8_t* bytes_of(std::string_view text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

template <class Bytes>
std::string text_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace cambio::web_push
