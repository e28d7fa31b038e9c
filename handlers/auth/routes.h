#pragma once

#include <span>

#include "fcgi/route.h"

namespace cambio::auth {

extern const std::span<const fcgi::Route> identity_routes;
extern const std::span<const fcgi::Route> code_routes;
extern const std::span<const fcgi::Route> registration_routes;
extern const std::span<const fcgi::Route> demo_account_routes;
extern const std::span<const fcgi::Route> recovery_routes;
extern const std::span<const fcgi::Route> browser_link_routes;
extern const std::span<const fcgi::Route> login_routes;
extern const std::span<const fcgi::Route> second_step_routes;
extern const std::span<const fcgi::Route> google_routes;
extern const std::span<const fcgi::Route> google_login_routes;
extern const std::span<const fcgi::Route> wallet_routes;
extern const std::span<const fcgi::Route> passkey_routes;
extern const std::span<const fcgi::Route> session_routes;
extern const std::span<const fcgi::Route> stream_routes;
extern const std::span<const fcgi::Route> upload_routes;

}  // namespace cambio::auth
