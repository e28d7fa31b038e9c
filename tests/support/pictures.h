#pragma once

#include <string>

namespace cambio::test {

/// A JPEG of that size with something to see in it; the same for the same arguments.
std::string jpeg_picture(int width, int height, int quality = 90);

/// "data:image/jpeg;base64,…" of these very bytes.
std::string jpeg_url(const std::string& bytes);

}  // namespace cambio::test
