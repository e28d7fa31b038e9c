// What the book did, as a flat list of events in the order in which they happened.
//
// An order that was submitted ends, at some time, in exactly one `done` or `cancelled`; a `rested`
// says that it waits in the book until then. A fill names both sides; the provider is order 0 and
// client 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "matching/types.h"

namespace cambio::matching {

constexpr OrderId provider_order{0};
constexpr ClientId provider_client{0};

enum class What : std::uint8_t { rested, fill, done, cancelled };

enum class Reason : std::uint8_t {
    none,                   // of a fill or a rest
    filled,                 // done: the whole quantity traded
    budget_spent,           // done: what is left of the budget buys no further lot
    user,                   // cancelled by Book::cancel
    ioc_remainder,          // cancelled: an IOC order's part that found no counterparty
    fok_unfillable,         // cancelled whole: less than the whole quantity could be filled
    post_only_would_cross,  // cancelled whole: it would have taken
    self_trade,             // cancelled: the rest would have met an order of the same client
    no_liquidity,           // cancelled whole: a market order that nothing fills; refuse it
    market_remainder,       // cancelled: a market order's part that found no counterparty
    book_full,              // cancelled: the rest found no room among the open orders
};

struct Event {
    What what = What::fill;
    Reason reason = Reason::none;
    Side side = Side::buy;    // of the order; of a fill: the taker's
    OrderId order{};          // of a fill: the taker
    OrderId maker{};          // fill only
    ClientId client{};        // of the order; of a fill: the taker's
    ClientId maker_client{};  // fill only
    Ticks price{};            // fill: at which it traded, the maker's; rested: the limit
    Lots lots{};              // fill: traded; rested and cancelled: what remains; done: 0
    Lots maker_remaining{};   // fill: what the maker has left; 0 for the provider

    friend constexpr bool operator==(const Event&, const Event&) = default;
};

// A buffer to be cleared and used again, so that its memory is found once. The book writes each
// event in its place: a copy from the stack costs more than the rest of a fill.
class Effects {
  public:
    void fill(const Order& taker, const RestingOrder& maker, Lots lots) {
        events_.emplace_back(What::fill, Reason::none, taker.side, taker.id, maker.id, taker.client,
                             maker.client, maker.price, lots, maker.lots);
    }
    void rested(const Order& order, Lots lots) {
        events_.emplace_back(What::rested, Reason::none, order.side, order.id, OrderId{},
                             order.client, ClientId{}, order.limit, lots, Lots{});
    }
    void done(OrderId id, ClientId client, Side side, Reason reason) {
        events_.emplace_back(What::done, reason, side, id, OrderId{}, client, ClientId{}, Ticks{},
                             Lots{}, Lots{});
    }
    void cancelled(OrderId id, ClientId client, Side side, Lots lots, Reason reason) {
        events_.emplace_back(What::cancelled, reason, side, id, OrderId{}, client, ClientId{},
                             Ticks{}, lots, Lots{});
    }

    void clear() { events_.clear(); }
    std::size_t size() const { return events_.size(); }
    bool empty() const { return events_.empty(); }
    const Event& operator[](std::size_t i) const { return events_[i]; }
    auto begin() const { return events_.begin(); }
    auto end() const { return events_.end(); }

  private:
    std::vector<Event> events_;
};

}  // namespace cambio::matching
