#pragma once

#include <span>

#include "fcgi/route.h"

/// The tables of this group; main.cpp joins them.
namespace cambio::positions {

extern const std::span<const fcgi::Route> contract_routes;
extern const std::span<const fcgi::Route> opening_routes;
extern const std::span<const fcgi::Route> order_routes;
extern const std::span<const fcgi::Route> closing_order_routes;
extern const std::span<const fcgi::Route> change_routes;
extern const std::span<const fcgi::Route> reversal_routes;
extern const std::span<const fcgi::Route> list_routes;

}  // namespace cambio::positions
