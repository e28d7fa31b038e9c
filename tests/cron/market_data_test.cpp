// The jobs that feed prices, against the market simulator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>

#include "markets/candles.h"
#include "markets/feed.h"
#include "markets/price_ages.h"
#include "support/builders.h"
#include "support/http_server.h"
#include "support/simulated_market.h"

namespace cambio {
namespace {

using test::dec, test::SimulatedMarket, test::World;

class MarketData : public testing::Test {
  protected:
    void SetUp() override {
        world.config().set("PROVIDER_URL", market.url());
        world.config().set("PROVIDER_SIMULATED", "yes");
    }

    int once(const std::string& job) {
        return test::run_job(job, world.config().path(), {"--once"});
    }

    std::string scalar(const char* sql) {
        const auto result = world.app().run(sql);
        return result.empty() || result[0].null("v") ? "" : result[0].str("v");
    }

    SimulatedMarket market{{"--no-limits"}};
    World world;
};

TEST_F(MarketData, FetchesEveryTicker) {
    market.fault("stale");
    ASSERT_EQ(once("fetch_tickers"), 0);
    const auto ticker = market.data("/api/v5/market/ticker?instId=BTC-USDT")[0];
    EXPECT_EQ(scalar("select count(*)::text as v from quotes"),
              scalar("select count(*)::text as v from markets"));
    EXPECT_EQ(scalar(R"sql(select trim_scale(open24h)::text as v from quotes q
                           join markets m on m.id = q.market_id where m.pair = 'BTCUSDT')sql"),
              dec(ticker["open24h"].asString()).str());
    EXPECT_EQ(once("fetch_tickers"), 0);
}

TEST_F(MarketData, HoldsAJumpBackUntilASecondTickConfirmsIt) {
    const char* last = R"sql(select trim_scale(last)::text as v from quotes q
                             join markets m on m.id = q.market_id where m.pair = 'ETHUSDT')sql";
    market.pin_price("ETH-USDT", "3000");
    ASSERT_EQ(once("fetch_tickers"), 0);
    EXPECT_EQ(scalar(last), "3000");
    market.pin_price("ETH-USDT", "4000");
    ASSERT_EQ(once("fetch_tickers"), 0);
    EXPECT_EQ(scalar(last), "3000");
    ASSERT_EQ(once("fetch_tickers"), 0);
    EXPECT_EQ(scalar(last), "4000");
}

// A row that is dated ahead would refuse all that come after it, and restarts would not help.
TEST_F(MarketData, TakesNothingFromTheFutureAndIsNotHeldUpByIt) {
    const char* last = R"sql(select trim_scale(last)::text as v from quotes q
                             join markets m on m.id = q.market_id where m.pair = 'ETHUSDT')sql";
    const char* best = R"sql(select bids -> 0 ->> 0 as v from provider_books b
                             join markets m on m.id = b.market_id where m.pair = 'ETHUSDT')sql";
    const auto fetch = [this] {
        EXPECT_EQ(once("fetch_tickers"), 0);
        EXPECT_EQ(once("fetch_books"), 0);
    };
    market.pin_price("ETH-USDT", "3000");
    fetch();
    const auto before = scalar(best);

    world.superuser().run(R"sql(
        update quotes set provider_at = now() + interval '1 day', held_back = 9000,
            held_back_at = now() + interval '1 day')sql");
    world.superuser().run("update provider_books set provider_at = now() + interval '1 day'");
    const auto ages = markets::price_ages(world.app());
    EXPECT_TRUE(ages.of_kind[0] && ages.of_kind[0]->age_ms > 1'000'000'000);
    EXPECT_TRUE(ages.of_kind[1] && ages.of_kind[1]->age_ms > 1'000'000'000);
    market.pin_price("ETH-USDT", "3100");
    fetch();
    EXPECT_EQ(scalar(last), "3100");
    const auto after = scalar(best);
    EXPECT_NE(after, before);

    market.fault("stale", "&value=-60000");
    market.pin_price("ETH-USDT", "3200");
    fetch();
    EXPECT_EQ(scalar(last), "3100");
    EXPECT_EQ(scalar(best), after);
}

TEST_F(MarketData, KeepsTheLastQuoteWhenTheProviderFails) {
    market.pin_price("BTC-USDT", "67000");
    ASSERT_EQ(once("fetch_tickers"), 0);
    const char* last = R"sql(select trim_scale(last)::text || ' ' || received_at as v from quotes q
                             join markets m on m.id = q.market_id where m.pair = 'BTCUSDT')sql";
    const auto before = scalar(last);
    for (const auto* kind : {"5xx", "malformed", "429"}) {
        market.fault(kind);
        EXPECT_EQ(once("fetch_tickers"), 1) << kind;
        EXPECT_EQ(scalar(last), before) << kind;
        market.clear();
    }
    EXPECT_EQ(once("fetch_tickers"), 0);
}

TEST_F(MarketData, GoesOnOnceTheDatabaseIsBack) {
    test::ChildProcess::Options options;
    options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
    test::ChildProcess job{{test::program_path("fetch_tickers")}, options};
    const auto fetched_since = [&](const std::string& time) {
        return scalar(("select 'yes' as v from quotes having min(received_at) > '" + time + "'")
                          .c_str()) == "yes";
    };
    test::wait_until("prices are there", [&] { return fetched_since("-infinity"); });
    const auto cut = world.superuser()
                         .run(R"sql(
        with job as materialized (
            select pid from pg_stat_activity
             where application_name = 'cambio fetch_tickers' and datname = current_database()
        ) select clock_timestamp()::text as at from job where pg_terminate_backend(pid)
    )sql")[0]
                         .str("at");
    test::wait_until("prices are fetched again", [&] { return fetched_since(cut); });
    EXPECT_TRUE(job.running());
    job.signal(SIGTERM);
    // What has mended itself is no failure that somebody has to hear of.
    EXPECT_EQ(job.wait(), 0);
}

TEST(TickerPushes, SayThatPricesHoldThoughNoneChanged) {
    test::HttpServer pushes{test::HttpServer::Where::unix_socket,
                            [](const test::HttpRequest&) { return test::HttpServer::ok(""); }};
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now().time_since_epoch());
    SimulatedMarket market{{"--no-limits", "--fixed-time", std::to_string(now.count())}};
    World world{{{"PUSH_URL", "unix:" + pushes.socket()},
                 {"PROVIDER_URL", market.url()},
                 {"PROVIDER_SIMULATED", "yes"},
                 {"STALE_AFTER_MS", "3600000"}}};
    const auto fetch = [&] {
        return test::run_job("fetch_tickers", world.config().path(), {"--once"});
    };
    const auto told = [&](std::size_t count) {
        std::vector<std::string> texts;
        test::wait_until("pushes of tickers", [&] {
            texts.clear();
            for (const auto& push : pushes.requests())
                if (push.target == "/publish/tickers") texts.push_back(push.body);
            return texts.size() >= count;
        });
        return texts;
    };
    ASSERT_EQ(fetch(), 0);
    EXPECT_THAT(told(1)[0], testing::HasSubstr("\"BTCUSDT\":{\"close\""));
    ASSERT_EQ(fetch(), 0);
    EXPECT_THAT(told(2)[1], testing::HasSubstr("\"data\":{}"));
    market.fault("5xx");
    EXPECT_EQ(fetch(), 1);
    market.clear();
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(told(3).size(), 3U) << "nothing is said of prices that could not be fetched";
}

TEST_F(MarketData, FetchesBooksBestFirst) {
    market.pin_book("BTC-USDT", R"({"bids":[["67000","1"],["66999","2"]],"asks":[["67001","3"]]})");
    ASSERT_EQ(once("fetch_books"), 0);
    EXPECT_EQ(scalar(R"sql(select bids::text as v from provider_books b
                           join markets m on m.id = b.market_id where m.pair = 'BTCUSDT')sql"),
              R"([["67000", "1"], ["66999", "2"]])");
    EXPECT_EQ(scalar("select count(*)::text as v from provider_books"),
              scalar("select count(*)::text as v from markets"));
}

TEST_F(MarketData, FetchesEachTradeOnce) {
    ASSERT_EQ(once("fetch_trades"), 0);
    const char* count = R"sql(select count(*) - count(distinct trade_id) as v from provider_trades
                              where market_id = 1)sql";
    EXPECT_NE(scalar("select count(*)::text as v from provider_trades"), "0");
    ASSERT_EQ(once("fetch_trades"), 0);
    EXPECT_EQ(scalar(count), "0");
}

TEST_F(MarketData, BackfillsCandlesAsTheProviderHasThem) {
    world.superuser().run("update markets set state = 'closed' where pair <> 'BTCUSDT'");
    ASSERT_EQ(once("backfill_candles"), 0);
    EXPECT_EQ(
        scalar("select (count(*) >= 398)::text as v from candles where span = 1440 and closed"),
        "true");
    const auto days =
        market.data("/api/v5/market/history-candles?instId=BTC-USDT&bar=1Dutc&limit=2");
    EXPECT_EQ(scalar(R"sql(select trim_scale(close)::text as v from candles c
                           join markets m on m.id = c.market_id
                           where m.pair = 'BTCUSDT' and span = 1440 and closed
                           order by opened_at desc limit 1)sql"),
              test::dec(days[0][4].asString()).str());
    const auto all = scalar("select count(*)::text as v from candles");
    ASSERT_EQ(once("backfill_candles"), 0);
    EXPECT_EQ(scalar("select count(*)::text as v from candles"), all);
}

TEST_F(MarketData, ABackfillThatIsAskedToEndAsksTheProviderNoMore) {
    std::latch signalled{1};
    test::HttpServer silent{test::HttpServer::Where::loopback, [&](const test::HttpRequest&) {
                                signalled.wait();
                                return std::string{};
                            }};
    world.config().set("PROVIDER_URL", silent.url());
    test::ChildProcess::Options options;
    options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
    test::ChildProcess job{{test::program_path("backfill_candles")}, options};
    test::wait_until("the provider is asked", [&] { return !silent.requests().empty(); });
    job.signal(SIGTERM);
    signalled.count_down();
    EXPECT_EQ(job.wait(), 0) << "nothing has failed";
    EXPECT_EQ(silent.requests().size(), 1u);
}

/// Candles computed from trades that a test writes itself, so that every figure is known.
class Candles : public testing::Test {
  protected:
    pg::Time at(int minute, int second = 0) const {
        return midnight + std::chrono::minutes{minute} + std::chrono::seconds{second};
    }

    void trade(int minute, int second, const char* price, const char* quantity) {
        world.superuser().run(
            R"sql(insert into provider_trades values ($1, $2, $3, $4, 1, $5))sql",
            {market, std::to_string(++trades), price, quantity, at(minute, second)});
    }

    void known(pg::Time since, pg::Time until) {
        pg::Transaction tx{world.app()};
        markets::write_coverages(tx, {{market, {since, until}}});
        tx.commit();
    }

    void compute() {
        pg::Transaction tx{world.app()};
        markets::compute_candles(tx, market);
        tx.commit();
    }

    std::string candle(int span, int minute) {
        const auto found = world.app().run(R"sql(
            select trim_scale(open) || ' ' || trim_scale(high) || ' ' || trim_scale(low) || ' ' ||
                   trim_scale(close) || ' ' || trim_scale(volume) ||
                   case when closed then '' else ' open' end as v
            from candles where market_id = $1 and span = $2 and opened_at = $3)sql",
                                           {market, span, at(minute)});
        return found.empty() ? "none" : found[0].str("v");
    }

    World world;
    MarketId market = world.market("BTCUSDT");
    pg::Time midnight = markets::opening_before(pg::now(), 1440);
    int trades = 0;
};

TEST_F(Candles, ComeFromTradesMinuteByMinute) {
    trade(0, 1, "100", "1");
    trade(0, 2, "120", "0.5");
    trade(0, 59, "90", "0.25");
    trade(1, 0, "95", "2");
    known(at(0), at(1, 30));
    compute();
    EXPECT_EQ(candle(1, 0), "100 120 90 90 1.75");
    EXPECT_EQ(candle(1, 1), "95 95 95 95 2 open");
    EXPECT_EQ(candle(5, 0), "100 120 90 95 3.75 open");
    EXPECT_EQ(candle(1440, 0), "100 120 90 95 3.75 open");
}

TEST_F(Candles, OpenWithTheFirstTradeAndCloseWithTheLastHoweverManyCameAtOnce) {
    world.superuser().run(R"sql(
        insert into provider_trades
        select $1, n::text, 100 + n * 7919 % 997, 0.001 * (1 + n % 50), 1,
               $2::timestamptz + n * 104729 % 600 * interval '2 seconds'
        from generate_series(1, 3000) n)sql",
                          {market, at(0)});
    known(at(0), at(20));
    compute();
    const auto compared = world.app().run(R"sql(
        select count(*) as minutes, count(*) filter (where
                   (c.open, c.high, c.low, c.close, c.volume) is distinct from
                   (t.open, t.high, t.low, t.close, t.volume)) as wrong
        from (select date_trunc('minute', at) as opened_at, max(price) as high, min(price) as low,
                     (array_agg(price order by at, trade_id::bigint))[1] as open,
                     (array_agg(price order by at desc, trade_id::bigint desc))[1] as close,
                     sum(quantity) as volume, count(distinct at) as times, count(*) as trades
              from provider_trades where market_id = $1 group by 1) t
        left join candles c on c.market_id = $1 and c.span = 1 and c.opened_at = t.opened_at
        where t.times < t.trades)sql",
                                          {market});
    EXPECT_EQ(compared[0].integer("minutes"), 20);
    EXPECT_EQ(compared[0].integer("wrong"), 0);
}

TEST_F(Candles, RepeatTheCloseOfAQuietMinute) {
    trade(0, 1, "100", "1");
    trade(3, 1, "101", "1");
    known(at(0), at(5));
    compute();
    EXPECT_EQ(candle(1, 1), "100 100 100 100 0");
    EXPECT_EQ(candle(1, 2), "100 100 100 100 0");
    EXPECT_EQ(candle(1, 4), "101 101 101 101 0");
    EXPECT_EQ(candle(5, 0), "100 101 100 101 2");
}

TEST_F(Candles, AreNotMadeOfMinutesThatAreKnownInPart) {
    trade(0, 30, "100", "1");
    trade(1, 30, "101", "1");
    known(at(0, 15), at(2));
    compute();
    EXPECT_EQ(candle(1, 0), "none");
    EXPECT_EQ(candle(1, 1), "101 101 101 101 1");
    EXPECT_EQ(candle(5, 0), "none");
}

TEST_F(Candles, AreNeverRewrittenOnceClosed) {
    trade(0, 1, "100", "1");
    known(at(0), at(2));
    compute();
    trade(0, 30, "500", "9");
    pg::Transaction tx{world.app()};
    const markets::ProviderCandle other{
        .opened_at = std::chrono::time_point_cast<std::chrono::milliseconds>(at(0)),
        .open = test::dec("7"),
        .high = test::dec("8"),
        .low = test::dec("6"),
        .close = test::dec("7"),
        .base_volume = test::dec("1"),
        .quote_volume = test::dec("7"),
        .closed = true};
    EXPECT_EQ(markets::fill_candles(tx, market, 1, {other}), 0);
    tx.commit();
    compute();
    EXPECT_EQ(candle(1, 0), "100 100 100 100 1");
}

TEST_F(Candles, AreTheSameWhenComputedTwice) {
    trade(0, 1, "100", "1");
    trade(7, 1, "103", "1");
    known(at(0), at(11));
    compute();
    const auto all = "select string_agg(c::text, ';' order by span, opened_at) as v from candles c";
    const auto first = world.app().run(all)[0].str("v");
    compute();
    EXPECT_EQ(world.app().run(all)[0].str("v"), first);
}

TEST(Ticks, AreBelievedWithinTwentyPercentOrWhenConfirmed) {
    using markets::judge_tick;
    using markets::TickVerdict;
    const auto hundred = test::dec("100");
    const auto now = pg::now();
    const auto before = now - std::chrono::seconds{1};
    const auto verdict = [&](const char* tick, const std::optional<markets::Tick>& held_back = {}) {
        return judge_tick(hundred, held_back, {test::dec(tick), now});
    };
    EXPECT_EQ(verdict("120"), TickVerdict::accept);
    EXPECT_EQ(verdict("120.1"), TickVerdict::hold_back);
    EXPECT_EQ(verdict("80"), TickVerdict::accept);
    EXPECT_EQ(verdict("79.9"), TickVerdict::hold_back);
    EXPECT_EQ(verdict("151", {{test::dec("150"), before}}), TickVerdict::accept);
    EXPECT_EQ(verdict("200", {{test::dec("150"), before}}), TickVerdict::hold_back);
    EXPECT_EQ(verdict("150", {{test::dec("150"), now}}), TickVerdict::hold_back)
        << "the same tick, fetched again";
}

}  // namespace
}  // namespace cambio
