#include "noise.h"

#include <cmath>

namespace simulator {
namespace {

constexpr int root_level = 20;
constexpr int block_level = 6;
static_assert(1 << block_level == block_minutes);
constexpr double minutes_a_year = 525'600;
constexpr double anchor_deviation = 0.5;

double anchor(std::uint64_t key, std::int64_t index) {
    return anchor_deviation * bell(mix(key, static_cast<std::uint64_t>(index << root_level)));
}

// What the middle of an interval of 2^level minutes is away from the mean of its ends: half the
// deviation of a Brownian motion over that interval.
double displacement(std::uint64_t key, std::int64_t middle, int level) {
    static const std::array<double, root_level + 1> scale = [] {
        std::array<double, root_level + 1> all{};
        for (std::size_t l = 0; l < all.size(); ++l) {
            all[l] = 0.5 * std::sqrt(std::ldexp(1.0, static_cast<int>(l)) / minutes_a_year);
        }
        return all;
    }();
    return scale[static_cast<std::size_t>(level)] *
           bell(mix(key, static_cast<std::uint64_t>(middle)));
}

struct Ends {
    double left;
    double right;
};

// Walks down from the anchors to the interval of 2^level minutes that begins at `start`.
Ends descend(std::uint64_t key, std::int64_t start, int level) {
    const std::int64_t index = start >> root_level;
    std::int64_t left_minute = index << root_level;
    Ends ends{anchor(key, index), anchor(key, index + 1)};
    for (int l = root_level; l > level; --l) {
        const std::int64_t middle = left_minute + (std::int64_t{1} << (l - 1));
        const double value = (ends.left + ends.right) / 2 + displacement(key, middle, l);
        if (start >= middle) {
            left_minute = middle;
            ends.left = value;
        } else {
            ends.right = value;
        }
    }
    return ends;
}

}  // namespace

double path_at(std::uint64_t key, std::int64_t minute) {
    return descend(key, minute, 0).left;
}

Block path_block(std::uint64_t key, std::int64_t block) {
    const std::int64_t start = block << block_level;
    const Ends ends = descend(key, start, block_level);
    Block values{};
    values.front() = ends.left;
    values.back() = ends.right;
    int level = block_level;
    for (int step = block_minutes; step > 1; step /= 2, --level) {
        for (int i = step / 2; i < block_minutes; i += step) {
            const auto at = [&](int k) { return values[static_cast<std::size_t>(k)]; };
            values[static_cast<std::size_t>(i)] =
                (at(i - step / 2) + at(i + step / 2)) / 2 + displacement(key, start + i, level);
        }
    }
    return values;
}

Slots bridge(std::uint64_t key, std::int64_t minute, double left, double right, double deviation) {
    const std::uint64_t minute_key = mix(key, static_cast<std::uint64_t>(minute));
    Slots values{};
    values.front() = left;
    values.back() = right;
    double scale = 0.5 * deviation;
    for (int step = slots_per_minute; step > 1; step /= 2) {
        for (int i = step / 2; i < slots_per_minute; i += step) {
            const auto at = [&](int k) { return values[static_cast<std::size_t>(k)]; };
            values[static_cast<std::size_t>(i)] =
                (at(i - step / 2) + at(i + step / 2)) / 2 +
                scale * bell(mix(minute_key, static_cast<std::uint64_t>(i)));
        }
        scale *= 0.7071067811865476;
    }
    return values;
}

}  // namespace simulator
