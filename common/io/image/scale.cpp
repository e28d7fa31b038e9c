#include <algorithm>
#include <cstdint>

#include "image/image.h"

namespace cambio::image {

namespace {

constexpr std::int64_t channels = 3;

/// A rectangle of the picture, in pixels.
struct Area {
    std::int64_t left, top, width, height;
};

/// The largest rectangle of that shape in the middle of the picture.
Area middle(const Picture& picture, std::int64_t width, std::int64_t height) {
    const std::int64_t w = picture.width, h = picture.height;
    const bool wider = w * height > h * width;
    const auto cut_width = wider ? std::max<std::int64_t>(1, h * width / height) : w;
    const auto cut_height = wider ? h : std::max<std::int64_t>(1, w * height / width);
    return {(w - cut_width) / 2, (h - cut_height) / 2, cut_width, cut_height};
}

unsigned char average(const Picture& picture, const Area& area, std::int64_t channel) {
    std::int64_t sum = 0;
    for (auto y = area.top; y < area.top + area.height; ++y)
        for (auto x = area.left; x < area.left + area.width; ++x)
            sum += static_cast<unsigned char>(picture.pixels[static_cast<std::size_t>(
                (y * picture.width + x) * channels + channel)]);
    const auto count = area.width * area.height;
    return static_cast<unsigned char>((sum + count / 2) / count);
}

}  // namespace

Picture cover(const Picture& picture, int width, int height) {
    const auto cut = middle(picture, width, height);
    Picture scaled{width, height, {}};
    scaled.pixels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                          static_cast<std::size_t>(channels));
    for (std::int64_t y = 0; y < height; ++y) {
        const auto top = cut.top + y * cut.height / height;
        const auto bottom = std::max(top + 1, cut.top + (y + 1) * cut.height / height);
        for (std::int64_t x = 0; x < width; ++x) {
            const auto left = cut.left + x * cut.width / width;
            const auto right = std::max(left + 1, cut.left + (x + 1) * cut.width / width);
            const Area area{left, top, right - left, bottom - top};
            for (std::int64_t channel = 0; channel < channels; ++channel)
                scaled.pixels += static_cast<char>(average(picture, area, channel));
        }
    }
    return scaled;
}

}  // namespace cambio::image
