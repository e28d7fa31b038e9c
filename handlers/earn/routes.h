#pragma once

#include <span>

#include "fcgi/route.h"

/// The tables of this group; main.cpp joins them.
namespace cambio::earn {

extern const std::span<const fcgi::Route> product_routes;
extern const std::span<const fcgi::Route> store_routes;
extern const std::span<const fcgi::Route> subscription_routes;
extern const std::span<const fcgi::Route> plan_routes;
extern const std::span<const fcgi::Route> transaction_routes;
extern const std::span<const fcgi::Route> analysis_routes;

}  // namespace cambio::earn
