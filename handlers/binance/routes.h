#pragma once

#include <span>

#include "fcgi/route.h"

/// The tables of this group; main.cpp joins them.
namespace cambio::binance {

extern const std::span<const fcgi::Route> general_routes;
extern const std::span<const fcgi::Route> book_routes;
extern const std::span<const fcgi::Route> trade_routes;
extern const std::span<const fcgi::Route> candle_routes;
extern const std::span<const fcgi::Route> ticker_routes;
extern const std::span<const fcgi::Route> account_routes;
extern const std::span<const fcgi::Route> transfer_routes;
extern const std::span<const fcgi::Route> elsewhere_routes;
extern const std::span<const fcgi::Route> user_data_routes;

}  // namespace cambio::binance
