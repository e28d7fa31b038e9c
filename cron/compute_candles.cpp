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

// These statements find few rows by key, every two seconds and for every market: planning them anew
// costs more than running them.
constexpr const char* plan_once =
    "select set_config('plan_cache_mode', 'force_generic_plan', false)";

void compute(jobs::Job& job, markets::Longer longer) {
    for (const auto& market : markets::fed_markets(job.db)) {
        pg::Transaction tx{job.db};
        markets::compute_candles(tx, market.id, longer);
        tx.commit();
    }
}

}  // namespace

int main(int argc, char** argv) {
    int session = 0;
    return jobs::run(argc, argv, "compute_candles", pace, [&](jobs::Job& job) {
        const bool first = session != job.session;
        if (first) {
            job.db.run(make_partitions);
            job.db.run(plan_once);
        }
        // The first round looks at everything: backfill_candles writes too.
        compute(job, first ? markets::Longer::all : markets::Longer::changed);
        session = job.session;
    });
}
