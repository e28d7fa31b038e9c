// Brings the provider's order books into `provider_books` every two seconds.
#include "jobs/job.h"
#include "log/log.h"
#include "markets/feed.h"
#include "markets/provider.h"

namespace {

using namespace cambio;

constexpr auto pace = std::chrono::seconds{2};
constexpr int depth = 25;

constexpr const char* write_book = R"sql(
    insert into provider_books (market_id, bids, asks, provider_at, received_at)
    values ($1, $2, $3, $4, clock_timestamp())
    on conflict (market_id) do update set bids = excluded.bids, asks = excluded.asks,
        provider_at = excluded.provider_at, received_at = excluded.received_at
    where provider_books.provider_at <= excluded.provider_at)sql";

std::string json_of(const std::vector<markets::ProviderLevel>& levels) {
    std::string text = "[";
    for (const auto& level : levels) {
        text += (text.size() > 1 ? ",[\"" : "[\"") + level.price.str() + "\",\"" +
                level.quantity.str() + "\"]";
    }
    return text + "]";
}

void fetch(jobs::Job& job, markets::Provider& provider) {
    int missing = 0;
    for (const auto& market : markets::fed_markets(job.db)) {
        const auto answer = provider.book(market.instrument, depth);
        if (answer.ok()) {
            job.db.run(write_book, {market.id, json_of(answer.value.bids),
                                    json_of(answer.value.asks), pg::Time{answer.value.at}});
            continue;
        }
        missing += 1;
        log::warn("no_book", {{"pair", market.pair},
                              {"outcome", name_of(answer.outcome)},
                              {"reason", answer.reason}});
        if (answer.outcome == markets::ProviderOutcome::unreachable) break;
    }
    if (missing > 0) job.failed();
}

}  // namespace

int main(int argc, char** argv) {
    std::unique_ptr<markets::Provider> provider;
    return jobs::run(argc, argv, "fetch_books", pace, [&](jobs::Job& job) {
        if (!provider) provider = markets::provider_of(job.config);
        fetch(job, *provider);
    });
}
