// What a client chose for the charts and drew on them, for all devices of theirs. Only the site
// knows what it means.
#include "fcgi/serve.h"
#include "json/parse.h"
#include "markets/bars.h"
#include "routes.h"

namespace cambio::chart {
namespace {

using fcgi::Need;
using fcgi::Reply;
using fcgi::Request;
using fcgi::Type;
using markets::find_symbol;

constexpr std::size_t max_settings_bytes = 32u << 10;
/// Markets that closed count, too.
constexpr std::int64_t max_markets = 200;

constexpr const char* read_settings = R"sql(
    select settings, changed_at from chart_settings
     where client_id = $1 and market_id is not distinct from $2
)sql";

// Two first ones that come together may be one too many: the markets bound them all the same.
constexpr const char* write_settings = R"sql(
    insert into chart_settings (client_id, market_id, settings)
    select $1::bigint, $2::smallint, $3::text
     where (select count(*) from chart_settings
             where client_id = $1 and market_id is distinct from $2) < $4
    on conflict (client_id, market_id) do update
        set settings = excluded.settings, changed_at = clock_timestamp()
    returning changed_at
)sql";

/// The market that the request names; nothing: it is about all of them.
std::optional<MarketId> market_of(pg::Transaction& tx, const std::optional<std::string>& name) {
    if (!name) return {};
    const auto symbol = find_symbol(tx, *name);
    if (!symbol) throw Error{Code::unknown_market, "market"};
    return MarketId{symbol->market_id};
}

Reply show_settings(Request& request) {
    const auto name = request.params.optional<std::string>("market", 20);
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto found = tx.maybe(read_settings, {request.client(), market_of(tx, name)});
    tx.commit();
    Json::Value reply;
    reply["settings"] = found ? Json::Value{found->str("settings")} : Json::Value{};
    reply["changed_at"] = found ? Json::Value{pg::iso(found->time("changed_at"))} : Json::Value{};
    return Reply::json(reply);
}

Reply keep_settings(Request& request) {
    auto& params = request.params;
    const auto name = params.optional<std::string>("market", 20);
    const auto settings = params.required<std::string>("settings", max_settings_bytes);
    params.refuse_others();
    if (!json::parse_object(settings)) throw Error{Code::invalid_parameter, "settings"};

    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto kept =
        tx.maybe(write_settings, {request.client(), market_of(tx, name), settings, max_markets});
    if (!kept) throw Error{Code::too_many_chart_settings}.with("most", std::to_string(max_markets));
    tx.commit();
    Json::Value reply;
    reply["message"] = "success";
    reply["changed_at"] = pg::iso(kept->time("changed_at"));
    return Reply::json(reply);
}

constexpr fcgi::Parameter show_parameters[] = {
    {"market", Type::text, Need::optional,
     "A pair or its coin: BTCUSDT, BTC. Without it: what is the same for all markets."},
};
constexpr fcgi::Parameter keep_parameters[] = {
    show_parameters[0],
    {"settings", Type::text, Need::required, "A JSON object, as text; at most 32 kB."},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::get,
                .path = "/api/v3/chart-settings",
                .access = fcgi::Access::client,
                .limit = fcgi::Limit::reads,
                .effect = fcgi::Effect::reads,
                .function = show_settings}
        .by_key()
        .takes(show_parameters)
        .gives("ChartSettings")
        .means("Shows what the client has kept for the charts"),
    fcgi::Route{.method = fcgi::Method::post,
                .path = "/api/v3/chart-settings",
                .access = fcgi::Access::client,
                .limit = fcgi::Limit::changes,
                .effect = fcgi::Effect::changes,
                .function = keep_settings}
        .by_key()
        .takes(keep_parameters)
        .gives("ChartSettingsKept")
        .means("Keeps what the client chose for the charts, in place of what was there"),
};

}  // namespace

const std::span<const fcgi::Route> settings_routes = routes;

}  // namespace cambio::chart
