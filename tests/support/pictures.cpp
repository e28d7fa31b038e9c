#include "support/pictures.h"

#include <sodium.h>

#include "image/image.h"

namespace cambio::test {

std::string jpeg_picture(int width, int height, int quality) {
    image::Picture picture{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (const int channel : {x, y, x * y})
                picture.pixels += static_cast<char>(channel & 0xff);
    return image::to_jpeg(picture, quality);
}

std::string jpeg_url(const std::string& bytes) {
    constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
    std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(),
                      reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), variant);
    text.pop_back();
    return "data:image/jpeg;base64," + text;
}

}  // namespace cambio::test
