#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace simulator {

// Randomness without state: every value is a hash of what it is for, so that it does not depend on
// what was asked before. splitmix64's finaliser; FNV-1a for names.
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t z = a + 0x9e3779b97f4a7c15u * (b + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

constexpr std::uint64_t mix(std::uint64_t seed, std::string_view name) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return mix(seed, hash);
}

// In [0, 1).
constexpr double uniform(std::uint64_t hash) {
    return static_cast<double>(hash >> 11) * 0x1p-53;
}

// Mean 0, deviation 1: four 16-bit uniforms added, near enough to a bell for prices.
constexpr double bell(std::uint64_t hash) {
    const auto sum =
        (hash & 0xffff) + ((hash >> 16) & 0xffff) + ((hash >> 32) & 0xffff) + (hash >> 48);
    return (static_cast<double>(sum) / 65536.0 - 2.0) * 1.7320508075688772;
}

constexpr int block_minutes = 64;
using Block = std::array<double, block_minutes + 1>;

constexpr int slots_per_minute = 32;
using Slots = std::array<double, slots_per_minute + 1>;

// A Brownian path over the minutes since 1970, found by midpoint displacement from anchors 2^20
// minutes (two years) apart. Its deviation over a year is 1. A pure function of key and minute.
double path_at(std::uint64_t key, std::int64_t minute);

// The path at the minutes block × 64 … block × 64 + 64, for little more than one of them.
Block path_block(std::uint64_t key, std::int64_t block);

// A path inside one minute between the given ends; `deviation` is that of a whole minute.
Slots bridge(std::uint64_t key, std::int64_t minute, double left, double right, double deviation);

}  // namespace simulator
