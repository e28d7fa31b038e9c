#include "image/codecs.h"

#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>

#include <memory>
#include <stdexcept>

#include "error/error.h"

namespace cambio::image {

namespace {

constexpr int channels = 3;
constexpr png_color white{255, 255, 255};

[[noreturn]] void refuse(Code code, std::string_view field) {
    throw Error{code, std::string{field}};
}

unsigned char* writable(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}
const unsigned char* readable(const std::string& text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

Picture empty_picture(std::int64_t width, std::int64_t height, const Limits& limits,
                      std::string_view field) {
    if (width <= 0 || height <= 0) refuse(Code::image_invalid, field);
    if (width > limits.max_side || height > limits.max_side || width * height > limits.max_pixels)
        refuse(Code::image_too_large, field);
    return {static_cast<int>(width), static_cast<int>(height),
            std::string(static_cast<std::size_t>(width * height * channels), '\0')};
}

/// libpng's own record, freed in any case.
struct PngReader {
    png_image image{};
    PngReader() { image.version = PNG_IMAGE_VERSION; }
    ~PngReader() { png_image_free(&image); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;
};

Picture decode_png(const std::string& bytes, const Limits& limits, std::string_view field) {
    PngReader reader;
    auto& png = reader.image;
    if (png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()) == 0)
        refuse(Code::image_invalid, field);
    png.format = PNG_FORMAT_RGB;
    auto picture = empty_picture(png.width, png.height, limits, field);
    png_image_finish_read(&png, &white, picture.pixels.data(), 0, nullptr);
    // Warnings too: a file that is not sound is not what its owner saw.
    if (PNG_IMAGE_FAILED(png) || png.warning_or_error != 0) refuse(Code::image_invalid, field);
    return picture;
}

using TurboJpeg = std::unique_ptr<void, int (*)(tjhandle)>;

TurboJpeg turbo_jpeg(tjhandle handle) {
    if (handle == nullptr) throw std::runtime_error{"libjpeg-turbo cannot start"};
    return {handle, tjDestroy};
}

Picture decode_jpeg(const std::string& bytes, const Limits& limits, std::string_view field) {
    const auto jpeg = turbo_jpeg(tjInitDecompress());
    int width = 0, height = 0, subsampling = 0, colours = 0;
    if (tjDecompressHeader3(jpeg.get(), readable(bytes), bytes.size(), &width, &height,
                            &subsampling, &colours) != 0)
        refuse(Code::image_invalid, field);
    auto picture = empty_picture(width, height, limits, field);
    // A progressive file may have thousands of scans, each of which costs as much as a whole image.
    constexpr int flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;
    if (tjDecompress2(jpeg.get(), readable(bytes), bytes.size(), writable(picture.pixels), width, 0,
                      height, TJPF_RGB, flags) != 0)
        refuse(Code::image_invalid, field);
    return picture;
}

/// A colour of that opacity (0 to 255) above white.
char over_white(char colour, unsigned alpha) {
    const auto value = static_cast<unsigned char>(colour);
    return static_cast<char>((value * alpha + 255 * (255 - alpha) + 127) / 255);
}

Picture decode_webp(const std::string& bytes, const Limits& limits, std::string_view field) {
    WebPBitstreamFeatures features{};
    if (WebPGetFeatures(readable(bytes), bytes.size(), &features) != VP8_STATUS_OK ||
        features.has_animation != 0)
        refuse(Code::image_invalid, field);
    auto picture = empty_picture(features.width, features.height, limits, field);
    auto& pixels = picture.pixels;
    std::string coloured(pixels.size() / channels * 4, '\0');
    if (WebPDecodeRGBAInto(readable(bytes), bytes.size(), writable(coloured), coloured.size(),
                           picture.width * 4) == nullptr)
        refuse(Code::image_invalid, field);
    for (std::size_t to = 0, from = 0; to < pixels.size(); to += channels, from += 4) {
        const unsigned alpha = static_cast<unsigned char>(coloured[from + 3]);
        for (std::size_t i = 0; i < channels; ++i)
            pixels[to + i] = over_white(coloured[from + i], alpha);
    }
    return picture;
}

}  // namespace

Picture decode(const Source& source, const Limits& limits, std::string_view field) {
    switch (source.format) {
        case Format::png:
            return decode_png(source.bytes, limits, field);
        case Format::jpeg:
            return decode_jpeg(source.bytes, limits, field);
        case Format::webp:
            return decode_webp(source.bytes, limits, field);
    }
    refuse(Code::image_invalid, field);
}

std::string to_jpeg(const Picture& picture, int quality) {
    const auto jpeg = turbo_jpeg(tjInitCompress());
    unsigned char* data = nullptr;
    unsigned long size = 0;
    const int refused = tjCompress2(jpeg.get(), readable(picture.pixels), picture.width, 0,
                                    picture.height, TJPF_RGB, &data, &size, TJSAMP_420, quality, 0);
    const std::unique_ptr<unsigned char, void (*)(unsigned char*)> owned{data, tjFree};
    if (refused != 0) throw std::runtime_error{"libjpeg-turbo cannot write the picture"};
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace cambio::image
