#include "settlement/order.h"

#include <algorithm>

namespace cambio::settlement {

namespace {

void member(std::string& out, std::string_view name, std::string_view value) {
    out += '"';
    out += name;
    out += "\":\"";
    out += value;
    out += "\",";
}

std::string_view state_name(OrderState state) {
    switch (state) {
        case OrderState::pending:
            return "PENDING";
        case OrderState::approved:
            return "APPROVED";
        case OrderState::disapproved:
            return "DISSAPROVED";
    }
    return "";
}

std::string_view type_name(const Order& order) {
    const bool limit = order.kind == OrderKind::limit;
    if (!order.stop()) return limit ? "LIMIT" : "MARKET";
    if (order.trailing_delta != 0) return "TRAILING_STOP_MARKET";
    if (order.takes_profit()) return limit ? "TAKE_PROFIT_LIMIT" : "TAKE_PROFIT_MARKET";
    return limit ? "STOP_LIMIT" : "STOP_MARKET";
}

std::string_view time_in_force_name(TimeInForce value) {
    switch (value) {
        case TimeInForce::gtc:
            return "GTC";
        case TimeInForce::ioc:
            return "IOC";
        case TimeInForce::fok:
            return "FOK";
    }
    return "";
}

/// The average of the fills, or the limit while there is none. An average is shown, never paid.
Decimal final_price(const Order& order, const markets::Market& market) {
    if (order.filled.zero()) return order.price;
    const int places = std::max(8, market.tick.used_places());
    return Decimal::divide(order.filled_total, order.filled, Rounding::half_even)
        .rounded(places, Rounding::half_even);
}

Decimal shown_total(const Order& order) {
    if (!order.total.zero()) return order.total;
    if (order.kind == OrderKind::market) return order.filled_total;
    return Decimal::multiply(order.price, order.quantity, Rounding::half_even);
}

}  // namespace

Decimal Order::need() const {
    if (kind == OrderKind::market) return side == Side::buy ? reserve : remaining();
    if (side == Side::sell) return remaining();
    return Decimal::multiply(price, remaining(), Rounding::down);
}

Order Order::from(pg::Row row) {
    Order order;
    order.id = row.id<OrderId>("id");
    order.client = row.id<ClientId>("client_id");
    order.market = row.id<MarketId>("market_id");
    order.seq = row.integer("seq");
    order.client_key = row.maybe_str("client_key").value_or("");
    order.content_hash = row.integer("content_hash");
    order.side = row.integer("side") == 1 ? Side::buy : Side::sell;
    // 1 LIMIT, 2 MARKET, and the same with a stop price: 3 and 4.
    order.kind = row.integer("type") % 2 == 0 ? OrderKind::market : OrderKind::limit;
    order.time_in_force = static_cast<TimeInForce>(row.integer("time_in_force") - 1);
    order.post_only = row.boolean("post_only");
    order.price = row.maybe_decimal("price").value_or(Decimal{});
    order.quantity = row.decimal("quantity");
    order.total = row.maybe_decimal("total").value_or(Decimal{});
    order.filled = row.decimal("filled");
    order.filled_total = row.decimal("filled_total");
    order.fee = row.decimal("fee");
    order.state = static_cast<OrderState>(row.integer("state"));
    order.reason = static_cast<OrderReason>(row.integer("reason"));
    order.created_at = row.time("created_at");
    order.updated_at = row.time("updated_at");
    order.stop_price = row.maybe_decimal("stop_price").value_or(Decimal{});
    order.direction = static_cast<Direction>(row.maybe_integer("stop_direction").value_or(0));
    order.trailing_delta = static_cast<int>(row.maybe_integer("trailing_delta").value_or(0));
    order.reached_at = row.maybe_time("reached_at");
    order.triggered = !row.null("triggered_at");
    order.reserve = row.maybe_decimal("reserve").value_or(Decimal{});
    order.oco_group = OrderId{row.maybe_integer("oco_group").value_or(0)};
    order.queue_id = OrderId{row.maybe_integer("queue_id").value_or(0)};
    order.list_key = row.maybe_str("list_key").value_or("");
    order.session = SessionId{row.maybe_integer("session_id").value_or(0)};
    order.bracket = {row.maybe_decimal("take_profit").value_or(Decimal{}),
                     row.maybe_decimal("stop_loss").value_or(Decimal{}),
                     row.maybe_decimal("stop_loss_limit").value_or(Decimal{})};
    return order;
}

void pair_up(Order& limit, Order& stop) {
    limit.partner = stop.id;
    stop.partner = limit.id;
    stop.covered = minimum(limit.need(), stop.need());
}

std::string_view reason_name(OrderReason reason) {
    switch (reason) {
        case OrderReason::none:
            return "";
        case OrderReason::user:
            return "user";
        case OrderReason::ioc_remainder:
            return "ioc_remainder";
        case OrderReason::self_trade:
            return "self_trade";
        case OrderReason::market_remainder:
            return "market_remainder";
        case OrderReason::book_full:
            return "book_full";
        case OrderReason::fok_unfillable:
            return "fok_unfillable";
        case OrderReason::oco:
            return "oco";
        case OrderReason::frozen:
            return "frozen";
    }
    return "";
}

void append_json(std::string& out, const Order& order, const markets::Market& market) {
    const bool buy = order.side == Side::buy;
    out.reserve(out.size() + 640);
    out += '{';
    member(out, "id", std::to_string(order.id.value));
    // The key has letters, digits, '_' and '-' only, so it needs no escapes.
    if (!order.client_key.empty()) member(out, "client_id", order.client_key);
    member(out, "delegate_type", buy ? "BUY" : "SELL");
    member(out, "type", type_name(order));
    member(out, "trade_type", "market");
    member(out, "state", state_name(order.state));
    out += "\"coin_pair\":{\"pair_name\":\"";
    out += market.pair;
    out += "\"},";
    if (order.kind == OrderKind::limit) member(out, "price", order.price.str());
    member(out, "final_price", final_price(order, market).str());
    member(out, "number_of_order", order.quantity.str());
    member(out, "filled", order.filled.str());
    member(out, "total", shown_total(order).str());
    member(out, "filled_total", order.filled_total.str());
    member(out, "fee", order.fee.str());
    member(out, "fee_asset", buy ? market.base.code : market.quote.code);
    member(out, "time_in_force", time_in_force_name(order.time_in_force));
    out += order.post_only ? "\"post_only\":true," : "\"post_only\":false,";
    if (order.reason != OrderReason::none) member(out, "reason", reason_name(order.reason));
    if (order.stop()) {
        member(out, "stop_price", order.stop_price.str());
        if (order.trailing_delta != 0)
            out += "\"trailing_delta\":" + std::to_string(order.trailing_delta) + ',';
        out += order.triggered ? "\"triggered\":true," : "\"triggered\":false,";
    }
    if (order.oco_group.value != 0) {
        member(out, "oco_group", std::to_string(order.oco_group.value));
    }
    if (order.bracket.given()) {
        member(out, "take_profit", order.bracket.take_profit.str());
        member(out, "stop_loss", order.bracket.stop_loss.str());
        member(out, "stop_loss_limit", order.bracket.stop_loss_limit.str());
    }
    member(out, "created_at", pg::iso(order.created_at));
    member(out, "updated_at", pg::iso(order.updated_at));
    out.back() = '}';
}

}  // namespace cambio::settlement
