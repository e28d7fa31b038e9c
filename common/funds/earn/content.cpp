#include "earn/content.h"

#include "crypto/crypto.h"

namespace cambio::earn {

std::int64_t content_hash(std::string_view content) {
    const std::string hashed = crypto::hash(content, 16);
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < sizeof result; ++i)
        result = result << 8 | static_cast<unsigned char>(hashed[i]);
    return static_cast<std::int64_t>(result);
}

}  // namespace cambio::earn
