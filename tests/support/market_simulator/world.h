#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "clock.h"
#include "faults.h"
#include "market.h"

namespace simulator {

// The market, its clock and what tests have done to it, seen as the provider's rows: REST and
// WebSocket say the same because both take them from here.
class World {
  public:
    World(std::vector<Instrument> instruments, std::uint64_t seed, Clock time)
        : market{std::move(instruments), seed}, clock{time} {}

    // The market's time as this instrument sees it: a stale one stands still.
    std::int64_t now(std::size_t i);

    const Instrument& instrument(std::size_t i) const { return market.instruments()[i]; }

    std::string instrument_row(std::size_t i);
    std::string ticker_row(std::size_t i);
    // "asks":[…],"bids":[…],"ts":"…" without braces.
    std::string book_fields(std::size_t i, std::size_t depth);
    std::string trade_row(std::size_t i, const Trade& trade, std::string_view more = {});
    std::string candle_row(std::size_t i, const Candle& candle);
    std::string mark_row(std::size_t i);
    std::string funding_row(std::size_t i);

    // Pins the last price; a pinned book that it lies outside of goes.
    void pin_price(std::size_t i, std::int64_t ticks);
    // Pins the book and, between its best prices, the last price. Both sides best first.
    void pin_book(std::size_t i, Book book);
    void clear();
    // What was done to this instrument alone.
    void clear(std::size_t i);

    Market market;
    Clock clock;
    Faults faults;
    std::map<std::size_t, Book> pinned_books;
    struct Funding {
        std::string rate;
        std::string time;   // of the next one, in milliseconds; empty: the usual one
        std::string after;  // of the one after it, likewise
    };
    std::map<std::size_t, Funding> pinned_funding;
    std::map<std::size_t, std::string> steered;  // what control/state tells

  private:
    Book book(std::size_t i, std::size_t depth);
};

// "1m" … "1W", with or without "utc". Nothing when the provider has no such bar.
std::optional<Bar> bar_of(std::string_view name);

}  // namespace simulator
