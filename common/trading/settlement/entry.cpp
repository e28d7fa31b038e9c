#include "settlement/entry.h"

#include <string>

#include "crypto/crypto.h"
#include "risk/refused.h"
#include "settlement/placing.h"
#include "settlement/rules.h"

namespace cambio::settlement {

namespace {

void check_distance(Decimal price, std::string_view field, const markets::Quote* quote) {
    if (quote == nullptr) return;
    const Decimal ten = Decimal::of(furthest_price);
    const Decimal highest = Decimal::multiply(quote->last, ten, Rounding::up);
    const Decimal lowest = Decimal::divide(quote->last, ten, Rounding::down);
    if (price > highest || price < lowest) {
        throw Error{Code::price_protection, std::string{field}}.with("price", quote->last.str());
    }
}

/// Once the order is done, a stop that the price has passed already is triggered at once.
void check_stop_loss(const PlaceOrder& order, Decimal last) {
    const Decimal stop = order.bracket.stop_loss;
    if (order.side == Side::buy ? stop >= last : stop <= last)
        throw Error{Code::bracket_side, "stop_loss"}.with("price", last.str());
}

void check_price(const PlaceOrder& order, const Prices& prices, int stale_after_ms) {
    const markets::Quote* quote = prices.quote(order.market);
    const bool market = order.kind == OrderKind::market;
    const bool stale = quote == nullptr || markets::stale(*quote, pg::now(), stale_after_ms);
    if (order.bracket.given()) {
        check_distance(order.bracket.take_profit, "take_profit", quote);
        check_distance(order.bracket.stop_loss, "stop_loss", quote);
        check_distance(order.bracket.stop_loss_limit, "stop_loss_limit", quote);
    }
    if (market && !order.stop()) {
        if (stale) {
            risk::count(risk::Place::order_book, risk::Why::stale);
            throw Error{Code::stale_price};
        }
        if (order.bracket.given())
            check_bracket(*prices.directory->find(order.market), order, quote->last);
        return;
    }
    if (order.bracket.given() && !stale) check_stop_loss(order, quote->last);
    if (!market) check_distance(order.price, "order_per_unit", quote);
    if (order.stop_price.positive()) check_distance(order.stop_price, "stop_price", quote);
    if (order.oco()) check_distance(order.stop_limit_price, "stop_limit_price", quote);
}

/// The refusal of what comes with an idempotency key is returned and not thrown.
template <class Check>
std::optional<Error> refusal_by(Check check, const KeyedCommand& request) {
    try {
        check();
        return std::nullopt;
    } catch (const Error& error) {
        if (request.client_key.empty()) throw;
        return error;
    }
}

}  // namespace

std::int64_t content_hash(const PlaceOrder& order) {
    std::string text;
    for (const std::int64_t number :
         {order.market.value, static_cast<std::int64_t>(order.side),
          static_cast<std::int64_t>(order.kind), static_cast<std::int64_t>(order.time_in_force),
          static_cast<std::int64_t>(order.post_only)}) {
        text += std::to_string(number) + ' ';
    }
    for (const Decimal amount : {order.price, order.quantity, order.total}) {
        text += amount.str() + ' ';
    }
    if (order.stop()) text += order.stop_price.str() + ' ' + order.stop_limit_price.str();
    if (order.trailing_delta != 0) text += " trails " + std::to_string(order.trailing_delta);
    if (order.stop_from != Direction::none)
        text += ' ' + std::to_string(static_cast<int>(order.stop_from));
    if (order.bracket.given()) {
        text += " bracket";
        for (const Decimal price :
             {order.bracket.take_profit, order.bracket.stop_loss, order.bracket.stop_loss_limit})
            text += ' ' + price.str();
    }
    for (const auto& key : {order.list_key, order.stop_key}) {
        if (!key.empty()) text += ' ' + key;
    }
    return crypto::content_hash(text);
}

std::optional<Error> refusal_of(const PlaceOrder& order, const Prices& prices, int stale_after_ms) {
    const auto check = [&] {
        validate(*prices.directory->find(order.market), order);
        check_price(order, prices, stale_after_ms);
    };
    return refusal_by(check, order);
}

std::string amend_key(const std::string& client_id) {
    return client_id.empty() ? client_id : "amend:" + client_id;
}

std::int64_t content_hash(const AmendOrder& request) {
    std::string text = std::to_string(request.order.value);
    for (const auto& amount : {request.price, request.quantity}) {
        text += ' ' + (amount ? amount->str() : "-");
    }
    if (request.stop_price) text += " stop " + request.stop_price->str();
    if (request.stop_limit_price) text += " limit " + request.stop_limit_price->str();
    if (request.trailing_delta) text += " trails " + std::to_string(*request.trailing_delta);
    return crypto::content_hash(text + (request.only_reduce ? " reduce" : ""));
}

std::optional<Error> refusal_of(const AmendOrder& request, const Order& order, const Order* partner,
                                const Prices& prices) {
    const auto check = [&] {
        if (order.state != OrderState::pending) throw Error{Code::order_not_open, "order_id"};
        check_changed_fields(order, partner, request);
        if (!order.waiting()) check_changed_quantity(order, request);
        validate(*prices.directory->find(order.market), amended(order, partner, request));
        const markets::Quote* quote = prices.quote(order.market);
        if (request.price) check_distance(*request.price, "order_per_unit", quote);
        if (request.stop_price) check_distance(*request.stop_price, "stop_price", quote);
        if (request.stop_limit_price)
            check_distance(*request.stop_limit_price, "stop_limit_price", quote);
    };
    return refusal_by(check, request);
}

}  // namespace cambio::settlement
