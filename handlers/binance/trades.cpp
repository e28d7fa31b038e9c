// The trades that everybody is shown.
#include "markets/trades.h"

#include <algorithm>

#include "binance/calls.h"
#include "binance/figures.h"
#include "markets/last_price.h"
#include "routes.h"

namespace cambio::binance {
namespace {

using fcgi::Reply, fcgi::Request;
using markets::Market, markets::Trade;

constexpr int usual_trades = 500;
constexpr int max_trades = 1000;
constexpr std::int64_t trades_weight = 25;
constexpr std::int64_t joined_weight = 4;
constexpr std::int64_t average_weight = 2;
constexpr int average_minutes = 5;

Json::Value trade_of(const Market& market, const Trade& trade) {
    Json::Value reply;
    reply["id"] = Json::Int64{trade.id};
    reply["price"] = price(market, trade.price);
    reply["qty"] = quantity(market, trade.quantity);
    reply["quoteQty"] = figure(Decimal::multiply(trade.price, trade.quantity, Rounding::half_even));
    reply["time"] = Json::Int64{markets::to_milliseconds(trade.at)};
    reply["isBuyerMaker"] = !trade.taker_buys;
    reply["isBestMatch"] = true;
    return reply;
}

std::vector<Trade> latest(Request& request, const Market& market, int most) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    auto found = markets::latest_trades(tx, market.id, most);
    tx.commit();
    std::ranges::stable_sort(found, {}, &Trade::id);
    return found;
}

std::vector<Trade> between(Request& request, const Market& market,
                           const markets::TradesBetween& asked) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    auto found = markets::trades_between(tx, market.id, asked);
    tx.commit();
    return found;
}

/// `fromId`, which no trade has where it is below 1.
std::optional<std::int64_t> read_from(Request& request) {
    const auto from = request.params.optional<std::int64_t>("fromId");
    if (from && *from < 0) throw Error{Code::out_of_range, "fromId"};
    return from;
}

Reply list(Request& request, const Market& market, const std::vector<Trade>& trades) {
    Json::Value reply{Json::arrayValue};
    for (const auto& trade : trades) reply.append(trade_of(market, trade));
    return answer(request, reply);
}

Reply trades(Request& request) {
    weigh(request, trades_weight);
    const auto all = directory(request.services());
    const auto& market = needed_market(request, *all);
    const int most = read_limit(request, usual_trades, max_trades);
    return list(request, market, latest(request, market, most));
}

Reply historical_trades(Request& request) {
    weigh(request, trades_weight);
    const auto all = directory(request.services());
    const auto& market = needed_market(request, *all);
    const int most = read_limit(request, usual_trades, max_trades);
    const auto from = read_from(request);
    if (!from) return list(request, market, latest(request, market, most));
    markets::TradesBetween asked;
    asked.first_id = *from;
    asked.most = most;
    return list(request, market, between(request, market, asked));
}

/// What one order took at one price is one trade here.
bool are_one(const Trade& before, const Trade& next) {
    return next.taker_order != 0 && next.taker_order == before.taker_order &&
           next.price == before.price;
}

Json::Value joined(const Market& market, const std::vector<Trade>& trades) {
    Json::Value reply{Json::arrayValue};
    for (std::size_t first = 0; first < trades.size();) {
        const Trade& trade = trades[first];
        Decimal taken = trade.quantity;
        std::size_t last = first;
        while (last + 1 < trades.size() && are_one(trades[last], trades[last + 1]))
            taken += trades[++last].quantity;
        Json::Value one;
        one["a"] = one["f"] = Json::Int64{trade.id};
        one["l"] = Json::Int64{trades[last].id};
        one["p"] = price(market, trade.price);
        one["q"] = quantity(market, taken);
        one["T"] = Json::Int64{markets::to_milliseconds(trade.at)};
        one["m"] = !trade.taker_buys;
        one["M"] = true;
        reply.append(std::move(one));
        first = last + 1;
    }
    return reply;
}

using Place = std::size_t;

/// Whether what stands at that place goes on with what stands before it.
bool goes_on(const std::vector<Trade>& trades, Place place) {
    return place > 0 && place < trades.size() && are_one(trades[place - 1], trades[place]);
}

/// The latest, and what is one with the first of them.
std::vector<Trade> latest_whole(Request& request, const Market& market, int most) {
    auto trades = latest(request, market, most + markets::max_trades_of_batch);
    auto first = trades.size() - std::min(trades.size(), static_cast<Place>(most));
    while (goes_on(trades, first)) --first;
    trades.erase(trades.begin(), trades.begin() + static_cast<std::ptrdiff_t>(first));
    return trades;
}

/// From that number on: not the rest of what has begun before it, but all of the last one.
std::vector<Trade> whole_between(Request& request, const Market& market,
                                 markets::TradesBetween asked) {
    const auto id = asked.first_id;
    const auto most = static_cast<std::ptrdiff_t>(asked.most);
    asked.first_id = markets::first_of_batch(id);
    asked.most += 2 * markets::max_trades_of_batch;
    auto trades = between(request, market, asked);
    auto first = std::ranges::lower_bound(trades, id, {}, &Trade::id);
    while (goes_on(trades, static_cast<Place>(first - trades.begin()))) ++first;
    trades.erase(trades.begin(), first);
    auto end = trades.begin() + std::min(most, std::ssize(trades));
    while (goes_on(trades, static_cast<Place>(end - trades.begin()))) ++end;
    trades.erase(end, trades.end());
    return trades;
}

Reply aggregate_trades(Request& request) {
    weigh(request, joined_weight);
    const auto all = directory(request.services());
    const auto& market = needed_market(request, *all);
    const int most = read_limit(request, usual_trades, max_trades);
    const auto id = read_from(request);
    const auto from = read_time(request, "startTime");
    const auto to = read_time(request, "endTime");
    if (id && (from || to)) throw Error{Code::invalid_parameter, "combination"};
    if (from && to && *from > *to) throw Error{Code::out_of_range, "endTime"};
    if (!id && !from && !to)
        return answer(request, joined(market, latest_whole(request, market, most)));
    markets::TradesBetween asked;
    asked.first_id = id.value_or(0);
    // Its end counts, too, and without a start the hour before it is meant.
    if (to) asked.to = *to + std::chrono::milliseconds{1};
    if (from) asked.from = *from;
    if (to && !from) asked.from = *to - std::chrono::hours{1};
    asked.most = most;
    return answer(request, joined(market, whole_between(request, market, asked)));
}

Reply average_price(Request& request) {
    weigh(request, average_weight);
    const auto all = directory(request.services());
    const auto& market = needed_market(request, *all);
    const auto now = pg::now();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto average =
        markets::average_price(tx, market.id, now - std::chrono::minutes{average_minutes});
    const auto shown = average ? *average : markets::last_price(tx, market.id);
    tx.commit();
    Json::Value reply;
    reply["mins"] = average_minutes;
    reply["price"] = shown.str(price_places(market), Rounding::half_even);
    reply["closeTime"] = Json::Int64{markets::to_milliseconds(now)};
    return answer(request, reply);
}

using fcgi::Need, fcgi::Parameter, fcgi::Type;

constexpr Parameter latest_parameters[] = {
    symbol_parameter,
    {"limit", Type::integer, Need::optional, "500 unless given, 1000 at most."},
};
constexpr Parameter history_parameters[] = {
    symbol_parameter,
    {"limit", Type::integer, Need::optional, "500 unless given, 1000 at most."},
    {"fromId", Type::integer, Need::optional, "The first trade; without it, the latest ones."},
};
constexpr Parameter joined_parameters[] = {
    symbol_parameter,
    {"limit", Type::integer, Need::optional, "500 unless given, 1000 at most."},
    {"fromId", Type::integer, Need::optional, "The first trade; not with times."},
    {"startTime", Type::integer, Need::optional, "The first moment, in milliseconds."},
    {"endTime", Type::integer, Need::optional, "The last moment, in milliseconds."},
};
constexpr Parameter average_parameters[] = {symbol_parameter};

constexpr fcgi::Route routes[] = {
    reads("/binance/api/v3/trades", trades)
        .takes(latest_parameters)
        .gives("BinanceTrades")
        .means("Lists the latest trades, as Binance does"),
    reads("/binance/api/v3/historicalTrades", historical_trades)
        .takes(history_parameters)
        .gives("BinanceTrades")
        .means("Lists older trades, as Binance does"),
    reads("/binance/api/v3/aggTrades", aggregate_trades)
        .takes(joined_parameters)
        .gives("BinanceJoinedTrades")
        .means("Lists trades joined by order and price, as Binance does"),
    reads("/binance/api/v3/avgPrice", average_price)
        .takes(average_parameters)
        .gives("BinanceAverage")
        .means("Gives the average price of five minutes, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> trade_routes = routes;

}  // namespace cambio::binance
