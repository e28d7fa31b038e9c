#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "positions/orders.h"

/// Orders that close a position, or a part of it, once the mark is where their client wants it: a
/// limit, or a take profit or stop loss of a part. They are reduce-only and hold nothing:
///
///   LIMIT     BUY_MORE is closed at a mark of the price or more, SELL_EMPTY at one of it or less:
///             never worse than the price, and not before its time (futures::early_close)
///   TRIGGER   at a mark of the price or more where it was below when the order was placed, at one
///             of the price or less where it was above: at whatever mark that is. As a target, it
///             knows no minimum of days
///
/// The job settle_futures fills them at the mark of that moment, with the request that the call
/// futures/close makes: the position, or the part that leaves it, is closed as any that was asked
/// for. Only a mark that was made after the order was placed fills it (HOUSE_LAST_LOOK). No room of
/// the house's is needed, and none among the client's positions but to place one for a part.
///
/// There may be orders for more than is open: each closes as much as is left. What would then be
/// left and is too small to be a position of its own is closed with it. Whatever ends the position,
/// or asks for that, cancels the others (the database does).
///
/// Whoever changes them has locked their position.
namespace cambio::positions {

struct ClosingOrder {
    PositionId id;  ///< no other order for futures, and no position, has the same
    PositionId position;
    ClientId client;
    std::string unique_id;  ///< the client's, for pushes
    MarketId market;
    std::string pair, coin, image, client_key;
    std::int64_t hash = 0;  ///< of what was asked for under that key
    futures::Side side{};   ///< of the position
    OrderKind kind = OrderKind::limit;
    Decimal price;
    bool rises = false;  ///< filled at a mark of the price or more; otherwise at one of it or less
    Decimal quantity;
    OrderState state = OrderState::open;
    std::optional<PositionId> closed_as;  ///< the position, or the part that left it
    std::optional<Decimal> filled_price, filled_quantity;
    pg::Time created_at{};
    std::optional<pg::Time> ended_at;

    /// Of named_closing_orders.
    static ClosingOrder from(const pg::Row& row);
    bool reached(Decimal mark) const { return rises ? mark >= price : mark <= price; }
};

/// Throws not_found naming order_id for any other client's.
ClosingOrder read_closing_order(pg::Transaction& tx, ClientId client, PositionId id);

struct NewClosingOrder {
    const Position& position;  ///< open, and locked
    OrderKind kind;
    Decimal price;
    bool rises;
    Decimal quantity;
    const std::optional<std::string>& key;
    std::int64_t hash;
};
/// Throws what check_part() does, too_many_positions and too_many_open_orders.
PositionId place(pg::Transaction& tx, const NewClosingOrder& order);

/// Whether the job fills the open order within this second, by the mark as it is: see
/// being_filled() of orders.h.
bool being_filled(pg::Transaction& tx, const Config& config, const Position& position,
                  const ClosingOrder& order);

/// Ends an open order.
void cancel(pg::Transaction& tx, const ClosingOrder& order);

/// Locks the positions of the client's open ones, of one contract or of all, and ends these.
std::vector<ClosingOrder> cancel_closing_orders(pg::Transaction& tx, ClientId client,
                                                std::optional<MarketId> market);

struct ClosingFills {
    std::vector<ClosingOrder> filled;
    std::vector<Position> changed;  ///< what is to be closed now, and what stays of it
};

/// Locks the positions and fills their orders that the mark still reaches, the oldest first. Nobody
/// is closed who is to be liquidated at that mark. After the commit the caller announces what comes
/// of it.
ClosingFills fill_closing_orders(pg::Transaction& tx, const Config& config,
                                 const std::vector<PositionId>& ids);

/// Tells the owner's open pages. After the commit.
void announce(Push& push, const ClosingOrder& order, OrderState state);

}  // namespace cambio::positions
