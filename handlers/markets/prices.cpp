// One market's price, and the facts of its coin.
#include "routes.h"
#include "rows.h"

namespace cambio::markets {
namespace {

using fcgi::Reply;
using fcgi::Request;

Reply current_price(Request& request) {
    const auto symbol = request.params.required<std::string>("symbol", 20);
    const auto all = listing(request.services());
    const auto& pair = find(*all, symbol, "symbol");
    Json::Value reply;
    auto& chart = reply["chart"];
    const auto row = row_of(pair, false);
    for (const auto* name : {"close", "increase_in_value", "open", "high", "low", "volume",
                             "volume_usdt", "stale", "as_of"}) {
        chart[name] = row[name];
    }
    return Reply::json(reply);
}

Reply coin_assets(Request& request) {
    const auto name = request.params.required<std::string>("name", 20);
    const auto all = listing(request.services());
    Json::Value reply;
    reply["coin"]["coin_base"] = row_of(find(*all, name, "name"), false);
    return Reply::json(reply);
}

constexpr fcgi::Parameter price_parameters[] = {
    {"symbol", fcgi::Type::text, fcgi::Need::required,
     "A pair or its coin: BTCUSDT, BTC-USDT, BTC."},
};
constexpr fcgi::Parameter coin_parameters[] = {
    {"name", fcgi::Type::text, fcgi::Need::required, "A coin or its pair: BTC, BTCUSDT."},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::get,
                .path = "/api/v3/coin-pair/current-price",
                .access = fcgi::Access::guest,
                .limit = fcgi::Limit::reads,
                .effect = fcgi::Effect::reads,
                .function = current_price,
                .cache_seconds = 1}
        .takes(price_parameters)
        .gives("CurrentPrice")
        .means("Shows one pair's price"),
    fcgi::Route{.method = fcgi::Method::get,
                .path = "/api/v3/coin-assets",
                .access = fcgi::Access::guest,
                .limit = fcgi::Limit::reads,
                .effect = fcgi::Effect::reads,
                .function = coin_assets,
                .cache_seconds = 1}
        .takes(coin_parameters)
        .gives("CoinFacts")
        .means("Shows the facts of one coin"),
};

}  // namespace

const std::span<const fcgi::Route> price_routes = routes;

}  // namespace cambio::markets
