#include "settlement/stops.h"

#include "settlement/market_state.h"

namespace cambio::settlement {

Stops::Place Stops::place_of(const Order& order) {
    const bool rises = order.direction == Direction::rises;
    return {rises ? order.stop_price : -order.stop_price, order.seq, order.id};
}

Stops::Queue& Stops::queue_of(const Order& order) {
    return order.direction == Direction::rises ? rising_ : falling_;
}

void Stops::insert(const LiveOrderPtr& live) {
    queue_of(live->order).emplace(place_of(live->order), live);
}

void Stops::erase(const Order& order) {
    queue_of(order).erase(place_of(order));
}

void Stops::clear() {
    rising_.clear();
    falling_.clear();
}

LiveOrderPtr Stops::reached(Decimal low, Decimal high) const {
    if (!rising_.empty() && rising_.begin()->first.distance <= high) {
        return rising_.begin()->second;
    }
    if (!falling_.empty() && falling_.begin()->first.distance <= -low) {
        return falling_.begin()->second;
    }
    return nullptr;
}

}  // namespace cambio::settlement
