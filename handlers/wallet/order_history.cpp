// What was bought and what was sold on the spot markets: the lists of the history page.
#include "fcgi/days.h"
#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::int64_t usual_rows = 10;
constexpr std::size_t max_name = 32;

enum class Side { buy = 1, sell = 2 };

constexpr const char* find_market = R"sql(
    select id from markets where pair = $1 or pair = $1 || 'USDT' order by pair = $1 desc limit 1
)sql";

// Orders that are open and orders that are done with have an index each: each half is cut by
// itself.
constexpr const char* orders_of = R"sql(
    select o.id, m.pair, a.icon, o.price, o.quantity, o.filled, o.filled_total, o.state,
           o.created_at
      from ((select * from orders
              where client_id = $1 and side = $2 and state = 1
                    and ($3::smallint is null or market_id = $3)
                    and ($4::smallint is null or state = $4)
                    and ($5::timestamptz is null or created_at >= $5)
                    and ($6::timestamptz is null or created_at < $6)
              order by id desc limit $7::bigint + $8::bigint)
            union all
            (select * from orders
              where client_id = $1 and side = $2 and state <> 1
                    and ($3::smallint is null or market_id = $3)
                    and ($4::smallint is null or state = $4)
                    and ($5::timestamptz is null or created_at >= $5)
                    and ($6::timestamptz is null or created_at < $6)
              order by id desc limit $7::bigint + $8::bigint)) o
      join markets m on m.id = o.market_id join assets a on a.id = m.base_id
     order by o.id desc limit $7 offset $8
)sql";

constexpr const char* count_orders = R"sql(
    select count(*) as total from orders
     where client_id = $1 and side = $2 and (state = 1 or state <> 1)
           and ($3::smallint is null or market_id = $3)
           and ($4::smallint is null or state = $4)
           and ($5::timestamptz is null or created_at >= $5)
           and ($6::timestamptz is null or created_at < $6)
)sql";

/// Bought and cancelled is DISSAPROVED, sold and cancelled DECLINED: so the two lists call it.
const char* state_of(std::int64_t state, Side side) {
    if (state == 1) return "PENDING";
    if (state == 2) return "APPROVED";
    return side == Side::buy ? "DISSAPROVED" : "DECLINED";
}

/// What it traded at on average; the limit where nothing was traded yet, null where there is none.
Json::Value price_of(const pg::Row& row) {
    const auto filled = row.decimal("filled");
    if (filled.positive())
        return Decimal::divide(row.decimal("filled_total"), filled, Rounding::half_even).str();
    const auto limit = row.maybe_decimal("price");
    return limit ? Json::Value{limit->str()} : Json::Value{};
}

Json::Value view_of(const pg::Row& row, Side side) {
    Json::Value view;
    view["id"] = row.str("id");
    view["coin_pair"] = row.str("pair");
    view["image"] = row.str("icon");
    view["final_price"] = price_of(row);
    view["number_of_order"] = row.decimal("quantity").str();
    view["filled"] = row.decimal("filled").str();
    view["state"] = state_of(row.integer("state"), side);
    view["created_at"] = pg::iso(row.time("created_at"));
    return view;
}

std::optional<std::int64_t> read_state(fcgi::Params& params, Side side) {
    if (!fcgi::given(params, "status")) return std::nullopt;
    const auto state = params.choice("status", {"PENDING", "APPROVED", state_of(3, side)});
    return static_cast<std::int64_t>(state) + 1;
}

std::optional<std::int64_t> read_market(Request& request, pg::Connection& connection) {
    if (!fcgi::given(request.params, "name")) return std::nullopt;
    const auto found =
        connection.run(find_market, {request.params.required<std::string>("name", max_name)});
    if (found.empty()) throw Error{Code::unknown_market, "name"};
    return found[0].integer("id");
}

Reply list(Request& request, Side side, const char* name) {
    auto connection = request.db();
    const auto market = read_market(request, *connection);
    const auto state = read_state(request.params, side);
    const auto days = fcgi::read_days(request.params);
    const auto page = fcgi::read_page(request.params, usual_rows);
    const auto one_side = static_cast<int>(side);
    Json::Value reply;
    auto& orders = reply[name] = Json::arrayValue;
    for (const auto row :
         connection->run(orders_of, {request.client(), one_side, market, state, days.from,
                                     days.until, page.limit, page.offset}))
        orders.append(view_of(row, side));
    const auto counted = connection->run(
        count_orders, {request.client(), one_side, market, state, days.from, days.until});
    reply["total"] = static_cast<Json::Int64>(counted[0].integer("total"));
    return Reply::json(reply);
}

Reply buy_history(Request& request) {
    return list(request, Side::buy, "buy");
}

Reply sell_history(Request& request) {
    return list(request, Side::sell, "sell");
}

constexpr Parameter name{"name", Type::text, Need::optional,
                         "Only this coin or pair: BTC, BTCUSDT."};
constexpr Parameter from{"from", Type::text, Need::optional, "The first day, UTC: 2026-11-21."};
constexpr Parameter to{"to", Type::text, Need::optional, "The last day, UTC."};
constexpr Parameter page{"page", Type::integer, Need::optional,
                         "The page, starting at 1; newest first."};
constexpr Parameter per_page{"per_page", Type::integer, Need::optional, "1 to 200; 10 by default."};

constexpr Parameter buy_parameters[] = {
    name,
    {"status", Type::choice, Need::optional, "Only this state.", "PENDING|APPROVED|DISSAPROVED"},
    from,
    to,
    page,
    per_page};
constexpr Parameter sell_parameters[] = {
    name, {"status", Type::choice, Need::optional, "Only this state.", "PENDING|APPROVED|DECLINED"},
    from, to,
    page, per_page};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/buy-history", Access::client, Limit::reads, Effect::reads, nullptr,
          read_records<buy_history>}
        .by_key()
        .takes(buy_parameters)
        .gives("BuyHistory")
        .means("Lists the buy orders, newest first"),
    Route{Method::get, "/api/v3/sell-history", Access::client, Limit::reads, Effect::reads, nullptr,
          read_records<sell_history>}
        .by_key()
        .takes(sell_parameters)
        .gives("SellHistory")
        .means("Lists the sell orders, newest first"),
};

}  // namespace

const std::span<const Route> order_history_routes{routes};

}  // namespace cambio::wallet
