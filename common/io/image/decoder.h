#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "image/image.h"

namespace cambio::image {

/// Decodes strangers' pictures in a process of its own: the program picture_decoder, which begins
/// with nothing of this one (no descriptor, no variable, no key in its memory), lets the kernel
/// lock it in (locked.h) and answers with pixels. Whoever takes it over with a picture has that
/// picture.
class Decoder {
  public:
    /// `program` is a path. A picture that takes longer than `patience` counts as broken.
    explicit Decoder(std::string program,
                     std::chrono::milliseconds patience = std::chrono::seconds{20});

    /// With the picture_decoder that lies in the folder of the running program, or above it. Throws
    /// std::runtime_error where there is none.
    static Decoder beside_program();

    /// Decodes all of it. Throws Error image_invalid for anything but a whole, sound file of one
    /// picture (also for one that the program broke at, which is logged), and image_too_large above
    /// the limits, naming `field`. Throws std::runtime_error when the program cannot be started.
    void check(const Source& source, const Limits& limits, std::string_view field) const;

    /// The same, and what cover() makes of the picture.
    Picture cover(const Source& source, const Limits& limits, int width, int height,
                  std::string_view field) const;

  private:
    std::string program_;
    std::chrono::milliseconds patience_;
};

}  // namespace cambio::image
