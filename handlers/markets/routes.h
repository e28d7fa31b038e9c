#pragma once

#include <span>

#include "fcgi/route.h"

/// The tables of this group; main.cpp joins them.
namespace cambio::markets {

extern const std::span<const fcgi::Route> pair_routes;
extern const std::span<const fcgi::Route> favorite_routes;
extern const std::span<const fcgi::Route> price_routes;
extern const std::span<const fcgi::Route> price_alert_routes;
extern const std::span<const fcgi::Route> trade_routes;
extern const std::span<const fcgi::Route> profile_routes;

}  // namespace cambio::markets
