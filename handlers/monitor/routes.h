#pragma once

#include <span>

#include "fcgi/route.h"

namespace cambio::monitor {

extern const std::span<const fcgi::Route> installation_routes;

}  // namespace cambio::monitor
