// What Earn offers.
#include <map>

#include "fcgi/serve.h"
#include "routes.h"
#include "views.h"

namespace cambio::earn {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

/// What stands in place of a rate where nothing can be subscribed.
constexpr const char* no_rate = "Not available";

// The smallest order of each coin's market: what a plan can buy.
constexpr const char* find_markets = R"sql(
    select base_id, minimum_total from markets
     where quote_id = (select id from assets where code = 'USDT') and state = 'open'
)sql";

Json::Value durations_of(const Product& product) {
    Json::Value durations = Json::arrayValue;
    if (!product.open) return durations;
    for (const int days : terms) {
        Json::Value duration;
        duration["days"] = days;
        duration["apr"] = rate_of(product.apr, days).str();
        durations.append(duration);
    }
    return durations;
}

Json::Value view_of(const Product& product, const Json::Value& invest) {
    Json::Value view;
    view["id"] = std::to_string(product.id.value);
    view["name"] = product.coin;
    view["full_name"] = product.name;
    view["image"] = product.icon;
    view["apr"] = product.open ? product.apr.str() : no_rate;
    view["apr_max"] = product.open ? highest_rate(product.apr).str() : no_rate;
    view["minimum_amount"] = product.minimum.str();
    view["maximum_amount"] = product.maximum.str();
    view["risk"] = product.high_risk ? "high" : "low";
    view["durations"] = durations_of(product);
    view["open"] = product.open;
    view["invest"] = invest;
    return view;
}

Reply list_products(Request& request) {
    auto connection = request.db();
    Json::Value reply;
    reply["earn"] = product_views(*connection);
    return Reply::json(reply);
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/earn/view", Access::guest, Limit::reads, Effect::reads,
          list_products}
        .gives("EarnProducts")
        .means("Lists the Earn products"),
};

}  // namespace

Json::Value product_views(pg::Connection& connection) {
    std::map<AssetId, Json::Value> invest;
    for (const auto row : connection.run(find_markets)) {
        Json::Value limits;
        limits["minimum"] = smallest_amount(row.decimal("minimum_total"), 100).str();
        limits["maximum"] = largest_amount.str();
        invest.emplace(row.id<AssetId>("base_id"), limits);
    }
    Json::Value views = Json::arrayValue;
    for (const Product& product : products(connection)) {
        const auto found = invest.find(product.asset);
        views.append(view_of(product, found == invest.end() ? Json::Value{} : found->second));
    }
    return views;
}

const std::span<const Route> product_routes{routes};

}  // namespace cambio::earn
