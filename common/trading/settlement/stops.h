#pragma once

#include <map>
#include <memory>

#include "settlement/order.h"

namespace cambio::settlement {

struct LiveOrder;

/// The orders of one market that wait for a price. They stand outside the book, in the order in
/// which a moving price reaches them; at one price the older comes first.
class Stops {
  public:
    void insert(const std::shared_ptr<LiveOrder>& live);
    void erase(const Order& order);
    void clear();

    bool empty() const { return rising_.empty() && falling_.empty(); }
    std::size_t size() const { return rising_.size() + falling_.size(); }

    /// The first order that a price between `low` and `high` reaches, or nullptr. Those that wait
    /// for a rise come first.
    std::shared_ptr<LiveOrder> reached(Decimal low, Decimal high) const;

  private:
    struct Place {
        Decimal distance;  ///< the stop price; negated where the price must fall
        std::int64_t seq = 0;
        OrderId id;

        friend auto operator<=>(const Place&, const Place&) = default;
    };
    using Queue = std::map<Place, std::shared_ptr<LiveOrder>>;

    static Place place_of(const Order& order);
    Queue& queue_of(const Order& order);

    Queue rising_;
    Queue falling_;
};

}  // namespace cambio::settlement
