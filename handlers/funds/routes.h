#pragma once

#include <span>

#include "fcgi/route.h"

namespace cambio::funds {

extern const std::span<const fcgi::Route> network_routes;
extern const std::span<const fcgi::Route> deposit_routes;
extern const std::span<const fcgi::Route> code_routes;
extern const std::span<const fcgi::Route> withdrawal_routes;
extern const std::span<const fcgi::Route> withdrawal_list_routes;

}  // namespace cambio::funds
