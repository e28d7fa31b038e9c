#pragma once

#include <string>
#include <string_view>

#include "fcgi/request.h"

namespace cambio::content {

/// Whether this installation has an outbox that the caller may see: on this machine alone, and only
/// while no mail server is configured. The messages hold codes.
bool outbox_open(const Config& config, std::string_view client_ip);

/// The form that sends test coins, where this installation has a chain of its own for that; else
/// empty.
std::string faucet_form(const fcgi::Request& request);

}  // namespace cambio::content
