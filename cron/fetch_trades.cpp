// Brings the provider's public trades into `provider_trades`, keeps account of gaps, tells
// browsers.
#include <algorithm>

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

constexpr const char* write_trade = R"sql(
    insert into provider_trades (market_id, trade_id, price, quantity, side, at)
    values ($1, $2, $3, $4, $5, $6) on conflict do nothing)sql";

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
    std::vector<const ProviderTrade*> fresh;
    for (const auto& trade : trades) {
        const auto inserted = tx.run(write_trade, {market.id, trade.id, trade.price, trade.quantity,
                                                   trade.taker_buys ? 1 : 2, pg::Time{trade.at}});
        if (inserted.affected() == 1) fresh.push_back(&trade);
    }
    return fresh;
}

void fetch_market(jobs::Job& job, markets::Provider& provider, const FedMarket& market) {
    const auto asked_at = pg::now();
    const auto answer = provider.trades(market.instrument, most_trades);
    if (!answer.ok()) {
        log::warn("no_trades", {{"pair", market.pair},
                                {"outcome", name_of(answer.outcome)},
                                {"reason", answer.reason}});
        return job.failed();
    }
    if (answer.value.empty()) return;
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
}

}  // namespace

int main(int argc, char** argv) {
    std::unique_ptr<markets::Provider> provider;
    return jobs::run(argc, argv, "fetch_trades", pace, [&](jobs::Job& job) {
        if (!provider) provider = markets::provider_of(job.config);
        for (const auto& market : markets::fed_markets(job.db)) {
            fetch_market(job, *provider, market);
        }
    });
}
