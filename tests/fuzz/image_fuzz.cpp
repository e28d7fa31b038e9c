// Any bytes as an uploaded picture: the first byte says whether they are a data URL or the file
// itself. What is decoded keeps to the limits and can be drawn anew.
#include <botan/base64.h>
#include <botan/exceptn.h>

#include <string>
#include <string_view>

#include "error/error.h"
#include "fuzz.h"
#include "image/codecs.h"

namespace {

using cambio::Code;
using cambio::Error;
using cambio::fuzz::require;
namespace image = cambio::image;

constexpr image::Limits limits{512, 128 * 1024};
constexpr std::size_t max_bytes = 64 * 1024;
constexpr std::string_view field = "photo";

void check_refusal(const Error& error, std::string_view input) {
    require(error.code() == Code::image_invalid || error.code() == Code::image_too_large,
            "a refusal has a reason", input);
    require(error.field() == field, "a refusal names its field", input);
}

void check_url(const image::Source& source, std::string_view url, std::string_view input) {
    require(source.bytes.size() <= max_bytes, "a file keeps to its size", input);
    const auto comma = url.find(',');
    require(
        url.substr(0, comma) == "data:" + std::string{image::media_type(source.format)} + ";base64",
        "a file is what the address says", input);
    try {
        const auto bytes = Botan::base64_decode(std::string{url.substr(comma + 1)}, false);
        require(std::string(bytes.begin(), bytes.end()) == source.bytes, "Botan decodes the same",
                input);
    } catch (const Botan::Invalid_Argument&) {
        require(false, "Botan decodes it, too", input);
    }
}

void check_picture(const image::Source& source, std::string_view input) {
    const auto picture = image::decode(source, limits, field);
    const auto width = static_cast<std::size_t>(picture.width);
    const auto height = static_cast<std::size_t>(picture.height);
    require(picture.width > 0 && picture.width <= limits.max_side && picture.height > 0 &&
                picture.height <= limits.max_side,
            "a picture keeps to its sides", input);
    require(picture.pixels.size() == width * height * 3, "every pixel is there", input);
    require(width * height <= static_cast<std::size_t>(limits.max_pixels),
            "a picture keeps to its pixels", input);

    const auto cut = image::cover(picture, 8, 8);
    require(cut.width == 8 && cut.height == 8 && cut.pixels.size() == 192, "it is cut", input);
    const auto again =
        image::decode({image::Format::jpeg, image::to_jpeg(picture, 80)}, limits, field);
    require(again.width == picture.width && again.height == picture.height,
            "what is drawn anew is as large", input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    auto rest = input;
    const auto kind = cambio::fuzz::take_byte(rest);
    try {
        if (kind == 'u') {
            const auto source = image::from_data_url(rest, max_bytes, field);
            check_url(source, rest, input);
            check_picture(source, input);
        } else {
            const auto format = kind == 'p'   ? image::Format::png
                                : kind == 'j' ? image::Format::jpeg
                                              : image::Format::webp;
            check_picture({format, std::string{rest}}, input);
        }
    } catch (const Error& error) {
        check_refusal(error, input);
    }
    return 0;
}
