#pragma once

#include <span>

#include "fcgi/route.h"

namespace cambio::wallet {

extern const std::span<const fcgi::Route> balance_routes;
extern const std::span<const fcgi::Route> profit_routes;
extern const std::span<const fcgi::Route> transfer_routes;

}  // namespace cambio::wallet
