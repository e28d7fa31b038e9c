#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace simulator {

inline std::int64_t wall_clock_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

// The market's clock: the system's, or one that starts elsewhere, runs faster or stands still.
class Clock {
  public:
    Clock() = default;
    Clock(std::int64_t start_ms, double speed)
        : started_{wall_clock_ms()}, start_{start_ms}, speed_{speed} {}

    std::int64_t now() const {
        const auto passed = static_cast<double>(wall_clock_ms() - started_) * speed_;
        return start_ + static_cast<std::int64_t>(passed);
    }

    void advance(std::int64_t ms) { start_ += ms; }

  private:
    std::int64_t started_ = wall_clock_ms();
    std::int64_t start_ = started_;
    double speed_ = 1;
};

}  // namespace simulator
