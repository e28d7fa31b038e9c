#include "metrics/metrics.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace cambio::metrics {

namespace {

constexpr std::array<std::int64_t, 13> microseconds = {
    250,    500,     1'000,   2'500,     5'000,     10'000,    25'000,
    50'000, 100'000, 250'000, 1'000'000, 2'500'000, 10'000'000};

void append_label(std::string& to, const Exposition::Label& label) {
    if (!to.empty()) to += ',';
    to += label.first;
    to += "=\"";
    for (const char c : label.second) {
        if (c == '\\' || c == '"') to += '\\';
        if (c == '\n')
            to += "\\n";
        else
            to += c;
    }
    to += '"';
}

}  // namespace

void StatusCounts::count(int status) {
    by_class[std::clamp(status / 100, 0, 5)].add();
}

void Histogram::observe(std::int64_t value) {
    const auto bound = std::ranges::lower_bound(bounds_, value);
    counts_[static_cast<std::size_t>(bound - bounds_.begin())].add();
    sum_.add(static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0)));
}

TimeHistogram::TimeHistogram() : Histogram{microseconds} {}

void TimeHistogram::observe(std::chrono::nanoseconds time) {
    Histogram::observe(std::chrono::duration_cast<std::chrono::microseconds>(time).count());
}

std::string seconds_text(std::chrono::microseconds time) {
    char text[40];
    std::snprintf(text, sizeof text, "%lld.%06lld",
                  static_cast<long long>(time.count() / 1'000'000),
                  static_cast<long long>(time.count() % 1'000'000));
    return text;
}

Exposition::Exposition(Labels common) {
    for (const auto& label : common) append_label(common_, label);
}

Exposition& Exposition::family(std::string_view name, std::string_view type,
                               std::string_view help) {
    name_ = name;
    text_ += "# HELP " + name_ + ' ' + std::string{help} + '\n';
    text_ += "# TYPE " + name_ + ' ' + std::string{type} + '\n';
    return *this;
}

void Exposition::line(std::string_view suffix, Labels labels, std::string_view value) {
    std::string all = common_;
    for (const auto& label : labels) append_label(all, label);
    text_ += name_;
    text_ += suffix;
    if (!all.empty()) text_ += '{' + all + '}';
    text_ += ' ';
    text_ += value;
    text_ += '\n';
}

template <class Write>
void Exposition::buckets(const Histogram& histogram, const Write& write) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < histogram.counts_.size(); ++i) {
        total += histogram.counts_[i].value();
        const std::string bound =
            i < histogram.bounds_.size() ? write(histogram.bounds_[i]) : "+Inf";
        line("_bucket", {{"le", bound}}, std::to_string(total));
    }
    line("_sum", {}, write(static_cast<std::int64_t>(histogram.sum_.value())));
    line("_count", {}, std::to_string(total));
}

void Exposition::sample(const Histogram& histogram) {
    buckets(histogram, [](std::int64_t value) { return std::to_string(value); });
}

void Exposition::sample(const TimeHistogram& histogram) {
    buckets(histogram,
            [](std::int64_t value) { return seconds_text(std::chrono::microseconds{value}); });
}

}  // namespace cambio::metrics
