#include "settlement/stops.h"

#include "settlement/market_state.h"

namespace cambio::settlement {

Stops::Place Stops::place_of(const Order& order) {
    const bool rises = order.direction == Direction::rises;
    return {rises ? order.stop_price : -order.stop_price, turn_of(order)};
}

Stops::Queue& Stops::queue_of(const Order& order) {
    return order.direction == Direction::rises ? rising_ : falling_;
}

void Stops::insert(const LiveOrderPtr& live) {
    if (live->order.trailing_delta != 0) {
        trailing_.emplace(turn_of(live->order), live);
        return moved();
    }
    queue_of(live->order).emplace(place_of(live->order), live);
}

void Stops::erase(const Order& order) {
    if (order.trailing_delta != 0) {
        trailing_.erase(turn_of(order));
        return moved();
    }
    queue_of(order).erase(place_of(order));
}

void Stops::clear() {
    rising_.clear();
    falling_.clear();
    trailing_.clear();
    moved();
}

bool Stops::quiet(Decimal price) const {
    if (trailing_.empty()) return true;
    if (!quiet_) {
        quiet_ = quiet_of(trailing_.begin()->second->order);
        for (const auto& [turn, live] : trailing_) {
            const Quiet its = quiet_of(live->order);
            quiet_->low = maximum(quiet_->low, its.low);
            quiet_->high = minimum(quiet_->high, its.high);
        }
    }
    return quiet_->contains(price);
}

LiveOrderPtr Stops::first_of(const Queue& queue, Decimal to, Among among) {
    for (const auto& [place, live] : queue) {
        if (place.distance > to) break;
        if (among == Among::all || live->order.kind == OrderKind::limit) return live;
    }
    return nullptr;
}

LiveOrderPtr Stops::reached(Decimal low, Decimal high, Among among) const {
    const LiveOrderPtr first = first_of(rising_, high, among);
    return first != nullptr ? first : first_of(falling_, -low, among);
}

}  // namespace cambio::settlement
