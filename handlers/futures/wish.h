#pragma once

#include <string>

#include "fcgi/request.h"
#include "positions/opening.h"

namespace cambio::positions {

/// take_profit and stop_loss; empty is absent.
Targets read_targets(fcgi::Request& request);

/// delegate_type, margin, leverage, the targets and client_id; without the hash.
Wish read_wish(fcgi::Request& request);
/// All of it beside a price, for the hash.
std::string content_of(const std::string& pair, const Wish& wish,
                       const std::optional<Decimal>& price);

}  // namespace cambio::positions
