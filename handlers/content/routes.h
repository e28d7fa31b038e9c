#pragma once

#include <span>

#include "fcgi/route.h"

namespace cambio::content {

extern const std::span<const fcgi::Route> status_routes;
extern const std::span<const fcgi::Route> readiness_routes;
extern const std::span<const fcgi::Route> outbox_routes;
extern const std::span<const fcgi::Route> faucet_routes;
extern const std::span<const fcgi::Route> news_routes;
extern const std::span<const fcgi::Route> download_routes;
extern const std::span<const fcgi::Route> security_txt_routes;
extern const std::span<const fcgi::Route> policy_report_routes;

}  // namespace cambio::content
