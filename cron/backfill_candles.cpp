// Fills in what compute_candles could not know: the past before the first start, and the gaps of
// every pause, from the provider's own candles.

#include "jobs/job.h"
#include "jobs/marks.h"
#include "log/log.h"
#include "markets/candles.h"
#include "markets/feed.h"
#include "markets/provider.h"

namespace {

using namespace cambio;
using markets::Bar;
using markets::FedMarket;

/// How far back each span is kept complete. The longest spans come first: they draw the first
/// screens.
struct Depth {
    Bar bar;
    int span;  ///< minutes
    std::chrono::hours back;
};
constexpr Depth depths[] = {
    {Bar::d1, 1440, std::chrono::hours{24 * 400}}, {Bar::h4, 240, std::chrono::hours{24 * 120}},
    {Bar::h1, 60, std::chrono::hours{24 * 45}},    {Bar::m5, 5, std::chrono::hours{24 * 4}},
    {Bar::m1, 1, std::chrono::hours{18}},
};

constexpr int page = 300;

/// The mark of the provider's first candle of a market: nothing is missing before it.
std::string floor_name(const FedMarket& market, int span) {
    return "oldest candle " + std::to_string(market.id.value) + " " + std::to_string(span);
}

std::int64_t seconds(pg::Time time) {
    return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

markets::Instant instant(pg::Time time) {
    return std::chrono::time_point_cast<std::chrono::milliseconds>(time);
}

/// The oldest candle that is missing, when one is.
std::optional<pg::Time> missing_since(jobs::Job& job, const FedMarket& market, const Depth& depth) {
    pg::Transaction tx{job.db};
    const auto now = pg::now();
    auto from = markets::opening_after(now - depth.back, depth.span);
    if (const auto mark = jobs::read_mark(job.db, floor_name(market, depth.span))) {
        from = std::max(from, pg::Time{std::chrono::seconds{std::stoll(mark->value)}});
    }
    // The last two candles are compute_candles' work while it runs.
    const auto to = markets::opening_before(now, depth.span) - std::chrono::minutes{depth.span};
    return markets::first_missing(tx, market.id, depth.span, from, to);
}

/// Goes back page by page from now to `missing`, or until the job is asked to end; false when the
/// provider failed.
bool fill(jobs::Job& job, markets::Provider& provider, const FedMarket& market, const Depth& depth,
          pg::Time missing) {
    std::optional<markets::Instant> before;
    while (!jobs::asked_to_end()) {
        const auto answer = provider.history_candles(
            market.instrument, depth.bar,
            {.after_opening = {}, .before_opening = before, .limit = page});
        if (!answer.ok()) {
            if (jobs::asked_to_end()) break;
            log::warn("no_candles", {{"pair", market.pair},
                                     {"outcome", name_of(answer.outcome)},
                                     {"reason", answer.reason}});
            return false;
        }
        pg::Transaction tx{job.db};
        if (answer.value.empty()) {
            const auto oldest = before ? pg::Time{*before} : pg::now();
            jobs::set_mark(job.db, floor_name(market, depth.span), seconds(oldest));
            tx.commit();
            return true;
        }
        markets::fill_candles(tx, market.id, depth.span, answer.value);
        tx.commit();
        before = answer.value.back().opened_at;
        if (*before <= instant(missing)) break;
    }
    return true;
}

/// Until the next runner waits: it goes on with what is missing then.
void backfill(jobs::Job& job, markets::Provider& provider) {
    const auto ends = std::chrono::steady_clock::now() + jobs::cron_minute;
    const auto markets = markets::fed_markets(job.db);
    for (const auto& depth : depths) {
        for (const auto& market : markets) {
            if (std::chrono::steady_clock::now() > ends || jobs::asked_to_end()) return;
            const auto missing = missing_since(job, market, depth);
            if (missing && !fill(job, provider, market, depth, *missing)) job.failed();
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "backfill_candles", std::chrono::milliseconds{0},
                     [](jobs::Job& job) {
                         const auto provider = markets::provider_of(job.config, jobs::asked_to_end);
                         backfill(job, *provider);
                     });
}
