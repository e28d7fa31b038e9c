#pragma once

#include <optional>

#include "fcgi/request.h"
#include "futures/futures.h"

namespace cambio::positions {

/// Mark prices at which a position is closed.
struct Targets {
    std::optional<Decimal> take_profit, stop_loss;
};

/// take_profit and stop_loss; empty is absent.
Targets read_targets(fcgi::Request& request);
/// Throws off_tick or target_side, naming the field.
void check_targets(const Targets& targets, futures::Side side, Decimal mark, Decimal tick);

}  // namespace cambio::positions
