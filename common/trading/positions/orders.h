#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "money/decimal.h"
#include "positions/opening.h"

/// Orders that open a position once the mark is where their client wants it. The job settle_futures
/// fills them (fills.h), at the mark of that moment:
///
///   LIMIT     BUY_MORE at a mark of the price or less, SELL_EMPTY at one of it or more: never
///             worse than the price
///   TRIGGER   at a mark of the price or more where it was below when the order was placed, at one
///             of the price or less where it was above: at whatever mark that is
///
/// Only a mark that was made after the order was placed fills it, also where the price is reached
/// already (HOUSE_LAST_LOOK). What an order may cost is held from the FUTURE wallet under the
/// number that its position will have: margin and fee at their most (most_of). When it is filled
/// the margin stays held and the rest comes back; otherwise all of it does.
///
/// Whoever changes orders locks their rows first, in order of id, then ledger accounts.
namespace cambio::positions {

/// The numbers are those of the database.
enum class OrderKind { limit = 1, trigger = 2 };
enum class OrderState { open = 1, filled = 2, cancelled = 3, refused = 4 };

std::string_view name_of(OrderKind kind);    ///< LIMIT, TRIGGER
std::string_view name_of(OrderState state);  ///< OPEN …

struct Order {
    PositionId id;  ///< the position that it opens has the same
    ClientId client;
    std::string unique_id;  ///< the client's, for pushes
    bool frozen = false;    ///< its client
    std::string pair, coin, image, client_key;
    Contract contract;
    bool tradable = false;
    OrderKind kind = OrderKind::limit;
    Decimal price;
    bool rises = false;  ///< filled at a mark of the price or more; otherwise at one of it or less
    Wish wish;           ///< without a key: it is the order's
    Decimal held;
    OrderState state = OrderState::open;
    std::string reason;  ///< of one that was refused: an error's name
    std::optional<Decimal> filled_price;
    std::optional<pg::Time> waits_since, ended_at;
    pg::Time created_at{};

    /// Of named_futures_orders.
    static Order from(const pg::Row& row);
    bool reached(Decimal mark) const { return rises ? mark >= price : mark <= price; }
};

/// Locks orders, in order of id, and returns those that are there.
std::vector<Order> lock_orders(pg::Transaction& tx, const std::vector<PositionId>& ids);
/// Without a lock. Throws not_found naming order_id for any other client's.
Order read_order(pg::Transaction& tx, ClientId client, PositionId id);
/// The client's that are open, of one contract or of all, without a lock.
std::vector<PositionId> open_orders(pg::Transaction& tx, ClientId client,
                                    std::optional<MarketId> market);

struct NewOrder {
    ClientId client;
    const Contract& contract;
    OrderKind kind;
    Decimal price;
    bool rises;
    const Wish& wish;
};
/// Holds what it may cost and writes it. Throws insufficient_balance naming `margin`, and
/// too_many_open_orders.
PositionId place(pg::Transaction& tx, const NewOrder& order);

/// Those of the orders that the job fills within this second, by the mark as it is: whoever could
/// still take them back would see the next price first and take back what would lose. An order that
/// waits for room can be taken back, and so can all while the job is away or the mark is older than
/// `stale_ms`.
std::set<PositionId> being_filled(pg::Transaction& tx, const std::vector<Order>& orders,
                                  int stale_ms);

/// Ends open orders, which are locked, and gives back what they hold.
void cancel(pg::Transaction& tx, const std::vector<Order>& orders);

/// Tells the owner's open pages. After the commit.
void announce(Push& push, const Order& order, OrderState state);

}  // namespace cambio::positions
