#include "settlement/entry.h"

#include <string>

#include "crypto/crypto.h"
#include "risk/refused.h"
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

void check_price(const PlaceOrder& order, const Prices& prices, int stale_after_ms) {
    const markets::Quote* quote = prices.quote(order.market);
    if (order.kind == OrderKind::market) {
        if (quote == nullptr || markets::stale(*quote, pg::now(), stale_after_ms)) {
            risk::count(risk::Place::order_book, risk::Why::stale);
            throw Error{Code::stale_price};
        }
        return;
    }
    check_distance(order.price, "order_per_unit", quote);
    if (order.stop()) check_distance(order.stop_price, "stop_price", quote);
    if (order.oco()) check_distance(order.stop_limit_price, "stop_limit_price", quote);
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
    if (order.stop_from != Direction::none)
        text += ' ' + std::to_string(static_cast<int>(order.stop_from));
    const std::string hashed = crypto::hash(text, 16);
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < sizeof result; ++i) {
        result = result << 8 | static_cast<unsigned char>(hashed[i]);
    }
    return static_cast<std::int64_t>(result);
}

std::optional<Error> refusal_of(const PlaceOrder& order, const Prices& prices, int stale_after_ms) {
    try {
        measure(*prices.directory->find(order.market), order);
        check_price(order, prices, stale_after_ms);
        return std::nullopt;
    } catch (const Error& error) {
        if (order.client_key.empty()) throw;
        return error;
    }
}

}  // namespace cambio::settlement
