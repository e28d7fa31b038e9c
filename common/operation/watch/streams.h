#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "pg/pg.h"

/// Whether those who listen to the public streams hear anything. A stream that is deaf for its
/// listeners stands in no log.
namespace cambio::watch {

/// Every stream says something each two seconds, be it that nothing has changed.
constexpr std::chrono::seconds max_silence{5};

/// The channels of all tradable markets on which a new listener hears nothing for max_silence; at
/// most three, for more would take longer. `socket` is the path of nchan's.
std::vector<std::string> silent_streams(pg::Connection& db, const std::string& socket);

}  // namespace cambio::watch
