#pragma once

/// How picture_decoder's answer begins; after `taken` come the pixels that were asked for.
namespace cambio::image {

constexpr char taken = 't';
constexpr char invalid = 'i';
constexpr char too_large = 'l';

}  // namespace cambio::image
