// The price levels of one side. A level is known by its rank: the price for sell orders, the
// negated price for buy orders, so that on both sides the lower rank is the better one and one code
// serves both.
//
// Sixty-four neighbouring ranks share a page with a bit for each level in use; pages stand in a
// map. Finding the next best level is a bit scan, and a price far from the others costs the map's
// logarithm, never a shift of the whole side.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "matching/types.h"

namespace cambio::matching {

constexpr std::int64_t no_rank = std::numeric_limits<std::int64_t>::max();
constexpr std::uint32_t no_slot = std::numeric_limits<std::uint32_t>::max();

constexpr std::int64_t rank_of(Side side, Ticks price) {
    return side == Side::sell ? price.value : -price.value;
}
constexpr Ticks price_of(Side side, std::int64_t rank) {
    return {side == Side::sell ? rank : -rank};
}

// The orders at one price, the oldest first, by their slots.
struct Level {
    std::uint32_t first = no_slot;
    std::uint32_t last = no_slot;
    Lots lots;
};

class Ladder {
  public:
    std::int64_t best() const { return best_; }

    // Only while there is a level.
    Level& best_level() { return best_page_->levels[bit_of(best_)]; }

    // The level must be in use.
    Level& at(std::int64_t rank) { return page(rank >> page_bits).levels[bit_of(rank)]; }

    // The level, put to use if it was not.
    Level& open(std::int64_t rank) {
        Page& home = page(rank >> page_bits);
        home.used |= std::uint64_t{1} << bit_of(rank);
        if (rank < best_) {
            best_ = rank;
            best_page_ = &home;
        }
        return home.levels[bit_of(rank)];
    }

    // The last order of the level is gone.
    void close(std::int64_t rank) {
        const std::int64_t number = rank >> page_bits;
        Page& home = page(number);
        home.levels[bit_of(rank)] = {};
        home.used &= ~(std::uint64_t{1} << bit_of(rank));
        if (home.used == 0) retire(number);
        if (rank == best_) find_best();
    }

    // Calls visit(rank, level) from the best level on, until it returns false.
    template <class Visit>
    void walk(Visit&& visit) const {
        for (const auto& [number, page] : pages_) {
            for (std::uint64_t left = page.used; left != 0; left &= left - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(left));
                const std::int64_t rank = (number << page_bits) + static_cast<std::int64_t>(bit);
                if (!visit(rank, page.levels[bit])) return;
            }
        }
    }

  private:
    static constexpr int page_bits = 6;

    struct Page {
        std::uint64_t used = 0;
        std::array<Level, 1U << page_bits> levels;
    };
    struct Recent {
        std::int64_t number = 0;
        Page* page = nullptr;
    };

    static std::size_t bit_of(std::int64_t rank) { return static_cast<std::size_t>(rank) & 63U; }

    Recent& recent(std::int64_t number) {
        return recent_[static_cast<std::size_t>(number) % recent_.size()];
    }

    Page& page(std::int64_t number) {
        const Recent& seen = recent(number);
        if (seen.page != nullptr && seen.number == number) return *seen.page;
        return look_up(number);
    }

    Page& look_up(std::int64_t number) {
        auto found = pages_.lower_bound(number);
        if (found == pages_.end() || found->first != number) {
            if (spare_.empty()) {
                found = pages_.try_emplace(found, number);
            } else {
                spare_.back().key() = number;
                found = pages_.insert(found, std::move(spare_.back()));
                spare_.pop_back();
            }
        }
        recent(number) = {number, &found->second};
        return found->second;
    }

    void retire(std::int64_t number) {
        recent(number) = {};
        auto node = pages_.extract(number);
        if (spare_.size() < max_spare) spare_.push_back(std::move(node));
    }

    void find_best() {
        if (pages_.empty()) {
            best_ = no_rank;
            best_page_ = nullptr;
            return;
        }
        auto& [number, page] = *pages_.begin();
        best_ = (number << page_bits) + std::countr_zero(page.used);
        best_page_ = &page;
    }

    static constexpr std::size_t max_spare = 64;

    std::map<std::int64_t, Page> pages_;
    std::vector<std::map<std::int64_t, Page>::node_type> spare_;
    std::array<Recent, 16> recent_;
    std::int64_t best_ = no_rank;
    Page* best_page_ = nullptr;
};

}  // namespace cambio::matching
