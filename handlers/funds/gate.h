#pragma once

#include "fcgi/lane.h"
#include "fcgi/serve.h"
#include "token/trading_password.h"

namespace cambio::funds {

void start_gate(fcgi::Services& services);
/// Decides what waits, and what those decisions start, before it returns.
void stop_gate();

/// Checks transaction passwords and counts wrong ones.
token::TradingPasswords& passwords();

/// For mails, which may take seconds.
fcgi::Lane& message_lane();

}  // namespace cambio::funds
