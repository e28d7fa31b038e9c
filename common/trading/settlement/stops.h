#pragma once

#include <map>
#include <memory>
#include <optional>

#include "settlement/trailing.h"

namespace cambio::settlement {

struct LiveOrder;

struct PriceBand {
    Decimal low, high;  ///< both included

    bool contains(Decimal price) const { return low <= price && price <= high; }
    Decimal nearest(Decimal price) const { return minimum(maximum(price, low), high); }
};

/// The orders of one market that wait for a price. They stand outside the book, in the order in
/// which a moving price reaches them; at one price the older comes first, and one that was changed
/// counts from then on, unless it only became smaller.
class Stops {
  public:
    /// Whose turn it is among those that one price reaches.
    struct Turn {
        std::int64_t seq = 0;
        OrderId place;

        friend auto operator<=>(const Turn&, const Turn&) = default;
    };
    static Turn turn_of(const Order& order) { return {order.seq, order.queue_priority()}; }

    void insert(const std::shared_ptr<LiveOrder>& live);
    void erase(const Order& order);
    void clear();

    bool empty() const { return size() == 0; }
    std::size_t size() const { return rising_.size() + falling_.size() + trailing_.size(); }

    enum class Among { all, with_limit };

    /// The first order that a price between `low` and `high` reaches, or nullptr. Those that wait
    /// for a rise come first; those that follow the price are not among them.
    std::shared_ptr<LiveOrder> reached(Decimal low, Decimal high, Among among = Among::all) const;

    /// Those that follow the price, the oldest first. They are compared with each price by itself:
    /// one that was low before it was high does not reach them.
    const std::map<Turn, std::shared_ptr<LiveOrder>>& trailing() const { return trailing_; }
    /// The price surely does nothing to any of them.
    bool quiet(Decimal price) const;
    /// The stop prices of some of them have changed.
    void moved() { quiet_.reset(); }

  private:
    struct Place {
        Decimal distance;  ///< the stop price; negated where the price must fall
        Turn turn;

        friend auto operator<=>(const Place&, const Place&) = default;
    };
    using Queue = std::map<Place, std::shared_ptr<LiveOrder>>;

    static Place place_of(const Order& order);
    Queue& queue_of(const Order& order);
    static std::shared_ptr<LiveOrder> first_of(const Queue& queue, Decimal to, Among among);

    Queue rising_;
    Queue falling_;
    std::map<Turn, std::shared_ptr<LiveOrder>> trailing_;
    mutable std::optional<Quiet> quiet_;  ///< of all that trail; nothing: to be found anew
};

}  // namespace cambio::settlement
