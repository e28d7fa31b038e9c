#pragma once

#include <optional>
#include <string>

#include "fcgi/gate.h"
#include "fcgi/request.h"

namespace cambio::funds {

/// What the lists of deposits and withdrawals can be narrowed to: `page`, `per_page`, `coin`,
/// `from` and `to` (days YYYY-MM-DD, UTC, both included). Fields that are given empty count as not
/// given.
struct History {
    fcgi::Page page;
    std::optional<std::string> coin;
    std::optional<pg::Time> from, until;  ///< `until` is the end of the last day
};
History read_history(fcgi::Params& params);

/// A text that is there and not empty.
std::optional<std::string> given_text(fcgi::Params& params, std::string_view name);

}  // namespace cambio::funds
