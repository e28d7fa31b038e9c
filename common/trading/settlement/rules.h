#pragma once

#include "markets/market.h"
#include "settlement/command.h"

namespace cambio::settlement {

/// A limit further than this many times from the last price is a slip of the finger.
constexpr std::int64_t furthest_price = 10;
/// Of a client in a market.
constexpr int max_open_orders = 200;

/// An order in the book's integers.
struct ValidatedOrder {
    matching::Ticks limit;       ///< of a limit order
    matching::Ticks stop_limit;  ///< of a pair's stop leg
    matching::Lots quantity;     ///< 0: a market buy by total
    std::int64_t budget = 0;     ///< ticks × lots, of a market buy by total
};

/// The refusal of an order for less than its side's minimum, in the unit of what `field` names.
Error below_minimum(Side side, std::string field, Decimal minimum);

/// Checks an order against its market's rules: state, tick, lot, minimums, the book's bounds.
/// Throws Error market_closed, off_tick, off_lot, below_minimum, above_maximum or too_many_places
/// with the field as it is called on the wire. The handler asks early for the client's sake, the
/// sequencer asks again with the rules that hold when the order is matched, and asks there that a
/// market order by quantity is worth the minimum total at the best price. One that waits for a
/// price must be worth it there; one whose stop follows the price is asked again once its stop
/// price is known.
ValidatedOrder validate(const markets::Market& market, const PlaceOrder& order);

/// Checks what is attached to an order that trades at `price`: the prices lie on its two sides and
/// on the market's ticks, and the pair for all that the order asks for is within the bounds of one.
/// Throws Error bracket_side, off_tick, below_minimum or above_maximum. validate() asks it of
/// orders with a limit, at their limit; of others the price is the last one.
void check_bracket(const markets::Market& market, const PlaceOrder& order, Decimal price);

/// Checks that what is to be changed is open to change; `partner` is the other leg of a pair that
/// is still one. Throws Error invalid_parameter naming what the order does not have, order_filling
/// where the price that it waits for has come, naming what that ends, and order_not_amendable where
/// only what rests in the book may become smaller.
void check_changed_fields(const Order& order, const Order* partner, const AmendOrder& request);

/// Of an order that does not wait. Throws Error below_filled naming number_of_order where the order
/// is to be no greater than what of it is filled, and not_reduced where it was to become smaller
/// and does not.
void check_changed_quantity(const Order& order, const AmendOrder& request);

}  // namespace cambio::settlement
