// What a client reads of its futures: open positions with the account, history, funding.
#include "config/config.h"
#include "guard.h"
#include "routes.h"
#include "view.h"

namespace cambio::positions {
namespace {

using fcgi::Reply;
using fcgi::Request;

constexpr const char* read_current = R"sql(
    select p.*, f.average
    from named_positions p left join lateral (
        select known_until, coalesce(funding_average(market_id, at, greatest(
                   p.opened_at, at - period, known_from), now()), rate) as average
        from funding_rates where market_id = p.market_id and at > now() order by at limit 1) f
        on f.known_until > now()
    where p.client_id = $1 and p.state in (1, 2) order by p.id desc
)sql";
constexpr const char* read_available = R"sql(
    select coalesce(sum(l.balance), 0) as available
    from ledger_accounts l join assets a on a.id = l.asset_id
    where l.client_id = $1 and l.wallet = 2 and not l.held and a.code = 'USDT'
)sql";
constexpr const char* read_order_margin = R"sql(
    select (select coalesce(sum(held), 0) from futures_orders where client_id = $1 and state = 1)
           + (select coalesce(sum(reversal_held), 0) from positions
               where client_id = $1 and state = 2) as amount
)sql";
constexpr const char* read_past = R"sql(
    select p.*, l.price as liquidation_mark, l.mark_at, l.at as liquidated_at,
           l.margin as liquidated_margin, l.maintenance, l.equity, l.formula
    from named_positions p left join liquidations l on l.position_id = p.id
    where p.client_id = $1 and p.state in (3, 4)
    order by p.closed_at desc, p.id desc limit $2 offset $3
)sql";
constexpr const char* count_past = R"sql(
    select count(*) as total from positions where client_id = $1 and state in (3, 4)
)sql";
/// What a client's positions paid and received, and what is still owed to it. At its end a position
/// has paid for a time that was to come.
const std::string payments_of_client = R"sql(
    (select least(at, paid_at) as at, at as due, position_id, market_id, rate, mark, size, amount,
            unpaid, false as owed
     from funding_payments where client_id = $1
     union all
     select o.at, o.at, o.position_id, p.market_id, o.rate, o.mark, o.size, o.amount, o.unpaid, true
     from funding_owed o join positions p on p.id = o.position_id
     where p.client_id = $1 and o.paid_at is null) f
    join markets m on m.id = f.market_id
)sql";
// Who receives gets less where those who pay were not worth all of it.
const std::string read_payments = R"sql(
    select f.at, f.position_id, f.rate, f.mark, f.size, f.amount, f.unpaid, f.owed, m.pair, a.icon,
           coalesce(r.shared < r.claimed and (f.rate > 0) = (p.side = 2), false) as reduced
    from )sql" + payments_of_client +
                                  R"sql(
    join assets a on a.id = m.base_id
    join positions p on p.id = f.position_id
    left join funding_rates r on r.market_id = f.market_id and r.at = f.due
    where $2::text is null or m.pair = $2
    order by f.at desc, f.position_id desc limit $3 offset $4
)sql";
const std::string count_payments =
    "select count(*) as total from " + payments_of_client + "where $2::text is null or m.pair = $2";

/// All positions of a client together, and what its open orders hold.
struct Account {
    Decimal available, orders, margin, unrealised, unpaid, equity, maintenance;

    Json::Value json() const {
        Json::Value value;
        value["equity"] = (available + orders + margin + unrealised - unpaid).str();
        value["available"] = available.str();
        value["order_margin"] = orders.str();
        value["position_margin"] = margin.str();
        value["unrealised"] = unrealised.str();
        const bool safe = maintenance < equity;
        const Decimal none = maintenance.zero() ? Decimal{} : Decimal::of(100);
        value["margin_ratio"] = (safe ? futures::percent(maintenance, equity) : none).str();
        return value;
    }
};

Reply client_margin(Request& request) {
    auto db = request.db();
    pg::Transaction tx{*db};
    const auto marks = read_marks(tx);
    Account account;
    account.available = tx.one(read_available, {request.client()}).decimal("available");
    account.orders = tx.one(read_order_margin, {request.client()}).decimal("amount");
    Json::Value reply;
    reply["margin"] = Json::arrayValue;
    for (const pg::Row row : tx.run(read_current, {request.client()})) {
        const Position position = Position::from(row);
        const auto found = marks.find(position.market);
        const auto mark = found == marks.end() ? std::nullopt : std::optional{found->second};
        const Figures figures = figures_of(position, mark);
        account.margin += position.margin;
        account.unrealised += figures.unrealised;
        account.unpaid += position.unpaid_funding;
        account.equity += figures.equity;
        account.maintenance += figures.maintenance;
        Json::Value value = json_of(position, figures);
        const auto average = row.maybe_decimal("average");
        value["funding_average"] = average ? Json::Value{average->str()} : Json::Value{};
        value["stale"] = !mark || mark->stale(pg::now(), request.config().stale_after_ms);
        reply["margin"].append(std::move(value));
    }
    tx.commit();
    reply["account"] = account.json();
    return Reply::json(reply);
}

Json::Value liquidation_of(const pg::Row& row) {
    if (row.null("formula")) return {};
    Json::Value value;
    value["price"] = row.decimal("liquidation_mark").str();
    value["at"] = pg::iso(row.time("liquidated_at"));
    value["mark_at"] = pg::iso(row.time("mark_at"));
    value["margin"] = row.decimal("liquidated_margin").str();
    value["maintenance"] = row.decimal("maintenance").str();
    value["equity"] = row.decimal("equity").str();
    value["formula"] = row.str("formula");
    return value;
}

Reply history(Request& request) {
    const Page page = read_page(request);
    auto db = request.db();
    Json::Value reply;
    reply["positions"] = Json::arrayValue;
    for (const pg::Row row : db->run(read_past, {request.client(), page.limit, page.offset})) {
        const Position position = Position::from(row);
        Json::Value value = json_of(position, figures_of(position, std::nullopt));
        value["closing_price"] = position.closing_price->str();
        value["realised"] = position.realised->str();
        value["reason"] = std::string{name_of(*position.reason)};
        value["liquidation"] = liquidation_of(row);
        reply["positions"].append(std::move(value));
    }
    reply["total"] = Json::Int64{db->run(count_past, {request.client()})[0].integer("total")};
    return Reply::json(reply);
}

Reply funding(Request& request) {
    const Page page = read_page(request);
    std::optional<std::string> pair;
    if (fcgi::given(request.params, "name"))
        pair = request.params.required<std::string>("name", 32);
    auto db = request.db();
    Json::Value reply;
    reply["payments"] = Json::arrayValue;
    for (const pg::Row row :
         db->run(read_payments.c_str(), {request.client(), pair, page.limit, page.offset})) {
        Json::Value value;
        value["at"] = pg::iso(row.time("at"));
        value["coin_pair"]["pair_name"] = row.str("pair");
        value["coin_pair"]["image"] = row.str("icon");
        value["position_id"] = row.str("position_id");
        value["rate"] = row.decimal("rate").str();
        value["mark_price"] = row.decimal("mark").str();
        value["size"] = row.decimal("size").str();
        value["amount"] = row.decimal("amount").str();
        value["unpaid"] = row.decimal("unpaid").str();
        value["owed"] = row.boolean("owed");
        value["reduced"] = row.boolean("reduced");
        reply["payments"].append(std::move(value));
    }
    reply["total"] =
        Json::Int64{db->run(count_payments.c_str(), {request.client(), pair})[0].integer("total")};
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

constexpr fcgi::Parameter page = {"page", Type::integer, Need::optional,
                                  "The page, starting at 1; newest first."};
constexpr fcgi::Parameter per_page = {"per_page", Type::integer, Need::optional,
                                      "1 to 200; 50 by default."};
constexpr fcgi::Parameter history_parameters[] = {page, per_page};
constexpr fcgi::Parameter funding_parameters[] = {
    page,
    per_page,
    {"name", Type::text, Need::optional, "Only this contract: BTCUSDT."},
};

constexpr fcgi::Route routes[] = {
    reads("/api/v2/client-margin", client_margin)
        .by_key()
        .gives("Margins")
        .means("Lists the open futures positions and the value of the futures account"),
    reads("/api/v3/futures/history", history)
        .by_key()
        .takes(history_parameters)
        .gives("PositionHistory")
        .means("Lists the closed futures positions"),
    reads("/api/v3/futures/funding", funding)
        .by_key()
        .takes(funding_parameters)
        .gives("FundingPayments")
        .means("Lists the funding that positions paid and received"),
};

}  // namespace

const std::span<const fcgi::Route> list_routes = routes;

}  // namespace cambio::positions
