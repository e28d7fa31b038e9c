// A client's orders and fills: by pages, filtered and sorted.
#include <algorithm>
#include <array>

#include "engine.h"
#include "fcgi/days.h"
#include "routes.h"

namespace cambio::spot {
namespace {

using fcgi::Reply;
using fcgi::Request;

constexpr std::int64_t rows_per_page = 50;
constexpr std::int64_t max_rows = 200;
constexpr std::int64_t last_page = 100'000;
/// A program may have millions of orders: they are counted no further than this, unless the page
/// that is asked for lies behind it.
constexpr std::int64_t max_counted = 10'000;

/// An order's type as it is shown: 3 and 4 wait for a price that moves against the client, 5 and 6
/// are the same for one that moves to the client's favour.
constexpr std::string_view shown_type =
    "case when trailing_delta is not null then 7 "
    "else type + case when stop_direction <> side then 2 else 0 end end";
/// No type of the table's: it means the legs of pairs.
constexpr std::string_view pairs_type = "8";

/// What a list can be sorted by: its name on the wire, and the expressions for orders and fills. An
/// order that is done with is sorted by what its fills came to, as it is shown.
/// Ids are given out in order of time, and their index makes the usual list a short read.
constexpr std::string_view pair_name = "(select pair from markets where id = market_id)";
struct Sort {
    std::string_view name;
    std::string_view of_open;
    std::string_view of_past;
    std::string_view of_fills;
};
constexpr std::array sorts{
    Sort{"created_at", "id", "id", "at"},
    Sort{"updated_at", "updated_at", "updated_at", "at"},
    Sort{"name", pair_name, pair_name, pair_name},
    Sort{"side", "side", "side", "side"},
    Sort{"type", shown_type, shown_type, "at"},
    Sort{"price", "coalesce(price, filled_total / nullif(filled, 0), 0)",
         "coalesce(filled_total / nullif(filled, 0), price, 0)", "price"},
    Sort{"quantity", "quantity", "quantity", "quantity"},
    Sort{"filled", "filled", "filled", "quantity"},
    Sort{"total", "coalesce(total, price * quantity, filled_total)", "filled_total",
         "price * quantity"},
};

/// An order, and what came of what is attached to it where it is done.
constexpr const char* order_columns = R"sql(
    select *, (select state from spot_brackets where order_id = orders.id) as bracket_state,
           (select reason from spot_brackets where order_id = orders.id) as bracket_reason
)sql";

/// Whether an order is of the type that was asked for.
std::string of_type() {
    return "case $4 when " + std::string{pairs_type} + " then oco_group is not null else " +
           std::string{shown_type} + " = $4 end";
}

const std::string orders_where = R"sql(
    from orders
    where client_id = $1 and ($2::smallint is null or market_id = $2)
          and ($3::smallint is null or side = $3)
          and ($4::smallint is null or )sql" +
                                 of_type() + R"sql()
          and ($5::timestamptz is null or created_at >= $5)
          and ($6::timestamptz is null or created_at < $6)
)sql";

/// The orders of one list: which, and by which expression of a Sort they are sorted.
struct List {
    std::string_view where;
    std::string_view Sort::*sorted_by;
};
constexpr List open{" and state = 1 ", &Sort::of_open};
constexpr List past{" and state <> 1 ", &Sort::of_past};

const std::string taken = R"sql(
    select market_id, seq, position, taker_order as order_id, taker_side as side, price,
           quantity, taker_fee as fee, 'taker' as role, at
    from fills f
    where taker_client = $1 and ($2::smallint is null or market_id = $2)
          and ($3::smallint is null or taker_side = $3)
          and ($4::smallint is null or exists (
              select from orders where id = taker_order and )sql" +
                          of_type() + R"sql())
          and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
)sql";
const std::string made = R"sql(
    select market_id, seq, position, maker_order as order_id, 3 - taker_side as side, price,
           quantity, maker_fee as fee, 'maker' as role, at
    from fills f
    where maker_client = $1 and ($2::smallint is null or market_id = $2)
          and ($3::smallint is null or 3 - taker_side = $3)
          and ($4::smallint is null or exists (
              select from orders where id = maker_order and )sql" +
                         of_type() + R"sql())
          and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6)
)sql";

struct Page {
    std::optional<std::int64_t> market, side, type;
    std::optional<pg::Time> from, until;
    const Sort* sort = &sorts.front();
    bool ascending = false;
    std::int64_t limit = rows_per_page;
    std::int64_t offset = 0;
};

bool given(Request& request, std::string_view name) {
    const auto text = request.params.optional<std::string>(name, 32);
    return text && !text->empty();
}

std::int64_t number_of(Request& request, std::string_view name, std::int64_t otherwise,
                       std::int64_t most) {
    if (!given(request, name)) return otherwise;
    const auto number = request.params.required<std::int64_t>(name);
    if (number < 1 || number > most) throw Error{Code::out_of_range, std::string{name}};
    return number;
}

Page read_page(Request& request, const settlement::Prices& prices) {
    auto& params = request.params;
    Page page;
    if (given(request, "name")) {
        page.market =
            find_market(prices, params.required<std::string>("name", 32), "name").id.value;
    }
    if (given(request, "side")) {
        page.side = static_cast<std::int64_t>(params.choice("side", {"BUY", "SELL"})) + 1;
    }
    if (given(request, "type")) {
        const auto type = params.choice(
            "type", {"LIMIT", "MARKET", "STOP_LIMIT", "STOP_MARKET", "TAKE_PROFIT_LIMIT",
                     "TAKE_PROFIT_MARKET", "TRAILING_STOP_MARKET", "OCO"});
        page.type = static_cast<std::int64_t>(type) + 1;
    }
    const auto days = fcgi::read_days(params);
    page.from = days.from;
    page.until = days.until;
    if (given(request, "sort")) {
        page.sort =
            &sorts.at(params.choice("sort", {"created_at", "updated_at", "name", "side", "type",
                                             "price", "quantity", "filled", "total"}));
    }
    if (given(request, "direction")) {
        page.ascending = params.choice("direction", {"desc", "asc"}) == 1;
    }
    page.limit = number_of(request, "per_page", rows_per_page, max_rows);
    page.offset = (number_of(request, "page", 1, last_page) - 1) * page.limit;
    return page;
}

/// Sorted by one expression, and where that is equal by the columns that make the order certain.
std::string order_by(std::string_view expression, std::initializer_list<std::string_view> then,
                     bool ascending) {
    const std::string_view direction = ascending ? " asc" : " desc";
    std::string sql = " order by ";
    sql += expression;
    sql += direction;
    for (const std::string_view column : then) {
        if (column == expression) continue;
        sql += ", ";
        sql += column;
        sql += direction;
    }
    return sql;
}

/// How many there are of what `rows_sql` selects.
std::int64_t count(pg::Connection& db, const std::string& rows_sql, ClientId client,
                   const Page& page) {
    const auto most = std::max(max_counted, page.offset + page.limit + 1);
    const auto sql = "select count(*) as total from (" + rows_sql + " limit $7) as counted";
    const pg::Result rows = db.run(
        sql.c_str(), {client, page.market, page.side, page.type, page.from, page.until, most});
    return rows[0].integer("total");
}

/// Behind what the order says itself.
void append_bracket(std::string& body, const pg::Row& row) {
    static constexpr std::array states{"WAITING", "PLACED", "REFUSED", "CANCELLED"};
    const auto state = row.maybe_integer("bracket_state").value_or(1);
    body.back() = ',';
    body += R"("bracket_state":")";
    body += states.at(static_cast<std::size_t>(state - 1));
    if (const auto reason = row.maybe_str("bracket_reason"))
        body += R"(","bracket_reason":")" + *reason;
    body += "\"}";
}

void append_orders(std::string& body, pg::Connection& db, const List& list, ClientId client,
                   const Page& page, const settlement::Prices& prices) {
    const std::string from = orders_where + std::string{list.where};
    const std::string sql = order_columns + from +
                            order_by(page.sort->*list.sorted_by, {"id"}, page.ascending) +
                            " limit $7 offset $8";
    body += "\"orders\":[";
    const pg::Result rows = db.run(sql.c_str(), {client, page.market, page.side, page.type,
                                                 page.from, page.until, page.limit, page.offset});
    for (const pg::Row row : rows) {
        const settlement::Order order = settlement::Order::from(row);
        const markets::Market* market = prices.directory->find(order.market);
        if (market == nullptr) continue;
        settlement::append_json(body, order, *market);
        if (order.bracket.given()) append_bracket(body, row);
        body += ',';
    }
    if (body.back() == ',') body.pop_back();
    body += "],\"total\":";
    body += std::to_string(count(db, "select" + from, client, page));
}

void append_fill(std::string& body, const pg::Row& row, const markets::Market& market) {
    const auto member = [&body](std::string_view name, std::string_view value) {
        body += '"';
        body += name;
        body += "\":\"";
        body += value;
        body += "\",";
    };
    const bool buy = row.integer("side") == 1;
    const Decimal price = row.decimal("price"), quantity = row.decimal("quantity");
    body += '{';
    member("id", row.str("market_id") + '-' + row.str("seq") + '-' + row.str("position"));
    member("order_id", row.text("order_id"));
    body += R"("coin_pair":{"pair_name":")" + market.pair + "\"},";
    member("delegate_type", buy ? "BUY" : "SELL");
    member("price", price.str());
    member("quantity", quantity.str());
    member("total", Decimal::multiply(price, quantity, Rounding::half_even).str());
    member("fee", row.decimal("fee").str());
    member("fee_asset", buy ? market.base.code : market.quote.code);
    member("role", row.text("role"));
    member("at", pg::iso(row.time("at")));
    body.back() = '}';
}

/// Each half is cut by itself, so that the usual list is two short reads of an index.
void append_fills(std::string& body, pg::Connection& db, ClientId client, const Page& page,
                  const settlement::Prices& prices) {
    const auto sorted = [&](std::initializer_list<std::string_view> then) {
        return order_by(page.sort->of_fills, then, page.ascending);
    };
    const std::string cut = " limit $7::bigint + $8::bigint)";
    const std::string sql = "select * from ((" + taken + sorted({}) + cut + " union all (" + made +
                            sorted({}) + cut + ") as own" +
                            sorted({"at", "market_id", "seq", "position"}) + " limit $7 offset $8";
    body += ",\"fills\":[";
    const pg::Result rows = db.run(sql.c_str(), {client, page.market, page.side, page.type,
                                                 page.from, page.until, page.limit, page.offset});
    for (const pg::Row row : rows) {
        const markets::Market* market = prices.directory->find(row.id<MarketId>("market_id"));
        if (market == nullptr) continue;
        append_fill(body, row, *market);
        body += ',';
    }
    if (body.back() == ',') body.pop_back();
    body += "],\"fills_total\":";
    body += std::to_string(count(db, taken + " union all " + made, client, page));
}

Reply open_orders(Request& request) {
    const auto prices = engine().sequencer.prices();
    const Page page = read_page(request, *prices);
    auto db = request.db();
    std::string body = "{";
    append_orders(body, *db, open, request.client(), page, *prices);
    body += '}';
    return Reply::raw_json(std::move(body));
}

Reply list_histories(Request& request) {
    const auto prices = engine().sequencer.prices();
    const Page page = read_page(request, *prices);
    auto db = request.db();
    std::string body = "{";
    append_orders(body, *db, past, request.client(), page, *prices);
    append_fills(body, *db, request.client(), page, *prices);
    body += '}';
    return Reply::raw_json(std::move(body));
}

void order_histories(Request& request, fcgi::Later later) {
    engine().lists.run_for(
        request.client(), std::move(later), [&request] { return list_histories(request); },
        max_lists);
}

constexpr fcgi::Route reads(std::string_view path, fcgi::Function function) {
    return {.method = fcgi::Method::get,
            .path = path,
            .access = fcgi::Access::client,
            .limit = fcgi::Limit::reads,
            .effect = fcgi::Effect::reads,
            .function = function};
}

using fcgi::Need;
using fcgi::Type;

constexpr fcgi::Parameter page_parameters[] = {
    {"name", Type::text, Need::optional, "Only this pair: BTCUSDT."},
    {"side", Type::choice, Need::optional, "Only this side.", "BUY|SELL"},
    {"type", Type::choice, Need::optional, "Only this type; OCO means the legs of OCO pairs.",
     "LIMIT|MARKET|STOP_LIMIT|STOP_MARKET|TAKE_PROFIT_LIMIT|TAKE_PROFIT_MARKET|"
     "TRAILING_STOP_MARKET|OCO"},
    {"from", Type::text, Need::optional, "The first day, UTC: 2026-11-21."},
    {"to", Type::text, Need::optional, "The last day, UTC."},
    {"sort", Type::choice, Need::optional,
     "The column to sort by; created_at by default. Fills without that column are sorted by time.",
     "created_at|updated_at|name|side|type|price|quantity|filled|total"},
    {"direction", Type::choice, Need::optional, "desc by default.", "desc|asc"},
    {"page", Type::integer, Need::optional, "The page, starting at 1."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 50 by default."},
};

constexpr fcgi::Route routes[] = {
    reads("/api/v3/trades/open-orders", open_orders)
        .by_key()
        .takes(page_parameters)
        .gives("OpenOrders")
        .means("Lists the open orders"),
    fcgi::Route{.method = fcgi::Method::get,
                .path = "/api/v3/trades/order-histories",
                .access = fcgi::Access::client,
                .limit = fcgi::Limit::reads,
                .effect = fcgi::Effect::reads,
                .deferred = order_histories}
        .by_key()
        .takes(page_parameters)
        .gives("OrderHistory")
        .means("Lists the filled and cancelled orders, and the fills"),
};

}  // namespace

const std::span<const fcgi::Route> order_list_routes = routes;

}  // namespace cambio::spot
