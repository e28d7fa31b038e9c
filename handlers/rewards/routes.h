#pragma once

#include <span>

#include "fcgi/route.h"

/// The tables of this group; main.cpp joins them.
namespace cambio::rewards {

extern const std::span<const fcgi::Route> task_routes;
extern const std::span<const fcgi::Route> referral_routes;
extern const std::span<const fcgi::Route> fee_routes;
extern const std::span<const fcgi::Route> notification_routes;
extern const std::span<const fcgi::Route> push_browser_routes;

}  // namespace cambio::rewards
