#include "token/key_limits.h"

#include <algorithm>
#include <string>

#include "redis/redis.h"

namespace cambio::token {

namespace {

constexpr std::int64_t minute_seconds = 60;
constexpr std::int64_t ten_seconds = 10;
constexpr std::int64_t day_seconds = 86'400;
constexpr std::size_t max_counts = 8192;

std::int64_t seconds_now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::chrono::seconds rest_of(std::int64_t window, std::int64_t length) {
    return std::chrono::seconds{std::max<std::int64_t>(1, (window + 1) * length - seconds_now())};
}

/// The orders were counted, and are not placed.
void refuse(KeyUse& use, int orders) {
    use.orders_10s -= orders;
    use.orders_day -= orders;
    use.excess.emplace();
}

}  // namespace

KeyLimits::KeyLimits(Redis& redis, Config::KeyBudget budget) : redis_{redis}, budget_{budget} {}

KeyUse KeyLimits::charge(ApiKeyId key, int weight, int orders) {
    const auto now = seconds_now();
    const Windows windows{now / minute_seconds, now / ten_seconds, now / day_seconds};
    auto use = charge_there(key, windows, weight, orders);
    if (!use) use = charge_here(key, windows, weight, orders);
    // Both ways leave in `excess` only that the orders were refused; which limit it was is told
    // here.
    const bool refused = use->excess.has_value();
    use->excess.reset();
    if (use->weight > budget_.weight_per_minute)
        use->excess = {KeyLimit::weight, rest_of(windows.minute, minute_seconds)};
    else if (refused && use->orders_day + orders > budget_.orders_per_day)
        use->excess = {KeyLimit::orders_per_day, rest_of(windows.day, day_seconds)};
    else if (refused)
        use->excess = {KeyLimit::orders_per_10s, rest_of(windows.ten_seconds, ten_seconds)};
    return *std::move(use);
}

std::optional<KeyUse> KeyLimits::charge_there(ApiKeyId key, const Windows& now, int weight,
                                              int orders) {
    using std::chrono::seconds;
    const auto counter = [&](const char* what, std::int64_t window, std::int64_t number,
                             std::int64_t lifetime) -> Redis::Addition {
        return {"limit:api_key." + std::to_string(key.value) + ':' + what + ':' +
                    std::to_string(window),
                number, seconds{lifetime}};
    };
    const auto short_time = [&](int number) {
        return counter("orders_10s", now.ten_seconds, number, ten_seconds);
    };
    const auto long_time = [&](int number) {
        return counter("orders_day", now.day, number, day_seconds);
    };
    const auto counts = redis_.count({counter("weight", now.minute, weight, minute_seconds),
                                      short_time(orders), long_time(orders)});
    if (!counts) return {};
    KeyUse use{(*counts)[0], (*counts)[1], (*counts)[2], {}};
    if (orders == 0 || within(use)) return use;
    // Who asks at the same time may meanwhile see the limit as reached, which it is.
    redis_.count({short_time(-orders), long_time(-orders)});
    refuse(use, orders);
    return use;
}

KeyUse KeyLimits::charge_here(ApiKeyId key, const Windows& now, int weight, int orders) {
    const std::lock_guard lock{mutex_};
    if (counts_.size() >= max_counts)
        std::erase_if(counts_,
                      [&](const auto& item) { return item.second.windows.day != now.day; });
    Count& count = counts_[key];
    KeyUse& use = count.use;
    use.excess.reset();
    if (count.windows.minute != now.minute) use.weight = 0;
    if (count.windows.ten_seconds != now.ten_seconds) use.orders_10s = 0;
    if (count.windows.day != now.day) use.orders_day = 0;
    count.windows = now;
    use.weight += weight;
    use.orders_10s += orders;
    use.orders_day += orders;
    if (orders == 0 || within(use)) return use;
    refuse(use, orders);
    return use;
}

bool KeyLimits::within(const KeyUse& use) const {
    return use.weight <= budget_.weight_per_minute && use.orders_10s <= budget_.orders_per_10s &&
           use.orders_day <= budget_.orders_per_day;
}

}  // namespace cambio::token
