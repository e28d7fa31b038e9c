#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "markets/market.h"
#include "matching/types.h"
#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::settlement {

using matching::Side;
using matching::TimeInForce;
using OrderKind = matching::Kind;

/// Stored as numbers, so entries are only ever added at the end.
enum class OrderState : std::int16_t { pending = 1, approved = 2, disapproved = 3 };

/// Why an order ended before it was filled. Stored as a number.
enum class OrderReason : std::int16_t {
    none = 0,
    user = 1,
    ioc_remainder = 2,
    self_trade = 3,
    market_remainder = 4,
    book_full = 5,
    fok_unfillable = 6,
    oco = 7,     ///< the other leg of the pair was filled, triggered or cancelled
    frozen = 8,  ///< a stop was reached while its client was frozen
};

/// How the last price must move to reach a stop order's price. Stored as a number.
enum class Direction : std::int16_t { none = 0, rises = 1, falls = 2 };

/// What takes the profit of what an order has traded, or stops its loss, once it is done: the
/// prices of a pair on the other side (brackets.h).
struct Bracket {
    Decimal take_profit;      ///< the limit leg's; 0: there is no bracket
    Decimal stop_loss;        ///< where the stop leg is triggered
    Decimal stop_loss_limit;  ///< the stop leg's limit

    bool given() const { return take_profit.positive(); }
};

/// An order as the table `orders` and the wire know it.
struct Order {
    OrderId id;
    ClientId client;
    MarketId market;
    std::int64_t seq = 0;           ///< the market's sequence number of the batch that took it
    std::string client_key;         ///< idempotency key, or empty
    std::int64_t content_hash = 0;  ///< of what was asked for under that key
    Side side = Side::buy;
    OrderKind kind = OrderKind::limit;
    TimeInForce time_in_force = TimeInForce::gtc;
    bool post_only = false;
    Decimal price;         ///< the limit; 0 for a market order
    Decimal quantity;      ///< base; of a market order by total: what was filled, 0 while it waits
    Decimal total;         ///< quote that a market buy was to spend; 0: it was asked by quantity
    Decimal filled;        ///< base
    Decimal filled_total;  ///< quote
    Decimal fee;           ///< in the asset received
    OrderState state = OrderState::pending;
    OrderReason reason = OrderReason::none;
    pg::Time created_at;
    pg::Time updated_at;

    Decimal stop_price;                     ///< 0: it is no stop order
    Direction direction = Direction::none;  ///< of a stop order
    int trailing_delta = 0;  ///< of a stop that follows the price (trailing.h); 0: it stays
    /// Of a stop order whose price has come and which waits for the house's next book. Stored: any
    /// process may be the one that triggers it then.
    std::optional<pg::Time> reached_at;
    bool triggered = false;  ///< of a stop order
    Decimal reserve;       ///< quote that a waiting market buy holds, and may spend at most; else 0
    OrderId oco_group;     ///< the limit leg's id in both legs; 0: no pair
    OrderId queue_id;      ///< see queue_priority(); 0: as it was placed
    std::string list_key;  ///< of a pair, in both legs: its own key, or empty
    Bracket bracket;       ///< of an order that is no stop and no leg of a pair
    SessionId session;     ///< of a stop order, a pair or one with a bracket: where it was placed

    // Known in memory only, while both legs of a pair are open.
    OrderId partner;  ///< the other leg; 0: none
    Decimal covered;  ///< of what a waiting leg needs, the part that the limit leg holds

    /// It waits for a price, or did so once.
    bool stop() const { return stop_price.positive(); }
    /// Of a stop order: its price must move to the client's favour, a sale's up and a buy's down.
    bool takes_profit() const {
        return direction == (side == Side::sell ? Direction::rises : Direction::falls);
    }
    /// A stop order that was not triggered yet. It has no place in the book.
    bool waiting() const { return stop() && !triggered && state == OrderState::pending; }
    /// Orders of one batch (`seq`) came to rest in this order.
    OrderId queue_priority() const { return queue_id.value == 0 ? id : queue_id; }

    Decimal remaining() const { return quantity - filled; }
    /// What it may cost yet while it rests or waits: quote of a buy order, base of a sell order.
    Decimal need() const;
    /// What the ledger holds for it while it rests or waits: its need, once for both legs of a
    /// pair.
    Decimal hold() const { return need() - covered; }

    /// From a row of `select * from orders`.
    static Order from(pg::Row row);
};

std::string_view reason_name(OrderReason reason);

/// Makes two open orders the legs of a pair: `limit` rests, `stop` waits.
void pair_up(Order& limit, Order& stop);

/// Appends the order as clients read it (GET trades/open-orders, pushes). Written by hand: a JSON
/// tree for each order would cost more than matching it.
void append_json(std::string& out, const Order& order, const markets::Market& market);

}  // namespace cambio::settlement
