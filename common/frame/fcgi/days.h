#pragma once

#include <optional>
#include <string_view>

#include "fcgi/request.h"
#include "pg/pg.h"

namespace cambio::fcgi {

/// Days in UTC that a list is asked for; what is missing does not bound it.
struct Days {
    std::optional<pg::Time> from;   ///< the start of the first day
    std::optional<pg::Time> until;  ///< the start of the day after the last one
};

/// The start of an optional day, 2026-11-21; nothing: it was not given. Throws invalid_parameter.
std::optional<pg::Time> read_day(Params& params, std::string_view name);

/// Reads `from` and `to`, both days and both optional: 2026-11-21. Throws invalid_parameter naming
/// the one that is no day.
Days read_days(Params& params);

}  // namespace cambio::fcgi
