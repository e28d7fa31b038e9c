// The clock, and the rules of the markets.
#include "binance/calls.h"
#include "binance/figures.h"
#include "markets/trades.h"
#include "routes.h"
#include "settlement/rules.h"
#include "settlement/scale.h"
#include "settlement/trailing.h"

namespace cambio::binance {
namespace {

using fcgi::Reply, fcgi::Request;
using markets::Market;

constexpr int rules_weight = 20;

Reply ping(Request& request) {
    weigh(request, 1);
    return answer(request, Json::Value{Json::objectValue});
}

Reply server_time(Request& request) {
    weigh(request, 1);
    Json::Value reply;
    reply["serverTime"] = Json::Int64{markets::to_milliseconds(pg::now())};
    return answer(request, reply);
}

Json::Value list_of(std::initializer_list<const char*> words) {
    Json::Value list{Json::arrayValue};
    for (const auto* word : words) list.append(word);
    return list;
}

Json::Value quantity_filter(const Market& market, const char* type) {
    Json::Value filter;
    filter["filterType"] = type;
    filter["minQty"] = quantity(market, market.minimum_quantity);
    filter["maxQty"] = quantity(market, settlement::quantity_of(market, matching::max_lots));
    filter["stepSize"] = quantity(market, market.lot);
    return filter;
}

Json::Value filters_of(const Market& market) {
    Json::Value filters{Json::arrayValue};
    Json::Value prices;
    prices["filterType"] = "PRICE_FILTER";
    prices["minPrice"] = prices["tickSize"] = price(market, market.tick);
    prices["maxPrice"] = price(market, settlement::price_of(market, matching::max_ticks));
    filters.append(prices);
    filters.append(quantity_filter(market, "LOT_SIZE"));
    filters.append(quantity_filter(market, "MARKET_LOT_SIZE"));
    Json::Value worth;
    worth["filterType"] = "NOTIONAL";
    worth["minNotional"] = figure(market.minimum_total);
    worth["applyMinToMarket"] = true;
    worth["maxNotional"] = figure(settlement::times(matching::max_notional, market.unit));
    worth["applyMaxToMarket"] = true;
    worth["avgPriceMins"] = 0;
    filters.append(worth);
    Json::Value distance;
    distance["filterType"] = "PERCENT_PRICE_BY_SIDE";
    const auto furthest = Decimal::of(settlement::furthest_price);
    distance["bidMultiplierUp"] = distance["askMultiplierUp"] = furthest.str();
    distance["bidMultiplierDown"] = distance["askMultiplierDown"] =
        Decimal::divide(Decimal::of(1), furthest, Rounding::up).str();
    distance["avgPriceMins"] = 0;
    filters.append(distance);
    Json::Value orders;
    orders["filterType"] = "MAX_NUM_ORDERS";
    orders["maxNumOrders"] = settlement::max_open_orders;
    filters.append(orders);
    Json::Value trailing_stops;
    trailing_stops["filterType"] = "MAX_NUM_ALGO_ORDERS";
    trailing_stops["maxNumAlgoOrders"] = settlement::max_trailing_stops;
    filters.append(trailing_stops);
    Json::Value trailing;
    trailing["filterType"] = "TRAILING_DELTA";
    // A purchase's stop stands above the price, a sale's below.
    trailing["minTrailingAboveDelta"] = trailing["minTrailingBelowDelta"] =
        settlement::least_trailing_delta;
    trailing["maxTrailingAboveDelta"] = trailing["maxTrailingBelowDelta"] =
        settlement::max_trailing_delta;
    filters.append(trailing);
    return filters;
}

Json::Value rules_of(const Market& market) {
    Json::Value rules;
    rules["symbol"] = market.pair;
    rules["status"] = market.open ? "TRADING" : "BREAK";
    rules["baseAsset"] = market.base.code;
    rules["baseAssetPrecision"] = rules["baseCommissionPrecision"] = quantity_places(market);
    rules["quoteAsset"] = market.quote.code;
    rules["quotePrecision"] = rules["quoteAssetPrecision"] = rules["quoteCommissionPrecision"] =
        price_places(market);
    rules["orderTypes"] = list_of({"LIMIT", "LIMIT_MAKER", "MARKET", "STOP_LOSS", "STOP_LOSS_LIMIT",
                                   "TAKE_PROFIT", "TAKE_PROFIT_LIMIT"});
    rules["icebergAllowed"] = false;
    rules["ocoAllowed"] = true;
    rules["otoAllowed"] = false;
    rules["quoteOrderQtyMarketAllowed"] = true;
    rules["allowTrailingStop"] = true;
    rules["cancelReplaceAllowed"] = true;
    rules["amendAllowed"] = true;
    rules["isSpotTradingAllowed"] = true;
    rules["isMarginTradingAllowed"] = false;
    rules["filters"] = filters_of(market);
    rules["permissions"] = list_of({"SPOT"});
    rules["permissionSets"].append(list_of({"SPOT"}));
    rules["defaultSelfTradePreventionMode"] = "EXPIRE_TAKER";
    rules["allowedSelfTradePreventionModes"] = list_of({"EXPIRE_TAKER"});
    return rules;
}

Json::Value limit_of(const char* type, const char* interval, int number, std::int64_t most) {
    Json::Value limit;
    limit["rateLimitType"] = type;
    limit["interval"] = interval;
    limit["intervalNum"] = number;
    limit["limit"] = Json::Int64{most};
    return limit;
}

Reply exchange_info(Request& request) {
    weigh(request, rules_weight);
    const auto all = directory(request.services());
    Json::Value reply;
    reply["timezone"] = "UTC";
    reply["serverTime"] = Json::Int64{markets::to_milliseconds(pg::now())};
    reply["rateLimits"] = Json::arrayValue;
    const auto& budget = request.config().key_budget;
    reply["rateLimits"].append(
        limit_of("REQUEST_WEIGHT", "MINUTE", 1, request.services().weights.most()));
    reply["rateLimits"].append(limit_of("ORDERS", "SECOND", 10, budget.orders_per_10s));
    reply["rateLimits"].append(limit_of("ORDERS", "DAY", 1, budget.orders_per_day));
    reply["exchangeFilters"] = Json::arrayValue;
    reply["symbols"] = Json::arrayValue;
    for (const auto* market : chosen_markets(request, *all))
        reply["symbols"].append(rules_of(*market));
    return answer(request, reply);
}

using fcgi::Need, fcgi::Parameter, fcgi::Type;

constexpr Parameter markets_parameters[] = {
    {"symbol", Type::text, Need::optional, "One market: BTCUSDT."},
    {"symbols", Type::text, Need::optional, "Several markets: [\"BTCUSDT\",\"ETHUSDT\"]."},
};

constexpr fcgi::Route routes[] = {
    reads("/binance/api/v3/ping", ping)
        .gives("BinanceNothing")
        .means("Answers, as Binance's client wants to know"),
    reads("/binance/api/v3/time", server_time)
        .gives("BinanceTime")
        .means("Gives the server's time, as Binance does"),
    reads("/binance/api/v3/exchangeInfo", exchange_info)
        .takes(markets_parameters)
        .gives("BinanceRules")
        .means("Gives the rules of the markets, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> general_routes = routes;

}  // namespace cambio::binance
