#pragma once

#include <string_view>

#include "config/config.h"

namespace cambio {

/// Throws ConfigError that names two settings which must not stand together: a demonstration beside
/// what reaches real people or real coins, real money at invented prices, and limits that are
/// lifted where strangers call. A server counts as real unless its address is on this machine,
/// where tests have theirs.
void refuse_contradictions(const Config& config);

/// Whether the server of that URL is localhost or has an address in 127.0.0.0/8, or [::1].
bool on_this_machine(std::string_view url);

}  // namespace cambio
