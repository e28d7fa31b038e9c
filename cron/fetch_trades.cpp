// Brings the provider's public trades into `provider_trades`, keeps account of gaps, tells
// browsers.
#include <algorithm>
#include <unordered_set>

#include "jobs/job.h"
#include "log/log.h"
#include "markets/coverage.h"
#include "markets/feed.h"
#include "markets/provider.h"

namespace {

using namespace cambio;
using markets::FedMarket;
using markets::ProviderTrade;

constexpr auto pace = std::chrono::seconds{2};
constexpr int most_trades = 100;
constexpr auto publication_delay = std::chrono::seconds{3};

constexpr const char* write_trades = R"sql(
    insert into provider_trades (market_id, trade_id, price, quantity, side, at)
    select $1, v.id, v.price::numeric, v.quantity::numeric, v.side,
           to_timestamp(v.at::numeric / 1000)
    from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
         v (id, price, quantity, side, at)
    on conflict do nothing returning trade_id)sql";

std::string json_of(const std::vector<const ProviderTrade*>& trades) {
    std::string text = R"({"trades":[)";
    for (const auto* trade : trades) {
        const auto at = trade->at.time_since_epoch().count();
        text += (text.back() == '[' ? "" : ",") + std::string{R"({"px":")"} + trade->price.str() +
                R"(","sz":")" + trade->quantity.str() + R"(","side":")" +
                (trade->taker_buys ? "buy" : "sell") + R"(","ts":")" + std::to_string(at) + "\"}";
    }
    return text + "]}";
}

/// The coverage after this answer: unbroken when it reaches back to what was known.
markets::Coverage extended(const std::optional<markets::Coverage>& before, pg::Time oldest,
                           pg::Time complete_until) {
    if (!before || oldest > before->until) return {oldest, complete_until};
    return {before->since, std::max(before->until, complete_until)};
}

/// `trades` are newest first. The trades that were new, newest first.
std::vector<const ProviderTrade*> store(pg::Transaction& tx, const FedMarket& market,
                                        const std::vector<ProviderTrade>& trades) {
    std::vector<std::string> ids, prices, quantities;
    std::vector<std::int64_t> sides, times;
    for (const auto& trade : trades) {
        ids.push_back(trade.id);
        prices.push_back(trade.price.str());
        quantities.push_back(trade.quantity.str());
        sides.push_back(trade.taker_buys ? 1 : 2);
        times.push_back(trade.at.time_since_epoch().count());
    }
    using pg::Param;
    std::unordered_set<std::string> stored;
    for (const auto row : tx.run(
             write_trades, {market.id, Param::array(ids), Param::array(prices),
                            Param::array(quantities), Param::array(sides), Param::array(times)})) {
        stored.insert(row.str("trade_id"));
    }
    std::vector<const ProviderTrade*> fresh;
    for (const auto& trade : trades) {
        if (stored.contains(trade.id)) fresh.push_back(&trade);
    }
    return fresh;
}

/// False when asking for further markets makes no sense now.
bool fetch_market(jobs::Job& job, markets::Provider& provider, const FedMarket& market) {
    const auto asked_at = pg::now();
    const auto answer = provider.trades(market.instrument, most_trades);
    if (!answer.ok()) {
        log::warn("no_trades", {{"pair", market.pair},
                                {"outcome", name_of(answer.outcome)},
                                {"reason", answer.reason}});
        job.failed();
        return answer.outcome != markets::ProviderOutcome::unreachable;
    }
    if (answer.value.empty()) return true;
    const auto& trades = answer.value;

    pg::Transaction tx{job.db};
    const auto before = markets::read_coverage(tx, market.id);
    const auto fresh = store(tx, market, trades);
    // The answer is complete up to the moment of asking, less the time a trade needs to show.
    const pg::Time complete_until =
        std::max<pg::Time>(trades.front().at, asked_at - publication_delay);
    markets::write_coverage(tx, market.id, extended(before, trades.back().at, complete_until));
    tx.commit();
    if (!fresh.empty()) {
        job.push.publish("market." + market.pair, "trades", json_of(fresh),
                         "\"pair\":\"" + market.pair + "\"");
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    std::unique_ptr<markets::Provider> provider;
    return jobs::run(argc, argv, "fetch_trades", pace, [&](jobs::Job& job) {
        if (!provider) provider = markets::provider_of(job.config);
        for (const auto& market : markets::fed_markets(job.db)) {
            if (!fetch_market(job, *provider, market)) break;
        }
    });
}
