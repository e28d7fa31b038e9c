// What a coin is, and who buys and sells it: the facts that the job fetch_coin_profiles brings, and
// the trades of the last 24 hours by their size, counted from the provider's trades and our own
// fills. A trade below 1,000 USDT is small, one above 50,000 large, what is between them medium.
#include <chrono>
#include <map>
#include <mutex>

#include "fcgi/serve.h"
#include "routes.h"
#include "text/letters.h"

namespace cambio::markets {
namespace {

using fcgi::Reply;
using fcgi::Request;
using Clock = std::chrono::steady_clock;

constexpr const char* medium_from = "1000";
constexpr const char* medium_to = "50000";
constexpr const char* sizes[] = {"small", "medium", "large"};
/// Counting a day's trades takes a while, and a minute changes little.
constexpr std::chrono::seconds count_lifetime{60};

constexpr const char* find_profile = R"sql(
    select a.code, a.name, a.icon, m.id as market_id, p.*, p.issue_date::text as issued
    from assets a
    left join markets m on m.pair = a.code || 'USDT'
    left join coin_profiles p on p.asset_id = a.id
    where a.code = $1 or a.code || 'USDT' = $1
    order by a.code = $1 desc limit 1
)sql";

constexpr const char* count_trades = R"sql(
    select size, side, sum(worth) as worth from (
        select worth, side, case when worth < $2::numeric then 0
                                 when worth <= $3::numeric then 1 else 2 end as size
        from (select trunc(price * quantity, 18) as worth, side from provider_trades
              where market_id = $1 and at > now() - interval '1 day'
              union all
              select trunc(price * quantity, 18), taker_side from fills
              where market_id = $1 and at > now() - interval '1 day') as trades) as sized
    group by size, side
)sql";

Json::Value no_trades() {
    Json::Value trading;
    for (const char* size : sizes) {
        trading[size]["buy"] = "0";
        trading[size]["sell"] = "0";
    }
    return trading;
}

struct Count {
    Json::Value trading;
    pg::Time at;
    Clock::time_point counted_at;
};

/// The counts of this process, a minute old at most.
class Counts {
  public:
    Count of(pg::Connection& connection, MarketId market) {
        {
            const std::lock_guard lock{mutex_};
            const auto known = counts_.find(market.value);
            if (known != counts_.end() && Clock::now() - known->second.counted_at < count_lifetime)
                return known->second;
        }
        Count count{no_trades(), pg::now(), Clock::now()};
        for (const auto row : connection.run(count_trades, {market, medium_from, medium_to})) {
            auto& size = count.trading[sizes[row.integer("size")]];
            size[row.integer("side") == 1 ? "buy" : "sell"] = row.decimal("worth").str();
        }
        const std::lock_guard lock{mutex_};
        return counts_[market.value] = count;
    }

  private:
    std::mutex mutex_;
    std::map<std::int64_t, Count> counts_;
};

Counts counts;

Json::Value figure(const pg::Row& row, const char* column) {
    const auto value = row.maybe_decimal(column);
    return value ? Json::Value{value->str()} : Json::Value{};
}

Json::Value profile_view(const pg::Row& row) {
    Json::Value view;
    view["name"] = row.str("code");
    view["full_name"] = row.str("name");
    view["image"] = row.str("icon");
    const auto ranking = row.maybe_integer("ranking");
    view["ranking"] = ranking ? Json::Value{static_cast<Json::Int64>(*ranking)} : Json::Value{};
    for (const char* column : {"market_cap", "market_dominance", "circulating_supply",
                               "total_supply", "max_supply", "all_time_high", "all_time_low"})
        view[column] = figure(row, column);
    const auto issued = row.maybe_str("issued"), intro = row.maybe_str("intro");
    view["issue_date"] = issued ? Json::Value{*issued} : Json::Value{};
    view["intro"] = intro ? Json::Value{*intro} : Json::Value{};
    const auto at = row.maybe_time("facts_at");
    view["updated_at"] = at ? Json::Value{pg::iso(*at)} : Json::Value{};
    return view;
}

/// "BTC" of "btc"; "BTCUSDT" of "BTC-USDT".
std::string plain_name(const std::string& name) {
    std::string plain;
    for (const char c : name)
        if (c != '-') plain += text::upper(c);
    return plain;
}

Reply coin_profile(Request& request) {
    const auto name = request.params.required<std::string>("name", 20);
    auto connection = request.db();
    const auto found = connection->run(find_profile, {plain_name(name)});
    if (found.empty()) throw Error{Code::unknown_asset, "name"};
    const auto row = found[0];
    Json::Value reply;
    reply["coin_profile"] = profile_view(row);
    const auto count = row.null("market_id")
                           ? Count{no_trades(), pg::now(), {}}
                           : counts.of(*connection, row.id<MarketId>("market_id"));
    reply["trading"] = count.trading;
    reply["thresholds"]["medium"] = medium_from;
    reply["thresholds"]["large"] = medium_to;
    reply["at"] = pg::iso(count.at);
    return Reply::json(reply);
}

constexpr fcgi::Parameter profile_parameters[] = {
    {"name", fcgi::Type::text, fcgi::Need::required, "A coin or its pair: BTC, BTCUSDT, BTC-USDT."},
};

constexpr fcgi::Route routes[] = {
    fcgi::Route{.method = fcgi::Method::get,
                .path = "/api/v3/coin-profile",
                .access = fcgi::Access::guest,
                .limit = fcgi::Limit::reads,
                .effect = fcgi::Effect::reads,
                .function = coin_profile,
                .cache_seconds = 10}
        .takes(profile_parameters)
        .gives("CoinProfile")
        .means("Shows a coin's profile, and its trades of the last 24 hours by size"),
};

}  // namespace

const std::span<const fcgi::Route> profile_routes = routes;

}  // namespace cambio::markets
