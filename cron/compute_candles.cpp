// Keeps the candles of every market up to date from the trades that fetch_trades brings.
#include "jobs/job.h"
#include "markets/candles.h"
#include "markets/feed.h"

namespace {

using namespace cambio;

constexpr auto pace = std::chrono::seconds{2};

// Later months get their partitions before their first candle or trade comes.
constexpr const char* make_partitions = R"sql(
    select make_partitions('candles', now()::date, (now() + interval '2 months')::date),
           make_partitions('provider_trades', now()::date,
                           (now() + interval '2 months')::date))sql";

void compute(jobs::Job& job) {
    for (const auto& market : markets::fed_markets(job.db)) {
        pg::Transaction tx{job.db};
        markets::compute_candles(tx, market.id);
        tx.commit();
    }
}

}  // namespace

int main(int argc, char** argv) {
    bool partitions_made = false;
    return jobs::run(argc, argv, "compute_candles", pace, [&](jobs::Job& job) {
        if (!partitions_made) job.db.run(make_partitions);
        partitions_made = true;
        compute(job);
    });
}
