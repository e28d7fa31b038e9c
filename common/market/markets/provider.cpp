#include "markets/provider.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <random>
#include <thread>

#include "http/http.h"
#include "markets/provider_reply.h"
#include "markets/provider_rows.h"

namespace cambio::markets {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// The provider counts what arrives in two seconds; calls that were sent evenly may arrive closer
/// together, which the surplus allows for.
constexpr milliseconds limit_window{2'100};

struct Call {
    const char* path;
    std::size_t allowed;  ///< calls in two seconds, from the provider's documentation
};

constexpr Call ticker_call{"/api/v5/market/ticker", 20};
constexpr Call tickers_call{"/api/v5/market/tickers", 20};
constexpr Call book_call{"/api/v5/market/books", 40};
constexpr Call trades_call{"/api/v5/market/trades", 100};
constexpr Call candles_call{"/api/v5/market/candles", 40};
constexpr Call history_call{"/api/v5/market/history-candles", 20};
constexpr Call instruments_call{"/api/v5/public/instruments", 20};
constexpr Call mark_prices_call{"/api/v5/public/mark-price", 10};
constexpr Call funding_call{"/api/v5/public/funding-rate", 10};

const char* name_of(InstrumentType type) {
    return type == InstrumentType::spot ? "SPOT" : "SWAP";
}

InstrumentType type_of(const std::string& instrument) {
    return instrument.ends_with("-SWAP") ? InstrumentType::swap : InstrumentType::spot;
}

const char* name_of(Bar bar) {
    switch (bar) {
        case Bar::m1:
            return "1m";
        case Bar::m5:
            return "5m";
        case Bar::h1:
            return "1H";
        case Bar::h4:
            return "4H";
        case Bar::d1:
            return "1Dutc";  // Plain 1D begins at midnight in UTC+8.
    }
    return "";
}

bool worth_another_try(ProviderOutcome outcome) {
    switch (outcome) {
        case ProviderOutcome::ok:
        case ProviderOutcome::unknown_instrument:
        case ProviderOutcome::refused:
            return false;
        default:
            return true;
    }
}

std::string text_of(Instant instant) {
    return std::to_string(instant.time_since_epoch().count());
}

std::string candle_query(const std::string& instrument, Bar bar, const CandleRange& range) {
    std::string query = "instId=" + http::encode(instrument) + "&bar=" + name_of(bar) +
                        "&limit=" + std::to_string(range.limit);
    if (range.before_opening) query += "&after=" + text_of(*range.before_opening);
    if (range.after_opening) query += "&before=" + text_of(*range.after_opening);
    return query;
}

}  // namespace

const char* name_of(ProviderOutcome outcome) {
    switch (outcome) {
        case ProviderOutcome::ok:
            return "ok";
        case ProviderOutcome::unknown_instrument:
            return "unknown_instrument";
        case ProviderOutcome::refused:
            return "refused";
        case ProviderOutcome::rate_limited:
            return "rate_limited";
        case ProviderOutcome::busy:
            return "busy";
        case ProviderOutcome::unavailable:
            return "unavailable";
        case ProviderOutcome::malformed:
            return "malformed";
        case ProviderOutcome::unreachable:
            return "unreachable";
        case ProviderOutcome::timed_out:
            return "timed_out";
    }
    return "";
}

std::chrono::minutes length_of(Bar bar) {
    switch (bar) {
        case Bar::m1:
            return std::chrono::minutes{1};
        case Bar::m5:
            return std::chrono::minutes{5};
        case Bar::h1:
            return std::chrono::minutes{60};
        case Bar::h4:
            return std::chrono::minutes{240};
        case Bar::d1:
            return std::chrono::minutes{1440};
    }
    return {};
}

struct Provider::State {
    std::string base_url;
    Options options;
    http::Client client{};
    std::map<std::string, std::deque<Clock::time_point>> sent{};  ///< by path, the last window's
    Clock::time_point not_before{};                               ///< the back-off's end
    int failures = 0;                                             ///< in a row
    std::minstd_rand random{std::random_device{}()};

    Reply call(const Call& call, const std::string& query);

  private:
    void wait_for_turn(const Call& call);
    void wait_until(Clock::time_point time) const;
    void back_off(ProviderOutcome outcome, const http::Answer& answer);
};

/// Or until the call is given up.
void Provider::State::wait_until(Clock::time_point time) const {
    constexpr milliseconds look{100};
    for (auto now = Clock::now(); now < time && !options.given_up(); now = Clock::now())
        std::this_thread::sleep_for(std::min<Clock::duration>(time - now, look));
}

/// Waits until one call more keeps to the limit and the last back-off is over.
void Provider::State::wait_for_turn(const Call& call) {
    wait_until(not_before);
    if (!options.keep_limits) return;
    auto& times = sent[call.path];
    if (times.size() >= call.allowed) {
        wait_until(times.front() + limit_window);
        times.pop_front();
    }
    times.push_back(Clock::now());
}

/// Twice as long after each failure, of which a random half is kept, so that several hosts do not
/// come back at the same instant.
void Provider::State::back_off(ProviderOutcome outcome, const http::Answer& answer) {
    constexpr int largest_exponent = 10;
    const auto doubled = options.first_pause * (1 << std::min(failures, largest_exponent));
    const auto longest = std::min<milliseconds>(doubled, options.max_pause);
    std::uniform_int_distribution<milliseconds::rep> half{longest.count() / 2, longest.count()};
    milliseconds pause{half(random)};
    if (outcome == ProviderOutcome::rate_limited) pause = std::max(pause, options.limit_pause);
    if (const auto asked = answer.headers.find("retry-after"); asked != answer.headers.end()) {
        const std::string& text = asked->second;
        const bool seconds = !text.empty() && text.size() <= 3 &&
                             text.find_first_not_of("0123456789") == std::string::npos;
        if (seconds) pause = std::max<milliseconds>(pause, std::chrono::seconds{std::stoi(text)});
    }
    not_before = Clock::now() + pause;
    ++failures;
}

Reply Provider::State::call(const Call& call, const std::string& query) {
    http::Outgoing request;
    request.url = base_url + call.path + "?" + query;
    request.timeout = options.timeout;
    request.headers = {"Accept: application/json"};
    Reply reply;
    for (int attempt = 0; attempt < options.attempts; ++attempt) {
        wait_for_turn(call);
        const http::Answer answer = client.send(request);
        reply = reply_of(answer);
        if (!worth_another_try(reply.outcome)) {
            failures = 0;
            return reply;
        }
        back_off(reply.outcome, answer);
        if (options.given_up()) break;
    }
    return reply;
}

Provider::Provider(std::string base_url, const Options& options)
    : state_{new State{std::move(base_url), options}} {}

Provider::~Provider() = default;

Provided<std::vector<ProviderTicker>> Provider::tickers(InstrumentType type) {
    const auto query = std::string{"instType="} + name_of(type);
    return every<ProviderTicker>(state_->call(tickers_call, query), rows::ticker);
}

Provided<ProviderTicker> Provider::ticker(const std::string& instrument) {
    const auto query = "instId=" + http::encode(instrument);
    return only<ProviderTicker>(state_->call(ticker_call, query), rows::ticker);
}

Provided<ProviderBook> Provider::book(const std::string& instrument, int depth) {
    const auto query = "instId=" + http::encode(instrument) + "&sz=" + std::to_string(depth);
    return only<ProviderBook>(state_->call(book_call, query), rows::book);
}

Provided<std::vector<ProviderTrade>> Provider::trades(const std::string& instrument, int limit) {
    const auto query = "instId=" + http::encode(instrument) + "&limit=" + std::to_string(limit);
    return every<ProviderTrade>(state_->call(trades_call, query), rows::trade);
}

Provided<std::vector<ProviderCandle>> Provider::candles(const std::string& instrument, Bar bar,
                                                        const CandleRange& range) {
    const auto type = type_of(instrument);
    return every<ProviderCandle>(
        state_->call(candles_call, candle_query(instrument, bar, range)),
        [type](const Json::Value& row) { return rows::candle(row, type); });
}

Provided<std::vector<ProviderCandle>> Provider::history_candles(const std::string& instrument,
                                                                Bar bar, const CandleRange& range) {
    const auto type = type_of(instrument);
    return every<ProviderCandle>(
        state_->call(history_call, candle_query(instrument, bar, range)),
        [type](const Json::Value& row) { return rows::candle(row, type); });
}

Provided<std::vector<ProviderInstrument>> Provider::instruments(InstrumentType type) {
    const auto query = std::string{"instType="} + name_of(type);
    return every<ProviderInstrument>(state_->call(instruments_call, query), rows::instrument);
}

Provided<std::vector<ProviderMarkPrice>> Provider::mark_prices() {
    return every<ProviderMarkPrice>(state_->call(mark_prices_call, "instType=SWAP"),
                                    rows::mark_price);
}

Provided<std::vector<ProviderFundingRate>> Provider::funding_rates(const std::string& instrument) {
    const auto query = "instId=" + http::encode(instrument.empty() ? "ANY" : instrument);
    return every<ProviderFundingRate>(state_->call(funding_call, query), rows::funding_rate);
}

}  // namespace cambio::markets
