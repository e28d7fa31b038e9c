#pragma once

#include "fcgi/serve.h"
#include "token/trading_password.h"

namespace cambio::wallet {

void start_passwords(fcgi::Services& services);
/// Decides what waits, and what those decisions start, before it returns.
void stop_passwords();

/// Checks transaction passwords and counts wrong ones.
token::TradingPasswords& passwords();

}  // namespace cambio::wallet
