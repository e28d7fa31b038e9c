// Profit and loss of the day: what the wallets are worth now, against the day's snapshot (midnight
// UTC; on the day of the sign-up, nothing at that moment), without what was deposited or withdrawn
// since, nor what came from another wallet of the client's own or went there.
#include <algorithm>
#include <array>

#include "fcgi/serve.h"
#include "ledger/ledger.h"
#include "positions/unrealised.h"
#include "routes.h"

namespace cambio::wallet {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr int shown_places = 2;

// Each wallet with its worth now and then, and what came in since (or went out, negative), in USDT;
// flows at the last prices. A wallet's own transfers to its held twin are no flow. What positions
// would win or lose belongs to the FUTURE wallet. Who has signed up today began with nothing, and
// all that has come is later: the snapshot that the job writes within the hour would hide what was
// won or lost before it.
const std::string wallets_of = std::string{R"sql(
    with born as (
        select created_at from clients
         where id = $1 and created_at >= date_trunc('day', now(), 'UTC')),
    snapshot as (
        select wallet, worth, taken_at, taken_at as after from balance_snapshots s,
               lateral (values (1, s.spot), (2, s.future), (3, s.funding), (4, s.earn))
                   as parts (wallet, worth)
         where client_id = $1 and day = (now() at time zone 'UTC')::date
               and not exists (select from born)
        union all
        select wallet, 0, created_at, created_at - interval '1 second'
          from born, generate_series(1, 4) as every (wallet)),
    accounts as (
        select l.id, l.wallet, l.balance, p.price_or_zero as price, s.after
          from ledger_accounts l join asset_prices p on p.asset_id = l.asset_id
          left join snapshot s on s.wallet = l.wallet
         where l.client_id = $1 and l.wallet between 1 and 4)
    select w.wallet, s.taken_at, coalesce(s.worth, 0) as before,
           coalesce(sum(trunc(a.balance * a.price, 18)), 0)
               + case when w.wallet = 2
                      then (select coalesce(sum(amount), 0) from )sql"} +
                               positions::unrealised_profits + R"sql(where client_id = $1)
                      else 0 end as worth,
           coalesce(sum(trunc(f.amount * a.price, 18)), 0) as flow
      from generate_series(1, 4) as w (wallet)
      left join snapshot s on s.wallet = w.wallet
      left join accounts a on a.wallet = w.wallet
      left join lateral (
          select coalesce(sum(t.amount), 0) as amount from (
              select amount from ledger_transfers
               where credit = a.id and at > a.after and ledger_is_flow(kind)
              union all
              select -amount from ledger_transfers
               where debit = a.id and at > a.after and ledger_is_flow(kind)) t) f on true
     group by w.wallet, s.taken_at, s.worth order by w.wallet
)sql";

struct Worth {
    Decimal now, before, flow;

    Worth& operator+=(const Worth& other) {
        now += other.now;
        before += other.before;
        flow += other.flow;
        return *this;
    }
    Decimal profit() const { return now - before - flow; }
    /// Of what was there and came in since; zero of nothing.
    std::string percentage() const {
        const auto base = before + std::max(flow, Decimal{});
        if (!base.positive()) return "0";
        return Decimal::multiply_divide(profit(), Decimal::of(100), base, Rounding::half_even)
            .rounded(shown_places, Rounding::half_even)
            .str();
    }
};

Json::Value pnl_view(const Worth& worth) {
    Json::Value view;
    view["value"] = worth.profit().str();
    view["percentage"] = worth.percentage();
    return view;
}

struct Day {
    std::optional<pg::Time> since;
    std::array<Worth, 5> wallets{};
    const Worth& of(ledger::Wallet wallet) const {
        return wallets.at(static_cast<std::size_t>(wallet));
    }
    Json::Value since_view() const { return since ? Json::Value{pg::iso(*since)} : Json::Value{}; }
};

// Without a beginning of the day nothing can be said: `since` is null and every figure zero.
Day read_day(Request& request) {
    auto connection = request.db();
    Day day;
    for (const auto row : connection->run(wallets_of.c_str(), {request.client()})) {
        const auto taken_at = row.maybe_time("taken_at");
        if (!taken_at) continue;
        day.since = taken_at;
        day.wallets.at(static_cast<std::size_t>(row.integer("wallet"))) = {
            row.decimal("worth"), row.decimal("before"), row.decimal("flow")};
    }
    return day;
}

Reply coin_spot_pnl(Request& request) {
    const auto day = read_day(request);
    const auto& spot = day.of(ledger::Wallet::spot);
    Json::Value reply;
    reply["since"] = day.since_view();
    reply["spotProfit"] = spot.profit().str();
    reply["spotPercentage"] = spot.percentage();
    return Reply::json(reply);
}

Reply coin_future_pnl(Request& request) {
    const auto day = read_day(request);
    const auto& future = day.of(ledger::Wallet::future);
    Json::Value reply;
    reply["since"] = day.since_view();
    reply["futureProfit"] = future.profit().str();
    reply["futurePercentage"] = future.percentage();
    return Reply::json(reply);
}

Reply pnl(Request& request) {
    const auto day = read_day(request);
    Worth total;
    for (const auto& wallet : day.wallets) total += wallet;
    const auto& spot = day.of(ledger::Wallet::spot);
    const auto& future = day.of(ledger::Wallet::future);
    Json::Value reply;
    reply["since"] = day.since_view();
    reply["pnl"] = pnl_view(spot);
    reply["futurePnl"] = future.profit().str();
    reply["futurePnlPercentage"] = future.percentage();
    reply["totalPnl"] = total.profit().str();
    reply["totalPercentage"] = total.percentage();
    return Reply::json(reply);
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/pnl", Access::client, Limit::reads, Effect::reads, pnl}
        .by_key()
        .gives("Pnl")
        .means("Shows today's profit and loss"),
    Route{Method::get, "/api/v3/coin-spot-pnl", Access::client, Limit::reads, Effect::reads,
          coin_spot_pnl}
        .by_key()
        .gives("SpotPnl")
        .means("Shows the spot wallet's profit and loss today"),
    Route{Method::get, "/api/v3/coin-future-pnl", Access::client, Limit::reads, Effect::reads,
          coin_future_pnl}
        .by_key()
        .gives("FuturePnl")
        .means("Shows the futures wallet's profit and loss today"),
};

}  // namespace

const std::span<const Route> profit_routes{routes};

}  // namespace cambio::wallet
