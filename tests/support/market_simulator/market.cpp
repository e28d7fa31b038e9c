#include "market.h"

#include <algorithm>
#include <cmath>

namespace simulator {
namespace {

constexpr double minutes_a_year = 525'600;
constexpr std::string_view market_name = "the market";

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
}

double value_of(const Step& step) {
    double value = static_cast<double>(step.units);
    for (int k = 0; k < step.places; ++k) value /= 10;
    return value;
}

// The quote currency that one lot costs at one tick.
double lot_value(const Instrument& it) {
    return value_of(it.tick) * value_of(it.lot) * value_of(it.contract);
}

// The next whole number, of what is positive: std::llround is a call, and candles are sums of some
// hundred million trades.
std::int64_t rounded(double positive) {
    return static_cast<std::int64_t>(positive + 0.5);
}

double trades_a_minute(const Instrument& it) {
    return it.turnover >= 3e8 ? 40 : it.turnover >= 5e7 ? 20 : 10;
}

double spread_share(const Instrument& it) {
    return it.turnover >= 3e8 ? 1e-6 : it.turnover >= 5e7 ? 3e-5 : 1e-4;
}

// Half of the spread, in ticks, never zero: the best bid is below the last price.
std::int64_t half_spread(double share, std::int64_t centre) {
    return std::max<std::int64_t>(1, rounded(static_cast<double>(centre) * share));
}

// How much of a coin's path is the whole market's: more of one coin's than of another's, so that
// no two lines look alike and most still rise and fall together.
double shared_move(std::uint64_t coin_key) {
    return 0.2 + 0.45 * uniform(mix(coin_key, 0x736861726564u));
}

// How busy a day is, about 1 in the mean: weekends are quieter, and some days are wild.
double day_activity(std::uint64_t key, std::int64_t day) {
    const double u = uniform(mix(key ^ 0x646179u, static_cast<std::uint64_t>(day)));
    const auto weekday = ((day + 3) % 7 + 7) % 7;  // 0: Monday; the first of 1970 was a Thursday
    return (weekday >= 5 ? 0.7 : 1.1) * (0.55 + 1.3 * u * u * u + 0.25 * u);
}

// How busy a minute is, about 1 in the mean: busier when Europe and America are awake.
double activity(std::uint64_t key, std::int64_t minute) {
    const double hour = static_cast<double>(minute % 1440) / 60;
    const double distance = std::min(std::abs(hour - 15), 24 - std::abs(hour - 15));  // 0 … 12
    const double u = uniform(mix(key, static_cast<std::uint64_t>(minute)));
    return (1.4 - distance / 15) * (0.35 + 1.95 * u * u) *
           day_activity(key, floor_div(minute, 1440));
}

std::int64_t times(std::int64_t ticks, double factor) {
    return std::max<std::int64_t>(2, rounded(static_cast<double>(ticks) * factor));
}

}  // namespace

void Candle::add(const Trade& trade) {
    if (trades == 0) open = high = low = trade.price;
    high = std::max(high, trade.price);
    low = std::min(low, trade.price);
    close = trade.price;
    lots += trade.lots;
    value += trade.price * trade.lots;
    ++trades;
}

void Candle::add(const Candle& later) {
    if (later.trades == 0) return;
    if (trades == 0) {
        open = later.open;
        high = later.high;
        low = later.low;
    }
    high = std::max(high, later.high);
    low = std::min(low, later.low);
    close = later.close;
    lots += later.lots;
    value += later.value;
    trades += later.trades;
}

std::int64_t Bar::start_of(std::int64_t ts) const {
    return floor_div(ts - offset, length) * length + offset;
}

Market::Market(std::vector<Instrument> instruments, std::uint64_t seed)
    : seed_{seed}, instruments_{std::move(instruments)}, states_(instruments_.size()) {
    reference_market_ = path_at(mix(seed_, market_name), reference_at / minute_ms);
    for (std::size_t i = 0; i < instruments_.size(); ++i) {
        index_.emplace(instruments_[i].id, i);
        reference_paths_.push_back(path_at(instruments_[i].coin_key, reference_at / minute_ms));
    }
}

std::optional<std::size_t> Market::find(std::string_view id) const {
    const auto found = index_.find(id);
    if (found == index_.end()) return std::nullopt;
    return found->second;
}

const Block& Market::log_block(std::size_t i, std::int64_t block) {
    State& state = states_[i];
    if (state.block_index == block) return state.block;
    const Instrument& it = instruments_[i];
    const Block market = path_block(mix(seed_, market_name), block);
    const Block own = path_block(it.coin_key, block);
    const double level = std::log(it.reference_ticks);
    const double shared = shared_move(it.coin_key), alone = std::sqrt(1 - shared * shared);
    for (std::size_t k = 0; k < own.size(); ++k) {
        state.block[k] = level + it.volatility * (shared * (market[k] - reference_market_) +
                                                  alone * (own[k] - reference_paths_[i]));
    }
    if (it.swap) {
        // A perpetual stands a few hundredths of a percent off its spot pair, slowly changing.
        const auto offset = [&](std::int64_t b) {
            return 4e-4 * bell(mix(it.key, static_cast<std::uint64_t>(b)));
        };
        const double left = offset(block), right = offset(block + 1);
        for (std::size_t k = 0; k < own.size(); ++k) {
            state.block[k] += left + (right - left) * static_cast<double>(k) / block_minutes;
        }
    }
    state.block_index = block;
    return state.block;
}

Slots Market::log_slots(std::size_t i, std::int64_t minute) {
    const Instrument& it = instruments_[i];
    const Block& block = log_block(i, floor_div(minute, block_minutes));
    const auto k = static_cast<std::size_t>(minute & (block_minutes - 1));
    return bridge(it.coin_key, minute, block[k], block[k + 1],
                  it.volatility / std::sqrt(minutes_a_year));
}

namespace {

// The price inside a minute: straight lines between the slots. Near the minute's first price the
// exponential is a short series, which is most of the cost of a candle otherwise.
class MinutePrice {
  public:
    explicit MinutePrice(const Slots& slots) : slots_{slots}, base_{std::exp(slots.front())} {}

    std::int64_t at(std::int64_t offset_ms) const {
        constexpr double slots_each_ms = slots_per_minute / static_cast<double>(minute_ms);
        const double place = static_cast<double>(offset_ms) * slots_each_ms;
        const auto k = std::min(static_cast<std::size_t>(place), slots_.size() - 2);
        const double part = place - static_cast<double>(k);
        const double x = slots_[k] + (slots_[k + 1] - slots_[k]) * part - slots_.front();
        const double price = base_ * (1 + x * (1 + x * 0.5 * (1 + x * (1.0 / 3))));
        return std::max<std::int64_t>(2, rounded(price));
    }

  private:
    const Slots& slots_;
    double base_;
};

}  // namespace

std::int64_t Market::natural_centre(std::size_t i, std::int64_t ts) {
    const std::int64_t minute = floor_div(ts, minute_ms);
    return MinutePrice{log_slots(i, minute)}.at(ts - minute * minute_ms);
}

Steering Market::steering_at(std::size_t i, std::int64_t ts) const {
    const auto& events = states_[i].events;
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
        if (event->ts <= ts) return event->steering;
    }
    return {};
}

// Whether anything in [from, to) is other than nature would have it.
bool Market::steered(std::size_t i, std::int64_t from, std::int64_t to) const {
    if (states_[i].events.empty()) return false;
    if (steering_at(i, from).kind != Steering::Kind::natural) return true;
    return std::any_of(states_[i].events.begin(), states_[i].events.end(),
                       [&](const Event& event) { return event.ts >= from && event.ts < to; });
}

// What is taken of a minute: its trades one by one, oldest first.
template <class Take>
void Market::natural_trades(std::size_t i, std::int64_t minute, Take take) {
    const Instrument& it = instruments_[i];
    const Slots slots = log_slots(i, minute);
    const MinutePrice price{slots};
    const double deviation = it.volatility / std::sqrt(minutes_a_year);
    const double move = std::abs(slots.back() - slots.front()) / deviation;
    const double busy = activity(it.key, minute) * (0.6 + 0.5 * std::min(move, 4.0));
    const auto count = std::clamp<std::int64_t>(std::llround(trades_a_minute(it) * busy), 1, 95);
    const double lots_each = it.turnover / 1440 * busy / static_cast<double>(count) /
                             (lot_value(it) * static_cast<double>(price.at(0)));
    const std::uint64_t minute_key =
        mix(it.key ^ 0x7472616465u, static_cast<std::uint64_t>(minute));
    const double stride = static_cast<double>(minute_ms) / static_cast<double>(count);
    const double share = spread_share(it);
    std::int64_t previous = -1;
    for (std::int64_t n = 0; n < count; ++n) {
        const std::uint64_t hash = mix(minute_key, static_cast<std::uint64_t>(n));
        const double u = static_cast<double>(hash & 0xffff) * (1.0 / 65536);
        const double w = static_cast<double>((hash >> 16) & 0xffff) * (1.0 / 65536);
        const auto offset = std::clamp<std::int64_t>(
            static_cast<std::int64_t>((static_cast<double>(n) + u) * stride), previous + 1,
            minute_ms - 1);
        previous = offset;
        Trade trade;
        trade.ts = minute * minute_ms + offset;
        trade.id = trade.ts * 100;
        trade.centre = price.at(offset);
        trade.buy = ((hash >> 32) & 1) != 0;
        const std::int64_t half = half_spread(share, trade.centre);
        // Who buys pays the best ask of the book that stands then, and who sells gets its best bid.
        trade.price = trade.buy ? trade.centre + half : trade.centre - half;
        trade.price = std::max<std::int64_t>(trade.price, 1);
        trade.lots = std::max<std::int64_t>(1, rounded(lots_each * 3 * w * w));
        take(trade);
    }
}

// Each change of the steering is a trade of its own at that instant, so that the last price, the
// candles and the book follow at once.
void Market::steer_trades(std::size_t i, std::int64_t minute, std::vector<Trade>& trades) {
    const std::int64_t from = minute * minute_ms;
    const auto apply = [](Trade& trade, const Steering& steering) {
        if (steering.kind == Steering::Kind::factor) {
            trade.centre = times(trade.centre, steering.factor);
        } else if (steering.kind == Steering::Kind::pinned) {
            trade.centre = steering.ticks;
        }
        trade.price = trade.centre;
    };
    for (Trade& trade : trades) {
        const Steering steering = steering_at(i, trade.ts);
        if (steering.kind != Steering::Kind::natural) apply(trade, steering);
    }
    std::int64_t same = 0, previous = -1;
    for (const Event& event : states_[i].events) {
        if (event.ts < from || event.ts >= from + minute_ms) continue;
        same = event.ts == previous ? std::min<std::int64_t>(same + 1, 99) : 1;
        previous = event.ts;
        Trade trade;
        trade.ts = event.ts;
        trade.id = event.ts * 100 + same;
        trade.centre = natural_centre(i, event.ts);
        trade.lots = 1;
        trade.price = trade.centre;
        apply(trade, event.steering);
        trade.buy = true;
        const auto place =
            std::upper_bound(trades.begin(), trades.end(), trade,
                             [](const Trade& a, const Trade& b) { return a.id < b.id; });
        trades.insert(place, trade);
    }
}

// Ascending. Valid until the next call.
const std::vector<Trade>& Market::trades_of(std::size_t i, std::int64_t minute) {
    scratch_.clear();
    natural_trades(i, minute, [&](const Trade& trade) { scratch_.push_back(trade); });
    if (steered(i, minute * minute_ms, (minute + 1) * minute_ms)) steer_trades(i, minute, scratch_);
    return scratch_;
}

std::vector<Trade> Market::trades(std::size_t i, std::int64_t now, std::size_t limit,
                                  std::int64_t before_id) {
    std::vector<Trade> found;
    std::int64_t minute = floor_div(std::min(now, before_id / 100), minute_ms);
    for (; found.size() < limit && minute * minute_ms >= listed_at; --minute) {
        const auto& all = trades_of(i, minute);
        for (auto trade = all.rbegin(); trade != all.rend() && found.size() < limit; ++trade) {
            if (trade->ts <= now && trade->id < before_id) found.push_back(*trade);
        }
    }
    return found;
}

Trade Market::last_trade(std::size_t i, std::int64_t now) {
    return trades(i, now, 1).at(0);
}

Candle Market::compute_minute(std::size_t i, std::int64_t minute, std::int64_t now) {
    Candle candle;
    for (const Trade& trade : trades_of(i, minute)) {
        if (trade.ts > now) break;
        candle.add(trade);
    }
    return candle;
}

// A year of history is asked for at once: no trade of it is kept on the way.
Candle Market::whole_minute(std::size_t i, std::int64_t minute) {
    if (steered(i, minute * minute_ms, (minute + 1) * minute_ms)) {
        return compute_minute(i, minute, INT64_MAX);
    }
    Candle candle;
    natural_trades(i, minute, [&](const Trade& trade) { candle.add(trade); });
    return candle;
}

Candle Market::minute_candle(std::size_t i, std::int64_t minute) {
    if (steered(i, minute * minute_ms, (minute + 1) * minute_ms)) return whole_minute(i, minute);
    constexpr std::size_t hours_kept = 60;
    auto& cache = states_[i].minutes;
    const std::int64_t hour = floor_div(minute, 60);
    const auto k = static_cast<std::size_t>(minute - hour * 60);
    auto found = cache.find(hour);
    if (found == cache.end()) {
        if (cache.size() >= hours_kept) cache.clear();
        found = cache.emplace(hour, std::vector<Candle>(60)).first;
    }
    if (found->second[k].trades == 0) found->second[k] = whole_minute(i, minute);
    return found->second[k];
}

Candle Market::hour_candle(std::size_t i, std::int64_t hour) {
    auto& cache = states_[i].hours;
    if (const auto found = cache.find(hour); found != cache.end()) return found->second;
    Candle candle;
    for (std::int64_t minute = hour * 60; minute < hour * 60 + 60; ++minute) {
        candle.add(whole_minute(i, minute));
    }
    // A steered hour that is over does not change any more either: it is cached like the others.
    cache.emplace(hour, candle);
    return candle;
}

// Everything that was traded in [from, to) up to `now`; both are whole minutes.
Candle Market::sum(std::size_t i, std::int64_t from, std::int64_t to, std::int64_t now) {
    Candle total;
    std::int64_t ts = std::max(from, listed_at);
    while (ts < to && ts <= now) {
        if (ts % hour_ms == 0 && ts + hour_ms <= std::min(to, now)) {
            total.add(hour_candle(i, ts / hour_ms));
            ts += hour_ms;
        } else if (ts + minute_ms <= now) {
            total.add(minute_candle(i, ts / minute_ms));
            ts += minute_ms;
        } else {
            total.add(compute_minute(i, ts / minute_ms, now));
            ts += minute_ms;
        }
    }
    return total;
}

Candle Market::candle(std::size_t i, const Bar& bar, std::int64_t start, std::int64_t now) {
    Candle candle = sum(i, start, start + bar.length, now);
    candle.start = start;
    candle.closed = start + bar.length <= now;
    if (candle.trades == 0) {
        const std::int64_t close = last_trade(i, std::min(now, start)).price;
        candle.open = candle.high = candle.low = candle.close = close;
    }
    return candle;
}

Ticker Market::ticker(std::size_t i, std::int64_t now) {
    State& state = states_[i];
    Ticker ticker;
    ticker.last = last_trade(i, now);
    const std::int64_t minute = floor_div(now, minute_ms);
    if (state.day_minute != minute || state.day_events != state.events.size()) {
        state.day = sum(i, (minute - 1439) * minute_ms, minute * minute_ms, now);
        state.day_minute = minute;
        state.day_events = state.events.size();
    }
    ticker.day = state.day;
    ticker.day.add(compute_minute(i, minute, now));
    const auto price_at_start = [&](const Bar& bar) {
        return candle(i, Bar{}, bar.start_of(now), now).open;
    };
    ticker.sod_utc0 = price_at_start(Bar{day_ms, 0});
    ticker.sod_utc8 = price_at_start(Bar{day_ms, 16 * hour_ms});
    return ticker;
}

std::int64_t Market::mark(std::size_t i, std::int64_t now) {
    const Steering steering = steering_at(i, now);
    if (steering.kind == Steering::Kind::pinned) return steering.ticks;
    return times(natural_centre(i, now), steering.factor);
}

Book Market::book(std::size_t i, std::int64_t now, std::size_t depth) {
    const Instrument& it = instruments_[i];
    const Trade last = last_trade(i, now);
    const std::int64_t half = half_spread(spread_share(it), last.centre);
    const auto wide = std::max<std::int64_t>(
        1, std::llround(static_cast<double>(last.centre) * (it.turnover >= 3e8 ? 5e-6 : 3e-5)));
    const double lots_each =
        std::max(800.0, it.turnover * 1e-5) / (lot_value(it) * static_cast<double>(last.centre));
    const std::int64_t slot = now / 500;
    const auto side = [&](std::int64_t best, std::int64_t direction, std::uint64_t salt) {
        std::vector<Level> levels;
        std::int64_t price = best;
        const std::uint64_t side_key = mix(it.key ^ salt, static_cast<std::uint64_t>(last.id));
        for (std::size_t k = 0; k < depth && price > 0; ++k) {
            const std::uint64_t gap = mix(side_key, k);
            // A third of the levels changes each half second, the others at each trade.
            const std::uint64_t fresh = (gap % 3 == 0) ? static_cast<std::uint64_t>(slot) : 0;
            const double u = uniform(mix(gap, fresh));
            const double lots = lots_each * (0.25 + 2.2 * u * u) * (1 + static_cast<double>(k) / 8);
            levels.push_back({price, std::max<std::int64_t>(1, std::llround(lots)),
                              static_cast<int>(1 + gap % 7)});
            const auto furthest = wide + static_cast<std::int64_t>(k) * wide / 10;
            price += direction * (1 + static_cast<std::int64_t>((gap >> 8) & 0xffff) % furthest);
        }
        return levels;
    };
    return {side(last.centre + half, 1, 0x61736b), side(last.centre - half, -1, 0x626964)};
}

void Market::steer(std::size_t i, const Steering& steering, std::int64_t now, std::int64_t until) {
    auto& events = states_[i].events;
    std::erase_if(events, [&](const Event& event) { return event.ts > now; });
    events.push_back({now, steering});
    if (until > now) events.push_back({until, {}});
    states_[i].day_minute = -1;
}

}  // namespace simulator
