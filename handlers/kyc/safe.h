#pragma once

#include <string>
#include <string_view>

#include "config/config.h"
#include "fcgi/lane.h"

/// What the process keeps for photos: the key that seals them, and a thread that decodes them one
/// after the other, so that neither a core nor the memory of many photos is taken at once.
namespace cambio::kyc {

/// Throws std::runtime_error when the key cannot be read.
void open_safe(const Config& config);
void close_safe();

fcgi::Lane& photo_lane();
const std::string& photo_key();

}  // namespace cambio::kyc
