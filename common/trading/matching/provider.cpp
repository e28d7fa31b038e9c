#include "matching/provider.h"

#include <stdexcept>

namespace cambio::matching {

void Provider::set_levels(Side side, std::span<const ProviderLevel> levels) {
    std::int64_t before = std::numeric_limits<std::int64_t>::min();
    for (const ProviderLevel& level : levels) {
        const std::int64_t rank = rank_of(side, level.price);
        if (!in_bounds(level.price, level.lots) || rank <= before) {
            throw std::invalid_argument("matching: provider level out of bounds or out of order");
        }
        before = rank;
    }
    Half& half = of(side);
    half.levels.assign(levels.begin(), levels.end());
    half.front = 0;
    find_best(side);
}

void Provider::set_capacity(ProviderCapacity capacity) {
    if (capacity.base.value < 0 || capacity.quote < 0) {
        throw std::invalid_argument("matching: provider capacity below zero");
    }
    capacity_ = capacity;
    find_best(Side::buy);
    find_best(Side::sell);
}

std::vector<ProviderLevel> Provider::offers(Side side) const {
    std::vector<ProviderLevel> result;
    ProviderCapacity left = capacity_;
    for (const ProviderLevel& level : levels(side)) {
        const Lots lots = payable(side, left, level.price, level.lots);
        if (lots.value == 0) break;
        result.push_back({level.price, lots});
        if (lots < level.lots) break;
        pay(side, left, level.price, lots);
    }
    return result;
}

}  // namespace cambio::matching
