// Candles from a million trades: how long the job needs for them, against one plain aggregate query
// over the same rows. It works in a schema of its own inside a transaction that is rolled back.
//   CAMBIO_CONFIG=… bench_candles
#include "markets/candles.h"

#include <chrono>
#include <cstdio>

#include "config/config.h"
#include "pg/pg.h"

namespace {

using namespace cambio;
using Clock = std::chrono::steady_clock;

constexpr int trades = 1'000'000;
constexpr int minutes = 1000;

constexpr const char* make_trades = R"sql(
    insert into provider_trades (market_id, trade_id, price, quantity, side, at)
    select $1, n, 60000 + (n::bigint * 7919) % 1000 * 0.1, 0.001 + n % 50 * 0.0001, 1 + n % 2,
           to_timestamp($2::bigint) + n * make_interval(secs => $3::numeric * 60 / $4::numeric)
    from generate_series(0, $4::int - 1) n)sql";

constexpr const char* plain_aggregate = R"sql(
    select count(*), sum(quantity), min(price), max(price) from provider_trades
    where market_id = $1 and at >= to_timestamp($2::bigint))sql";

double seconds_of(const auto& work) {
    const auto started = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - started).count();
}

void measure(pg::Connection& db) {
    // A market that does not exist: nothing of the installation is touched, and all is undone.
    const MarketId market{32000};
    const auto since = markets::opening_before(pg::now(), 1440) - std::chrono::days{3};
    const auto from =
        std::chrono::duration_cast<std::chrono::seconds>(since.time_since_epoch()).count();
    pg::Transaction tx{db};
    tx.run("set local statement_timeout = 0");
    tx.run(make_trades, {market, std::int64_t{from}, minutes, trades});
    markets::write_coverages(tx, {{market, {since, since + std::chrono::minutes{minutes}}}});
    const auto plain = seconds_of([&] { tx.run(plain_aggregate, {market, std::int64_t{from}}); });
    const auto candles = seconds_of([&] { markets::compute_candles(tx, market); });
    std::printf(
        "candles: %d trades in %.3f s ÷ one plain aggregate %.3f s = %.2f (floor 2 s, goal 0.5 "
        "s)\n",
        trades, candles, plain, candles / plain);
}

}  // namespace

int main() {
    try {
        pg::Connection db{Config::from_environment().database_url};
        measure(db);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_candles: %s\n", error.what());
        return 1;
    }
}
