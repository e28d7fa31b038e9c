#include "token/key_limits.h"

#include <algorithm>
#include <string>
#include <utility>

#include "redis/redis.h"

namespace cambio::token {

namespace {

using std::chrono::milliseconds, std::chrono::seconds;

constexpr std::int64_t minute_seconds = 60;
constexpr std::int64_t ten_seconds = 10;
constexpr std::int64_t day_seconds = 86'400;
/// How often all keys' sums are told, and how long one counts on what was learned by that.
constexpr milliseconds telling_pace{100};
constexpr milliseconds fresh{200};
/// Keys that are told of in one trip.
constexpr std::size_t told_at_once = 200;
constexpr std::size_t max_counts = 8192;

std::int64_t seconds_of(pg::Time time) {
    return std::chrono::floor<seconds>(time).time_since_epoch().count();
}

seconds rest_of(std::int64_t length, pg::Time now) {
    return seconds{length - seconds_of(now) % length};
}

bool none(const KeySums& sums) {
    return sums.weight == 0 && sums.orders_10s == 0 && sums.orders_day == 0;
}

KeySums plus(const KeySums& one, const KeySums& other) {
    return {one.weight + other.weight, one.orders_10s + other.orders_10s,
            one.orders_day + other.orders_day};
}

KeySums minus(const KeySums& one, const KeySums& other) {
    return {one.weight - other.weight, one.orders_10s - other.orders_10s,
            one.orders_day - other.orders_day};
}

Redis::Addition addition(ApiKeyId key, const char* what, std::int64_t window, std::int64_t number,
                         std::int64_t lifetime) {
    return {
        "limit:api_key." + std::to_string(key.value) + ':' + what + ':' + std::to_string(window),
        number, seconds{lifetime}};
}

}  // namespace

KeyLimits::KeyLimits(Redis& redis, Config::KeyBudget budget, Clock clock)
    : redis_{redis}, budget_{budget}, clock_{std::move(clock)}, most_counts_{max_counts} {}

KeyLimits::~KeyLimits() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

KeyUse KeyLimits::charge(ApiKeyId key, int weight, int orders) {
    const KeySums more{weight, orders, orders};
    std::unique_lock lock{mutex_};
    const auto now = clock_();
    Count& count = count_of(key, windows_of(now));
    if (counts_here(count, more, now)) return charge_here(key, count, more, now);
    const auto untold = take_untold(key, count, now);
    lock.unlock();
    auto all = untold;
    all.sums = plus(untold.sums, more);
    const auto sums = tell({all});
    const auto use = sums ? use_of(sums->front(), more, now) : KeyUse{};
    const bool taken_back = sums && use.orders_day < sums->front().orders_day;
    if (taken_back) {
        // Who asks at the same time may meanwhile see the limit as reached, which it is.
        tell({{key, all.windows, {0, -orders, -orders}, now}});
    }
    lock.lock();
    if (!sums) {
        keep(untold);
        // While Redis was silent a window may have begun in which others have been counted.
        const auto later = clock_();
        return charge_here(key, count_of(key, windows_of(later)), more, later);
    }
    learn(all, use);
    return use;
}

KeyLimits::Windows KeyLimits::windows_of(pg::Time now) {
    const auto at = seconds_of(now);
    return {at / minute_seconds, at / ten_seconds, at / day_seconds};
}

KeyLimits::Count& KeyLimits::count_of(ApiKeyId key, const Windows& now) {
    if (counts_.size() >= most_counts_) {
        std::erase_if(counts_, [](const auto& item) { return none(item.second.untold); });
        most_counts_ = std::max(max_counts, 2 * counts_.size());
    }
    Count& count = counts_[key];
    const auto begin = [&count](auto window, const Windows& current, auto sum) {
        if (count.windows.*window == current.*window) return;
        count.told.*sum = count.untold.*sum = 0;
    };
    begin(&Windows::minute, now, &KeySums::weight);
    begin(&Windows::ten_seconds, now, &KeySums::orders_10s);
    begin(&Windows::day, now, &KeySums::orders_day);
    count.windows = now;
    return count;
}

bool KeyLimits::counts_here(const Count& count, const KeySums& more, pg::Time now) const {
    if (count.learned > now || now - count.learned > fresh) return false;
    const auto is_far = [&](auto sum, std::int64_t limit) {
        const auto untold = count.untold.*sum + more.*sum;
        return count.told.*sum + untold <= limit / 2 && untold <= limit / 10;
    };
    if (!is_far(&KeySums::weight, budget_.weight_per_minute)) return false;
    return more.orders_day == 0 || (is_far(&KeySums::orders_10s, budget_.orders_per_10s) &&
                                    is_far(&KeySums::orders_day, budget_.orders_per_day));
}

KeyUse KeyLimits::charge_here(ApiKeyId key, Count& count, const KeySums& more, pg::Time now) {
    const auto use = use_of(plus(plus(count.told, count.untold), more), more, now);
    count.untold = minus(use, count.told);
    if (with_news_.empty()) wake_.notify_one();
    with_news_.insert(key);
    // Most groups of handlers have no calls of programs, and so no thread for them.
    if (!thread_.joinable()) thread_ = std::thread{[this] { run(); }};
    return use;
}

bool KeyLimits::within(const KeySums& sums) const {
    return sums.weight <= budget_.weight_per_minute && sums.orders_10s <= budget_.orders_per_10s &&
           sums.orders_day <= budget_.orders_per_day;
}

/// `sums` are with `more`. Orders that are refused are taken out of them again, for they are not
/// placed.
KeyUse KeyLimits::use_of(KeySums sums, const KeySums& more, pg::Time now) const {
    const bool over = sums.weight > budget_.weight_per_minute;
    if (more.orders_day == 0 || within(sums)) {
        if (!over) return {sums, {}};
        return {sums, KeyExcess{KeyLimit::weight, rest_of(minute_seconds, now)}};
    }
    auto excess = KeyExcess{KeyLimit::orders_per_10s, rest_of(ten_seconds, now)};
    if (over)
        excess = {KeyLimit::weight, rest_of(minute_seconds, now)};
    else if (sums.orders_day > budget_.orders_per_day)
        excess = {KeyLimit::orders_per_day, rest_of(day_seconds, now)};
    return {minus(sums, {0, more.orders_10s, more.orders_day}), excess};
}

/// Once more as it ends, also where that comes before the thread has begun or while it tells: what
/// follows it is to know of all that was counted here.
void KeyLimits::run() {
    std::unique_lock lock{mutex_};
    for (bool last = false; !last;) {
        wake_.wait(lock, [this] { return stopping_ || !with_news_.empty(); });
        wake_.wait_for(lock, telling_pace, [this] { return stopping_; });
        last = stopping_;
        tell_all(lock);
    }
}

void KeyLimits::tell_all(std::unique_lock<std::mutex>& lock) {
    const auto now = clock_();
    auto keys = std::exchange(with_news_, {});
    for (auto key = keys.begin(); key != keys.end();) {
        std::vector<Telling> all;
        for (; key != keys.end() && all.size() < told_at_once; ++key) {
            const auto found = counts_.find(*key);
            if (found != counts_.end() && !none(found->second.untold))
                all.push_back(take_untold(*key, found->second, now));
        }
        if (all.empty()) return;
        lock.unlock();
        const auto sums = tell(all);
        lock.lock();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (sums)
                learn(all[i], (*sums)[i]);
            else
                keep(all[i]);
        }
    }
}

/// From now on it stands among what is told, so that it is counted meanwhile.
KeyLimits::Telling KeyLimits::take_untold(ApiKeyId key, Count& count, pg::Time now) {
    count.told = plus(count.told, count.untold);
    return {key, count.windows, std::exchange(count.untold, {}), now};
}

std::optional<std::vector<KeySums>> KeyLimits::tell(const std::vector<Telling>& all) {
    std::vector<Redis::Addition> additions;
    for (const auto& [key, windows, sums, at] : all) {
        additions.push_back(addition(key, "weight", windows.minute, sums.weight, minute_seconds));
        additions.push_back(
            addition(key, "orders_10s", windows.ten_seconds, sums.orders_10s, ten_seconds));
        additions.push_back(addition(key, "orders_day", windows.day, sums.orders_day, day_seconds));
    }
    const auto counts = redis_.count(additions);
    if (!counts) return {};
    std::vector<KeySums> sums;
    for (std::size_t i = 0; i < counts->size(); i += 3)
        sums.push_back({(*counts)[i], (*counts)[i + 1], (*counts)[i + 2]});
    return sums;
}

/// Replies may be read in another order than Redis gave them: within a window sums grow.
void KeyLimits::learn(const Telling& told, const KeySums& sums) {
    const auto found = counts_.find(told.key);
    if (found == counts_.end()) return;
    Count& count = found->second;
    const auto learn_one = [&](auto window, auto sum) {
        if (count.windows.*window == told.windows.*window)
            count.told.*sum = std::max(count.told.*sum, sums.*sum);
    };
    learn_one(&Windows::minute, &KeySums::weight);
    learn_one(&Windows::ten_seconds, &KeySums::orders_10s);
    learn_one(&Windows::day, &KeySums::orders_day);
    count.learned = std::max(count.learned, told.at);
}

/// To be told once more. Where Redis had counted it and only its reply was lost, it counts twice.
void KeyLimits::keep(const Telling& not_told) {
    const auto found = counts_.find(not_told.key);
    if (found == counts_.end() || none(not_told.sums)) return;
    Count& count = found->second;
    const auto keep_one = [&](auto window, auto sum) {
        if (count.windows.*window != not_told.windows.*window) return;
        count.told.*sum -= not_told.sums.*sum;
        count.untold.*sum += not_told.sums.*sum;
    };
    keep_one(&Windows::minute, &KeySums::weight);
    keep_one(&Windows::ten_seconds, &KeySums::orders_10s);
    keep_one(&Windows::day, &KeySums::orders_day);
    with_news_.insert(not_told.key);
}

}  // namespace cambio::token
