#include "settlement/rules.h"

#include "settlement/scale.h"

namespace cambio::settlement {

namespace {

[[noreturn]] void below_minimum(std::string field, Decimal minimum) {
    throw Error{Code::below_minimum, std::move(field)}.with("minimum", minimum.str());
}

void check_limit(const markets::Market& market, const PlaceOrder& order, Measured& result) {
    if (!order.price.multiple_of(market.tick)) {
        throw Error{Code::off_tick, "order_per_unit"}.with("tick", market.tick.str());
    }
    const auto ticks = ticks_of(market, order.price);
    if (!ticks) throw Error{Code::above_maximum, "order_per_unit"};
    if (!matching::in_bounds(*ticks, result.quantity)) {
        throw Error{Code::above_maximum, "number_of_order"};
    }
    if (notional_of(market, *ticks, result.quantity) < market.minimum_total) {
        below_minimum("total", market.minimum_total);
    }
    result.limit = *ticks;
}

Measured check_total(const markets::Market& market, const PlaceOrder& order) {
    if (order.total.used_places() > market.quote.trade_places) {
        throw Error{Code::too_many_places, "total"}.with("places",
                                                         std::to_string(market.quote.trade_places));
    }
    if (order.total < market.minimum_total) below_minimum("total", market.minimum_total);
    Measured result;
    result.budget = whole_steps(order.total, market.unit, matching::max_notional + 1);
    if (result.budget > matching::max_notional) throw Error{Code::above_maximum, "total"};
    return result;
}

}  // namespace

Measured measure(const markets::Market& market, const PlaceOrder& order) {
    if (!market.open) throw Error{Code::market_closed, "name"};
    if (order.quantity.zero()) return check_total(market, order);
    if (!order.quantity.multiple_of(market.lot)) {
        throw Error{Code::off_lot, "number_of_order"}.with("lot", market.lot.str());
    }
    const auto lots = lots_of(market, order.quantity);
    if (!lots) throw Error{Code::above_maximum, "number_of_order"};
    if (order.quantity < market.minimum_quantity) {
        below_minimum("number_of_order", market.minimum_quantity);
    }
    Measured result;
    result.quantity = *lots;
    if (order.kind == OrderKind::limit) check_limit(market, order, result);
    return result;
}

}  // namespace cambio::settlement
