// Orders and trades of Binance's clients, who ask for them at the addresses where they are placed.
#include <algorithm>

#include "binance/caller.h"
#include "binance/calls.h"
#include "binance/figures.h"
#include "binance/object_text.h"
#include "binance/orders.h"
#include "binance_entry.h"
#include "engine.h"
#include "fcgi/serve.h"
#include "markets/trades.h"
#include "routes.h"

namespace cambio::spot {
namespace {

using fcgi::Later, fcgi::Reply, fcgi::Request;
using markets::Market;
using settlement::Order;

constexpr int usual_rows = 500;
constexpr int max_rows = 1000;
/// Trades that may stand before the first one asked for within its millisecond.
constexpr int beside = 1024;
constexpr int open_weight = 6;
constexpr int all_open_weight = 80;
constexpr int order_weight = 4;
constexpr int list_weight = 20;
constexpr int limits_weight = 40;

constexpr const char* read_open = R"sql(
    select * from orders
    where client_id = $1 and state = 1 and ($2::smallint is null or market_id = $2) order by id
)sql";

// Ids are given out in order of time. Each part is read by its own index.
constexpr const char* read_all_since = R"sql(
    select * from (
        (select * from orders where client_id = $1 and market_id = $2 and state = 1 and id >= $3
             and ($4::timestamptz is null or created_at >= $4)
             and ($5::timestamptz is null or created_at <= $5)
         order by id limit $6)
        union all
        (select * from orders where client_id = $1 and market_id = $2 and state <> 1 and id >= $3
             and ($4::timestamptz is null or created_at >= $4)
             and ($5::timestamptz is null or created_at <= $5)
         order by id limit $6)) o
    order by id limit $6
)sql";
constexpr const char* read_latest = R"sql(
    select * from (
        (select * from orders where client_id = $1 and market_id = $2 and state = 1
             and ($3::timestamptz is null or created_at <= $3)
         order by id desc limit $4)
        union all
        (select * from orders where client_id = $1 and market_id = $2 and state <> 1
             and ($3::timestamptz is null or created_at <= $3)
         order by id desc limit $4)) o
    order by id desc limit $4
)sql";

// A client's trades, as taker or maker or, where the market knows no better, as both.
constexpr std::string_view read_own = R"sql(
    select f.*, o.oco_group from (
        select * from (
            (select seq, position, taker_order as order_id, taker_side as side, price, quantity,
                    taker_fee as fee, false as maker, at
             from fills where taker_client = $1 and market_id = $2
                 and ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at <= $4)
                 and ($5::bigint is null or taker_order = $5)
             order by at {direction}, seq {direction}, position {direction} limit $6)
            union all
            (select seq, position, maker_order, 3 - taker_side, price, quantity, maker_fee, true, at
             from fills where maker_client = $1 and market_id = $2
                 and ($3::timestamptz is null or at >= $3) and ($4::timestamptz is null or at <= $4)
                 and ($5::bigint is null or maker_order = $5)
             order by at {direction}, seq {direction}, position {direction} limit $6)) p
        order by at {direction}, seq {direction}, position {direction} limit $6) f
    left join orders o on o.id = f.order_id
    order by f.at {direction}, f.seq {direction}, f.position {direction}
)sql";

std::string directed(std::string_view sql, std::string_view direction) {
    constexpr std::string_view hole = "{direction}";
    std::string text{sql};
    for (auto at = text.find(hole); at != std::string::npos; at = text.find(hole))
        text.replace(at, hole.size(), direction);
    return text;
}

std::vector<std::string> shown(const pg::Result& rows, const settlement::Prices& prices) {
    std::vector<std::string> list;
    for (const pg::Row row : rows) {
        const auto order = Order::from(row);
        list.push_back(binance::stored(order, *prices.directory->find(order.market)));
    }
    return list;
}

Json::Value reversed(const Json::Value& list) {
    Json::Value result{Json::arrayValue};
    for (auto at = list.size(); at > 0; --at) result.append(list[at - 1]);
    return result;
}

Reply order(Request& request) {
    const auto caller = binance::caller(request, order_weight);
    const auto prices = engine().sequencer.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    const auto name = binance::read_order_name(request);
    const auto found = binance::find_order(*request.db(), caller.client, market.id, name);
    if (!found) throw Error{Code::not_found, "orderId"};
    return binance::answer(request, binance::stored(*found, market));
}

Reply read_open_orders(const Request& request, ClientId client, std::optional<MarketId> market) {
    const auto prices = engine().sequencer.prices();
    std::optional<std::int64_t> number;
    if (market) number = market->value;
    auto connection = request.db();
    const auto list = shown(connection->run(read_open, {client, number}), *prices);
    return binance::answer(request, binance::array_text(list));
}

/// Those of all markets may be ten thousand.
void open_orders(Request& request, Later later) {
    const bool one = binance::one_asked(request);
    const auto client = binance::caller(request, one ? open_weight : all_open_weight).client;
    if (one) {
        const auto prices = engine().sequencer.prices();
        const auto market = binance::needed_market(request, *prices->directory).id;
        return later.answer(read_open_orders(request, client, market));
    }
    engine().lists.run_for(
        client, std::move(later),
        [&request, client] { return read_open_orders(request, client, {}); }, max_lists);
}

/// The latest ones, or those from an id or a time on.
Reply read_orders(Request& request, ClientId client) {
    const auto prices = engine().sequencer.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    const auto first = request.params.optional<std::int64_t>("orderId");
    const auto from = binance::read_time(request, "startTime");
    const auto to = binance::read_time(request, "endTime");
    const int most = binance::read_limit(request, usual_rows, max_rows);
    auto connection = request.db();
    if (first || from) {
        const auto rows =
            connection->run(read_all_since, {client, market.id, first.value_or(0), from, to, most});
        return binance::answer(request, binance::array_text(shown(rows, *prices)));
    }
    const auto rows = connection->run(read_latest, {client, market.id, to, most});
    auto list = shown(rows, *prices);
    std::ranges::reverse(list);
    return binance::answer(request, binance::array_text(list));
}

Json::Value own_trade(const pg::Row& row, const Market& market) {
    const bool buys = row.integer("side") == 1;
    const Decimal price = row.decimal("price");
    const Decimal quantity = row.decimal("quantity");
    Json::Value trade;
    trade["symbol"] = market.pair;
    trade["id"] =
        Json::Int64{markets::trade_id(row.time("at"), row.integer("seq"), row.integer("position"))};
    trade["orderId"] = Json::Int64{row.integer("order_id")};
    trade["orderListId"] = Json::Int64{row.maybe_integer("oco_group").value_or(-1)};
    trade["price"] = binance::price(market, price);
    trade["qty"] = binance::quantity(market, quantity);
    trade["quoteQty"] = binance::figure(Decimal::multiply(price, quantity, Rounding::half_even));
    trade["commission"] = binance::figure(row.decimal("fee"));
    trade["commissionAsset"] = buys ? market.base.code : market.quote.code;
    trade["time"] = Json::Int64{markets::to_milliseconds(row.time("at"))};
    trade["isBuyer"] = buys;
    trade["isMaker"] = row.boolean("maker");
    trade["isBestMatch"] = true;
    return trade;
}

Reply read_trades(Request& request, ClientId client) {
    const auto prices = engine().sequencer.prices();
    const auto& market = binance::needed_market(request, *prices->directory);
    const auto order_id = request.params.optional<std::int64_t>("orderId");
    const auto first = request.params.optional<std::int64_t>("fromId");
    auto from = binance::read_time(request, "startTime");
    const auto to = binance::read_time(request, "endTime");
    const int most = binance::read_limit(request, usual_rows, max_rows);
    if (first && (from || to)) throw Error{Code::invalid_parameter, "combination"};
    if (first && *first < 0) throw Error{Code::out_of_range, "fromId"};
    if (first) from = markets::time_of_trade(*first);
    const bool forward = from.has_value();
    auto connection = request.db();
    Json::Value list{Json::arrayValue};
    const auto sql = directed(read_own, forward ? "asc" : "desc");
    const int rows = first ? most + beside : most;
    for (const pg::Row row :
         connection->run(sql.c_str(), {client, market.id, from, to, order_id, rows})) {
        auto trade = own_trade(row, market);
        if (first && trade["id"].asInt64() < *first) continue;
        if (static_cast<int>(list.size()) < most) list.append(std::move(trade));
    }
    return binance::answer(request, forward ? list : reversed(list));
}

/// Apart from the threads that take orders, for each of a client's keys has its own budget.
template <Reply (*read)(Request&, ClientId)>
void list(Request& request, Later later) {
    const auto client = binance::caller(request, list_weight).client;
    engine().lists.run_for(
        client, std::move(later), [&request, client] { return read(request, client); }, max_lists);
}

Json::Value order_limit(const char* interval, int number, std::int64_t limit, std::int64_t count) {
    Json::Value row;
    row["rateLimitType"] = "ORDERS";
    row["interval"] = interval;
    row["intervalNum"] = number;
    row["limit"] = Json::Int64{limit};
    row["count"] = Json::Int64{count};
    return row;
}

Reply order_limits(Request& request) {
    const auto caller = binance::caller(request, limits_weight);
    auto& limits = request.services().key_limits;
    const auto use = limits.used(caller.key->id);
    Json::Value list{Json::arrayValue};
    list.append(order_limit("SECOND", 10, limits.budget().orders_per_10s, use.orders_10s));
    list.append(order_limit("DAY", 1, limits.budget().orders_per_day, use.orders_day));
    return binance::answer(request, list);
}

using fcgi::Need, fcgi::Parameter, fcgi::Type;

constexpr auto order_parameters = binance::joined(
    std::array{
        binance::symbol_parameter,
        Parameter{"orderId", Type::id, Need::optional, "The order; or else origClientOrderId."},
        Parameter{"origClientOrderId", Type::text, Need::optional,
                  "The newClientOrderId of the order."},
    },
    signed_parameters);
constexpr auto open_parameters = binance::joined(
    std::array{
        Parameter{"symbol", Type::text, Need::optional, "Those of one market: BTCUSDT."},
    },
    signed_parameters);
constexpr auto all_parameters = binance::joined(
    std::array{
        binance::symbol_parameter,
        Parameter{"orderId", Type::integer, Need::optional, "This order and later ones."},
        Parameter{"startTime", Type::integer, Need::optional, "The first moment, in milliseconds."},
        Parameter{"endTime", Type::integer, Need::optional, "The last moment, in milliseconds."},
        Parameter{"limit", Type::integer, Need::optional, "500 unless given, 1000 at most."},
    },
    signed_parameters);
constexpr auto trade_parameters = binance::joined(
    std::array{
        binance::symbol_parameter,
        Parameter{"orderId", Type::integer, Need::optional, "Those of one order."},
        Parameter{"fromId", Type::integer, Need::optional,
                  "This trade and later ones; not with times."},
        Parameter{"startTime", Type::integer, Need::optional, "The first moment, in milliseconds."},
        Parameter{"endTime", Type::integer, Need::optional, "The last moment, in milliseconds."},
        Parameter{"limit", Type::integer, Need::optional, "500 unless given, 1000 at most."},
    },
    signed_parameters);

constexpr fcgi::Route lists(std::string_view path, fcgi::DeferredFunction function) {
    auto route = binance::signed_reads(path, nullptr);
    route.deferred = function;
    return route;
}

constexpr fcgi::Route routes[] = {
    binance::signed_reads("/binance/api/v3/order", order)
        .takes(order_parameters)
        .gives("BinanceOrder")
        .means("Shows an order, as Binance does"),
    lists("/binance/api/v3/openOrders", open_orders)
        .takes(open_parameters)
        .gives("BinanceOrders")
        .means("Lists open orders, as Binance does"),
    lists("/binance/api/v3/allOrders", list<read_orders>)
        .takes(all_parameters)
        .gives("BinanceOrders")
        .means("Lists orders, as Binance does"),
    lists("/binance/api/v3/myTrades", list<read_trades>)
        .takes(trade_parameters)
        .gives("BinanceOwnTrades")
        .means("Lists the client's trades, as Binance does"),
    binance::signed_reads("/binance/api/v3/rateLimit/order", order_limits)
        .takes(signed_parameters)
        .gives("BinanceOrderLimits")
        .means("Shows how many orders a key may still place, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> binance_list_routes = routes;

}  // namespace cambio::spot
