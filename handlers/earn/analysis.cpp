// What a client has in Earn and what it has brought, by coin and by day.
#include "fcgi/serve.h"
#include "routes.h"

namespace cambio::earn {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr int shown_places = 2;

constexpr const char* holdings = R"sql(
    select a.code, a.name, a.icon, l.balance, trunc(l.balance * p.price_or_zero, 18) as value
      from ledger_accounts l join assets a on a.id = l.asset_id
      join asset_prices p on p.asset_id = a.id
     where l.client_id = $1 and l.house = '' and l.wallet = 4 and l.balance > 0
     order by value desc, a.id
)sql";

// What the wallet was worth at each day's beginning, as the snapshots have it; a day without one
// has that of the day before. The last is now.
constexpr const char* worth_by_day = R"sql(
    select to_char(d, 'YYYY-MM-DD') as day,
           coalesce((select earn from balance_snapshots s
                      where s.client_id = $1 and s.day <= d::date
                      order by s.day desc limit 1), 0) as usdt
      from generate_series((now() at time zone 'UTC')::date - $2::integer + 1,
                           (now() at time zone 'UTC')::date, interval '1 day') d
     order by d
)sql";

// Interest of each day that is over, at the prices when it was counted; that of a term which was
// broken off went back.
constexpr const char* rewards_by_day = R"sql(
    select to_char(d, 'YYYY-MM-DD') as day,
           coalesce((select sum(trunc(c.amount * c.price, 18)) from earn_accruals c
                       join earn_subscriptions s on s.id = c.subscription_id
                      where c.client_id = $1 and c.day = d::date
                        and not (s.days > 0 and s.state = 2)), 0) as usdt
      from generate_series((now() at time zone 'UTC')::date - $2::integer,
                           (now() at time zone 'UTC')::date - 1, interval '1 day') d
     order by d
)sql";

constexpr const char* all_rewards = R"sql(
    select coalesce(sum(trunc(c.amount * c.price, 18)), 0) as usdt
      from earn_accruals c join earn_subscriptions s on s.id = c.subscription_id
     where c.client_id = $1 and not (s.days > 0 and s.state = 2)
)sql";

constexpr std::pair<const char*, int> spans[] = {{"7D", 7}, {"30D", 30}};

Json::Value series(pg::Connection& connection, const char* sql, ClientId client, int days) {
    Json::Value points = Json::arrayValue;
    for (const auto row : connection.run(sql, {client, days})) {
        Json::Value point;
        point["day"] = row.str("day");
        point["usdt"] = row.decimal("usdt").str();
        points.append(point);
    }
    return points;
}

std::string share_of(Decimal value, Decimal total) {
    if (!total.positive()) return "0";
    return Decimal::multiply_divide(value, Decimal::of(100), total, Rounding::half_even)
        .rounded(shown_places, Rounding::half_even)
        .str();
}

Reply analysis(Request& request) {
    auto connection = request.db();
    const auto client = request.client();
    const auto rows = connection->run(holdings, {client});
    Decimal total;
    for (const auto row : rows) total += row.decimal("value");
    Json::Value reply;
    auto& assets = reply["asset"] = Json::arrayValue;
    for (const auto row : rows) {
        Json::Value view;
        view["name"] = row.str("code");
        view["full_name"] = row.str("name");
        view["image"] = row.str("icon");
        view["balance"] = row.decimal("balance").str();
        view["usdt_value"] = row.decimal("value").str();
        view["share"] = share_of(row.decimal("value"), total);
        assets.append(view);
    }
    for (const auto& [name, days] : spans) {
        auto& points = reply["assets"][name] = series(*connection, worth_by_day, client, days);
        points[points.size() - 1]["usdt"] = total.str();
        reply["rewards"][name] = series(*connection, rewards_by_day, client, days);
    }
    reply["total"] = total.str();
    reply["rewards_total"] = connection->run(all_rewards, {client})[0].decimal("usdt").str();
    return Reply::json(reply);
}

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/analysis", Access::client, Limit::reads, Effect::reads, analysis}
        .by_key()
        .gives("EarnAnalysis")
        .means("Shows Earn balances and interest by day"),
};

}  // namespace

const std::span<const Route> analysis_routes{routes};

}  // namespace cambio::earn
