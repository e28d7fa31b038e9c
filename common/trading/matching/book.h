// The order book of one market: price-time priority, deterministic, in memory, without I/O and
// without a clock. The order of the calls is the only time that it knows.
//
// Rules, beyond price and then time:
//   - A trade happens at the price of the order (or provider level) that was there first.
//   - The provider's levels stand behind clients' orders: at a better price before them, at an
//     equal price after them. It pays no more than its capacity. Where a resting order meets new
//     provider levels (sweep_provider), it is the maker and trades at its own limit.
//   - Self-trade prevention is cancel-newest: when the next counterparty of an incoming order is an
//     order of the same client, what is left of the incoming one is cancelled. What it had filled
//     before stands. A FOK order that would get there is unfillable.
//   - A market order trades inside its protection limit and never rests, whatever its time in force
//     says; FOK makes it all or nothing. A quote budget is never overspent; an order that has
//     filled something and whose budget buys no further lot is done.
//   - A post-only order that would take anything, also of its own client or of the provider, is
//     cancelled whole.
//   - An order that is changed keeps its place where its price stays and its quantity does not
//     rise. Otherwise it comes anew, behind all others at its price, and takes what it reaches. One
//     that would be cancelled at once (post-only, self-trade) stays as it was.
//
// Errors: calls that break a precondition throw std::invalid_argument (an order or level out of
// bounds) before anything changes, or std::logic_error (an open order's id used again, a checkpoint
// misused). Both are the caller's bugs; after a logic_error roll back or drop the book.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "matching/effects.h"
#include "matching/ladder.h"
#include "matching/order_index.h"
#include "matching/provider.h"
#include "matching/types.h"

namespace cambio::matching {

// One step of the depth: what clients and what the provider offer at this price.
struct DepthLevel {
    Ticks price{};
    Lots clients{};
    Lots provider{};

    friend constexpr bool operator==(const DepthLevel&, const DepthLevel&) = default;
};

// What came of a change: nothing, because no such order rests or because the changed one would be
// cancelled at once, or the order kept its place, or it came anew.
enum class Amended : std::uint8_t { not_open, would_cross, self_trade, kept_place, came_anew };

enum class Source : std::uint8_t { clients, provider, merged };

class Book {
  public:
    // max_open: how many orders may rest, at most max_open_orders.
    explicit Book(std::uint32_t max_open = max_open_orders);
    Book(Book&&) = default;
    Book& operator=(Book&&) = default;

    // Finds the memory for so many open orders now, so that none is looked for while matching.
    void reserve(std::uint32_t open_orders);

    // Events are added behind those that `effects` holds already. The id must be new.
    void submit(const Order& order, Effects& effects);

    // False, and nothing changed, when no such order rests.
    bool cancel(OrderId id, Effects& effects);

    // Gives the resting order with this id a new limit and a new quantity, which is what shall be
    // left of it: a limit order GTC of the same client and side. The event is `rested` where it
    // kept its place, or those are that submit() would tell. Nothing has changed where it returns
    // not_open, would_cross or self_trade.
    Amended amend(const Order& order, Effects& effects);

    // Puts an order back that rested before, without matching it: oldest first. Throws
    // std::logic_error if it would cross another client's order, for no such book can have been.
    void restore(const Order& order, Lots remaining);

    // Replaces the provider's levels of one side, the best first, prices distinct. `sell` is what
    // the provider sells. Follow it with sweep_provider.
    void set_provider(Side side, std::span<const ProviderLevel> levels);

    // Replaces what the provider can pay. Both capacities only shrink by trades: what the provider
    // receives counts when the caller says so.
    void set_provider_capacity(ProviderCapacity capacity);

    // Whether submit() would take something of the provider's. It may say so of an order that its
    // client's own orders would stop before.
    bool takes_provider(const Order& order) const;

    // Fills the resting orders that the provider's levels cross: buy orders first, then sell
    // orders, each side in price-time order.
    void sweep_provider(Effects& effects);

    // What happens after a checkpoint can be undone as a whole, the provider's state included.
    // One checkpoint at a time.
    void checkpoint();
    void commit();
    void rollback();

    std::optional<Ticks> best(Side side, Source source = Source::merged) const;
    std::optional<Ticks> best_bid(Source source = Source::merged) const {
        return best(Side::buy, source);
    }
    std::optional<Ticks> best_ask(Source source = Source::merged) const {
        return best(Side::sell, source);
    }

    // The best `most` prices of one side; the provider's part is what it can pay now.
    std::vector<DepthLevel> depth(Side side, std::size_t most) const;

    std::optional<RestingOrder> find(OrderId id) const;
    std::size_t open_orders() const { return index_.size(); }
    // For how many orders there is memory; it grows with the most that were open at one time.
    std::size_t slots() const { return nodes_.size(); }
    // What is left of the provider's levels, whether it can pay for them or not.
    std::span<const ProviderLevel> provider_levels(Side side) const {
        return provider_.levels(side);
    }
    const ProviderCapacity& provider_capacity() const { return provider_.capacity(); }

    // Every resting order of one side in price-time order, for audits.
    std::vector<RestingOrder> orders(Side side) const;

    // A fingerprint of orders, priorities, provider levels and capacity: equal books have equal
    // ones, however they came to be.
    std::uint64_t digest() const;

  private:
    struct alignas(64) Node {  // a cache line
        OrderId id;
        ClientId client;
        std::int64_t rank = 0;
        Lots lots;  // 0 once it has left the book
        std::uint32_t prev = no_slot;
        std::uint32_t next = no_slot;
        Side side = Side::buy;
    };
    struct Taker {
        const Order& order;
        std::int64_t reach;  // the worst rank of the other side that it trades at
        Lots lots;
        std::int64_t budget;
    };
    enum class Stop : std::uint8_t { none, filled, out_of_reach, budget_spent, self_trade };

    enum class Change : std::uint8_t { placed, reduced, removed };
    struct Undo {
        Lots lots;
        std::uint32_t slot;
        Change change;
    };

    Ladder& ladder(Side side) { return ladders_[static_cast<std::size_t>(side)]; }
    const Ladder& ladder(Side side) const { return ladders_[static_cast<std::size_t>(side)]; }

    Stop match(Taker& taker, Effects& effects);
    Stop match_level(Taker& taker, Effects& effects);
    Stop match_provider(Taker& taker, Effects& effects);
    bool can_fill(const Taker& taker) const;
    void finish(const Taker& taker, Stop stop, Effects& effects);
    void sweep(Side side, Effects& effects);

    bool place(const Order& order, Lots lots);
    void reduce_first(Level& level, Lots lots, Effects& effects);
    void remove_first(Level& level);
    void remove(std::uint32_t slot);
    void put_back(std::uint32_t slot, Lots lots);

    std::uint32_t take_slot();
    void free_slot(std::uint32_t slot);
    void record(Change change, std::uint32_t slot, Lots lots) {
        if (recording_) journal_.push_back({lots, slot, change});
    }
    void keep_provider();

    std::array<Ladder, 2> ladders_;
    OrderIndex index_;
    std::vector<Node> nodes_;
    std::uint32_t free_ = no_slot;  // the slots that hold no order, linked by `next`
    std::uint32_t max_open_;

    Provider provider_;
    Provider kept_provider_;  // as it was at the checkpoint, once it has changed since
    std::vector<Undo> journal_;
    bool recording_ = false;
    bool provider_kept_ = false;
};

}  // namespace cambio::matching
