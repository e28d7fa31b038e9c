#pragma once

#include <span>

#include "fcgi/route.h"

namespace cambio::account {

extern const std::span<const fcgi::Route> profile_routes;
extern const std::span<const fcgi::Route> avatar_routes;
extern const std::span<const fcgi::Route> security_routes;
extern const std::span<const fcgi::Route> password_routes;
extern const std::span<const fcgi::Route> two_factor_routes;
extern const std::span<const fcgi::Route> passkey_routes;
extern const std::span<const fcgi::Route> withdrawal_routes;
extern const std::span<const fcgi::Route> address_routes;
extern const std::span<const fcgi::Route> connection_routes;
extern const std::span<const fcgi::Route> anti_phishing_routes;
extern const std::span<const fcgi::Route> step_up_routes;
extern const std::span<const fcgi::Route> session_routes;
extern const std::span<const fcgi::Route> activity_routes;
extern const std::span<const fcgi::Route> api_key_routes;
extern const std::span<const fcgi::Route> trading_routes;

}  // namespace cambio::account
