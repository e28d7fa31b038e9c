#pragma once

#include "settlement/order.h"

/// Stops that follow the price: a sale's stop stays a part of the price below the highest one since
/// it was placed, a purchase's above the lowest. It never moves back.
namespace cambio::settlement {

/// In basis points, as Binance has them: 100 is one percent of the price.
constexpr int least_trailing_delta = 10;
constexpr int max_trailing_delta = 2000;

/// Of a client in a market: whoever moves the price moves each of them.
constexpr int max_trailing_stops = 20;

/// Throws Error out_of_range naming `field`, with the bounds.
int checked_trailing_delta(std::int64_t delta, const char* field);

/// Where a stop stands that is `delta` away from `price`: on the tick that is further from it.
Decimal trailing_stop(Side side, Decimal price, int delta, Decimal tick);

/// Where the order's stop moves at that price; nothing where it stays. It moves by no less than a
/// hundredth of its distance: each move is stored, and a price that climbs has many trades.
std::optional<Decimal> followed(const Order& order, Decimal price, Decimal tick);

/// The prices at which an order of those surely neither moves nor is triggered: between them, both
/// excluded.
struct Quiet {
    Decimal low, high;
    bool contains(Decimal price) const { return low < price && price < high; }
};
Quiet quiet_of(const Order& order);

/// Whether the price has come back to the order's stop.
bool reached(const Order& order, Decimal price);

}  // namespace cambio::settlement
