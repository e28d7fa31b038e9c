// The UDF datafeed: bars, quotes and the clock. Samples of the replies stand in the
// documentation of TradingView's Universal Data Feed, which these follow.
#include <json/writer.h>

#include <chrono>

#include "fcgi/serve.h"
#include "feed.h"
#include "markets/bars.h"
#include "markets/last_price.h"
#include "markets/shown_books.h"
#include "routes.h"

namespace cambio::chart {
namespace {

using fcgi::Reply;
using fcgi::Request;
using markets::ChartBar, markets::bars, markets::find_symbol, markets::newest_before,
    markets::span_of, markets::Symbol;

constexpr const char* last_quotes = R"sql(
    select open24h, high24h, low24h, volume24h from quotes where market_id = $1)sql";

constexpr std::size_t max_quotes = 100;

std::string column(const char* name, const std::vector<ChartBar>& bars, Decimal ChartBar::*member) {
    std::string text = std::string{",\""} + name + "\":[";
    for (const auto& bar : bars) text += (bar.*member).str() + ",";
    if (!bars.empty()) text.pop_back();
    return text + "]";
}

Reply bars_reply(const std::vector<ChartBar>& found) {
    std::string times;
    for (const auto& bar : found) times += std::to_string(bar.time) + ",";
    times.pop_back();
    return Reply::raw_json(
        R"({"s":"ok","t":[)" + times + "]" + column("o", found, &ChartBar::open) +
        column("h", found, &ChartBar::high) + column("l", found, &ChartBar::low) +
        column("c", found, &ChartBar::close) + column("v", found, &ChartBar::volume) + "}");
}

Reply no_data(std::optional<std::int64_t> next_time) {
    Json::Value reply;
    reply["s"] = "no_data";
    if (next_time) reply["nextTime"] = Json::Int64{*next_time};
    return Reply::json(reply);
}

/// `fixed`: the resolution of the path, or null where the request names it.
Reply history_of(Request& request, const char* fixed) {
    return answer_feed([&] {
        auto& params = request.params;
        const auto name = params.required<std::string>("symbol", 40);
        const auto asked = params.optional<std::string>("resolution", 8);
        const auto span = span_of(fixed ? fixed : asked.value_or("1"), "resolution");
        const auto to = params.optional<std::int64_t>("to").value_or(latest_time);
        const auto count = params.optional<std::int64_t>("countback");
        const auto from = params.optional<std::int64_t>("from").value_or(0);
        if (to < 0 || to > latest_time) throw Error{Code::out_of_range, "to"};
        if (from < 0 || from > latest_time) throw Error{Code::out_of_range, "from"};
        if (count && (*count < 1 || *count > 5000)) throw Error{Code::out_of_range, "countback"};

        auto connection = request.db();
        pg::Transaction tx{*connection};
        const auto symbol = find_symbol(tx, name);
        if (!symbol) throw Error{Code::unknown_market, "symbol"};
        const auto found = bars(tx, *symbol, span, count ? to : from, to,
                                count ? std::optional{static_cast<int>(*count)} : std::nullopt);
        if (!found.empty()) return bars_reply(found);
        // "No data" tells the client to stop looking, unless something older stands behind the gap.
        return no_data(newest_before(tx, *symbol, span, count ? to : from));
    });
}

Reply history(Request& request) {
    return history_of(request, nullptr);
}
Reply five_minutes(Request& request) {
    return history_of(request, "5");
}
Reply one_hour(Request& request) {
    return history_of(request, "60");
}
Reply four_hours(Request& request) {
    return history_of(request, "240");
}
Reply one_day(Request& request) {
    return history_of(request, "1D");
}

/// {"ch", "chp", "lp" …} as the datafeed names them; numbers, as it wants them.
std::string quote_values(const pg::Row& row, const Symbol& symbol, const markets::ShownBook& book,
                         Decimal last) {
    const auto open = row.decimal("open24h");
    const auto change = last - open;
    const auto percent = open.positive() ? Decimal::multiply_divide(change, Decimal::of(100), open,
                                                                    Rounding::half_even)
                                         : Decimal{};
    const auto bid = book.bids.empty() ? last : book.bids.front().price;
    const auto ask = book.asks.empty() ? last : book.asks.front().price;
    return R"({"ch":)" + change.str() + R"(,"chp":)" +
           percent.rounded(4, Rounding::half_even).str() + R"(,"short_name":")" + symbol.pair +
           R"(","exchange":")" + exchange_name + R"(","description":")" + symbol.full_name +
           R"(","lp":)" + last.str() + R"(,"ask":)" + ask.str() + R"(,"bid":)" + bid.str() +
           R"(,"spread":)" + (ask - bid).str() + R"(,"open_price":)" + open.str() +
           R"(,"high_price":)" + row.decimal("high24h").str() + R"(,"low_price":)" +
           row.decimal("low24h").str() + R"(,"prev_close_price":)" + open.str() + R"(,"volume":)" +
           row.decimal("volume24h").str() + "}";
}

Reply quotes(Request& request) {
    return answer_feed([&] {
        auto names = request.params.required<std::string>("symbols", 4000);
        auto connection = request.db();
        pg::Transaction tx{*connection};
        std::string list;
        std::size_t answered = 0;
        while (!names.empty()) {
            if (++answered > max_quotes) throw Error{Code::out_of_range, "symbols"};
            const auto comma = std::min(names.find(','), names.size());
            const auto name = names.substr(0, comma);
            names.erase(0, comma + 1);
            const auto symbol = find_symbol(tx, name);
            const auto row = symbol ? tx.maybe(last_quotes, {symbol->market_id}) : std::nullopt;
            std::string values = "{}";
            if (row) {
                const MarketId market{symbol->market_id};
                const auto book = markets::read_shown_book(tx, market);
                const auto last = markets::within(book, markets::last_price(tx, market));
                values = quote_values(*row, *symbol, book, last);
            }
            list += (list.empty() ? "" : ",") + std::string{R"({"s":")"} + (row ? "ok" : "error") +
                    R"(","n":)" + Json::valueToQuotedString(name.c_str()) + R"(,"v":)" + values +
                    "}";
        }
        return Reply::raw_json(R"({"s":"ok","d":[)" + list + "]}");
    });
}

Reply server_time(Request&) {
    const auto now = pg::now().time_since_epoch();
    return Reply::text(
        std::to_string(std::chrono::duration_cast<std::chrono::seconds>(now).count()),
        "text/plain");
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter history_parameters[] = {
    {"symbol", Type::text, Need::required, "BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT."},
    {"resolution", Type::text, Need::optional,
     "The candle interval: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. A path that names the "
     "interval takes precedence."},
    {"from", Type::integer, Need::optional, "The start, in seconds since 1970."},
    {"to", Type::integer, Need::optional, "The end, exclusive, in seconds since 1970."},
    {"countback", Type::integer, Need::optional,
     "The number of candles before the end, 1 to 5000; takes precedence over from."},
};
constexpr fcgi::Parameter quotes_parameters[] = {
    {"symbols", Type::text, Need::required, "Up to 100 symbols, separated by commas."},
};

constexpr fcgi::Route bars_feed(std::string_view path, fcgi::Function function) {
    return feed(path, function).takes(history_parameters).gives("FeedBars");
}

constexpr fcgi::Route routes[] = {
    bars_feed("/udf/history", history).means("Returns candles"),
    bars_feed("/udf/history/five-min", five_minutes).means("Returns 5-minute candles"),
    bars_feed("/udf/history/one-hour", one_hour).means("Returns hourly candles"),
    bars_feed("/udf/history/four-hour", four_hours).means("Returns 4-hour candles"),
    bars_feed("/udf/history/one-day", one_day).means("Returns daily candles"),
    bars_feed("/udf/history/ticker", history).means("Returns candles (alternative path)"),
    feed("/udf/quotes", quotes)
        .takes(quotes_parameters)
        .gives("FeedQuotes")
        .means("Returns quotes of several symbols"),
    feed("/udf/time", server_time, 0).gives("FeedTime").means("Returns the server time"),
};

}  // namespace

const std::span<const fcgi::Route> datafeed_routes = routes;

}  // namespace cambio::chart
