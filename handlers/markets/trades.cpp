// The order book that the site shows, as the engine that settles orders tells it, and the latest
// trades, the provider's and ours.
#include "listing.h"
#include "markets/last_price.h"
#include "markets/shown_books.h"
#include "routes.h"

namespace cambio::markets {
namespace {

using fcgi::Reply;
using fcgi::Request;

constexpr const char* sides[] = {"buy", "sell"};

constexpr const char* latest_trades = R"sql(
    select price, quantity, side, at from (
        (select price, quantity, side, at from provider_trades
         where market_id = $1 and at > now() - interval '1 day' order by at desc limit 100)
        union all
        (select price, quantity, taker_side as side, at from fills
         where market_id = $1 order by seq desc, position desc limit 100)) t
    order by at desc limit 100)sql";

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
    for (const auto row : tx.run(latest_trades, {pair.market_id})) {
        Json::Value trade;
        trade["px"] = row.decimal("price").str();
        trade["sz"] = row.decimal("quantity").str();
        trade["side"] = sides[row.integer("side") - 1];
        const auto since_epoch = row.time("at").time_since_epoch();
        trade["ts"] = std::to_string(
            std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch).count());
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
