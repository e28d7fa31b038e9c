#pragma once

#include <span>

#include "fcgi/route.h"

/// The tables of this group; main.cpp joins them.
namespace cambio::chart {

extern const std::span<const fcgi::Route> series_routes;
extern const std::span<const fcgi::Route> datafeed_routes;
extern const std::span<const fcgi::Route> symbol_routes;
extern const std::span<const fcgi::Route> mark_routes;
extern const std::span<const fcgi::Route> settings_routes;

/// Threads for marks.
void start_marks();
void stop_marks();

}  // namespace cambio::chart
