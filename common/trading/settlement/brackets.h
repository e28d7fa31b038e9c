#pragma once

#include "markets/market.h"
#include "settlement/command.h"

/// What is attached to an order: once it is done with a fill, a pair on the other side takes the
/// profit of what it has traded, or stops its loss. These are the rules without any I/O;
/// due_brackets.h follows the orders that are done.
namespace cambio::settlement {

/// Where the stop leg ends for a client who names no limit for it: as far from its trigger as a
/// market order trades from the best price. `side` is that of the order that it is attached to.
Decimal usual_stop_loss_limit(const markets::Market& market, Side side, Decimal stop_loss,
                              Decimal protection);

/// The order as it will be when all of it has traded at `price`, without any fees.
Order filled_at(Decimal price, const PlaceOrder& request, const markets::Market& market);

/// Whether the order is done, and has traded what its bracket is for.
bool brings_pair(const Order& order);

/// The pair for what the order has traded: after a purchase it sells what was received, without the
/// fee, in whole lots. After a sale it buys the same quantity back, or as much of it as the
/// proceeds pay for at the pair's higher limit. The key makes it one pair however often it is asked
/// for; no client can send it. The quantity is 0 where not even a lot is left.
PlaceOrder pair_after(const Order& done, const markets::Market& market);

}  // namespace cambio::settlement
