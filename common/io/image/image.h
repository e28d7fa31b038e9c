#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Pictures that people upload. Nothing is believed of them but what a whole decoding has shown,
/// which a process of its own does (decoder.h); what a browser gets is drawn anew, without the
/// metadata (place, camera) of the file that came.
namespace cambio::image {

enum class Format { png, jpeg, webp };

/// "image/png", "image/jpeg" or "image/webp".
std::string_view media_type(Format format);

/// A file, and what it says it is by its first bytes.
struct Source {
    Format format;
    std::string bytes;
};

/// The file inside "data:image/png;base64,…" (RFC 2397). The media type has to be that of the
/// file's first bytes. Throws Error image_invalid, or image_too_large for more than `max_bytes`
/// bytes, naming `field`.
Source from_data_url(std::string_view url, std::size_t max_bytes, std::string_view field);

/// 8 bits each of red, green and blue, row by row from the top left.
struct Picture {
    int width = 0;
    int height = 0;
    std::string pixels;
};

/// What is still decoded. Both are looked at before memory is taken.
struct Limits {
    int max_side;  ///< pixels
    std::int64_t max_pixels;
};

/// The middle of the picture, cut to the shape of width × height and scaled to it by averaging
/// areas. `picture` has at least one pixel.
Picture cover(const Picture& picture, int width, int height);

/// A new JPEG file of quality 1 to 100 without any metadata.
std::string to_jpeg(const Picture& picture, int quality);

}  // namespace cambio::image
