// One coin of the spot wallet: what is there, what it has cost, what it won or lost.
#include <algorithm>

#include "chain/deposits.h"
#include "cost.h"
#include "dealings.h"
#include "fcgi/gate.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"
#include "withdrawals/withdrawals.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr std::int64_t usual_rows = 20;
constexpr std::size_t max_code = 16;
constexpr const char* quote = "USDT";

// The day's first price is where its candle opened.
constexpr const char* coin_now = R"sql(
    select a.id, a.code, a.name, a.icon,
           p.price, case when a.code = 'USDT' then 1 else c.open end as opened,
           coalesce(sum(l.balance) filter (where not l.held), 0) as free,
           coalesce(sum(l.balance) filter (where l.held), 0) as held
      from assets a join asset_prices p on p.asset_id = a.id
      left join candles c on c.market_id = p.market_id and c.span = 1440
           and c.opened_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
      left join ledger_accounts l on l.client_id = $1 and l.wallet = 1 and l.asset_id = a.id
     where a.code = $2
     group by a.id, p.price, c.open
)sql";

// What came in today otherwise than by dealings, and what went out (negative).
constexpr const char* moved_today = R"sql(
    with own as (select id from ledger_accounts
                  where client_id = $1 and wallet = 1 and asset_id = $2)
    select coalesce(sum(amount), 0) as amount from (
        select amount from ledger_transfers
         where credit in (select id from own) and ledger_is_flow(kind) and at >= $3
        union all
        select -amount from ledger_transfers
         where debit in (select id from own) and ledger_is_flow(kind) and at >= $3) t
)sql";

// Everything that has changed what the spot wallet has of a coin; the sign says which way. What
// does not pend comes to what is there, free and reserved: a hold changes nothing of that, and a
// withdrawal does when it is final; of one that failed in its block, the fee is gone.
constexpr const char* movements_of = R"sql(
    with own as (select id from ledger_accounts
                  where client_id = $1 and wallet = 1 and asset_id = $2),
    moved as (
        select v.kind, o.id, o.created_at as at, v.amount, false as pending
          from orders o join markets m on m.id = o.market_id
         cross join lateral (values
               (case o.side when 1 then 'buy' else 'sell' end,
                case when (o.side = 1) = (m.base_id = $2) then 1 else -1 end *
                case when m.base_id = $2 then o.filled else o.filled_total end),
               ('fee', case when (o.side = 1) = (m.base_id = $2) then -o.fee end))
               as v (kind, amount)
         where o.client_id = $1 and o.filled > 0 and $2 in (m.base_id, m.quote_id)
               and (o.state = 1 or o.state <> 1) and v.amount <> 0
        union all
        select 'convert', id, updated_at, case when to_id = $2 then to_amount else -from_amount end,
               false
          from conversions where client_id = $1 and state = 2 and $2 in (from_id, to_id)
        union all
        select 'withdraw', id, requested_at, case when stage < 8 then -amount else -fee_kept end,
               stage < 7
          from withdrawals
         where client_id = $1 and asset_id = $2 and (stage < 8 or fee_kept > 0)
        union all
        select case kind when 1 then 'demo' when 2 then 'deposit' when 11 then 'transfer'
                         when 12 then 'reward' when 15 then 'fee_refund' when 16 then 'referral'
                         when 62 then 'reversal' else 'earn' end,
               reference, at, sum(amount), false
          from (select kind, reference, at, amount from ledger_transfers
                 where credit in (select id from own)
                       and kind in (1, 2, 11, 12, 15, 16, 62, 70, 71, 72)
                union all
                select kind, reference, at, -amount from ledger_transfers
                 where debit in (select id from own)
                       and kind in (1, 2, 11, 12, 15, 16, 62, 70, 71, 72)) t
         group by 1, 2, 3 having sum(amount) <> 0)
    select kind, id, at, amount, pending, count(*) over () as total from moved
     order by at desc, id desc, kind limit $3 offset $4
)sql";

// What no balance can hold is the operator's alone.
constexpr const char* deposits_of = R"sql(
     where d.client_id = $1 and d.asset_id = $2 and d.amount is not null
     order by d.id desc limit $3 offset $4
)sql";
constexpr const char* withdrawals_of = R"sql(
     where n.client_id = $1 and n.asset_id = $2 order by n.id desc limit $3 offset $4
)sql";

struct Coin {
    AssetId id;
    std::string code, name, icon;
    std::optional<Decimal> price, opened;
    Decimal free, held;
    Decimal all() const { return free + held; }
};

Coin find_coin(Request& request, pg::Connection& connection) {
    const auto name = request.params.required<std::string>("name", max_code);
    const auto found = connection.run(coin_now, {request.client(), name});
    if (found.empty()) throw Error{Code::unknown_asset, "name"};
    const auto row = found[0];
    return {row.id<AssetId>("id"),
            row.str("code"),
            row.str("name"),
            row.str("icon"),
            row.maybe_decimal("price"),
            row.maybe_decimal("opened"),
            row.decimal("free"),
            row.decimal("held")};
}

/// What a coin's dealings come to.
struct Dealt {
    AverageCost cost;
    Decimal bought, paid, sold, received;  ///< since the day began
};

Dealt dealt(pg::Connection& connection, ClientId client, AssetId asset, pg::Time day) {
    Dealt sums;
    pg::Snapshot tx{connection};
    each_dealing(tx, client, asset, [&](const Dealing& dealing) {
        if (dealing.bought)
            sums.cost.buy(dealing.quantity, dealing.worth);
        else
            sums.cost.sell(dealing.quantity);
        if (dealing.at < day) return;
        (dealing.bought ? sums.bought : sums.sold) += dealing.quantity;
        (dealing.bought ? sums.paid : sums.received) += dealing.worth;
    });
    return sums;
}

pg::Time beginning_of_today() {
    return std::chrono::floor<std::chrono::days>(pg::now());
}

Json::Value maybe(const std::optional<Decimal>& value) {
    return value ? Json::Value{value->str()} : Json::Value{};
}

Decimal worth(Decimal quantity, Decimal price) {
    return Decimal::multiply(quantity, price, Rounding::half_even);
}

struct Today {
    Decimal profit;
    Decimal base;  ///< of which the percentage is
};

/// What was there when the day began won from the day's first price to now; what was bought since
/// from its own price, and what was sold since up to its own price. What was moved in or out
/// counts neither way. Nothing where there is no price.
std::optional<Today> today_of(pg::Connection& connection, ClientId client, const Coin& coin,
                              const Dealt& sums, pg::Time day) {
    if (!coin.price || !coin.opened) return std::nullopt;
    const auto moved = connection.run(moved_today, {client, coin.id, day});
    const auto before =
        maximum(coin.all() - sums.bought + sums.sold - moved[0].decimal("amount"), Decimal{});
    const auto then = worth(before, *coin.opened);
    const auto now = worth(before + sums.bought - sums.sold, *coin.price);
    return Today{now - then - sums.paid + sums.received, then + sums.paid};
}

std::string percentage_of(const Today& today) {
    if (!today.base.positive()) return "0";
    return Decimal::multiply_divide(today.profit, Decimal::of(100), today.base, Rounding::half_even)
        .str(2, Rounding::half_even);
}

void add_movements(Json::Value& reply, pg::Connection& connection, ClientId client, AssetId asset,
                   const fcgi::Page& page) {
    reply["all"] = Json::arrayValue;
    reply["total"] = 0;
    for (const auto row : connection.run(movements_of, {client, asset, page.limit, page.offset})) {
        Json::Value movement;
        movement["kind"] = row.str("kind");
        movement["id"] = row.str("id");
        movement["at"] = pg::iso(row.time("at"));
        movement["amount"] = row.decimal("amount").str();
        movement["pending"] = row.boolean("pending");
        reply["all"].append(movement);
        reply["total"] = static_cast<Json::Int64>(row.integer("total"));
    }
}

/// The records of deposit-history and withdraw-history that are of this coin.
void add_records(Json::Value& reply, pg::Connection& connection, ClientId client, AssetId asset,
                 const fcgi::Page& page) {
    static const std::string shown_deposits = std::string{chain::select_deposits} + deposits_of;
    static const std::string shown_withdrawals =
        std::string{withdrawals::select_withdrawals} + withdrawals_of;
    reply["deposit"] = Json::arrayValue;
    reply["withdraw"] = Json::arrayValue;
    for (const auto row :
         connection.run(shown_deposits.c_str(), {client, asset, page.limit, page.offset}))
        reply["deposit"].append(chain::view(row));
    for (const auto row :
         connection.run(shown_withdrawals.c_str(), {client, asset, page.limit, page.offset}))
        reply["withdraw"].append(withdrawals::view_of(row));
}

Reply single_coin(Request& request) {
    auto connection = request.db();
    const auto coin = find_coin(request, *connection);
    const auto page = fcgi::read_page(request.params, usual_rows);
    const auto sums = dealt(*connection, request.client(), coin.id, beginning_of_today());
    Json::Value reply;
    reply["coin"]["name"] = coin.code;
    reply["coin"]["full_name"] = coin.name;
    reply["coin"]["image"] = coin.icon;
    reply["balance"] = coin.free.str();
    reply["freeze_balance"] = coin.held.str();
    reply["price"] = maybe(coin.price);
    reply["average_cost"] = coin.code == quote ? Json::Value{} : maybe(sums.cost.average());
    add_movements(reply, *connection, request.client(), coin.id, page);
    add_records(reply, *connection, request.client(), coin.id, page);
    return Reply::json(reply);
}

Reply single_coin_pnl(Request& request) {
    auto connection = request.db();
    const auto coin = find_coin(request, *connection);
    Json::Value reply;
    reply["name"] = coin.code;
    if (coin.code == quote) {
        // All is counted in it: it neither costs nor wins anything.
        for (const char* nothing : {"average_cost", "unrealised"}) reply[nothing] = Json::Value{};
        for (const char* zero : {"today", "today_percentage"}) reply[zero] = "0";
        return Reply::json(reply);
    }
    const auto day = beginning_of_today();
    const auto sums = dealt(*connection, request.client(), coin.id, day);
    const auto today = today_of(*connection, request.client(), coin, sums, day);
    reply["average_cost"] = maybe(sums.cost.average());
    reply["unrealised"] = maybe(unrealised(sums.cost, coin.all(), coin.price));
    reply["today"] = today ? Json::Value{today->profit.str()} : Json::Value{};
    reply["today_percentage"] = today ? Json::Value{percentage_of(*today)} : Json::Value{};
    return Reply::json(reply);
}

constexpr Parameter coin_parameter{"name", Type::text, Need::required, "The coin's code: BTC."};
constexpr Parameter coin_parameters[] = {
    coin_parameter,
    {"page", Type::integer, Need::optional, "The page of the lists, starting at 1; newest first."},
    {"per_page", Type::integer, Need::optional, "1 to 200; 20 by default."},
};
constexpr Parameter pnl_parameters[] = {coin_parameter};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/wallet-single-coin", Access::client, Limit::reads, Effect::reads,
          nullptr, read_records<single_coin>}
        .by_key()
        .takes(coin_parameters)
        .gives("SingleCoin")
        .means("Shows one coin of the spot wallet with its deposits and withdrawals"),
    Route{Method::get, "/api/v3/wallet-single-coin-pnl", Access::client, Limit::reads,
          Effect::reads, nullptr, read_records<single_coin_pnl>}
        .by_key()
        .takes(pnl_parameters)
        .gives("SingleCoinPnl")
        .means("Shows one coin's average cost, and its profit and loss"),
};

}  // namespace

const std::span<const Route> single_coin_routes{routes};

}  // namespace cambio::wallet
