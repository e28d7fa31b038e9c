// Price alerts: what a client wants to be told of a market's price, once each.
#include "markets/price_alerts.h"

#include <array>

#include "fcgi/serve.h"
#include "markets/listing.h"
#include "routes.h"
#include "token/api_keys.h"

namespace cambio::markets {
namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::array kinds = {"above", "below", "move"};
constexpr std::array windows = {5, 15, 60, 240, 1440};
constexpr int percent_places = 2;

Json::Value figure(const std::optional<Decimal>& number) {
    return number ? Json::Value{number->str()} : Json::Value{};
}

Json::Value view_of(const PriceAlert& alert) {
    const auto& wanted = alert.wanted;
    Json::Value view;
    view["id"] = std::to_string(alert.id.value);
    view["pair"] = alert.pair;
    view["kind"] = kinds.at(static_cast<std::size_t>(wanted.kind) - 1);
    view["price"] = figure(wanted.price);
    view["percent"] = figure(wanted.percent);
    view["minutes"] = wanted.minutes ? Json::Value{Json::Int64{*wanted.minutes}} : Json::Value{};
    view["price_then"] = wanted.price_then.str();
    view["created_at"] = pg::iso(alert.created_at);
    view["met_at"] = alert.met_at ? Json::Value{pg::iso(*alert.met_at)} : Json::Value{};
    view["met_price"] = alert.met_at ? Json::Value{alert.met_price.str()} : Json::Value{};
    return view;
}

Reply list(Request& request) {
    Json::Value reply;
    auto& alerts = reply["alerts"] = Json::arrayValue;
    for (const auto& alert : price_alerts_of(*request.db(), request.client()))
        alerts.append(view_of(alert));
    reply["most"] = Json::Int64{max_price_alerts};
    return Reply::json(reply);
}

/// What another kind of alert needs would be forgotten silently here.
void refuse(fcgi::Params& params, std::initializer_list<const char*> names) {
    for (const auto* name : names)
        if (params.optional<std::string>(name)) throw Error{Code::invalid_parameter, name};
}

/// A price that the market has passed already would be news of nothing.
Decimal read_price(fcgi::Params& params, const Pair& pair, AlertKind kind) {
    const auto price = params.amount("price");
    if (!price.multiple_of(pair.tick)) throw Error{Code::off_tick, "price"};
    const bool ahead = kind == AlertKind::above ? price > pair.last : price < pair.last;
    if (!ahead) throw Error{Code::out_of_range, "price"};
    return price;
}

Decimal read_percent(fcgi::Params& params) {
    const auto percent = params.amount("percent", percent_places);
    if (percent > Decimal::of(100)) throw Error{Code::out_of_range, "percent"};
    return percent;
}

std::int64_t read_minutes(fcgi::Params& params) {
    return windows.at(params.choice("minutes", {"5", "15", "60", "240", "1440"}));
}

Reply make(Request& request) {
    auto& params = request.params;
    const auto all = listing(request.services());
    const auto& pair = find(*all, params.required<std::string>("name", 20), "name");
    NewPriceAlert wanted;
    wanted.market = MarketId{pair.market_id};
    token::expect_may_trade_in(request.session(), wanted.market);
    wanted.kind = static_cast<AlertKind>(params.choice("kind", {"above", "below", "move"}) + 1);
    wanted.price_then = pair.last;
    if (wanted.kind == AlertKind::move) {
        refuse(params, {"price"});
        wanted.percent = read_percent(params);
        wanted.minutes = read_minutes(params);
    } else {
        refuse(params, {"percent", "minutes"});
        wanted.price = read_price(params, pair, wanted.kind);
    }
    params.refuse_others();
    if (!pair.quoted || pair.stale) throw Error{Code::stale_price, "name"};

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto made = make_price_alert(tx, request.client(), wanted);
    tx.commit();
    Json::Value reply;
    reply["message"] = "success";
    reply["alert"] = view_of(made);
    return Reply::json(reply);
}

Reply remove(Request& request) {
    token::expect_may_trade_anywhere(request.session());
    const auto id = request.params.required<PriceAlertId>("id");
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    if (!remove_price_alert(tx, request.client(), id)) throw Error{Code::not_found, "id"};
    tx.commit();
    return Reply::message("success");
}

Reply clear(Request& request) {
    token::expect_may_trade_anywhere(request.session());
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto removed = remove_met_price_alerts(tx, request.client());
    tx.commit();
    Json::Value reply;
    reply["message"] = "success";
    reply["removed"] = Json::Int64{removed};
    return Reply::json(reply);
}

constexpr Parameter make_parameters[] = {
    {"name", Type::text, Need::required, "The pair: BTCUSDT."},
    {"kind", Type::choice, Need::required,
     "Whether the price rises to a price, falls to one, or moves by a percentage.",
     "above|below|move"},
    {"price", Type::amount, Need::optional,
     "For above and below: the price, beyond the last one; a multiple of the market's tick."},
    {"percent", Type::amount, Need::optional,
     "For move: by how many percent, in either direction; at most 100, with two places."},
    {"minutes", Type::choice, Need::optional, "For move: within how many minutes.",
     "5|15|60|240|1440"},
};
constexpr Parameter remove_parameters[] = {
    {"id", Type::id, Need::required, "The alert."},
};

constexpr Route changes(std::string_view path, fcgi::Function function) {
    return Route{.method = Method::post,
                 .path = path,
                 .access = Access::client,
                 .limit = Limit::changes,
                 .effect = Effect::changes,
                 .function = function}
        .by_key();
}

constexpr Route routes[] = {
    Route{.method = Method::get,
          .path = "/api/v3/price-alerts",
          .access = Access::client,
          .limit = Limit::reads,
          .effect = Effect::reads,
          .function = list}
        .by_key()
        .gives("PriceAlerts")
        .means("Lists the price alerts, those that wait first"),
    changes("/api/v3/price-alerts/make", make)
        .takes(make_parameters)
        .gives("PriceAlertMade")
        .means("Makes a price alert: its owner is told once, by the bell and by email"),
    changes("/api/v3/price-alerts/remove", remove)
        .takes(remove_parameters)
        .gives("Message")
        .means("Removes a price alert"),
    changes("/api/v3/price-alerts/clear", clear)
        .gives("PriceAlertsCleared")
        .means("Removes the price alerts that were met"),
};

}  // namespace

const std::span<const Route> price_alert_routes = routes;

}  // namespace cambio::markets
