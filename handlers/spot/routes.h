#pragma once

#include <span>

#include "fcgi/route.h"

/// The tables of this group; main.cpp joins them.
namespace cambio::spot {

extern const std::span<const fcgi::Route> order_routes;
extern const std::span<const fcgi::Route> amend_routes;
extern const std::span<const fcgi::Route> cancel_routes;
extern const std::span<const fcgi::Route> list_routes;
extern const std::span<const fcgi::Route> order_list_routes;
extern const std::span<const fcgi::Route> convert_routes;
extern const std::span<const fcgi::Route> binance_order_routes;
extern const std::span<const fcgi::Route> binance_amend_routes;
extern const std::span<const fcgi::Route> binance_replace_routes;
extern const std::span<const fcgi::Route> binance_list_routes;
extern const std::span<const fcgi::Route> binance_order_list_routes;

}  // namespace cambio::spot
