// What came and went otherwise than from and to addresses and by orders: rewards, transfers between
// own wallets and what the house gave or took. The last list of the history page.
#include "fcgi/days.h"
#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "ledger/statement.h"
#include "routes.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;
using ledger::Wallet;

constexpr std::int64_t usual_rows = 10;
constexpr std::size_t max_code = 16;

constexpr const char* find_asset = "select id from assets where code = $1";

// A transfer between own wallets is found where it came in, and stands there once. What is taken
// back of a deposit went out. The kinds are ledger::Kind's, in the order of `kinds` below.
constexpr const char* others_of = R"sql(
    with own as (select id, wallet, asset_id from ledger_accounts
                  where client_id = $1 and not held and ($2::smallint is null or asset_id = $2)),
    moved as (
        select t.kind, t.reference, t.at, c.asset_id, d.wallet as from_wallet,
               c.wallet as to_wallet, t.amount
          from own c join ledger_transfers t on t.credit = c.id
          left join own d on d.id = t.debit
         where t.kind in (1, 11, 12, 15, 16)
        union all
        select t.kind, t.reference, t.at, d.asset_id, d.wallet, null, -t.amount
          from own d join ledger_transfers t on t.debit = d.id
         where t.kind = 62),
    others as (
        select kind, reference, at, asset_id, from_wallet, to_wallet, sum(amount) as amount
          from moved
         where ($3::smallint is null or kind = $3)
               and ($4::timestamptz is null or at >= $4)
               and ($5::timestamptz is null or at < $5)
         group by 1, 2, 3, 4, 5, 6)
    select o.kind, o.reference, o.at, a.code, a.icon, o.from_wallet, o.to_wallet, o.amount,
           count(*) over () as total
      from others o join assets a on a.id = o.asset_id
     order by o.at desc, o.kind, o.reference desc, a.code limit $6 offset $7
)sql";

struct Named {
    std::int64_t kind;
    const char* name;
};
constexpr Named kinds[] = {
    {1, "demo"},        {11, "transfer"}, {12, "reward"},
    {15, "fee_refund"}, {16, "referral"}, {62, "reversal"},
};

const char* name_of_kind(std::int64_t kind) {
    for (const auto& known : kinds)
        if (known.kind == kind) return known.name;
    return "";
}

std::optional<std::int64_t> read_kind(fcgi::Params& params) {
    if (!fcgi::given(params, "kind")) return std::nullopt;
    return kinds[params.choice("kind", {kinds[0].name, kinds[1].name, kinds[2].name, kinds[3].name,
                                        kinds[4].name, kinds[5].name})]
        .kind;
}

std::optional<std::int64_t> read_asset(Request& request, pg::Connection& connection) {
    if (!fcgi::given(request.params, "coin")) return std::nullopt;
    const auto found =
        connection.run(find_asset, {request.params.required<std::string>("coin", max_code)});
    if (found.empty()) throw Error{Code::unknown_asset, "coin"};
    return found[0].integer("id");
}

Json::Value view_of(const pg::Row& row) {
    Json::Value view;
    view["kind"] = name_of_kind(row.integer("kind"));
    view["id"] = row.str("reference");
    view["at"] = pg::iso(row.time("at"));
    view["coin"] = row.str("code");
    view["image"] = row.str("icon");
    view["amount"] = row.decimal("amount").str();
    for (const char* end : {"from_wallet", "to_wallet"})
        if (const auto wallet = row.maybe_integer(end))
            view[end] = std::string{ledger::name_of(static_cast<Wallet>(*wallet))};
    return view;
}

Reply other_history(Request& request) {
    auto connection = request.db();
    const auto asset = read_asset(request, *connection);
    const auto kind = read_kind(request.params);
    const auto days = fcgi::read_days(request.params);
    const auto page = fcgi::read_page(request.params, usual_rows);
    Json::Value reply;
    auto& others = reply["other"] = Json::arrayValue;
    std::int64_t total = 0;
    for (const auto row : connection->run(others_of, {request.client(), asset, kind, days.from,
                                                      days.until, page.limit, page.offset})) {
        total = row.integer("total");
        others.append(view_of(row));
    }
    reply["total"] = static_cast<Json::Int64>(total);
    return Reply::json(reply);
}

constexpr Parameter parameters[] = {
    {"coin", Type::text, Need::optional, "Only this coin: USDT."},
    {"kind", Type::choice, Need::optional, "Only this kind.",
     "demo|transfer|reward|fee_refund|referral|reversal"},
    {"from", Type::text, Need::optional, "The first day, UTC: 2026-11-21."},
    {"to", Type::text, Need::optional, "The last day, UTC."},
    {"page", Type::integer, Need::optional, "The page, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 10 by default."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/other-history", Access::client, Limit::reads, Effect::reads,
          nullptr, read_records<other_history>}
        .by_key()
        .takes(parameters)
        .gives("OtherHistory")
        .means("Lists rewards, refunds and transfers between own wallets, newest first"),
};

}  // namespace

const std::span<const Route> other_history_routes{routes};

}  // namespace cambio::wallet
