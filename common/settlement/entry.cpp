#include "settlement/entry.h"

#include <string>
#include <vector>

#include "crypto/crypto.h"
#include "settlement/rules.h"

namespace cambio::settlement {

namespace {

constexpr const char* find_taken = R"sql(
    select * from orders where client_id = $1 and client_key = $2 and content_hash = $3
)sql";

/// Of a pair, only the limit leg carries the key.
constexpr const char* find_taken_second_leg = R"sql(
    select * from orders where oco_group = $1 and id <> $1
)sql";

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
            throw Error{Code::stale_price};
        }
        return;
    }
    check_distance(order.price, "order_per_unit", quote);
    if (order.stop()) check_distance(order.stop_price, "stop_price", quote);
    if (order.oco()) check_distance(order.stop_limit_price, "stop_limit_price", quote);
}

/// The order that was taken under this key when the market was still open and its price fresh, or
/// both legs of the pair; nothing when there was none.
std::vector<Order> taken_before(pg::Pool& pool, ClientId client, const PlaceOrder& order) {
    std::vector<Order> taken;
    if (order.client_key.empty()) return taken;
    auto db = pool.borrow();
    for (const pg::Row row : db->run(find_taken, {client, order.client_key, order.content_hash})) {
        taken.push_back(Order::from(row));
    }
    if (taken.empty() || taken.front().oco_group.value == 0) return taken;
    for (const pg::Row row : db->run(find_taken_second_leg, {taken.front().oco_group})) {
        taken.push_back(Order::from(row));
    }
    return taken;
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

std::optional<Outcome> check_entry(const PlaceOrder& order, const Prices& prices,
                                   int stale_after_ms, pg::Pool& pool, ClientId client) {
    try {
        measure(*prices.directory->find(order.market), order);
        check_price(order, prices, stale_after_ms);
        return std::nullopt;
    } catch (const Error&) {
        auto taken = taken_before(pool, client, order);
        if (taken.empty()) throw;
        return Outcome{{}, std::move(taken)};
    }
}

}  // namespace cambio::settlement
