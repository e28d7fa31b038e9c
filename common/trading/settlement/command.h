#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "error/error.h"
#include "settlement/order.h"
#include "token/sessions.h"

namespace cambio::settlement {

/// What an order and the change of one have in common: who pays, and the key that makes them one
/// however often they are sent.
struct KeyedCommand {
    MarketId market;
    Side side = Side::buy;
    std::string client_key;         ///< empty: none
    std::int64_t content_hash = 0;  ///< of what is asked for under the key
};

/// A new order, already checked against the market's rules as the caller knew them.
struct PlaceOrder : KeyedCommand {
    OrderKind kind = OrderKind::limit;
    TimeInForce time_in_force = TimeInForce::gtc;
    bool post_only = false;
    Decimal price;           ///< the limit; 0 for a market order
    Decimal quantity;        ///< base; 0: a market buy by total
    Decimal total;           ///< quote that a market buy may spend; 0: by quantity
    Decimal stop_price;      ///< of a stop order, or of a pair's stop leg; 0: none. A market order
                             ///< that has one waits for it
    int trailing_delta = 0;  ///< of a stop that follows the price, in basis points: the engine
                             ///< finds its stop price; 0: none
    Decimal stop_limit_price;  ///< the limit of a pair's stop leg, `price` being that of the limit
                               ///< leg; 0: no pair
    Direction stop_from = Direction::none;  ///< how the price must move to the stop; none: either
    std::string stop_key;                   ///< of a pair: the key of its stop leg; empty: none
    std::string list_key;  ///< of a pair: its own key, apart from those of orders; empty: none
    SessionId session;     ///< of an attached pair: where its order was placed; 0: the caller's
    OrderId attached_to;   ///< of an attached pair: its order; 0: it is none
    Bracket bracket;       ///< of an order that is no stop and no pair

    bool stop() const { return stop_price.positive() || trailing_delta != 0; }
    bool oco() const { return stop_limit_price.positive(); }
};

/// Changes an open order, or a pair as a whole, whichever of its legs is named. Market and side are
/// the order's own; the key comes from amend_key().
struct AmendOrder : KeyedCommand {
    OrderId order;
    // Nothing: as it is.
    std::optional<Decimal> price;       ///< the limit; of a pair that of its limit leg
    std::optional<Decimal> quantity;    ///< base, with what is filled; of a pair that of both legs
    std::optional<Decimal> stop_price;  ///< of a stop order that waits, or of a pair
    std::optional<Decimal> stop_limit_price;  ///< of a pair: the limit of its stop leg
    std::optional<int> trailing_delta;        ///< of a stop that follows the price
    bool only_reduce = false;  ///< of an order in the book; refused with not_reduced where the
                               ///< quantity does not fall
};

/// Cancels one order, or all of the caller's (in one market). `repeated` says that the caller sent
/// an idempotency key, so that an order which the caller has cancelled before is no surprise. The
/// operator may end those of a client who is frozen, too, and whose sessions have ended.
struct CancelOrders {
    std::optional<OrderId> order;
    std::optional<MarketId> market;
    bool repeated = false;
    bool by_operator = false;
};

struct Trade {
    MarketId market;
    Decimal price;
    Decimal quantity;
    Decimal taker_fee;          ///< of what the taker received
    Side side = Side::buy;      ///< the taker's
    OrderId taker, maker;       ///< 0: the house
    std::int64_t seq = 0;       ///< of its batch in the market
    std::int64_t position = 0;  ///< in its batch
    pg::Time at{};
};

/// What came of a command: an error, and then nothing has changed, or the orders as they are
/// stored. Of a pair the limit leg stands first.
struct Outcome {
    std::optional<Error> error;
    std::vector<Order> orders;
    /// The trades that an order made as it was placed. Nothing: that was before, and they are in
    /// the database.
    std::optional<std::vector<Trade>> trades{};
    /// So many brackets that waited for their pairs ended with all orders of their client.
    std::size_t ended_brackets = 0;
};

struct Command {
    /// A program's may be refused: api_key_scope, api_key_market.
    token::Session caller;
    std::variant<PlaceOrder, CancelOrders, AmendOrder> what;
    /// Called exactly once, from a responder thread, when the outcome is durable.
    std::function<void(Outcome&&)> done;
    /// What the caller's own look at an order with a key came to: it is refused with this, unless
    /// the key has been answered before.
    std::optional<Error> refusal{};
    pg::Time at{};  ///< when it came to the sequencer, which says so itself

    const PlaceOrder* place() const { return std::get_if<PlaceOrder>(&what); }
    const CancelOrders* cancel() const { return std::get_if<CancelOrders>(&what); }
    const AmendOrder* amend() const { return std::get_if<AmendOrder>(&what); }
    /// nullptr: it cancels.
    const KeyedCommand* keyed() const {
        if (const PlaceOrder* request = place()) return request;
        return amend();
    }
};

}  // namespace cambio::settlement
