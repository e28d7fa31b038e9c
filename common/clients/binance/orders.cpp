#include "binance/orders.h"

#include <algorithm>
#include <array>
#include <utility>

#include "binance/figures.h"
#include "binance/object_text.h"
#include "crypto/crypto.h"
#include "markets/trades.h"
#include "settlement/entry.h"
#include "settlement/trailing.h"

namespace cambio::binance {

namespace {

using fcgi::Request;
using markets::Market;
using matching::Side, matching::TimeInForce;
using settlement::Direction, settlement::Order, settlement::OrderKind, settlement::OrderReason,
    settlement::OrderState, settlement::PlaceOrder, settlement::Trade;

constexpr std::size_t max_key = 36;
constexpr std::size_t max_word = 32;
constexpr std::size_t made_key_bytes = 11;

constexpr const char* read_fills = R"sql(
    select seq, position, price, quantity, taker_fee, at from fills
    where market_id = $1 and seq = $2 and taker_order = $3 order by position
)sql";

constexpr const char* find_by_id = R"sql(
    select * from orders where id = $1 and client_id = $2 and market_id = $3
)sql";
constexpr const char* find_by_key = R"sql(
    select * from orders where client_key = $1 and client_id = $2 and market_id = $3
)sql";

enum class Type {
    limit,
    market,
    limit_maker,
    stop_loss,
    stop_loss_limit,
    take_profit,
    take_profit_limit
};
constexpr std::array<std::string_view, 7> type_names{
    "LIMIT",           "MARKET",      "LIMIT_MAKER",      "STOP_LOSS",
    "STOP_LOSS_LIMIT", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"};
constexpr std::array<std::string_view, 3> time_names{"GTC", "IOC", "FOK"};

Type type_of(const Order& order) {
    const bool market = order.kind == OrderKind::market;
    if (order.stop() && order.takes_profit())
        return market ? Type::take_profit : Type::take_profit_limit;
    if (order.stop()) return market ? Type::stop_loss : Type::stop_loss_limit;
    if (market) return Type::market;
    return order.post_only ? Type::limit_maker : Type::limit;
}

const char* status_of(const Order& order) {
    if (order.state == OrderState::approved) return "FILLED";
    if (order.state == OrderState::pending) return order.filled.zero() ? "NEW" : "PARTIALLY_FILLED";
    switch (order.reason) {
        case OrderReason::user:
        case OrderReason::oco:
            return "CANCELED";
        case OrderReason::self_trade:
            return "EXPIRED_IN_MATCH";
        default:
            return "EXPIRED";
    }
}

/// Those that another type of order needs would be forgotten silently here.
void refuse_others(Request& request, std::initializer_list<std::string_view> names) {
    for (const auto name : names) {
        if (request.params.optional<std::string>(name, max_word))
            throw Error{Code::unknown_parameter, std::string{name}};
    }
}

/// What the engine has none of.
void refuse_absent(Request& request) {
    for (const auto name : {"icebergQty", "pegPriceType", "pegOffsetType", "pegOffsetValue"}) {
        if (request.params.optional<std::string>(name, max_word))
            throw Error{Code::invalid_parameter, name};
    }
    const auto prevention =
        request.params.optional<std::string>("selfTradePreventionMode", max_word);
    if (prevention && *prevention != "EXPIRE_TAKER")
        throw Error{Code::invalid_parameter, "selfTradePreventionMode"};
    request.params.optional<std::int64_t>("strategyId");
    request.params.optional<std::int64_t>("strategyType");
}

TimeInForce read_time_in_force(Request& request) {
    return static_cast<TimeInForce>(request.params.choice("timeInForce", {"GTC", "IOC", "FOK"}));
}

Direction direction_of(Type type, Side side) {
    const bool loss = type == Type::stop_loss || type == Type::stop_loss_limit;
    return loss == (side == Side::sell) ? Direction::falls : Direction::rises;
}

void read_stop(Request& request, Type type, PlaceOrder& order) {
    order.stop_price = request.params.amount("stopPrice");
    order.stop_from = direction_of(type, order.side);
}

/// What Binance combines and the engine does not would be forgotten silently here.
void refuse_combination(Request& request, std::string_view name) {
    if (request.params.optional<std::string>(name, max_word))
        throw Error{Code::invalid_parameter, "combination"};
}

void read_limit(Request& request, Type type, PlaceOrder& order) {
    refuse_others(request, {"quoteOrderQty"});
    order.price = request.params.amount("price");
    order.quantity = request.params.amount("quantity");
    const bool stop = type == Type::stop_loss_limit || type == Type::take_profit_limit;
    if (stop)
        refuse_combination(request, "trailingDelta");
    else
        refuse_others(request, {"stopPrice", "trailingDelta"});
    if (type == Type::limit_maker) {
        refuse_others(request, {"timeInForce"});
        order.post_only = true;
        return;
    }
    order.time_in_force = read_time_in_force(request);
    if (stop) read_stop(request, type, order);
}

/// The engine spends a total; it has no sale for one.
void read_market(Request& request, PlaceOrder& order) {
    refuse_others(request, {"price", "stopPrice", "timeInForce", "trailingDelta"});
    order.kind = OrderKind::market;
    order.time_in_force = TimeInForce::ioc;
    const auto quantity = request.params.maybe_amount("quantity");
    const auto total = request.params.maybe_amount("quoteOrderQty");
    if (quantity && total) throw Error{Code::unknown_parameter, "quoteOrderQty"};
    if (!quantity && !total) throw Error{Code::missing_parameter, "quantity or total"};
    if (total && order.side == Side::sell) throw Error{Code::invalid_parameter, "quoteOrderQty"};
    order.quantity = quantity.value_or(Decimal{});
    order.total = total.value_or(Decimal{});
}

/// At the market's price once its own has come. A stop loss may follow the price in place of
/// having one.
void read_market_stop(Request& request, Type type, PlaceOrder& order) {
    refuse_others(request, {"price", "quoteOrderQty", "timeInForce"});
    order.kind = OrderKind::market;
    order.time_in_force = TimeInForce::ioc;
    order.quantity = request.params.amount("quantity");
    const auto delta = request.params.optional<std::int64_t>("trailingDelta");
    if (!delta) return read_stop(request, type, order);
    if (type != Type::stop_loss) throw Error{Code::invalid_parameter, "combination"};
    refuse_combination(request, "stopPrice");
    order.trailing_delta = settlement::checked_trailing_delta(*delta, "trailingDelta");
    order.stop_from = direction_of(type, order.side);
}

/// What an amended order's reply calls otherwise than all others.
struct AmountNames {
    const char* quantity = "origQty";
    const char* total = "origQuoteOrderQty";
    const char* filled_total = "cummulativeQuoteQty";
};

void add_amounts(ObjectText& reply, const Order& order, const Market& market,
                 const AmountNames& names = {}) {
    reply.text("price", price(market, order.price));
    reply.text(names.quantity, quantity(market, order.quantity));
    reply.text("executedQty", quantity(market, order.filled));
    reply.text(names.total, figure(order.total));
    reply.text(names.filled_total, figure(order.filled_total));
    reply.text("status", status_of(order));
    reply.text("timeInForce", time_names.at(static_cast<std::size_t>(order.time_in_force)));
    reply.text("type", type_names.at(static_cast<std::size_t>(type_of(order))));
    reply.text("side", order.side == Side::buy ? "BUY" : "SELL");
    if (order.stop()) reply.text("stopPrice", price(market, order.stop_price));
    if (order.trailing_delta != 0) {
        reply.number("trailingDelta", order.trailing_delta);
        // It follows from the moment it is placed.
        reply.number("trailingTime", markets::to_milliseconds(order.created_at));
    }
    reply.text("selfTradePreventionMode", "EXPIRE_TAKER");
}

/// `key`: what the reply calls what it is about.
ObjectText named(const Order& order, const Market& market, std::string_view key) {
    ObjectText reply;
    reply.text("symbol", market.pair);
    reply.number("orderId", order.id.value);
    reply.number("orderListId", order.oco_group.value == 0 ? -1 : order.oco_group.value);
    reply.text("clientOrderId", key);
    return reply;
}

void add_working_time(ObjectText& reply, const Order& order) {
    reply.number("workingTime", order.waiting() ? -1 : markets::to_milliseconds(order.created_at));
}

std::string fills_of(const Order& order, const Market& market, const std::vector<Trade>& trades) {
    const auto& received = order.side == Side::buy ? market.base : market.quote;
    std::vector<std::string> fills;
    for (const Trade& trade : trades) {
        ObjectText fill;
        fill.text("price", price(market, trade.price));
        fill.text("qty", quantity(market, trade.quantity));
        fill.text("commission", figure(trade.taker_fee));
        fill.text("commissionAsset", received.code);
        fill.number("tradeId", markets::trade_id(trade.at, trade.seq, trade.position));
        fills.push_back(std::move(fill).end());
    }
    return array_text(fills);
}

}  // namespace

PlaceOrder read_order(Request& request, const Market& market) {
    auto& params = request.params;
    PlaceOrder order;
    order.market = market.id;
    order.side = params.choice("side", {"BUY", "SELL"}) == 0 ? Side::buy : Side::sell;
    const auto type = static_cast<Type>(
        params.choice("type", {"LIMIT", "MARKET", "LIMIT_MAKER", "STOP_LOSS", "STOP_LOSS_LIMIT",
                               "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"}));
    refuse_absent(request);
    if (type == Type::market)
        read_market(request, order);
    else if (type == Type::stop_loss || type == Type::take_profit)
        read_market_stop(request, type, order);
    else
        read_limit(request, type, order);
    order.client_key = read_order_key(request, "newClientOrderId");
    if (order.client_key.empty()) order.client_key = make_order_key();
    order.content_hash = settlement::content_hash(order);
    return order;
}

Detail read_detail(Request& request, const PlaceOrder& order) {
    const auto asked = request.params.maybe_choice("newOrderRespType", {"ACK", "RESULT", "FULL"});
    if (asked) return static_cast<Detail>(*asked);
    return order.stop() || order.post_only ? Detail::ack : Detail::full;
}

std::string make_order_key() {
    return crypto::hex(crypto::random_bytes(made_key_bytes));
}

std::string read_order_key(Request& request, std::string_view name) {
    const auto key = request.params.optional<std::string>(name, max_key);
    if (!key) return {};
    const bool legal = std::ranges::all_of(*key, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
    });
    if (key->empty() || !legal) throw Error{Code::invalid_parameter, std::string{name}};
    return *key;
}

OrderName read_order_name(Request& request) {
    OrderName name;
    name.id = request.params.optional<OrderId>("orderId");
    name.key = request.params.optional<std::string>("origClientOrderId", 64).value_or("");
    if (!name.id && name.key.empty()) throw Error{Code::missing_parameter, "orderId"};
    return name;
}

std::optional<Order> find_order(pg::Connection& connection, ClientId client, MarketId market,
                                const OrderName& name) {
    const auto rows = name.id ? connection.run(find_by_id, {*name.id, client, market})
                              : connection.run(find_by_key, {name.key, client, market});
    if (rows.empty()) return {};
    auto order = Order::from(rows[0]);
    if (!name.key.empty() && order.client_key != name.key) return {};
    return order;
}

std::string placed(const Order& order, const Market& market, Detail detail,
                   const std::vector<Trade>& trades) {
    auto reply = named(order, market, order.client_key);
    reply.number("transactTime", markets::to_milliseconds(order.created_at));
    if (detail == Detail::ack) return std::move(reply).end();
    add_amounts(reply, order, market);
    add_working_time(reply, order);
    if (detail == Detail::full) reply.json("fills", fills_of(order, market, trades));
    return std::move(reply).end();
}

std::vector<Trade> stored_trades(pg::Connection& connection, const Order& order) {
    std::vector<Trade> trades;
    for (const pg::Row row : connection.run(read_fills, {order.market, order.seq, order.id})) {
        trades.push_back({.market = order.market,
                          .price = row.decimal("price"),
                          .quantity = row.decimal("quantity"),
                          .taker_fee = row.decimal("taker_fee"),
                          .side = order.side,
                          .taker = order.id,
                          .maker = {},
                          .seq = row.integer("seq"),
                          .position = row.integer("position"),
                          .at = row.time("at")});
    }
    return trades;
}

std::string amended(const Order& order, const Market& market, std::int64_t change) {
    auto shown = named(order, market, order.client_key);
    shown.text("origClientOrderId", order.client_key);
    add_amounts(shown, order, market, {"qty", "quoteOrderQty", "cumulativeQuoteQty"});
    shown.text("preventedQty", quantity(market, {}));
    shown.number("workingTime", markets::to_milliseconds(order.created_at));
    ObjectText reply;
    reply.number("transactTime", markets::to_milliseconds(order.updated_at));
    reply.number("executionId", change);
    reply.json("amendedOrder", std::move(shown).end());
    return std::move(reply).end();
}

std::string stored(const Order& order, const Market& market) {
    auto reply = named(order, market, order.client_key);
    add_amounts(reply, order, market);
    reply.text("icebergQty", figure({}));
    reply.number("time", markets::to_milliseconds(order.created_at));
    reply.number("updateTime", markets::to_milliseconds(order.updated_at));
    reply.flag("isWorking", !order.waiting());
    add_working_time(reply, order);
    return std::move(reply).end();
}

std::string cancelled(const Order& order, const Market& market, const std::string& key) {
    auto reply = named(order, market, key);
    reply.text("origClientOrderId", order.client_key);
    reply.number("transactTime", markets::to_milliseconds(order.updated_at));
    add_amounts(reply, order, market);
    return std::move(reply).end();
}

}  // namespace cambio::binance
