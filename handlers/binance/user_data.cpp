// What the gateway of the WebSocket API (handlers/streams) asks for those who listen to what
// becomes of their orders and coins. Only nginx's inner socket leads here.
#include <charconv>
#include <map>
#include <vector>

#include "binance/caller.h"
#include "binance/calls.h"
#include "binance/figures.h"
#include "binance/orders.h"
#include "json/parse.h"
#include "markets/trades.h"
#include "pg/snapshot.h"
#include "push/push.h"
#include "routes.h"

namespace cambio::binance {
namespace {

using fcgi::Reply, fcgi::Request;
using markets::Market;
using settlement::Order;

constexpr int subscribe_weight = 2;
constexpr int logon_weight = 2;
/// Open orders that are asked for by their ids.
constexpr std::size_t max_asked = 7000;
constexpr std::size_t max_list = 60'000;

constexpr const char* kind_of_key = "select kind from api_keys where id = $1";
constexpr const char* unique_id = "select user_unique_id from clients where id = $1";

// What is being committed at this moment may have an older number or time: ten seconds are enough.
constexpr const char* read_floor = R"sql(
    select greatest(
        (select id from orders where client_id = $1 and state = 1
            and created_at < now() - interval '10 seconds' order by id desc limit 1),
        (select id from orders where client_id = $1 and state <> 1
            and created_at < now() - interval '10 seconds' order by id desc limit 1), 0) as floor
)sql";
constexpr const char* read_orders = R"sql(
    select * from (
        (select * from orders where client_id = $1 and state = 1)
        union all
        (select * from orders where client_id = $1 and state <> 1 and id > $2)
        union all
        (select * from orders where id = any($3::bigint[]) and client_id = $1 and state <> 1
            and id <= $2)) o
    order by id
)sql";
constexpr const char* read_fills = R"sql(
    select * from (
        (select market_id, seq, position, taker_order as order_id, price, quantity,
                taker_fee as fee, false as maker, at
         from fills where taker_client = $1 and at >= $2)
        union all
        (select market_id, seq, position, maker_order, price, quantity, maker_fee, true, at
         from fills where maker_client = $1 and at >= $2)) f
    order by at, seq, position
)sql";
constexpr const char* read_balances = R"sql(
    select a.code, l.held, l.balance
    from ledger_accounts l join assets a on a.id = l.asset_id
    where l.client_id = $1 and l.house = '' and l.wallet = 1
)sql";

/// Who signed, and the channel where it is told that something has changed for that client.
Reply subscribe(Request& request) {
    const auto who = caller(request, subscribe_weight);
    Json::Value reply;
    reply["channel"] =
        client_channel(request.db()->run(unique_id, {who.client})[0].text("user_unique_id"));
    return answer(request, reply);
}

/// A connection proves its key once, with a signature of Ed25519 as at Binance; asked again without
/// one, this says whether the key still lives.
Reply logon(Request& request) {
    const auto who = caller(request, logon_weight);
    request.params.refuse_others();
    if (request.db()->run(kind_of_key, {who.key->id})[0].text("kind") != "ed25519")
        throw Error{Code::invalid_parameter, "key kind"};
    Json::Value reply;
    reply["apiKey"] = logged_on(request) ? request.logon_key : request.api_key;
    return answer(request, reply);
}

std::vector<std::int64_t> read_ids(Request& request) {
    const auto list = request.params.optional<std::string>("open", max_list).value_or("");
    std::vector<std::int64_t> ids;
    for (std::string_view rest = list; !rest.empty();) {
        const auto part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        std::int64_t id = 0;
        const auto read = std::from_chars(part.data(), part.data() + part.size(), id);
        if (read.ec != std::errc{} || read.ptr != part.data() + part.size() ||
            ids.size() == max_asked)
            throw Error{Code::invalid_parameter, "open"};
        ids.push_back(id);
    }
    return ids;
}

std::map<std::int64_t, Json::Value> fills_since(pg::Transaction& tx, ClientId client,
                                                pg::Time since,
                                                const markets::Directory& directory) {
    std::map<std::int64_t, Json::Value> fills;
    for (const pg::Row row : tx.run(read_fills, {client, since})) {
        const auto* market = directory.find(row.id<MarketId>("market_id"));
        if (market == nullptr) continue;
        const Decimal price = row.decimal("price");
        const Decimal quantity = row.decimal("quantity");
        Json::Value fill;
        fill["tradeId"] = Json::Int64{
            markets::trade_id(row.time("at"), row.integer("seq"), row.integer("position"))};
        fill["price"] = binance::price(*market, price);
        fill["qty"] = binance::quantity(*market, quantity);
        fill["quoteQty"] = figure(Decimal::multiply(price, quantity, Rounding::half_even));
        fill["commission"] = figure(row.decimal("fee"));
        fill["isMaker"] = row.boolean("maker");
        fill["time"] = Json::Int64{markets::to_milliseconds(row.time("at"))};
        fills[row.integer("order_id")].append(std::move(fill));
    }
    return fills;
}

Json::Value view_of(const Order& order, const Market& market, Json::Value fills) {
    Json::Value view = json::parse_object(stored(order, market)).value();
    view["baseAsset"] = market.base.code;
    view["quoteAsset"] = market.quote.code;
    view["commission"] = figure(order.fee);
    view["listClientOrderId"] = order.list_key;
    if (!fills.isNull()) view["fills"] = std::move(fills);
    return view;
}

Json::Value balances_of(pg::Transaction& tx, ClientId client) {
    struct Balance {
        Decimal free, locked;
    };
    std::map<std::string, Balance> coins;
    for (const pg::Row row : tx.run(read_balances, {client})) {
        Balance& balance = coins[row.str("code")];
        (row.boolean("held") ? balance.locked : balance.free) = row.decimal("balance");
    }
    Json::Value balances{Json::objectValue};
    for (const auto& [code, balance] : coins) {
        balances[code]["free"] = figure(balance.free);
        balances[code]["locked"] = figure(balance.locked);
    }
    return balances;
}

/// Orders and coins of one moment, for as long as the key may read them. Nothing is charged: it is
/// the gateway that asks, once for each change.
Reply look(Request& request) {
    auto& services = request.services();
    const auto who = services.api_keys.find(services.pool, request.api_key, request.client_ip);
    const auto all = directory(services);
    const auto open = read_ids(request);
    const auto after = request.params.optional<std::int64_t>("after");
    const auto since = read_time(request, "since");
    request.params.refuse_others();
    auto connection = request.db();
    pg::Snapshot tx{*connection};
    const auto floor = tx.one(read_floor, {who.client}).integer("floor");
    Json::Value reply;
    reply["time"] = Json::Int64{markets::to_milliseconds(pg::now())};
    reply["after"] = Json::Int64{floor};
    std::map<std::int64_t, Json::Value> fills;
    if (since) fills = fills_since(tx, who.client, *since, *all);
    reply["orders"] = Json::arrayValue;
    for (const pg::Row row :
         tx.run(read_orders, {who.client, after.value_or(floor), pg::Param::array(open)})) {
        const auto order = Order::from(row);
        const auto* market = all->find(order.market);
        if (market == nullptr) continue;
        reply["orders"].append(view_of(order, *market, std::move(fills[order.id.value])));
    }
    reply["balances"] = balances_of(tx, who.client);
    tx.commit();
    return answer(request, reply);
}

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Route, fcgi::Type;

constexpr Parameter subscribe_parameters[] = {
    timestamp_parameter,
    window_parameter,
    signature_parameter,
};
constexpr Parameter look_parameters[] = {
    {"open", Type::text, Need::optional, "Ids of orders that were open, parted by commas."},
    {"after", Type::integer, Need::optional, "Orders above this id are wanted, whatever they are."},
    {"since", Type::integer, Need::optional,
     "Trades since then are wanted, in milliseconds since 1970."},
};

constexpr Route for_gateway(std::string_view path, fcgi::Function function) {
    return {.method = Method::post,
            .path = path,
            .access = Access::internal,
            .limit = Limit::none,
            .effect = Effect::reads,
            .function = function,
            .refusal = refusal};
}

constexpr Route routes[] = {
    for_gateway("/internal/user-stream", subscribe)
        .takes(subscribe_parameters)
        .means("Tells who wants to hear of orders and coins"),
    for_gateway("/internal/user-logon", logon)
        .takes(subscribe_parameters)
        .means("Tells whether a connection may log on with a key"),
    for_gateway("/internal/user-data", look)
        .takes(look_parameters)
        .means("Shows a client's orders, trades and coins to the gateway"),
};

}  // namespace

const std::span<const Route> user_data_routes = routes;

}  // namespace cambio::binance
