// The candles of the site's own charts.
#include "fcgi/serve.h"
#include "markets/bars.h"
#include "routes.h"

namespace cambio::chart {
namespace {

using fcgi::Reply;
using fcgi::Request;
using markets::ChartBar, markets::bars, markets::find_symbol, markets::newest_before,
    markets::span_of;

constexpr std::int64_t usual_bars = 500;
constexpr std::int64_t max_series_bars = 1000;
// Year 2100: later than any candle, early enough to be a timestamp.
constexpr std::int64_t latest_time = 4102444800;

std::string array_of(const ChartBar& bar) {
    return "[" + bar.open.str() + "," + bar.close.str() + "," + bar.low.str() + "," +
           bar.high.str() + "," + bar.volume.str() + "]";
}

std::string latest_of(const ChartBar& bar) {
    return R"({"time":)" + std::to_string(bar.time * 1000) + R"(,"open":)" + bar.open.str() +
           R"(,"high":)" + bar.high.str() + R"(,"low":)" + bar.low.str() + R"(,"close":)" +
           bar.close.str() + R"(,"volume":)" + bar.volume.str() + "}";
}

Reply chart_series(Request& request) {
    auto& params = request.params;
    const auto name = params.required<std::string>("symbol", 20);
    const auto span =
        span_of(params.optional<std::string>("timeframe", 8).value_or("1min"), "timeframe");
    const auto limit = params.optional<std::int64_t>("limit").value_or(usual_bars);
    if (limit < 1 || limit > max_series_bars) throw Error{Code::out_of_range, "limit"};
    const auto before = params.optional<std::int64_t>("before").value_or(latest_time * 1000);
    if (before < 0 || before > latest_time * 1000) throw Error{Code::out_of_range, "before"};

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto symbol = find_symbol(tx, name);
    if (!symbol) throw Error{Code::unknown_market, "symbol"};
    // A chart that opens starts from the newest bar, wherever the feed may have stopped.
    const auto newest = newest_before(tx, *symbol, span, before / 1000);
    const auto to = std::min(before / 1000, newest.value_or(0) + 1);
    const auto found =
        newest ? bars(tx, *symbol, span, to, to, static_cast<int>(limit)) : std::vector<ChartBar>{};
    tx.commit();

    std::string dates, series;
    for (const auto& bar : found) {
        const char* comma = dates.empty() ? "" : ",";
        dates += comma + std::to_string(bar.time * 1000);
        series += comma + array_of(bar);
    }
    return Reply::raw_json(R"({"dates":[)" + dates + R"(],"series":[)" + series +
                           R"(],"latest_time":)" +
                           (found.empty() ? "null" : latest_of(found.back())) + "}");
}

constexpr fcgi::Parameter series_parameters[] = {
    {"symbol", fcgi::Type::text, fcgi::Need::required, "A pair or its coin: BTCUSDT, BTC."},
    {"timeframe", fcgi::Type::choice, fcgi::Need::optional, "The candle interval; 1min by default.",
     "1min|5min|1hr|4hr|1D|1W|1M|1|5|15|30|60|240|D|W|M"},
    {"limit", fcgi::Type::integer, fcgi::Need::optional, "1 to 1000; 500 by default."},
    {"before", fcgi::Type::integer, fcgi::Need::optional,
     "Only candles that open before this time, in milliseconds since 1970."},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::get,
                .path = "/api/v2/chart/chart-series",
                .access = fcgi::Access::guest,
                .limit = fcgi::Limit::reads,
                .effect = fcgi::Effect::reads,
                .function = chart_series,
                .cache_seconds = 1}
        .takes(series_parameters)
        .gives("ChartSeries")
        .means("Returns candles for a chart"),
};

}  // namespace

const std::span<const fcgi::Route> series_routes = routes;

}  // namespace cambio::chart
