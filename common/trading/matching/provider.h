// The provider's liquidity behind clients' orders: its levels on both sides and what it can really
// pay. It stands as sell levels, paid in base, and buy levels, paid in quote.
//
// A side is out of liquidity when its levels are used up or when it cannot pay one lot at its best
// level's price; it then offers nothing until it is told new levels or a new capacity.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "matching/ladder.h"
#include "matching/types.h"

namespace cambio::matching {

class Provider {
  public:
    void set_levels(Side side, std::span<const ProviderLevel> levels);
    void set_capacity(ProviderCapacity capacity);

    const ProviderCapacity& capacity() const { return capacity_; }

    // What the side offers, the best first, no more than it can pay.
    std::vector<ProviderLevel> offers(Side side) const;
    // The levels as they stand, whether they can be paid or not.
    std::span<const ProviderLevel> levels(Side side) const {
        const Half& half = of(side);
        return std::span{half.levels}.subspan(half.front);
    }

    // The rank of the best level, no_rank when the side is out of liquidity.
    std::int64_t best(Side side) const { return of(side).best; }

    // How many lots the best level trades at this price; at least 1 while there is a best level and
    // the price is no worse for the provider than the level's.
    Lots available(Side side, Ticks price) const {
        const Half& half = of(side);
        return payable(side, capacity_, price, half.levels[half.front].lots);
    }

    // Takes lots of the best level, at most what is available.
    void take(Side side, Ticks price, Lots lots) {
        Half& half = of(side);
        half.levels[half.front].lots -= lots;
        if (half.levels[half.front].lots.value == 0) ++half.front;
        pay(side, capacity_, price, lots);
        find_best(side);
    }

  private:
    struct Half {
        std::vector<ProviderLevel> levels;  // the best first; those before `front` are used up
        std::size_t front = 0;
        std::int64_t best = no_rank;
    };

    const Half& of(Side side) const { return halves_[static_cast<std::size_t>(side)]; }
    Half& of(Side side) { return halves_[static_cast<std::size_t>(side)]; }

    static Lots payable(Side side, const ProviderCapacity& capacity, Ticks price, Lots lots) {
        if (side == Side::sell) return std::min(lots, capacity.base);
        return std::min(lots, Lots{capacity.quote / price.value});
    }
    static void pay(Side side, ProviderCapacity& capacity, Ticks price, Lots lots) {
        if (side == Side::sell) {
            capacity.base -= lots;
        } else {
            capacity.quote -= price.value * lots.value;
        }
    }

    void find_best(Side side) {
        Half& half = of(side);
        half.best = no_rank;
        if (half.front == half.levels.size()) return;
        const ProviderLevel& level = half.levels[half.front];
        if (payable(side, capacity_, level.price, Lots{1}).value > 0) {
            half.best = rank_of(side, level.price);
        }
    }

    std::array<Half, 2> halves_;
    ProviderCapacity capacity_;
};

}  // namespace cambio::matching
