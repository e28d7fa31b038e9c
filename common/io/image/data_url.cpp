#include <algorithm>
#include <array>

#include "crypto/crypto.h"
#include "error/error.h"
#include "image/image.h"

namespace cambio::image {

namespace {

struct Known {
    Format format;
    std::string_view media_type;
    std::string_view first_bytes;
};

constexpr std::array known_formats = {
    Known{Format::png, "image/png", "\x89PNG\r\n\x1a\n"},
    Known{Format::jpeg, "image/jpeg", "\xff\xd8\xff"},
    Known{Format::webp, "image/webp", "RIFF"},
};

constexpr std::string_view scheme = "data:";
constexpr std::string_view encoding = ";base64,";

[[noreturn]] void refuse(Code code, std::string_view field) {
    throw Error{code, std::string{field}};
}

}  // namespace

std::string_view media_type(Format format) {
    for (const auto& known : known_formats)
        if (known.format == format) return known.media_type;
    return {};
}

Source from_data_url(std::string_view url, std::size_t max_bytes, std::string_view field) {
    if (!url.starts_with(scheme)) refuse(Code::image_invalid, field);
    url.remove_prefix(scheme.size());
    for (const auto& known : known_formats) {
        if (!url.starts_with(known.media_type)) continue;
        url.remove_prefix(known.media_type.size());
        if (!url.starts_with(encoding)) break;
        url.remove_prefix(encoding.size());
        if (url.size() / 4 * 3 > max_bytes + 2) refuse(Code::image_too_large, field);
        auto bytes = crypto::from_base64(url);
        if (!bytes) break;
        Source source{known.format, *std::move(bytes)};
        if (source.bytes.size() > max_bytes) refuse(Code::image_too_large, field);
        if (!source.bytes.starts_with(known.first_bytes)) break;
        return source;
    }
    refuse(Code::image_invalid, field);
}

}  // namespace cambio::image
