#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "money/decimal.h"

namespace cambio::markets {

using Instant = std::chrono::sys_time<std::chrono::milliseconds>;

/// What became of a call to the provider. Everything but `ok` leaves the value empty.
enum class ProviderOutcome {
    ok,
    unknown_instrument,  ///< 51001
    refused,             ///< another code: the call itself is wrong; trying again does not help
    rate_limited,        ///< 429, 50011, 50061
    busy,                ///< 50013
    unavailable,         ///< 5xx, 50001, 50004, 50026
    malformed,           ///< no JSON, a field is missing or impossible, or too large
    unreachable,         ///< no connection, or it broke
    timed_out,
};

const char* name_of(ProviderOutcome outcome);

template <class Value>
struct Provided {
    ProviderOutcome outcome = ProviderOutcome::unreachable;
    Value value{};
    std::string reason;  ///< for the log: the provider's code and message, or the network's words

    bool ok() const { return outcome == ProviderOutcome::ok; }
};

enum class InstrumentType { spot, swap };

struct ProviderTicker {
    std::string instrument;  ///< BTC-USDT
    Decimal last;
    std::optional<Decimal> bid;  ///< nothing when that side of the book is empty
    std::optional<Decimal> ask;
    Decimal open24h, high24h, low24h;
    Decimal base_volume24h;
    std::optional<Decimal> quote_volume24h;  ///< the provider gives it for SPOT alone
    Instant at;
};

/// Quantities of SWAP books and trades are contracts.
struct ProviderLevel {
    Decimal price;
    Decimal quantity;
};

struct ProviderBook {
    std::vector<ProviderLevel> bids;  ///< best first, never crossing the asks
    std::vector<ProviderLevel> asks;
    Instant at;
};

struct ProviderTrade {
    std::string id;
    Decimal price;
    Decimal quantity;
    bool taker_buys = false;
    Instant at;
};

struct ProviderCandle {
    Instant opened_at;
    Decimal open, high, low, close;
    Decimal base_volume;
    Decimal quote_volume;
    bool closed = false;
};

struct ProviderInstrument {
    std::string id;
    InstrumentType type = InstrumentType::spot;
    Decimal tick, lot, minimum;
    std::optional<Decimal> contract_value;  ///< base in a contract, SWAP alone
    bool live = false;
};

struct ProviderMarkPrice {
    std::string instrument;
    Decimal price;
    Instant at;
};

struct ProviderFundingRate {
    std::string instrument;
    Decimal rate;  ///< paid by longs to shorts at `due`, as a share of the position's value
    Instant due;
    Instant next_due;
    Instant at;
};

/// The lengths of bars that the exchange keeps.
enum class Bar { m1, m5, h1, h4, d1 };

std::chrono::minutes length_of(Bar bar);

/// Which candles: newer than `after_opening` and older than `before_opening`, where given. (The
/// provider's own parameters have these names the other way round.)
struct CandleRange {
    std::optional<Instant> after_opening;
    std::optional<Instant> before_opening;
    int limit = 100;  ///< 1 to 300
};

/// A client of the OKX v5 public REST protocol. It keeps to the provider's limits by waiting before
/// a call, tries again with growing, jittered pauses where that may help, and looks at the code in
/// the answer before the HTTP status. Calls block; nothing throws for what the network or the
/// provider does. Not for two threads at once.
class Provider {
  public:
    struct Options {
        std::chrono::milliseconds timeout{3000};
        int attempts = 3;  ///< of one call, the first included
        std::chrono::milliseconds first_pause{250};
        std::chrono::milliseconds max_pause{8000};
        /// After 429 or 50011 nothing is sent for at least this long: the provider's window.
        std::chrono::milliseconds limit_pause{2000};
        bool keep_limits = true;
        /// Asked while it waits: whether nobody needs the answer any more. There is no further
        /// attempt then.
        std::function<bool()> given_up = [] { return false; };
    };

    /// `base_url` without a trailing slash: https://www.okx.com
    explicit Provider(std::string base_url) : Provider{std::move(base_url), Options{}} {}
    Provider(std::string base_url, const Options& options);
    ~Provider();
    Provider(const Provider&) = delete;
    Provider& operator=(const Provider&) = delete;

    Provided<std::vector<ProviderTicker>> tickers(InstrumentType type);
    Provided<ProviderTicker> ticker(const std::string& instrument);
    /// `depth` 1 to 400 levels a side.
    Provided<ProviderBook> book(const std::string& instrument, int depth);
    /// Newest first; `limit` 1 to 500.
    Provided<std::vector<ProviderTrade>> trades(const std::string& instrument, int limit);
    /// Newest first, the open bar included; the last 1,440 bars alone.
    Provided<std::vector<ProviderCandle>> candles(const std::string& instrument, Bar bar,
                                                  const CandleRange& range);
    /// Newest first, years back.
    Provided<std::vector<ProviderCandle>> history_candles(const std::string& instrument, Bar bar,
                                                          const CandleRange& range);
    Provided<std::vector<ProviderInstrument>> instruments(InstrumentType type);
    /// Of every SWAP.
    Provided<std::vector<ProviderMarkPrice>> mark_prices();
    /// Of one SWAP, or of every one when `instrument` is empty.
    Provided<std::vector<ProviderFundingRate>> funding_rates(const std::string& instrument);

    struct State;

  private:
    std::unique_ptr<State> state_;
};

}  // namespace cambio::markets
