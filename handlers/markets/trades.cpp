// The order book that the site shows, as the engine that settles orders tells it, and the latest
// trades, the provider's and ours.
#include "markets/trades.h"

#include "markets/last_price.h"
#include "markets/listing.h"
#include "markets/shown_books.h"
#include "routes.h"

namespace cambio::markets {
namespace {

using fcgi::Reply;
using fcgi::Request;

constexpr int max_trades = 100;

Json::Value json_of(const std::vector<Level>& levels) {
    Json::Value list{Json::arrayValue};
    for (const auto& [price, quantity] : levels) {
        Json::Value level;
        level["unit_price"] = price.str();
        level["number_of_order"] = quantity.str();
        level["total"] = Decimal::multiply(price, quantity, Rounding::half_even).str();
        list.append(std::move(level));
    }
    return list;
}

void add_book(Json::Value& reply, pg::Transaction& tx, const Pair& pair) {
    const MarketId market{pair.market_id};
    const ShownBook book = read_shown_book(tx, market);
    reply["bids"] = json_of(book.bids);
    reply["asks"] = json_of(book.asks);
    reply["price"] = within(book, last_price(tx, market)).str();
}

void add_trades(Json::Value& reply, pg::Transaction& tx, const Pair& pair) {
    reply["trades"] = Json::Value{Json::arrayValue};
    for (const Trade& last : latest_trades(tx, MarketId{pair.market_id}, max_trades)) {
        Json::Value trade;
        trade["px"] = last.price.str();
        trade["sz"] = last.quantity.str();
        trade["side"] = last.taker_buys ? "buy" : "sell";
        trade["ts"] = std::to_string(to_milliseconds(last.at));
        reply["trades"].append(std::move(trade));
    }
}

Reply recent_trades(Request& request) {
    const auto name = request.params.required<std::string>("name", 20);
    const auto all = listing(request.services());
    const auto& pair = find(*all, name, "name");
    // The sequence is read before the book, which is told before it is pushed: a push in between
    // makes the client fetch once more, while the other order could hide a change from it.
    const auto seq = request.redis().get("push:market." + pair.pair + ":book");

    Json::Value reply;
    auto connection = request.db();
    pg::Transaction tx{*connection};
    add_book(reply, tx, pair);
    add_trades(reply, tx, pair);
    tx.commit();
    reply["seq"] = seq ? *seq : "0";
    reply["stale"] = pair.stale;
    reply["as_of"] = pair.as_of;
    return Reply::json(reply);
}

constexpr fcgi::Parameter trade_parameters[] = {
    {"name", fcgi::Type::text, fcgi::Need::required, "A pair or its coin: BTCUSDT, BTC-USDT, BTC."},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::get,
                .path = "/api/v2/recent-trades",
                .access = fcgi::Access::guest,
                .limit = fcgi::Limit::reads,
                .effect = fcgi::Effect::reads,
                .function = recent_trades,
                .cache_seconds = 1}
        .takes(trade_parameters)
        .gives("RecentTrades")
        .means("Shows one pair's order book and latest trades (older path)"),
    fcgi::Route{.method = fcgi::Method::get,
                .path = "/api/v3/recent-trades",
                .access = fcgi::Access::guest,
                .limit = fcgi::Limit::reads,
                .effect = fcgi::Effect::reads,
                .function = recent_trades,
                .cache_seconds = 1}
        .takes(trade_parameters)
        .gives("RecentTrades")
        .means("Shows one pair's order book and latest trades"),
};

}  // namespace

const std::span<const fcgi::Route> trade_routes = routes;

}  // namespace cambio::markets
