#include "world.h"

#include <algorithm>

#include "json_text.h"

namespace simulator {
namespace {

constexpr std::int64_t funding_period_ms = 8 * hour_ms;
constexpr Step rate_step{1, 10};

std::string_view type_of(const Instrument& it) {
    return it.swap ? "SWAP" : "SPOT";
}

Step base_step(const Instrument& it) {
    return product(it.lot, it.contract);
}

std::string price_text(const Instrument& it, std::int64_t ticks) {
    return decimal(ticks, it.tick);
}

std::string levels_text(const Instrument& it, const std::vector<Level>& levels) {
    std::string out = "[";
    for (const Level& level : levels) {
        if (out.size() > 1) out += ',';
        out += array({price_text(it, level.price), decimal(level.lots, it.lot), "0",
                      std::to_string(level.orders)});
    }
    return out += ']';
}

// Between -0.03 % and 0.05 % for eight hours, around the usual 0.01 %.
std::int64_t funding_rate(const Instrument& it, std::int64_t period) {
    const double u = uniform(mix(it.key ^ 0x66756e64u, static_cast<std::uint64_t>(period)));
    return static_cast<std::int64_t>((1e-4 + (u - 0.5) * 8e-4) * 1e10);
}

}  // namespace

std::int64_t World::now(std::size_t i) {
    const Fault* stale = faults.find(FaultKind::stale, instrument(i).id, {});
    return stale != nullptr ? stale->since : clock.now();
}

Book World::book(std::size_t i, std::size_t depth) {
    const auto pinned = pinned_books.find(i);
    if (pinned == pinned_books.end()) return market.book(i, now(i), depth);
    Book book = pinned->second;
    book.asks.resize(std::min(book.asks.size(), depth));
    book.bids.resize(std::min(book.bids.size(), depth));
    return book;
}

std::string World::instrument_row(std::size_t i) {
    const Instrument& it = instrument(i);
    const std::string family = it.base + "-" + it.quote;
    return object({{"instType", type_of(it)},
                   {"instId", it.id},
                   {"instFamily", it.swap ? family : ""},
                   {"uly", it.swap ? family : ""},
                   {"baseCcy", it.swap ? "" : it.base},
                   {"quoteCcy", it.swap ? "" : it.quote},
                   {"settleCcy", it.swap ? it.quote : ""},
                   {"ctType", it.swap ? "linear" : ""},
                   {"ctVal", it.contract_text},
                   {"ctValCcy", it.swap ? it.base : ""},
                   {"ctMult", it.swap ? "1" : ""},
                   {"tickSz", it.tick_text},
                   {"lotSz", it.lot_text},
                   {"minSz", it.min_text},
                   {"maxLmtSz", "9999999999"},
                   {"lever", it.swap ? "50" : "10"},
                   {"listTime", std::to_string(listed_at)},
                   {"expTime", ""},
                   {"ruleType", "normal"},
                   {"state", "live"}});
}

std::string World::ticker_row(std::size_t i) {
    const Instrument& it = instrument(i);
    const std::int64_t ts = now(i);
    const Ticker ticker = market.ticker(i, ts);
    const Book top = book(i, 1);
    const auto price = [&](const std::vector<Level>& side) {
        return side.empty() ? std::string{} : price_text(it, side.front().price);
    };
    const auto size = [&](const std::vector<Level>& side) {
        return side.empty() ? std::string{} : decimal(side.front().lots, it.lot);
    };
    const Step value_step = product(it.tick, base_step(it));
    const std::string in_quote = decimal(ticker.day.value, value_step);
    const std::string in_base = decimal(ticker.day.lots, base_step(it));
    return object({{"instType", type_of(it)},
                   {"instId", it.id},
                   {"last", price_text(it, ticker.last.price)},
                   {"lastSz", decimal(ticker.last.lots, it.lot)},
                   {"askPx", price(top.asks)},
                   {"askSz", size(top.asks)},
                   {"bidPx", price(top.bids)},
                   {"bidSz", size(top.bids)},
                   {"open24h", price_text(it, ticker.day.open)},
                   {"high24h", price_text(it, ticker.day.high)},
                   {"low24h", price_text(it, ticker.day.low)},
                   {"volCcy24h", it.swap ? in_base : in_quote},
                   {"vol24h", decimal(ticker.day.lots, it.lot)},
                   {"sodUtc0", price_text(it, ticker.sod_utc0)},
                   {"sodUtc8", price_text(it, ticker.sod_utc8)},
                   {"ts", std::to_string(ts)}});
}

std::string World::book_fields(std::size_t i, std::size_t depth) {
    const Instrument& it = instrument(i);
    const Book shown = book(i, depth);
    return "\"asks\":" + levels_text(it, shown.asks) + ",\"bids\":" + levels_text(it, shown.bids) +
           ",\"ts\":\"" + std::to_string(now(i)) + "\"";
}

std::string World::trade_row(std::size_t i, const Trade& trade, std::string_view more) {
    const Instrument& it = instrument(i);
    std::string row = object({{"instId", it.id},
                              {"side", trade.buy ? "buy" : "sell"},
                              {"sz", decimal(trade.lots, it.lot)},
                              {"px", price_text(it, trade.price)},
                              {"tradeId", std::to_string(trade.id)},
                              {"source", "0"},
                              {"ts", std::to_string(trade.ts)}});
    row.insert(row.size() - 1, more);
    return row;
}

std::string World::candle_row(std::size_t i, const Candle& candle) {
    const Instrument& it = instrument(i);
    const std::string in_base = decimal(candle.lots, base_step(it));
    const std::string in_quote = decimal(candle.value, product(it.tick, base_step(it)));
    return array({std::to_string(candle.start), price_text(it, candle.open),
                  price_text(it, candle.high), price_text(it, candle.low),
                  price_text(it, candle.close), decimal(candle.lots, it.lot),
                  it.swap ? in_base : in_quote, in_quote, candle.closed ? "1" : "0"});
}

std::string World::mark_row(std::size_t i) {
    const Instrument& it = instrument(i);
    const std::int64_t ts = now(i);
    return object({{"instType", it.swap ? "SWAP" : "MARGIN"},
                   {"instId", it.id},
                   {"markPx", price_text(it, market.mark(i, ts))},
                   {"ts", std::to_string(ts)}});
}

std::string World::funding_row(std::size_t i) {
    const Instrument& it = instrument(i);
    const std::int64_t ts = now(i);
    const std::int64_t period = ts / funding_period_ms;
    const auto rate = [&](std::int64_t p) { return decimal(funding_rate(it, p), rate_step); };
    Funding next{rate(period), std::to_string((period + 1) * funding_period_ms),
                 std::to_string((period + 2) * funding_period_ms)};
    if (const auto pinned = pinned_funding.find(i); pinned != pinned_funding.end()) {
        next.rate = pinned->second.rate;
        if (!pinned->second.time.empty()) next.time = pinned->second.time;
        if (!pinned->second.after.empty()) next.after = pinned->second.after;
    }
    return object({{"formulaType", "noRate"},
                   {"fundingRate", next.rate},
                   {"fundingTime", next.time},
                   {"instId", it.id},
                   {"instType", "SWAP"},
                   {"interestRate", ""},
                   {"impactValue", ""},
                   {"maxFundingRate", "0.00375"},
                   {"minFundingRate", "-0.00375"},
                   {"method", "current_period"},
                   {"nextFundingRate", ""},
                   {"nextFundingTime", next.after},
                   {"premium", rate(period)},
                   {"settFundingRate", rate(period - 1)},
                   {"settState", "settled"},
                   {"ts", std::to_string(ts)}});
}

void World::pin_price(std::size_t i, std::int64_t ticks) {
    market.steer(i, {Steering::Kind::pinned, 1, ticks}, clock.now(), 0);
    const auto pinned = pinned_books.find(i);
    if (pinned == pinned_books.end()) return;
    const auto& [asks, bids] = pinned->second;
    const bool above = !asks.empty() && ticks > asks.front().price;
    const bool below = !bids.empty() && ticks < bids.front().price;
    if (above || below) pinned_books.erase(pinned);
}

void World::pin_book(std::size_t i, Book book) {
    if (!book.asks.empty() && !book.bids.empty()) {
        const std::int64_t sum = book.asks.front().price + book.bids.front().price;
        market.steer(i, {Steering::Kind::pinned, 1, (sum + 1) / 2}, clock.now(), 0);
    }
    pinned_books[i] = std::move(book);
    steered[i] = "book";
}

void World::clear() {
    faults.clear();
    pinned_books.clear();
    pinned_funding.clear();
    for (const auto& [i, what] : steered) market.steer(i, {}, clock.now(), 0);
    steered.clear();
}

void World::clear(std::size_t i) {
    faults.clear(instrument(i).id);
    pinned_books.erase(i);
    pinned_funding.erase(i);
    if (steered.erase(i) > 0) market.steer(i, {}, clock.now(), 0);
}

std::optional<Bar> bar_of(std::string_view name) {
    struct Named {
        std::string_view name;
        std::int64_t minutes;
    };
    constexpr Named short_bars[] = {{"1m", 1},   {"3m", 3},  {"5m", 5},   {"15m", 15},
                                    {"30m", 30}, {"1H", 60}, {"2H", 120}, {"4H", 240}};
    for (const Named& bar : short_bars) {
        if (bar.name == name) return Bar{bar.minutes * minute_ms, 0};
    }
    // Bars of six hours and more begin at midnight in UTC+8 unless their name ends in utc.
    const bool utc = name.ends_with("utc");
    if (utc) name.remove_suffix(3);
    const std::int64_t shift = utc ? 0 : -8 * hour_ms;
    if (name == "6H") return Bar{6 * hour_ms, shift};
    if (name == "12H") return Bar{12 * hour_ms, shift};
    if (name == "1D") return Bar{day_ms, shift};
    if (name == "1W") return Bar{7 * day_ms, 4 * day_ms + shift};  // from Monday
    return std::nullopt;
}

}  // namespace simulator
