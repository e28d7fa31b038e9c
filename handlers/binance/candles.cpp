// Candles.
#include <algorithm>
#include <string>

#include "binance/calls.h"
#include "binance/figures.h"
#include "markets/bars.h"
#include "routes.h"

namespace cambio::binance {
namespace {

using fcgi::Reply, fcgi::Request;
using markets::ChartBar;

constexpr int usual_bars = 500;
constexpr int max_bars = 1000;
constexpr std::int64_t candles_weight = 2;
constexpr std::int64_t latest_time = 4'102'444'800;

struct Interval {
    std::string_view name;
    std::int64_t seconds;  ///< at most, of a month
};
constexpr Interval intervals[] = {
    {"1m", 60},     {"3m", 180},   {"5m", 300},    {"15m", 900},   {"30m", 1800},
    {"1h", 3600},   {"2h", 7200},  {"4h", 14400},  {"6h", 21600},  {"8h", 28800},
    {"12h", 43200}, {"1d", 86400}, {"3d", 259200}, {"1w", 604800}, {"1M", 2678400},
};

std::int64_t seconds(pg::Time time) {
    return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

/// When the next bar opens.
std::int64_t end_of(const ChartBar& bar, const Interval& interval) {
    if (interval.name != "1M") return bar.time + interval.seconds;
    const std::chrono::year_month_day day{
        std::chrono::sys_days{std::chrono::floor<std::chrono::days>(
            std::chrono::sys_seconds{std::chrono::seconds{bar.time}})}};
    const auto next = day.year() / day.month() / 1 + std::chrono::months{1};
    return std::chrono::sys_seconds{std::chrono::sys_days{next}}.time_since_epoch().count();
}

/// What the candles do not keep is 0: the volume in the quote coin, the number of trades, and what
/// takers bought.
std::string kline(const markets::Market& market, const ChartBar& bar, const Interval& interval) {
    std::string text = "[" + std::to_string(bar.time * 1000);
    for (const auto value : {bar.open, bar.high, bar.low, bar.close})
        text += ",\"" + price(market, value) + '"';
    text += ",\"" + quantity(market, bar.volume) + "\"," +
            std::to_string(end_of(bar, interval) * 1000 - 1);
    return text + R"(,"0.00000000",0,"0.00000000","0.00000000","0"])";
}

std::vector<ChartBar> read_bars(pg::Transaction& tx, const markets::Market& market,
                                const Interval& interval, std::optional<pg::Time> from,
                                std::optional<pg::Time> to, int most) {
    const auto span = markets::span_of(std::string{interval.name}, "interval");
    markets::Symbol symbol;
    symbol.market_id = market.id.value;
    // The last one that may open is read whole.
    auto end = to ? seconds(*to) + interval.seconds : latest_time;
    std::vector<ChartBar> found;
    if (from) {
        auto first = seconds(*from - pg::Time::duration{1}) + 1;
        const auto oldest = markets::oldest_from(tx, symbol, span, first - interval.seconds);
        if (!oldest) return {};
        first = std::max(first, *oldest);
        end = std::min(end, first + interval.seconds * (most + 1));
        found = markets::bars(tx, symbol, span, first - interval.seconds, end, std::nullopt);
        // A bar that opens earlier is read in part.
        std::erase_if(found, [&](const ChartBar& bar) { return bar.time < seconds(*from); });
    } else {
        const auto newest = markets::newest_before(tx, symbol, span, end);
        if (!newest) return {};
        found = markets::bars(tx, symbol, span, end, std::min(end, *newest + 1), most + 1);
        if (static_cast<int>(found.size()) > most + 1) found.erase(found.begin());
    }
    if (to) std::erase_if(found, [&](const ChartBar& bar) { return bar.time > seconds(*to); });
    const auto size = static_cast<int>(found.size());
    if (size > most && from) found.resize(most);
    if (size > most && !from) found.erase(found.begin(), found.end() - most);
    return found;
}

/// Candles of UTC alone: a program that asked for days of its own place would take ours for those.
/// Read as Binance does, "0", "+00:00" and the like are UTC.
void expect_utc(Request& request) {
    const auto zone = request.params.optional<std::string>("timeZone", 6).value_or("0");
    constexpr std::string_view names[] = {"0", "00", "0:00", "00:00"};
    std::string_view digits = zone;
    if (digits.starts_with('+') || digits.starts_with('-')) digits.remove_prefix(1);
    if (std::ranges::find(names, digits) == std::end(names))
        throw Error{Code::invalid_parameter, "timeZone"};
}

Reply klines(Request& request) {
    weigh(request, candles_weight);
    const auto all = directory(request.services());
    const auto& market = needed_market(request, *all);
    const auto name = request.params.required<std::string>("interval", 8);
    const auto* interval = std::ranges::find(intervals, name, &Interval::name);
    if (interval == std::end(intervals)) throw Error{Code::invalid_parameter, "interval"};
    const int most = read_limit(request, usual_bars, max_bars);
    const auto from = read_time(request, "startTime");
    const auto to = read_time(request, "endTime");
    if (from && to && *from > *to) throw Error{Code::out_of_range, "endTime"};
    expect_utc(request);

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto found = read_bars(tx, market, *interval, from, to, most);
    tx.commit();
    std::string text = "[";
    for (const auto& bar : found) {
        if (text.size() > 1) text += ',';
        text += kline(market, bar, *interval);
    }
    return answer(request, text + "]");
}

using fcgi::Need, fcgi::Parameter, fcgi::Type;

constexpr Parameter kline_parameters[] = {
    symbol_parameter,
    {"interval", Type::choice, Need::required, "How long a candle is.",
     "1m|3m|5m|15m|30m|1h|2h|4h|6h|8h|12h|1d|3d|1w|1M"},
    {"startTime", Type::integer, Need::optional, "The first opening, in milliseconds."},
    {"endTime", Type::integer, Need::optional, "The last opening, in milliseconds."},
    {"timeZone", Type::text, Need::optional, "Of the candles: 0 alone, which is UTC."},
    {"limit", Type::integer, Need::optional, "500 unless given, 1000 at most."},
};

constexpr fcgi::Route routes[] = {
    reads("/binance/api/v3/klines", klines)
        .takes(kline_parameters)
        .gives("BinanceCandles")
        .means("Gives candles, as Binance does"),
    reads("/binance/api/v3/uiKlines", klines)
        .takes(kline_parameters)
        .gives("BinanceCandles")
        .means("Gives candles for a page, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> candle_routes = routes;

}  // namespace cambio::binance
