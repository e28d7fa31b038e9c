#include "settlement/trailing.h"

#include "error/error.h"

namespace cambio::settlement {

namespace {

/// Of a basis point: a move has to be a hundredth of the distance.
constexpr std::int64_t parts = 1'000'000;

/// So many millionths more than `price`, or fewer.
Decimal scaled(Decimal price, std::int64_t millionths, Rounding rounding) {
    return Decimal::multiply_divide(price, Decimal::of(parts + millionths), Decimal::of(parts),
                                    rounding);
}

}  // namespace

int checked_trailing_delta(std::int64_t delta, const char* field) {
    if (delta < least_trailing_delta || delta > max_trailing_delta) {
        throw Error{Code::out_of_range, field}
            .with("minimum", std::to_string(least_trailing_delta))
            .with("maximum", std::to_string(max_trailing_delta));
    }
    return static_cast<int>(delta);
}

Decimal trailing_stop(Side side, Decimal price, int delta, Decimal tick) {
    const bool sell = side == Side::sell;
    const std::int64_t millionths = std::int64_t{delta} * 100;
    const Decimal exact =
        scaled(price, sell ? -millionths : millionths, sell ? Rounding::down : Rounding::up);
    int128 ticks = exact.units() / tick.units();
    if (!sell && !exact.multiple_of(tick)) ++ticks;
    return Decimal::from_units(ticks * tick.units());
}

std::optional<Decimal> followed(const Order& order, Decimal price, Decimal tick) {
    const bool sell = order.side == Side::sell;
    const Decimal stop = trailing_stop(order.side, price, order.trailing_delta, tick);
    const Decimal moved = sell ? stop - order.stop_price : order.stop_price - stop;
    const Decimal least = scaled(price, order.trailing_delta - parts, Rounding::down);
    if (!moved.positive() || moved < least) return std::nullopt;
    return stop;
}

Quiet quiet_of(const Order& order) {
    // It moves where price × (1 ∓ delta) has passed the stop by price × delta / 100.
    const std::int64_t millionths = std::int64_t{order.trailing_delta} * 101;
    const bool sell = order.side == Side::sell;
    const Decimal moves =
        Decimal::multiply_divide(order.stop_price, Decimal::of(parts),
                                 Decimal::of(parts + (sell ? -millionths : millionths)),
                                 sell ? Rounding::down : Rounding::up);
    return sell ? Quiet{order.stop_price, moves} : Quiet{moves, order.stop_price};
}

bool reached(const Order& order, Decimal price) {
    return order.side == Side::sell ? price <= order.stop_price : price >= order.stop_price;
}

}  // namespace cambio::settlement
