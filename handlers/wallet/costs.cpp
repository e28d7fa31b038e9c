// What the coins of the spot wallet have cost, and what they would win or lose if sold now.
#include "cost.h"
#include "dealings.h"
#include "fcgi/serve.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

// USDT is what all is counted in: it neither costs nor wins anything.
constexpr const char* coins_there = R"sql(
    select a.id, a.code, p.price, sum(l.balance) as there
      from ledger_accounts l join assets a on a.id = l.asset_id
      join asset_prices p on p.asset_id = a.id
     where l.client_id = $1 and l.wallet = 1 and a.code <> 'USDT'
     group by a.id, a.code, p.price having sum(l.balance) > 0
     order by a.code
)sql";

AverageCost cost_of(pg::Snapshot& tx, ClientId client, AssetId asset) {
    AverageCost cost;
    each_dealing(tx, client, asset, [&](const Dealing& dealing) {
        if (dealing.bought)
            cost.buy(dealing.quantity, dealing.worth);
        else
            cost.sell(dealing.quantity);
    });
    return cost;
}

Reply costs(Request& request) {
    const auto client = request.client();
    auto connection = request.db();
    pg::Snapshot tx{*connection};
    Json::Value reply;
    auto& coins = reply["coins"] = Json::arrayValue;
    Decimal sum;
    for (const auto row : tx.run(coins_there, {client})) {
        const auto cost = cost_of(tx, client, row.id<AssetId>("id"));
        const auto average = cost.average();
        if (!average) continue;
        const auto won = unrealised(cost, row.decimal("there"), row.maybe_decimal("price"));
        Json::Value coin;
        coin["name"] = row.str("code");
        coin["average_cost"] = average->str();
        coin["unrealised"] = won ? Json::Value{won->str()} : Json::Value{};
        coins.append(coin);
        if (won) sum += *won;
    }
    reply["unrealised"] = sum.str();
    return Reply::json(reply);
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/wallet/costs", Access::client, Limit::reads, Effect::reads, nullptr,
          read_records<costs>}
        .by_key()
        .gives("WalletCosts")
        .means("Shows what the coins of the spot wallet have cost on average, and would win now"),
};

}  // namespace

const std::span<const Route> cost_routes{routes};

}  // namespace cambio::wallet
