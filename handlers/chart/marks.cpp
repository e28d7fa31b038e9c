// The marks of the UDF datafeed: what the asking client has bought and sold, on the candles. Who is
// not signed in has none.
#include <chrono>
#include <memory>

#include "fcgi/lane.h"
#include "fcgi/serve.h"
#include "feed.h"
#include "markets/bars.h"
#include "routes.h"

namespace cambio::chart {
namespace {

using fcgi::Need;
using fcgi::Reply;
using fcgi::Request;
using fcgi::Type;
using markets::find_symbol, markets::span_of, markets::Symbol;

constexpr std::int64_t max_marks = 500;

// Whoever has made a million fills waits for their marks apart from those who look at candles.
constexpr int threads = 2;
constexpr std::size_t max_waiting = 100;
constexpr std::size_t max_of_client = 4;
std::unique_ptr<fcgi::Lane> lane;

// As many of the newest fills of either side as make 500 marks of anybody who does not trade
// against forty orders each second.
constexpr std::int64_t max_fills = 20'000;

// What one order got within a second is one mark, at the average of its prices: a large one takes
// many levels of the book at once. The newest ones where there are too many.
constexpr const char* own_fills = R"sql(
    with own as (
        (select taker_order as order_id, taker_side as side, price, quantity, at from fills
          where taker_client = $1 and market_id = $2
                and at >= to_timestamp($3::bigint) and at < to_timestamp($4::bigint + 1)
          order by at desc limit $6)
        union all
        (select maker_order, 3 - taker_side, price, quantity, at from fills
          where maker_client = $1 and market_id = $2
                and at >= to_timestamp($3::bigint) and at < to_timestamp($4::bigint + 1)
          order by at desc limit $6)),
    marks as (
        select order_id, side, extract(epoch from date_trunc('second', at))::bigint as time,
               sum(quantity) as quantity,
               trunc(sum(price * quantity) / sum(quantity), 18) as price
          from own group by 1, 2, 3 order by 3 desc, 1 desc limit $5)
    select * from marks order by time, order_id
)sql";

Json::Value mark_of(const pg::Row& row, const Symbol& symbol) {
    const bool bought = row.integer("side") == 1;
    const auto price =
        row.decimal("price").rounded(symbol.tick.used_places(), Rounding::half_even).str();
    Json::Value mark;
    mark["id"] = "fill:" + row.str("order_id") + ":" + row.str("time");
    mark["time"] = Json::Int64{row.integer("time")};
    mark["color"] = bought ? "green" : "red";
    mark["text"] = (bought ? "Bought " : "Sold ") + row.decimal("quantity").str() + " " +
                   symbol.coin + " at " + price;
    mark["label"] = bought ? "B" : "S";
    mark["labelFontColor"] = "white";
    mark["minSize"] = 14;
    return mark;
}

Reply read_marks(Request& request) {
    return answer_feed([&] {
        auto& params = request.params;
        const auto name = params.required<std::string>("symbol", 40);
        const auto from = params.optional<std::int64_t>("from").value_or(0);
        const auto to = params.optional<std::int64_t>("to").value_or(latest_time);
        // The clients send it; a fill is marked at its own second whatever the candles last.
        span_of(params.optional<std::string>("resolution", 8).value_or("1"), "resolution");
        if (from < 0 || from > latest_time) throw Error{Code::out_of_range, "from"};
        if (to < 0 || to > latest_time) throw Error{Code::out_of_range, "to"};

        auto connection = request.db();
        pg::Transaction tx{*connection};
        const auto symbol = find_symbol(tx, name);
        if (!symbol) throw Error{Code::unknown_market, "symbol"};
        Json::Value list{Json::arrayValue};
        if (!request.signed_in()) return Reply::json(list);
        for (const auto row : tx.run(
                 own_fills, {request.client(), symbol->market_id, from, to, max_marks, max_fills}))
            list.append(mark_of(row, *symbol));
        return Reply::json(list);
    });
}

void marks(Request& request, fcgi::Later later) {
    if (!request.signed_in()) return later.answer(read_marks(request));
    lane->run_for(
        request.client(), std::move(later), [&request] { return read_marks(request); },
        max_of_client);
}

// The time axis has none; the call exists so that every client is content.
Reply timescale_marks(Request&) {
    return Reply::raw_json("[]");
}

constexpr fcgi::Parameter marks_parameters[] = {
    {"symbol", Type::text, Need::required, "BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT."},
    {"from", Type::integer, Need::optional, "The start, in seconds since 1970."},
    {"to", Type::integer, Need::optional, "The end, in seconds since 1970."},
    {"resolution", Type::text, Need::optional, "The candle interval; has no effect."},
};

// Nobody's trades are kept in nginx: there is no copy of these.
constexpr fcgi::Route marks_route() {
    auto route = feed("/udf/marks", nullptr, 0);
    route.deferred = marks;
    return route;
}

constexpr fcgi::Route routes[] = {
    marks_route()
        .takes(marks_parameters)
        .gives("FeedMarks")
        .means("Returns the client's own trades as marks on the candles"),
    feed("/udf/timescale_marks", timescale_marks)
        .gives("FeedTimescaleMarks")
        .means("Returns the marks on the time axis"),
};

}  // namespace

const std::span<const fcgi::Route> mark_routes = routes;

void start_marks() {
    lane = std::make_unique<fcgi::Lane>(threads, max_waiting);
}
void stop_marks() {
    lane.reset();
}

}  // namespace cambio::chart
