#pragma once

#include <string>
#include <string_view>

namespace cambio::account {

/// "Chrome on Windows", from what a browser says of itself (User-Agent): its family and its system,
/// without versions, so that an update is no new device. "Unknown browser" for any other program.
std::string device_name(std::string_view user_agent);

}  // namespace cambio::account
