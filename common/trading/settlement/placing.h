#pragma once

#include "markets/market.h"
#include "matching/effects.h"
#include "settlement/command.h"

/// What an order is when it comes, and what matching makes of it.
namespace cambio::settlement {

/// The order as it will be stored; nothing of it is filled.
Order order_of(const PlaceOrder& request, ClientId client, OrderId id, std::int64_t seq);

/// The open order as it is asked for, as if it were placed so: with the other leg (`partner`) a
/// pair. A stop keeps the side from which its price must come. The stop price of one that is to
/// follow the price at another distance is left out: it depends on the price.
PlaceOrder amended(const Order& order, const Order* partner, const AmendOrder& request);

/// Up to where a market order trades from `price`: as far as the protection allows, a share.
Decimal furthest_from(Decimal price, Side side, Decimal protection);

/// The limit of an order that trades at no price worse than `worst`.
matching::Ticks limit_at(const markets::Market& market, Decimal worst, Side side);

/// The limit of a market order whose best price is `price`.
matching::Ticks protected_from(const markets::Market& market, Decimal price, Side side,
                               Decimal protection);

/// An order in the book's words, with a limit and with so much of it to be traded.
matching::Order limit_of(const Order& order, matching::Ticks limit, matching::Lots quantity);

/// How a client is told that nothing of an order came about.
Code refusal(matching::Reason reason);

/// The state in which an order leaves the matching, by its last event there. What a market order by
/// total did not spend was never asked for, so it is complete with what it bought, if anything. One
/// by quantity is not when it has spent what was reserved for it.
void finish(Order& order, const matching::Event& last);

}  // namespace cambio::settlement
