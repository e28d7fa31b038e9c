#pragma once

#include <string_view>

#include "image/image.h"

namespace cambio::image {

/// Decodes all of it, in this very process: for the program picture_decoder, which is locked in,
/// and for tests. Everybody else asks a Decoder. What is transparent becomes white. Throws Error
/// image_invalid for anything but a whole, sound file of one picture, and image_too_large above the
/// limits, naming `field`.
Picture decode(const Source& source, const Limits& limits, std::string_view field);

}  // namespace cambio::image
