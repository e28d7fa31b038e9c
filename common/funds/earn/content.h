#pragma once

#include <cstdint>
#include <string_view>

namespace cambio::earn {

/// What was asked for under an idempotency key, as a number.
std::int64_t content_hash(std::string_view content);

}  // namespace cambio::earn
