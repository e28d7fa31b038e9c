#include <gtest/gtest.h>
#include <sodium.h>
#include <webp/encode.h>

#include <memory>

#include "error/error.h"
#include "image/codecs.h"

namespace cambio {

namespace {

using image::Format, image::Limits, image::Picture, image::Source;

constexpr Limits limits{.max_side = 4096, .max_pixels = 4'000'000};
constexpr std::size_t max_bytes = 1'000'000;

// 2 × 1: a red pixel and one that is wholly transparent. Made by Python's zlib and struct.
constexpr std::string_view tiny_png =
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGP4z8AARAwMAAz8Af9c/RSVAAAAAElF"
    "TkSuQmCC";

Picture striped(int width, int height) {
    Picture picture{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture.pixels += x < width / 2 ? "\xff\x10\x10" : "\x10\x10\xff";
    return picture;
}

std::string base64(const std::string& bytes) {
    std::string text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(),
                      reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                      sodium_base64_VARIANT_ORIGINAL);
    text.pop_back();
    return text;
}

std::string jpeg_url(const std::string& bytes) {
    return "data:image/jpeg;base64," + base64(bytes);
}

/// A pixel of half-transparent red beside an opaque blue one, without loss.
std::string webp_bytes() {
    constexpr unsigned char pixels[] = {255, 0, 0, 128, 0, 0, 255, 255};
    std::uint8_t* data = nullptr;
    const auto size = WebPEncodeLosslessRGBA(pixels, 2, 1, 8, &data);
    const std::unique_ptr<std::uint8_t, decltype(&WebPFree)> owned{data, WebPFree};
    return {reinterpret_cast<const char*>(data), size};
}

template <class Act>
std::string refusal(Act act) {
    try {
        act();
    } catch (const Error& error) {
        EXPECT_EQ(error.field(), "image");
        return std::string{name_of(error.code())};
    }
    return "taken";
}

int channel(const Picture& picture, int x, int y, int which) {
    return static_cast<unsigned char>(
        picture.pixels[static_cast<std::size_t>((y * picture.width + x) * 3 + which)]);
}

TEST(Image, APngIsDecodedAndWhatIsTransparentBecomesWhite) {
    const auto source = image::from_data_url(tiny_png, max_bytes, "image");
    EXPECT_EQ(source.format, Format::png);
    const auto picture = image::decode(source, limits, "image");
    ASSERT_EQ(picture.width, 2);
    ASSERT_EQ(picture.height, 1);
    EXPECT_EQ(picture.pixels, std::string("\xff\x00\x00\xff\xff\xff", 6));
}

TEST(Image, AJpegSurvivesTheWayThereAndBack) {
    const auto bytes = image::to_jpeg(striped(64, 32), 90);
    const auto source = image::from_data_url(jpeg_url(bytes), max_bytes, "image");
    EXPECT_EQ(source.bytes, bytes);
    const auto picture = image::decode(source, limits, "image");
    ASSERT_EQ(picture.width, 64);
    ASSERT_EQ(picture.height, 32);
    EXPECT_GT(channel(picture, 4, 16, 0), 200);
    EXPECT_LT(channel(picture, 4, 16, 2), 60);
    EXPECT_GT(channel(picture, 60, 16, 2), 200);
}

TEST(Image, AWebPIsDecodedOntoWhite) {
    const auto bytes = webp_bytes();
    const auto url = "data:image/webp;base64," + base64(bytes);
    const auto source = image::from_data_url(url, max_bytes, "image");
    EXPECT_EQ(source.format, Format::webp);
    EXPECT_EQ(image::media_type(source.format), "image/webp");
    EXPECT_EQ(image::decode(source, limits, "image").pixels,
              std::string("\xff\x7f\x7f\x00\x00\xff", 6));
    const Source half{Format::webp, bytes.substr(0, bytes.size() / 2)};
    EXPECT_EQ(refusal([&] { image::decode(half, limits, "image"); }), "image_invalid");
}

TEST(Image, CoverKeepsTheMiddleAndItsShape) {
    const auto square = image::cover(striped(300, 100), 10, 10);
    ASSERT_EQ(square.width, 10);
    ASSERT_EQ(square.height, 10);
    ASSERT_EQ(square.pixels.size(), 300u);
    EXPECT_EQ(channel(square, 0, 5, 0), 255);
    EXPECT_EQ(channel(square, 9, 5, 2), 255);
    const auto larger = image::cover(striped(2, 1), 4, 4);
    EXPECT_EQ(larger.pixels.size(), 48u);
    EXPECT_EQ(image::cover(striped(1, 1000), 256, 256).pixels.size(), 256u * 256u * 3u);
}

TEST(Image, OnlyWholeFilesOfTheNamedKindAreTaken) {
    const auto bytes = image::to_jpeg(striped(64, 64), 90);
    const auto read = [](const std::string& url) {
        return refusal(
            [&] { image::decode(image::from_data_url(url, max_bytes, "image"), limits, "image"); });
    };
    EXPECT_EQ(read(jpeg_url(bytes)), "taken");
    EXPECT_EQ(read(jpeg_url(bytes.substr(0, bytes.size() / 2))), "image_invalid");
    EXPECT_EQ(read(std::string{tiny_png.substr(0, tiny_png.size() - 24)}), "image_invalid");
    EXPECT_EQ(read("data:image/png;base64," + base64(bytes)), "image_invalid");
    EXPECT_EQ(read(jpeg_url("\xff\xd8\xff and then nothing of the kind")), "image_invalid");
    for (const char* url : {"", "data:", "data:image/jpeg;base64,", "data:image/jpeg,abc",
                            "data:image/svg+xml;base64,PHN2Zz4=", "https://example.com/a.png",
                            "data:image/png;base64,@@@@"})
        EXPECT_EQ(read(url), "image_invalid") << url;
    auto beyond_ascii = jpeg_url(bytes);
    beyond_ascii[beyond_ascii.size() - 8] = '\x88';
    EXPECT_EQ(read(beyond_ascii), "image_invalid");
}

TEST(Image, WhatIsTooLargeIsRefusedBeforeItIsDecoded) {
    const auto url = jpeg_url(image::to_jpeg(striped(64, 32), 90));
    EXPECT_EQ(refusal([&] { image::from_data_url(url, 100, "image"); }), "image_too_large");
    const auto source = image::from_data_url(url, max_bytes, "image");
    for (const Limits& small : {Limits{63, 1'000'000}, Limits{64, 64 * 32 - 1}})
        EXPECT_EQ(refusal([&] { image::decode(source, small, "image"); }), "image_too_large");
    EXPECT_EQ(refusal([&] { image::decode(source, {64, 64 * 32}, "image"); }), "taken");
}

}  // namespace

}  // namespace cambio
