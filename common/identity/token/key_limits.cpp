#include "token/key_limits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "redis/redis.h"

namespace cambio::token {

namespace {

constexpr std::int64_t minute_seconds = 60;
constexpr std::int64_t ten_seconds = 10;
constexpr std::int64_t day_seconds = 86'400;
constexpr std::size_t max_counts = 8192;

// Keys: weight, orders in ten seconds, orders in a day. Arguments: the weight and the orders to
// charge, and the limits of the three. Returned: the three counts, and the orders that were
// refused.
constexpr const char* charge_script = R"lua(
local weight = redis.call('incrby', KEYS[1], ARGV[1])
if weight == tonumber(ARGV[1]) then redis.call('expire', KEYS[1], 60) end
local orders = tonumber(ARGV[2])
local short = tonumber(redis.call('get', KEYS[2]) or '0')
local long = tonumber(redis.call('get', KEYS[3]) or '0')
if orders > 0 and weight <= tonumber(ARGV[3]) and short + orders <= tonumber(ARGV[4])
        and long + orders <= tonumber(ARGV[5]) then
    short = redis.call('incrby', KEYS[2], orders)
    long = redis.call('incrby', KEYS[3], orders)
    if short == orders then redis.call('expire', KEYS[2], 10) end
    if long == orders then redis.call('expire', KEYS[3], 86400) end
    orders = 0
end
return weight .. ' ' .. short .. ' ' .. long .. ' ' .. orders
)lua";

std::int64_t seconds_now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// The numbers of a text with spaces between them; false: it is another text.
bool read_numbers(const std::string& text, std::array<std::int64_t, 4>& numbers) {
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    for (auto& number : numbers) {
        const auto read = std::from_chars(at, end, number);
        if (read.ec != std::errc{}) return false;
        at = std::min(read.ptr + 1, end);
    }
    return true;
}

std::chrono::seconds rest_of(std::int64_t window, std::int64_t length) {
    return std::chrono::seconds{std::max<std::int64_t>(1, (window + 1) * length - seconds_now())};
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
    const auto text = [](std::int64_t number) { return std::to_string(number); };
    const auto name = [&](const char* what, std::int64_t window) {
        return "limit:api_key." + text(key.value) + ':' + what + ':' + text(window);
    };
    const auto answer =
        redis_.command({"EVAL", charge_script, "3", name("weight", now.minute),
                        name("orders_10s", now.ten_seconds), name("orders_day", now.day),
                        text(weight), text(orders), text(budget_.weight_per_minute),
                        text(budget_.orders_per_10s), text(budget_.orders_per_day)});
    std::array<std::int64_t, 4> numbers{};
    if (!answer || !read_numbers(*answer, numbers)) return {};
    KeyUse use{numbers[0], numbers[1], numbers[2], {}};
    if (numbers[3] > 0) use.excess.emplace();
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
    if (orders == 0) return use;
    if (use.weight <= budget_.weight_per_minute &&
        use.orders_10s + orders <= budget_.orders_per_10s &&
        use.orders_day + orders <= budget_.orders_per_day) {
        use.orders_10s += orders;
        use.orders_day += orders;
    } else {
        use.excess.emplace();
    }
    return use;
}

}  // namespace cambio::token
