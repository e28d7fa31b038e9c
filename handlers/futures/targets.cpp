#include "targets.h"

#include "guard.h"

namespace cambio::positions {

namespace {

void check_tick(const std::optional<Decimal>& price, Decimal tick, const char* field) {
    if (price && !price->multiple_of(tick))
        throw Error{Code::off_tick, field}.with("tick", tick.str());
}

}  // namespace

Targets read_targets(fcgi::Request& request) {
    Targets targets;
    if (fcgi::given(request.params, "take_profit"))
        targets.take_profit = request.params.amount("take_profit");
    if (fcgi::given(request.params, "stop_loss"))
        targets.stop_loss = request.params.amount("stop_loss");
    return targets;
}

void check_targets(const Targets& targets, futures::Side side, Decimal mark, Decimal tick) {
    check_tick(targets.take_profit, tick, "take_profit");
    check_tick(targets.stop_loss, tick, "stop_loss");
    if (targets.take_profit && futures::profit_reached(side, *targets.take_profit, mark))
        throw Error{Code::target_side, "take_profit"}.with("price", mark.str());
    if (targets.stop_loss && futures::loss_reached(side, *targets.stop_loss, mark))
        throw Error{Code::target_side, "stop_loss"}.with("price", mark.str());
}

}  // namespace cambio::positions
