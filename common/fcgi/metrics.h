#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace cambio::fcgi {

/// How often a route answered with each class of status (2 to 5).
struct StatusCounts {
    std::array<std::atomic<std::uint64_t>, 6> by_class{};
    void count(int status);
};

/// Seconds that requests took, as a Prometheus histogram.
class Histogram {
  public:
    void observe(std::chrono::nanoseconds time);
    void write(std::string& to, const std::string& name, const std::string& labels) const;

  private:
    static constexpr std::array<std::int64_t, 13> bounds_in_microseconds = {
        250,    500,     1'000,   2'500,     5'000,     10'000,    25'000,
        50'000, 100'000, 250'000, 1'000'000, 2'500'000, 10'000'000};
    std::array<std::atomic<std::uint64_t>, bounds_in_microseconds.size() + 1> counts_{};
    std::atomic<std::int64_t> nanoseconds_ = 0;
};

}  // namespace cambio::fcgi
