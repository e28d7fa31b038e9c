#pragma once

#include <span>

#include "fcgi/route.h"

namespace cambio::kyc {

extern const std::span<const fcgi::Route> verification_routes;

}  // namespace cambio::kyc
