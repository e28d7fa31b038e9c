// The words of the order book: integers only. What a tick and a lot are worth is the market's
// business; the book never sees a decimal.
//
// Bounds, so that no product or sum below can overflow 64 bits:
//   price             1 … max_ticks
//   quantity          1 … max_lots
//   price × quantity  1 … max_notional, for each order and each provider level; a quote budget
//                     takes its place where there is one
//   open orders       at most max_open_orders (max_lots × max_open_orders < 2^63, so a level's
//                     total fits)
// One fill's price × lots is at most max_notional, as the maker's own is. The sum over the fills of
// one sell order may be larger than that: add such sums up in a wider type.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

#include "money/ids.h"

namespace cambio::matching {

// A price in the market's ticks.
struct Ticks {
    std::int64_t value = 0;

    friend constexpr auto operator<=>(Ticks, Ticks) = default;
};

// A quantity in the market's lots.
struct Lots {
    std::int64_t value = 0;

    friend constexpr auto operator<=>(Lots, Lots) = default;
    friend constexpr Lots operator+(Lots a, Lots b) { return {a.value + b.value}; }
    friend constexpr Lots operator-(Lots a, Lots b) { return {a.value - b.value}; }
    constexpr Lots& operator+=(Lots other) { return *this = *this + other; }
    constexpr Lots& operator-=(Lots other) { return *this = *this - other; }
};

constexpr Ticks max_ticks{1'000'000'000'000};
constexpr Lots max_lots{1'000'000'000'000};
constexpr std::int64_t max_notional = 1'000'000'000'000'000'000;
constexpr std::uint32_t max_open_orders = 1U << 23;

enum class Side : std::uint8_t { buy, sell };
enum class Kind : std::uint8_t { limit, market };
enum class TimeInForce : std::uint8_t { gtc, ioc, fok };

constexpr Side opposite(Side side) {
    return side == Side::buy ? Side::sell : Side::buy;
}

struct Order {
    OrderId id{};
    ClientId client{};
    Side side = Side::buy;
    Kind kind = Kind::limit;
    TimeInForce time_in_force = TimeInForce::gtc;
    bool post_only = false;
    Ticks limit{};    // of a market order: the protection limit, beyond which it does not trade
    Lots quantity{};  // with a budget: the most that it may buy
    std::int64_t quote_budget =
        0;  // ticks × lots that a market buy may spend at most; 0: no budget
};

// An order that rests in the book, with what is left of it.
struct RestingOrder {
    OrderId id{};
    ClientId client{};
    Side side = Side::buy;
    Ticks price{};
    Lots lots{};

    friend constexpr bool operator==(const RestingOrder&, const RestingOrder&) = default;
};

struct ProviderLevel {
    Ticks price{};
    Lots lots{};

    friend constexpr bool operator==(const ProviderLevel&, const ProviderLevel&) = default;
};

// What the provider can really pay: lots when it sells, ticks × lots when it buys.
struct ProviderCapacity {
    Lots base{};
    std::int64_t quote = 0;

    friend constexpr bool operator==(const ProviderCapacity&, const ProviderCapacity&) = default;
};

constexpr bool in_bounds(Ticks price, Lots lots) {
    std::int64_t notional = 0;
    return price.value > 0 && price <= max_ticks && lots.value > 0 && lots <= max_lots &&
           !__builtin_mul_overflow(price.value, lots.value, &notional) && notional <= max_notional;
}

// Whether the book takes the order at all: numbers inside the bounds above, ids above 0, post-only
// and the budget only where they mean something.
constexpr bool in_bounds(const Order& order) {
    if (order.id.value <= 0 || order.client.value <= 0) return false;
    const bool limit = order.kind == Kind::limit;
    if (order.post_only && !(limit && order.time_in_force == TimeInForce::gtc)) return false;
    if (order.quote_budget == 0) return in_bounds(order.limit, order.quantity);
    return !limit && order.side == Side::buy && order.quote_budget > 0 &&
           order.quote_budget <= max_notional && in_bounds(order.limit, Lots{1}) &&
           order.quantity.value > 0 && order.quantity <= max_lots;
}

}  // namespace cambio::matching
