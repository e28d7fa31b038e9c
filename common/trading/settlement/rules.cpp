#include "settlement/rules.h"

#include "settlement/brackets.h"
#include "settlement/scale.h"

namespace cambio::settlement {

namespace {

matching::Ticks check_price(const markets::Market& market, Decimal price, const char* field) {
    if (!price.multiple_of(market.tick)) {
        throw Error{Code::off_tick, field}.with("tick", market.tick.str());
    }
    const auto ticks = ticks_of(market, price);
    if (!ticks) throw Error{Code::above_maximum, field};
    return *ticks;
}

matching::Ticks check_limit(const markets::Market& market, const PlaceOrder& order, Decimal price,
                            const char* field, matching::Lots quantity) {
    const matching::Ticks ticks = check_price(market, price, field);
    if (!matching::in_bounds(ticks, quantity)) throw Error{Code::above_maximum, "number_of_order"};
    if (notional_of(market, ticks, quantity) < market.minimum_total) {
        throw below_minimum(order.side, "total", market.minimum_total);
    }
    return ticks;
}

ValidatedOrder check_total(const markets::Market& market, const PlaceOrder& order) {
    // How much of the coin is to be had at once is not said, so nothing can be filled or killed.
    if (order.time_in_force == TimeInForce::fok)
        throw Error{Code::invalid_parameter, "time_in_force"};
    if (order.total.used_places() > market.quote.trade_places) {
        throw Error{Code::too_many_places, "total"}.with("places",
                                                         std::to_string(market.quote.trade_places));
    }
    if (order.total < market.minimum_total) {
        throw below_minimum(order.side, "total", market.minimum_total);
    }
    ValidatedOrder result;
    result.budget = whole_steps(order.total, market.unit, matching::max_notional + 1);
    if (result.budget > matching::max_notional) throw Error{Code::above_maximum, "total"};
    if (order.stop_price.zero()) return result;
    const matching::Ticks stop = check_price(market, order.stop_price, "stop_price");
    if (stop.value > result.budget) {
        throw below_minimum(order.side, "total", notional_of(market, stop, {1}));
    }
    return result;
}

}  // namespace

Error below_minimum(Side side, std::string field, Decimal minimum) {
    return Error{Code::below_minimum, std::move(field)}
        .with("minimum", minimum.str())
        .with("side", side == Side::buy ? "buy" : "sell");
}

ValidatedOrder validate(const markets::Market& market, const PlaceOrder& order) {
    if (!market.open) throw Error{Code::market_closed, "name"};
    if (order.quantity.zero()) return check_total(market, order);
    if (!order.quantity.multiple_of(market.lot)) {
        throw Error{Code::off_lot, "number_of_order"}.with("lot", market.lot.str());
    }
    const auto lots = lots_of(market, order.quantity);
    if (!lots) throw Error{Code::above_maximum, "number_of_order"};
    if (order.quantity < market.minimum_quantity) {
        throw below_minimum(order.side, "number_of_order", market.minimum_quantity);
    }
    ValidatedOrder result;
    result.quantity = *lots;
    if (order.kind == OrderKind::market) {
        if (order.stop_price.positive())
            check_limit(market, order, order.stop_price, "stop_price", *lots);
        return result;
    }
    result.limit = check_limit(market, order, order.price, "order_per_unit", *lots);
    if (order.stop()) check_price(market, order.stop_price, "stop_price");
    if (order.oco()) {
        result.stop_limit =
            check_limit(market, order, order.stop_limit_price, "stop_limit_price", *lots);
    }
    if (order.bracket.given()) check_bracket(market, order, order.price);
    return result;
}

void check_bracket(const markets::Market& market, const PlaceOrder& order, Decimal price) {
    const auto& [profit, stop, stop_limit] = order.bracket;
    check_price(market, profit, "take_profit");
    check_price(market, stop, "stop_loss");
    check_price(market, stop_limit, "stop_loss_limit");
    const bool buy = order.side == Side::buy;
    if (buy ? profit <= price : profit >= price)
        throw Error{Code::bracket_side, "take_profit"}.with("price", price.str());
    if (buy ? stop >= price : stop <= price)
        throw Error{Code::bracket_side, "stop_loss"}.with("price", price.str());

    const matching::Ticks ticks{whole_steps(price, market.tick, matching::max_ticks.value)};
    const auto asked = lots_of(market, order.quantity);
    if (asked && !matching::in_bounds(ticks, *asked))
        throw Error{Code::above_maximum, "number_of_order"};
    const PlaceOrder pair = pair_after(filled_at(price, order, market), market);
    if (pair.quantity < market.minimum_quantity)
        throw below_minimum(pair.side, "number_of_order", market.minimum_quantity);
    const auto lots = lots_of(market, pair.quantity);
    if (!lots) throw Error{Code::above_maximum, "number_of_order"};
    check_limit(market, pair, profit, "take_profit", *lots);
    check_limit(market, pair, stop_limit, "stop_loss_limit", *lots);
}

void check_changed_fields(const Order& order, const Order* partner, const AmendOrder& request) {
    const bool pair = order.oco_group.value != 0;
    const bool waits = order.waiting() || partner != nullptr;
    const auto check = [](bool given, bool has, const char* field) {
        if (given && !has) throw Error{Code::invalid_parameter, field};
    };
    // By total a stop has no quantity of its own.
    check(request.price.has_value(), order.kind == OrderKind::limit, "order_per_unit");
    check(request.quantity.has_value(), order.quantity.positive(), "number_of_order");
    check(request.stop_price.has_value(), (order.stop() || pair) && order.trailing_delta == 0,
          "stop_price");
    check(request.stop_limit_price.has_value(), pair, "stop_limit_price");
    check(request.trailing_delta.has_value(), order.trailing_delta != 0, "trailing_delta");
    if (!waits) {
        // It was triggered, or the limit leg of its pair has begun to trade.
        if (request.stop_price) throw Error{Code::order_filling, "stop_price"};
        if (request.stop_limit_price) throw Error{Code::order_filling, "stop_limit_price"};
        return;
    }
    if (request.only_reduce) throw Error{Code::order_not_amendable, "order_id"};
    const bool reached = order.reached_at || (partner != nullptr && partner->reached_at);
    if (reached) throw Error{Code::order_filling, "order_id"};
}

void check_changed_quantity(const Order& order, const AmendOrder& request) {
    const Decimal quantity = request.quantity.value_or(order.quantity);
    if (quantity <= order.filled) {
        throw Error{Code::below_filled, "number_of_order"}.with("filled", order.filled.str());
    }
    if (request.only_reduce && quantity >= order.quantity) {
        throw Error{Code::not_reduced, "number_of_order"};
    }
}

}  // namespace cambio::settlement
