#pragma once

#include <optional>
#include <string>

#include "fcgi/reply.h"
#include "fcgi/request.h"

/// The browser's way through the provider and back; google.cpp sends and receives it,
/// google_login.cpp decides what it comes to.
namespace cambio::auth {

constexpr const char* google_connections = "/account/security/account_connections";

/// Throws google_off where no provider is configured.
void expect_google(const Config& config);

/// Begins a walk, for a client who connects an account or for a guest who signs in: the provider's
/// address and the cookie that binds the walk to this browser.
struct GoogleStart {
    std::string url;
    std::string cookie;  ///< of Set-Cookie
};
GoogleStart start_google(const fcgi::Request& request, std::optional<ClientId> client);

/// The hash of the cookie's secret that this browser sent; empty without one.
std::string google_browser(const fcgi::Request& request);

/// What a walk came to: the page that the browser goes to next.
std::string sign_in_by_google(const fcgi::Request& request, const std::string& subject,
                              const std::string& email);
std::string connect_google(const fcgi::Request& request, ClientId client, std::int64_t epoch,
                           const std::string& subject, const std::string& email);

}  // namespace cambio::auth
