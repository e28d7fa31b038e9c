#pragma once

#include <chrono>
#include <cstdint>

namespace cambio::streams {

/// Milliseconds since 1970.
inline std::int64_t now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

}  // namespace cambio::streams
