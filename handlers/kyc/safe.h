#pragma once

#include <string>
#include <string_view>

#include "config/config.h"
#include "fcgi/lane.h"
#include "image/decoder.h"

/// What the process keeps for photos: the public key that seals them, what decodes them, and a
/// thread that lets it do so one after the other, so that neither a core nor the memory of many
/// photos is taken at once.
namespace cambio::kyc {

/// Throws std::runtime_error when the key cannot be read, or there is no program that decodes.
void open_safe(const Config& config);
void close_safe();

fcgi::Lane& photo_lane();
const std::string& photo_key();
const image::Decoder& photo_decoder();

}  // namespace cambio::kyc
