#include <sodium.h>

#include <array>

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

std::string decoded(std::string_view base64, std::string_view field) {
    std::string bytes(base64.size() / 4 * 3 + 3, '\0');
    std::size_t size = 0;
    const char* end = nullptr;
    const int refused = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()),
                                          bytes.size(), base64.data(), base64.size(), nullptr,
                                          &size, &end, sodium_base64_VARIANT_ORIGINAL);
    if (refused != 0 || end != base64.data() + base64.size()) refuse(Code::image_invalid, field);
    bytes.resize(size);
    return bytes;
}

}  // namespace

std::string_view media_type(Format format) {
    for (const auto& known : known_formats)
        if (known.format == format) return known.media_type;
    return {};
}

Source from_data_url(std::string_view url, std::size_t most_bytes, std::string_view field) {
    if (!url.starts_with(scheme)) refuse(Code::image_invalid, field);
    url.remove_prefix(scheme.size());
    for (const auto& known : known_formats) {
        if (!url.starts_with(known.media_type)) continue;
        url.remove_prefix(known.media_type.size());
        if (!url.starts_with(encoding)) break;
        url.remove_prefix(encoding.size());
        if (url.size() / 4 * 3 > most_bytes + 2) refuse(Code::image_too_large, field);
        Source source{known.format, decoded(url, field)};
        if (source.bytes.size() > most_bytes) refuse(Code::image_too_large, field);
        if (!source.bytes.starts_with(known.first_bytes)) break;
        return source;
    }
    refuse(Code::image_invalid, field);
}

}  // namespace cambio::image
