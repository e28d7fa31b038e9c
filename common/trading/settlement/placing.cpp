#include "settlement/placing.h"

#include "settlement/scale.h"

namespace cambio::settlement {

namespace {

OrderReason reason_of(matching::Reason reason) {
    switch (reason) {
        case matching::Reason::self_trade:
            return OrderReason::self_trade;
        case matching::Reason::ioc_remainder:
            return OrderReason::ioc_remainder;
        case matching::Reason::market_remainder:
        case matching::Reason::no_liquidity:
        case matching::Reason::budget_spent:
            return OrderReason::market_remainder;
        case matching::Reason::book_full:
            return OrderReason::book_full;
        case matching::Reason::fok_unfillable:
            return OrderReason::fok_unfillable;
        default:
            return OrderReason::none;
    }
}

}  // namespace

Order order_of(const PlaceOrder& request, ClientId client, OrderId id, std::int64_t seq) {
    Order order;
    order.id = id;
    order.client = client;
    order.market = request.market;
    order.seq = seq;
    order.client_key = request.client_key;
    order.content_hash = request.content_hash;
    order.side = request.side;
    order.kind = request.kind;
    order.time_in_force = request.time_in_force;
    order.post_only = request.post_only;
    order.price = request.price;
    order.quantity = request.quantity;
    order.total = request.total;
    order.stop_price = request.stop_price;
    order.trailing_delta = request.trailing_delta;
    order.list_key = request.list_key;
    order.bracket = request.bracket;
    return order;
}

PlaceOrder amended(const Order& order, const Order* partner, const AmendOrder& request) {
    const bool stop_named = partner != nullptr && order.stop();
    const Order& limit = stop_named ? *partner : order;
    const Order& stop = partner != nullptr && !stop_named ? *partner : order;
    PlaceOrder changed;
    changed.market = order.market;
    changed.side = order.side;
    changed.kind = order.kind;
    changed.time_in_force = order.time_in_force;
    changed.price = request.price.value_or(limit.price);
    changed.quantity = request.quantity.value_or(order.quantity);
    changed.total = order.total;
    changed.bracket = order.bracket;
    if (partner != nullptr)
        changed.stop_limit_price = request.stop_limit_price.value_or(stop.price);
    if (!stop.waiting()) return changed;
    changed.stop_from = stop.direction;
    changed.trailing_delta = request.trailing_delta.value_or(stop.trailing_delta);
    if (changed.trailing_delta == stop.trailing_delta)
        changed.stop_price = request.stop_price.value_or(stop.stop_price);
    return changed;
}

Decimal furthest_from(Decimal price, Side side, Decimal protection) {
    const Decimal distance = Decimal::multiply(price, protection, Rounding::down);
    return side == Side::buy ? price + distance : price - distance;
}

matching::Ticks limit_at(const markets::Market& market, Decimal worst, Side side) {
    const bool buy = side == Side::buy;
    const Decimal price = buy ? worst : maximum(worst, market.tick);
    matching::Ticks limit{whole_steps(price, market.tick, matching::max_ticks.value)};
    if (!buy && !price.multiple_of(market.tick)) ++limit.value;
    return limit;
}

matching::Ticks protected_from(const markets::Market& market, Decimal price, Side side,
                               Decimal protection) {
    return limit_at(market, furthest_from(price, side, protection), side);
}

matching::Order limit_of(const Order& order, matching::Ticks limit, matching::Lots quantity) {
    matching::Order result;
    result.id = order.id;
    result.client = order.client;
    result.side = order.side;
    result.time_in_force = order.time_in_force;
    result.post_only = order.post_only;
    result.limit = limit;
    result.quantity = quantity;
    return result;
}

Code refusal(matching::Reason reason) {
    switch (reason) {
        case matching::Reason::post_only_would_cross:
            return Code::would_cross;
        case matching::Reason::fok_unfillable:
            return Code::fill_or_kill;
        case matching::Reason::self_trade:
            return Code::self_trade;
        case matching::Reason::book_full:
            return Code::too_many_open_orders;
        default:
            return Code::no_liquidity;
    }
}

void finish(Order& order, const matching::Event& last) {
    const bool by_total = order.quantity.zero();
    if (by_total) order.quantity = order.filled;
    const bool complete = by_total ? order.filled.positive() : order.remaining().zero();
    if (last.what == matching::What::rested) {
        order.state = OrderState::pending;
    } else if (complete) {
        order.state = OrderState::approved;
    } else {
        order.state = OrderState::disapproved;
        order.reason = reason_of(last.reason);
    }
}

}  // namespace cambio::settlement
