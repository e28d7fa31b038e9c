// What a client reads of its trading: orders, fills, funds, and the rules of a market.
#include <algorithm>
#include <map>

#include "engine.h"
#include "routes.h"
#include "settlement/scale.h"

namespace cambio::spot {
namespace {

using fcgi::Reply;
using fcgi::Request;

constexpr std::int64_t rows_per_page = 50;
constexpr std::int64_t most_rows = 200;
constexpr std::int64_t last_page = 100'000;

constexpr const char* open_orders_of = R"sql(
    select * from orders
    where client_id = $1 and state = 1 and ($2::smallint is null or market_id = $2)
    order by id desc limit $3 offset $4
)sql";

constexpr const char* count_open = R"sql(
    select count(*) as total from orders
    where client_id = $1 and state = 1 and ($2::smallint is null or market_id = $2)
)sql";

constexpr const char* past_orders_of = R"sql(
    select * from orders
    where client_id = $1 and state <> 1 and ($2::smallint is null or market_id = $2)
    order by id desc limit $3 offset $4
)sql";

constexpr const char* count_past = R"sql(
    select count(*) as total from orders
    where client_id = $1 and state <> 1 and ($2::smallint is null or market_id = $2)
)sql";

constexpr const char* fills_of = R"sql(
    select * from (
        (select market_id, seq, position, taker_order as order_id, taker_side as side, price,
                quantity, taker_fee as fee, 'taker' as role, at
         from fills where taker_client = $1 and ($2::smallint is null or market_id = $2)
         order by at desc limit $3::bigint + $4::bigint)
        union all
        (select market_id, seq, position, maker_order, 3 - taker_side, price, quantity, maker_fee,
                'maker', at
         from fills where maker_client = $1 and ($2::smallint is null or market_id = $2)
         order by at desc limit $3::bigint + $4::bigint)) as own
    order by at desc, market_id, seq desc, position desc limit $3 offset $4
)sql";

constexpr const char* spot_accounts_of = R"sql(
    select a.code, a.name, a.icon, l.held, l.balance
    from ledger_accounts l join assets a on a.id = l.asset_id
    where l.client_id = $1 and l.house = '' and l.wallet = 1
    order by a.code
)sql";

constexpr const char* level_of = R"sql(
    select membership_level from clients where id = $1
)sql";

struct Page {
    std::optional<std::int64_t> market;
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
    Page page;
    if (given(request, "name")) {
        const auto name = request.params.required<std::string>("name", 32);
        page.market = find_market(prices, name, "name").id.value;
    }
    page.limit = number_of(request, "per_page", rows_per_page, most_rows);
    page.offset = (number_of(request, "page", 1, last_page) - 1) * page.limit;
    return page;
}

void append_orders(std::string& body, const pg::Result& rows, const settlement::Prices& prices) {
    body += "\"orders\":[";
    for (const pg::Row row : rows) {
        const settlement::Order order = settlement::Order::from(row);
        const markets::Market* market = prices.directory->find(order.market);
        if (market == nullptr) continue;
        settlement::append_json(body, order, *market);
        body += ',';
    }
    if (body.back() == ',') body.pop_back();
    body += ']';
}

void append_total(std::string& body, const pg::Result& rows) {
    body += ",\"total\":";
    body += std::to_string(rows[0].integer("total"));
}

Reply open_orders(Request& request) {
    const auto prices = engine().combiner.prices();
    const Page page = read_page(request, *prices);
    auto db = request.db();
    std::string body = "{";
    append_orders(body,
                  db->run(open_orders_of, {request.client(), page.market, page.limit, page.offset}),
                  *prices);
    append_total(body, db->run(count_open, {request.client(), page.market}));
    body += '}';
    return Reply::raw_json(std::move(body));
}

void append_fills(std::string& body, const pg::Result& rows, const settlement::Prices& prices) {
    const auto member = [&body](std::string_view name, std::string_view value) {
        body += '"';
        body += name;
        body += "\":\"";
        body += value;
        body += "\",";
    };
    body += ",\"fills\":[";
    for (const pg::Row row : rows) {
        const markets::Market* market = prices.directory->find(row.id<MarketId>("market_id"));
        if (market == nullptr) continue;
        const bool buy = row.integer("side") == 1;
        body += '{';
        member("id", row.str("market_id") + '-' + row.str("seq") + '-' + row.str("position"));
        member("order_id", row.text("order_id"));
        body += R"("coin_pair":{"pair_name":")" + market->pair + "\"},";
        member("delegate_type", buy ? "BUY" : "SELL");
        member("price", row.decimal("price").str());
        member("quantity", row.decimal("quantity").str());
        member("fee", row.decimal("fee").str());
        member("fee_asset", buy ? market->base.code : market->quote.code);
        member("role", row.text("role"));
        member("at", pg::iso(row.time("at")));
        body.back() = '}';
        body += ',';
    }
    if (body.back() == ',') body.pop_back();
    body += ']';
}

Reply order_histories(Request& request) {
    const auto prices = engine().combiner.prices();
    const Page page = read_page(request, *prices);
    const ClientId client = request.client();
    auto db = request.db();
    std::string body = "{";
    append_orders(body, db->run(past_orders_of, {client, page.market, page.limit, page.offset}),
                  *prices);
    append_total(body, db->run(count_past, {client, page.market}));
    append_fills(body, db->run(fills_of, {client, page.market, page.limit, page.offset}), *prices);
    body += '}';
    return Reply::raw_json(std::move(body));
}

struct Fund {
    std::string code, name, icon;
    Decimal available, held, value;
};

/// What an amount of a coin is worth in USDT at the last price; nothing where there is no price.
Decimal value_of(const Fund& fund, const settlement::Prices& prices) {
    const Decimal amount = fund.available + fund.held;
    if (fund.code == "USDT") return amount;
    const markets::Market* market = prices.directory->find(fund.code + "USDT");
    const markets::Quote* quote = market == nullptr ? nullptr : prices.quote(market->id);
    if (quote == nullptr) return {};
    return Decimal::multiply(amount, quote->last, Rounding::down).rounded(8, Rounding::down);
}

Reply funds(Request& request) {
    const auto prices = engine().combiner.prices();
    std::map<std::string, Fund> by_code;
    auto db = request.db();
    for (const pg::Row row : db->run(spot_accounts_of, {request.client()})) {
        Fund& fund = by_code[row.str("code")];
        fund.code = row.str("code");
        fund.name = row.str("name");
        fund.icon = row.str("icon");
        (row.boolean("held") ? fund.held : fund.available) = row.decimal("balance");
    }
    std::vector<Fund> rows;
    for (auto& [code, fund] : by_code) {
        if (fund.available.zero() && fund.held.zero()) continue;
        fund.value = value_of(fund, *prices);
        rows.push_back(std::move(fund));
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Fund& a, const Fund& b) { return a.value > b.value; });
    Json::Value reply;
    reply["funds"] = Json::arrayValue;
    for (const Fund& fund : rows) {
        Json::Value row;
        row["coin"]["name"] = fund.code;
        row["coin"]["full_name"] = fund.name;
        row["coin"]["image"] = fund.icon;
        row["wallet_balance"] = fund.available.str();
        row["freeze_balance"] = fund.held.str();
        row["usdt_value"] = fund.value.str();
        reply["funds"].append(row);
    }
    return Reply::json(reply);
}

/// The smallest quantity that passes every minimum at the last price.
Decimal smallest_sale(const markets::Market& market, const settlement::Prices& prices) {
    const markets::Quote* quote = prices.quote(market.id);
    if (quote == nullptr || !quote->last.positive()) return market.minimum_quantity;
    const Decimal exact = Decimal::divide(market.minimum_total, quote->last, Rounding::up);
    int128 lots = exact.units() / market.lot.units();
    if (!exact.multiple_of(market.lot)) ++lots;
    return maximum(market.minimum_quantity, Decimal::from_units(lots * market.lot.units()));
}

Reply get_order(Request& request) {
    const auto prices = engine().combiner.prices();
    auto name = request.params.required<std::string>("symbol", 32);
    if (prices->directory->find(name) == nullptr) name += "USDT";
    const markets::Market& market = find_market(*prices, name, "symbol");
    auto db = request.db();
    const pg::Result levels = db->run(level_of, {request.client()});
    const markets::FeeRates fees = prices->directory->fees(levels[0].text("membership_level"));
    Decimal base, quote;
    for (const pg::Row row : db->run(spot_accounts_of, {request.client()})) {
        if (row.boolean("held")) continue;
        if (row.text("code") == market.base.code) base = row.decimal("balance");
        if (row.text("code") == market.quote.code) quote = row.decimal("balance");
    }
    Json::Value reply;
    Json::Value& price = reply["price"];
    price["minimum_sell"] = smallest_sale(market, *prices).str();
    price["account_balance_limit_spot"] = market.minimum_total.str();
    price["minimum_quantity"] = market.minimum_quantity.str();
    price["tick"] = market.tick.str();
    price["lot"] = market.lot.str();
    price["maker_fee"] = fees.maker.str();
    price["taker_fee"] = fees.taker.str();
    price["protection"] = request.config().price_protection.str();
    price["available_base"] = base.str();
    price["available_quote"] = quote.str();
    return Reply::json(reply);
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

constexpr fcgi::Parameter rules_parameters[] = {
    {"symbol", Type::text, Need::required, "A pair or its coin: BTCUSDT, BTC."},
};
constexpr fcgi::Parameter page_parameters[] = {
    {"name", Type::text, Need::optional, "Those of this pair only: BTCUSDT."},
    {"page", Type::integer, Need::optional, "From 1, which is the newest."},
    {"per_page", Type::integer, Need::optional, "From 1 to 200; 50 unless given."},
};

constexpr fcgi::Route routes[] = {
    reads("/api/v3/getOrder", get_order)
        .takes(rules_parameters)
        .gives("OrderRules")
        .means("Shows a pair's rules and fees, and what the client has to trade there"),
    reads("/api/v3/trades/open-orders", open_orders)
        .takes(page_parameters)
        .gives("OpenOrders")
        .means("Lists the open orders"),
    reads("/api/v3/trades/order-histories", order_histories)
        .takes(page_parameters)
        .gives("OrderHistory")
        .means("Lists the orders that are done with, and the fills"),
    reads("/api/v3/trades/funds", funds)
        .gives("Funds")
        .means("Lists the coins that the client has in the spot wallet"),
};

}  // namespace

const std::span<const fcgi::Route> list_routes = routes;

}  // namespace cambio::spot
