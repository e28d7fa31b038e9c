#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What Prometheus reads: counts that threads share, and the text that says them.
namespace cambio::metrics {

class Counter {
  public:
    void add(std::uint64_t number = 1) { value_.fetch_add(number, std::memory_order_relaxed); }
    std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::uint64_t> value_ = 0;
};

/// How often a route answered with each class of status (2 to 5).
struct StatusCounts {
    Counter by_class[6];
    void count(int status);
};

/// How many observations were at most as large as each bound.
class Histogram {
  public:
    /// `bounds` ascend and live as long as the program.
    explicit Histogram(std::span<const std::int64_t> bounds)
        : bounds_{bounds}, counts_(bounds.size() + 1) {}
    void observe(std::int64_t value);

  private:
    friend class Exposition;
    std::span<const std::int64_t> bounds_;
    std::vector<Counter> counts_;
    Counter sum_;
};

/// Seconds, counted in microseconds.
class TimeHistogram : public Histogram {
  public:
    TimeHistogram();
    void observe(std::chrono::nanoseconds time);
};

/// "0.000250": a number of seconds as Prometheus reads it.
std::string seconds_text(std::chrono::microseconds time);

/// Prometheus' text format 0.0.4. Samples belong to the family that was begun last.
class Exposition {
  public:
    using Label = std::pair<std::string_view, std::string_view>;
    using Labels = std::initializer_list<Label>;

    /// `common` stands before the labels of every sample.
    explicit Exposition(Labels common = {});

    /// `type`: counter, gauge or histogram. `help` is one sentence.
    Exposition& family(std::string_view name, std::string_view type, std::string_view help);
    void sample(Labels labels, std::string_view value) { line("", labels, value); }
    void sample(Labels labels, std::int64_t value) { line("", labels, std::to_string(value)); }
    void sample(const Histogram& histogram);
    void sample(const TimeHistogram& histogram);

    std::string text() && { return std::move(text_); }

  private:
    void line(std::string_view suffix, Labels labels, std::string_view value);
    template <class Write>
    void buckets(const Histogram& histogram, const Write& write);

    std::string common_, name_, text_;
};

}  // namespace cambio::metrics
