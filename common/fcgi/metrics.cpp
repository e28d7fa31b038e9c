#include "fcgi/metrics.h"

#include <algorithm>
#include <cstdio>

namespace cambio::fcgi {

namespace {

std::string seconds_text(std::int64_t microseconds) {
    char text[40];
    std::snprintf(text, sizeof text, "%lld.%06lld",
                  static_cast<long long>(microseconds / 1'000'000),
                  static_cast<long long>(microseconds % 1'000'000));
    return text;
}

}  // namespace

void StatusCounts::count(int status) {
    const auto index = static_cast<std::size_t>(std::clamp(status / 100, 0, 5));
    by_class[index].fetch_add(1, std::memory_order_relaxed);
}

void Histogram::observe(std::chrono::nanoseconds time) {
    const auto bound = std::lower_bound(bounds_in_microseconds.begin(),
                                        bounds_in_microseconds.end(), time.count() / 1000);
    const auto index = static_cast<std::size_t>(bound - bounds_in_microseconds.begin());
    counts_[index].fetch_add(1, std::memory_order_relaxed);
    nanoseconds_.fetch_add(time.count(), std::memory_order_relaxed);
}

void Histogram::write(std::string& to, const std::string& name, const std::string& labels) const {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        total += counts_[i].load(std::memory_order_relaxed);
        const std::string bound =
            i < bounds_in_microseconds.size() ? seconds_text(bounds_in_microseconds[i]) : "+Inf";
        to += name + "_bucket{" + labels + ",le=\"" + bound + "\"} " + std::to_string(total) + '\n';
    }
    to += name + "_sum{" + labels + "} " + seconds_text(nanoseconds_.load() / 1000) + '\n';
    to += name + "_count{" + labels + "} " + std::to_string(total) + '\n';
}

}  // namespace cambio::fcgi
