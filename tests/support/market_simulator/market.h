#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "catalogue.h"
#include "noise.h"

namespace simulator {

// All times are milliseconds since 1970, all prices ticks, all sizes lots.
constexpr std::int64_t minute_ms = 60'000;
constexpr std::int64_t hour_ms = 60 * minute_ms;
constexpr std::int64_t day_ms = 24 * hour_ms;

// No instrument has a price before this: 2025-01-01T00:00Z.
constexpr std::int64_t listed_at = 1'735'689'600'000;
// At this instant every price is near the catalogue's reference price: 2026-11-21T00:00Z.
constexpr std::int64_t reference_at = 1'795'219'200'000;

struct Trade {
    std::int64_t ts = 0;
    std::int64_t id = 0;
    std::int64_t price = 0;
    std::int64_t lots = 0;
    std::int64_t centre = 0;  // the mid price that the book stands around until the next trade
    bool buy = false;         // the taker's side
};

struct Candle {
    std::int64_t start = 0;
    std::int64_t open = 0, high = 0, low = 0, close = 0;
    std::int64_t lots = 0;
    std::int64_t value = 0;  // Σ price × lots
    std::int64_t trades = 0;
    bool closed = false;

    void add(const Candle& later);
    void add(const Trade& trade);
};

// The length of a bar and where its count begins, from 1970, in milliseconds.
struct Bar {
    std::int64_t length = minute_ms;
    std::int64_t offset = 0;

    std::int64_t start_of(std::int64_t ts) const;
};

struct Level {
    std::int64_t price = 0;
    std::int64_t lots = 0;
    int orders = 1;
};

struct Book {
    std::vector<Level> asks;  // best first
    std::vector<Level> bids;
};

struct Ticker {
    Trade last;
    Candle day;  // the last 24 hours
    std::int64_t sod_utc0 = 0;
    std::int64_t sod_utc8 = 0;
};

// What a test does to a price from an instant on.
struct Steering {
    enum class Kind { natural, factor, pinned };
    Kind kind = Kind::natural;
    double factor = 1;
    std::int64_t ticks = 0;
};

// Prices, trades, books and candles as pure functions of (seed, instrument, time), but for what
// was steered. Candles are sums of the trades that trades() lists, whatever their length. What is
// cached is what is over. Not thread-safe.
class Market {
  public:
    Market(std::vector<Instrument> instruments, std::uint64_t seed);

    const std::vector<Instrument>& instruments() const { return instruments_; }
    std::optional<std::size_t> find(std::string_view id) const;

    // The newest `limit` trades at or before `now` with an id below `before_id`, newest first.
    std::vector<Trade> trades(std::size_t i, std::int64_t now, std::size_t limit,
                              std::int64_t before_id = INT64_MAX);
    Trade last_trade(std::size_t i, std::int64_t now);
    Ticker ticker(std::size_t i, std::int64_t now);
    Book book(std::size_t i, std::int64_t now, std::size_t depth);
    // The price that futures are valued at: the path itself, not the last trade.
    std::int64_t mark(std::size_t i, std::int64_t now);
    // The bar that begins at `start`, as far as `now` has come. Without a trade yet it stands at
    // the close of the one before.
    Candle candle(std::size_t i, const Bar& bar, std::int64_t start, std::int64_t now);

    // From `now` on (forgetting what was planned after `now`), until `until` when that is not 0.
    void steer(std::size_t i, const Steering& steering, std::int64_t now, std::int64_t until);

  private:
    struct Event {
        std::int64_t ts;
        Steering steering;
    };
    struct State {
        std::vector<Event> events;  // ascending
        std::unordered_map<std::int64_t, Candle> hours;
        std::unordered_map<std::int64_t, std::vector<Candle>> minutes;  // by hour
        std::int64_t block_index = -1;
        Block block{};
        std::int64_t day_minute = -1;
        std::size_t day_events = 0;
        Candle day;
    };

    const Block& log_block(std::size_t i, std::int64_t block);
    Slots log_slots(std::size_t i, std::int64_t minute);
    std::int64_t natural_centre(std::size_t i, std::int64_t ts);
    Steering steering_at(std::size_t i, std::int64_t ts) const;
    bool steered(std::size_t i, std::int64_t from, std::int64_t to) const;
    template <class Take>
    void natural_trades(std::size_t i, std::int64_t minute, Take take);
    void steer_trades(std::size_t i, std::int64_t minute, std::vector<Trade>& trades);
    const std::vector<Trade>& trades_of(std::size_t i, std::int64_t minute);
    Candle compute_minute(std::size_t i, std::int64_t minute, std::int64_t now);
    Candle whole_minute(std::size_t i, std::int64_t minute);
    Candle minute_candle(std::size_t i, std::int64_t minute);
    Candle hour_candle(std::size_t i, std::int64_t hour);
    Candle sum(std::size_t i, std::int64_t from, std::int64_t to, std::int64_t now);

    std::uint64_t seed_;
    std::vector<Instrument> instruments_;
    std::unordered_map<std::string_view, std::size_t> index_;
    std::vector<State> states_;
    std::vector<double> reference_paths_;  // the coin's own path at the reference instant
    double reference_market_;
    std::vector<Trade> scratch_;
};

}  // namespace simulator
