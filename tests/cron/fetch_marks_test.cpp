// The job that brings mark prices and funding rates, against the market simulator.
#include <gtest/gtest.h>

#include <csignal>

#include "support/builders.h"
#include "support/child_process.h"
#include "support/contracts.h"
#include "support/simulated_market.h"

namespace cambio {
namespace {

using test::SimulatedMarket, test::World;

/// 2026-03-01T07:59:50Z: ten seconds before a time of funding.
constexpr std::int64_t before_funding = 1'772'351'990'000;

/// A time of that day in milliseconds.
std::string at_hour(int hour) {
    return std::to_string(before_funding + 10'000 + (hour - 8) * std::int64_t{3'600'000});
}

class FetchMarks : public testing::Test {
  protected:
    void SetUp() override {
        world.config().set("PROVIDER_URL", market.url());
        world.config().set("PROVIDER_SIMULATED", "yes");
    }

    int fetch() { return test::run_job("fetch_marks", world.config().path(), {"--once"}); }
    /// The provider names these hours for the next funding of ETHUSDT and for the one after it.
    void announce(int hour, int next) {
        market.pin_funding("ETH-USDT-SWAP", "0.0001", at_hour(hour), at_hour(next));
        ASSERT_EQ(fetch(), 0);
    }

    std::string scalar(const char* sql) {
        const auto result = world.app().run(sql);
        return result.empty() || result[0].null("v") ? "" : result[0].str("v");
    }

    SimulatedMarket market{{"--no-limits", "--fixed-time", std::to_string(before_funding)}};
    World world;
};

constexpr const char* eth_mark = R"sql(
    select trim_scale(price)::text as v from marks k join markets m on m.id = k.market_id
    where m.pair = 'ETHUSDT')sql";

TEST_F(FetchMarks, ListsAContractForEachOpenMarketAndItsMark) {
    world.superuser().run("update markets set state = 'closed' where pair = 'BTCUSDT'");
    market.pin_price("ETH-USDT-SWAP", "3000");
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(scalar("select count(*)::text as v from contracts"),
              scalar("select count(*)::text as v from markets where state = 'open'"));
    EXPECT_EQ(scalar("select count(*)::text as v from marks"),
              scalar("select count(*)::text as v from contracts"));
    EXPECT_EQ(scalar(R"sql(select k.instrument as v from contracts k
                           join markets m on m.id = k.market_id where pair = 'ETHUSDT')sql"),
              "ETH-USDT-SWAP");
    EXPECT_EQ(scalar(eth_mark), "3000");
    ASSERT_EQ(fetch(), 0);
}

TEST_F(FetchMarks, HoldsAJumpBackUntilASecondMarkConfirmsIt) {
    market.pin_price("ETH-USDT-SWAP", "3000");
    ASSERT_EQ(fetch(), 0);
    market.pin_price("ETH-USDT-SWAP", "2000");
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(scalar(eth_mark), "3000");
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(scalar(eth_mark), "3000") << "the same mark, fetched again";
    market.advance(1'000);
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(scalar(eth_mark), "2000");
}

TEST_F(FetchMarks, TakesNothingFromTheFutureAndIsNotHeldUpByIt) {
    market.pin_price("ETH-USDT-SWAP", "3000");
    ASSERT_EQ(fetch(), 0);
    world.superuser().run("update marks set provider_at = now() + interval '1 day'");
    market.pin_price("ETH-USDT-SWAP", "3100");
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(scalar(eth_mark), "3100");

    market.advance(std::stoll(scalar(R"sql(
        select ceil(1000 * extract(epoch from now() - max(provider_at)))::bigint::text as v
          from marks)sql")) +
                   60'000);
    market.pin_price("ETH-USDT-SWAP", "3200");
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(scalar(eth_mark), "3100");
}

// A provider in trouble can hold a runner beyond its minute: the next one may not give up
// meanwhile.
TEST_F(FetchMarks, TakesOverFromARunnerThatOverrunsItsMinute) {
    world.app().run("select pg_advisory_lock(hashtext('cambio job'), hashtext('fetch_marks'))");
    test::ChildProcess::Options options;
    options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
    test::ChildProcess next{{test::program_path("fetch_marks")}, options};
    const char* waited = R"sql(
        select count(*)::text as v from pg_stat_activity
        where query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()
            and datname = current_database() and now() - backend_start > interval '6 seconds')sql";
    test::wait_until("longer than minutes overlap", [&] {
        return world.superuser().run(waited)[0].str("v") == "1" || !next.running();
    });
    ASSERT_TRUE(next.running());
    EXPECT_EQ(scalar("select count(*)::text as v from marks"), "0");
    world.app().run("select pg_advisory_unlock(hashtext('cambio job'), hashtext('fetch_marks'))");
    test::wait_until("marks",
                     [&] { return scalar("select count(*)::text as v from marks") != "0"; });
    next.signal(SIGTERM);
    EXPECT_EQ(next.wait(), 0);
}

TEST_F(FetchMarks, KeepsTheLastMarkWhenTheProviderFails) {
    market.pin_price("ETH-USDT-SWAP", "3000");
    ASSERT_EQ(fetch(), 0);
    const char* received = R"sql(select max(received_at)::text as v from marks)sql";
    const auto before = scalar(received);
    for (const auto* kind : {"5xx", "malformed", "429"}) {
        market.fault(kind);
        EXPECT_EQ(fetch(), 1) << kind;
        EXPECT_EQ(scalar(received), before) << kind;
        market.clear();
    }
    EXPECT_EQ(fetch(), 0);
    EXPECT_NE(scalar(received), before);
}

TEST_F(FetchMarks, KeepsFollowingAClosedMarketWithPositions) {
    market.pin_price("ETH-USDT-SWAP", "3000");
    ASSERT_EQ(fetch(), 0);
    const auto anna = world.client("anna@example.com").with("USDT", "100", ledger::Wallet::future);
    test::open(world, anna, {.pair = "ETHUSDT", .price = "3000"});
    world.superuser().run("update markets set state = 'closed'");
    market.pin_price("ETH-USDT-SWAP", "3100");
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(scalar(eth_mark), "3100");
}

constexpr const char* due = R"sql(
    select trim_scale(rate)::text || ' ' || coalesce(trim_scale(mark)::text, 'open') as v
    from funding_rates f join markets m on m.id = f.market_id
    where m.pair = 'ETHUSDT' order by at limit 1)sql";

TEST_F(FetchMarks, FixesAFundingRateWithTheFirstMarkThatFollows) {
    market.pin_price("ETH-USDT-SWAP", "3000");
    ASSERT_EQ(fetch(), 0);
    const auto rate = market.data("/api/v5/public/funding-rate?instId=ETH-USDT-SWAP")[0];
    const auto expected = test::dec(rate["fundingRate"].asString()).str();
    EXPECT_EQ(scalar(due), expected + " open");
    market.advance(11'000);
    market.pin_price("ETH-USDT-SWAP", "3100");
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(scalar(due), expected + " 3100");
    market.advance(60'000);
    market.pin_price("ETH-USDT-SWAP", "3200");
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(scalar(due), expected + " 3100") << "history does not change";
    EXPECT_EQ(scalar(R"sql(select count(*)::text as v from funding_rates f
                           join markets m on m.id = f.market_id where m.pair = 'ETHUSDT')sql"),
              "2");
    EXPECT_THROW(world.app().run("update funding_rates set rate = 0 where mark is not null"),
                 pg::Failure);
    EXPECT_THROW(world.app().run("delete from funding_rates"), pg::Failure);
}

TEST_F(FetchMarks, FixesTheAverageOfWhatWasForecastUntilThen) {
    constexpr std::int64_t hour = 3'600'000;
    const auto forecast = [&](const char* rate) {
        market.pin_funding("ETH-USDT-SWAP", rate, at_hour(16), at_hour(24));
        ASSERT_EQ(fetch(), 0);
    };
    market.pin_price("ETH-USDT-SWAP", "3000");
    forecast("0.001");
    market.advance(2 * hour + 10'000);
    forecast("0.001");
    market.advance(4 * hour);
    forecast("0.003");
    EXPECT_EQ(scalar(due), "0.003 open") << "what is forecast now";
    market.advance(2 * hour + 1'000);
    announce(24, 32);
    EXPECT_EQ(scalar(due), "0.0015 3000") << "six hours of the one and two of the other";
    EXPECT_EQ(scalar(R"sql(select count(*)::text as v from funding_forecasts f
                           join markets m on m.id = f.market_id where m.pair = 'ETHUSDT')sql"),
              "3");
}

// What the house pays of a rate the other side has not got: a wrong one would be worth a fortune to
// whoever holds that side, and one more time of funding a payment more.
TEST_F(FetchMarks, BelievesNoRateAndNoTimeThatNoContractHas) {
    const auto rates = [&](const std::string& pair) {
        return world.app()
            .run(
                "select count(*) as n from funding_rates f join markets m on m.id = f.market_id "
                "where m.pair = $1",
                {pair})[0]
            .integer("n");
    };
    const std::string passed = std::to_string(before_funding - 3'590'000);
    const std::string uneven = std::to_string(before_funding + 60'000);
    market.pin_funding("ETH-USDT-SWAP", "0.9");
    market.pin_funding("BTC-USDT-SWAP", "-1.5");
    market.pin_funding("SOL-USDT-SWAP", "0.01", uneven);
    market.pin_funding("XRP-USDT-SWAP", "0.01", passed);
    market.pin_funding("DOGE-USDT-SWAP", "-0.03");
    ASSERT_EQ(fetch(), 0);
    for (const char* pair : {"ETHUSDT", "BTCUSDT", "SOLUSDT", "XRPUSDT"})
        EXPECT_EQ(rates(pair), 0) << pair;
    for (const char* pair : {"DOGEUSDT", "LTCUSDT"}) EXPECT_EQ(rates(pair), 1) << pair;
}

TEST_F(FetchMarks, KeepsARateWithinWhatAPositionIsWorth) {
    market.pin_funding("ETH-USDT-SWAP", "0.01");
    market.pin_funding("BTC-USDT-SWAP", "-0.035");
    market.pin_funding("SOL-USDT-SWAP", "0.00374");
    market.pin_funding("XRP-USDT-SWAP", "-0.00375");
    ASSERT_EQ(fetch(), 0);
    const auto rate = [&](const std::string& pair) {
        return world.app()
            .run(
                "select rate from funding_rates f join markets m on m.id = f.market_id "
                "where m.pair = $1",
                {pair})[0]
            .decimal("rate")
            .str();
    };
    EXPECT_EQ(rate("ETHUSDT"), "0.00375");
    EXPECT_EQ(rate("BTCUSDT"), "-0.00375");
    EXPECT_EQ(rate("SOLUSDT"), "0.00374");
    EXPECT_EQ(rate("XRPUSDT"), "-0.00375");
}

TEST_F(FetchMarks, KeepsHowOftenAContractPays) {
    // The simulator's next time but one is 16:00, whatever the next is said to be.
    market.pin_funding("ETH-USDT-SWAP", "0.0001", at_hour(12));
    market.pin_funding("BTC-USDT-SWAP", "0.0001", at_hour(15));
    market.pin_funding("SOL-USDT-SWAP", "0.0001", at_hour(16));
    market.pin_funding("XRP-USDT-SWAP", "0.0001", at_hour(17));
    ASSERT_EQ(fetch(), 0);
    const auto period = [&](const std::string& pair) {
        const auto found = world.app().run(
            "select (extract(epoch from f.period) / 3600)::bigint as n from funding_rates f "
            "join markets m on m.id = f.market_id where m.pair = $1",
            {pair});
        return found.empty() ? 0 : found[0].integer("n");
    };
    EXPECT_EQ(period("ETHUSDT"), 4);
    EXPECT_EQ(period("BTCUSDT"), 1);
    EXPECT_EQ(period("LTCUSDT"), 8);
    // Nobody pays twice at a time, or backwards.
    EXPECT_EQ(period("SOLUSDT"), 0);
    EXPECT_EQ(period("XRPUSDT"), 0);
}

/// "08 marked for 8, 16 open for 4": each time of ETHUSDT, its hour and its period.
constexpr const char* times = R"sql(
    select coalesce(string_agg(to_char(f.at at time zone 'UTC', 'HH24')
               || case when f.mark is null then ' open for ' else ' marked for ' end
               || extract(epoch from f.period)::bigint / 3600, ', ' order by f.at), '') as v
    from funding_rates f join markets m on m.id = f.market_id where m.pair = 'ETHUSDT')sql";

TEST_F(FetchMarks, MeasuresAPeriodFromThePaymentBefore) {
    market.pin_price("ETH-USDT-SWAP", "3000");
    announce(8, 16);
    EXPECT_EQ(scalar(times), "08 open for 8") << "nobody knows the one before";
    market.advance(11'000);
    // It pays every hour from 16:00 on: what is due then is still for the eight hours before.
    announce(16, 17);
    EXPECT_EQ(scalar(times), "08 marked for 8, 16 open for 8");
    market.advance(std::int64_t{8} * 3'600'000);
    announce(17, 18);
    EXPECT_EQ(scalar(times), "08 marked for 8, 16 marked for 8, 17 open for 1");
    // And less often again.
    market.advance(3'600'000);
    announce(18, 26);
    EXPECT_EQ(scalar(times), "08 marked for 8, 16 marked for 8, 17 marked for 1, 18 open for 1");
    // Of the payments in a pause nothing is known.
    market.advance(std::int64_t{29} * 3'600'000);
    announce(48, 52);
    EXPECT_EQ(scalar(times),
              "08 marked for 8, 16 marked for 8, 17 marked for 1, 18 marked for 1, 00 open for 8");
}

TEST_F(FetchMarks, NobodyPaysAtATimeThatTheProviderNamesNoLonger) {
    market.pin_price("ETH-USDT-SWAP", "3000");
    announce(8, 12);
    market.advance(11'000);
    announce(12, 16);
    EXPECT_EQ(scalar(times), "08 marked for 4, 12 open for 4");
    EXPECT_THROW(world.app().run("delete from funding_rates"), pg::Failure) << "one is history";
    announce(16, 24);
    EXPECT_EQ(scalar(times), "08 marked for 4, 16 open for 8");
    announce(11, 15);
    EXPECT_EQ(scalar(times), "08 marked for 4, 11 open for 3");
    EXPECT_EQ(scalar("select count(*)::text as v from funding_rates where mark is null"),
              scalar("select count(*)::text as v from contracts"))
        << "of the other markets nothing was withdrawn";
}

TEST_F(FetchMarks, WhatIsDueStaysUntilItsMarkIsKnown) {
    market.pin_price("ETH-USDT-SWAP", "3000");
    announce(8, 16);
    announce(16, 24);
    EXPECT_EQ(scalar(times), "08 open for 8, 16 open for 8") << "it comes in ten seconds";
    market.advance(11'000);
    announce(9, 17);
    EXPECT_EQ(scalar(times), "08 marked for 8, 09 open for 1");
    market.advance(3'600'000);
    // A mark that jumps is not believed yet: the last one is an hour old.
    market.pin_price("ETH-USDT-SWAP", "2000");
    announce(17, 25);
    EXPECT_EQ(scalar(eth_mark), "3000");
    EXPECT_EQ(scalar(times), "08 marked for 8, 09 open for 1, 17 open for 8");
    market.advance(1'000);
    announce(17, 25);
    EXPECT_EQ(scalar(eth_mark), "2000");
    EXPECT_EQ(scalar(times), "08 marked for 8, 09 marked for 1, 17 open for 8");
}

/// From when on time counts for the last time of ETHUSDT.
constexpr const char* counts_from = R"sql(
    select to_char(greatest(f.at - f.period, f.known_from) at time zone 'UTC', 'HH24:MI:SS') as v
    from funding_rates f join markets m on m.id = f.market_id where m.pair = 'ETHUSDT'
    order by f.at desc limit 1)sql";

TEST_F(FetchMarks, CountsTimeSinceARateWasKnown) {
    constexpr std::int64_t hour = 3'600'000;
    market.pin_price("ETH-USDT-SWAP", "3000");
    announce(8, 16);
    EXPECT_EQ(scalar(counts_from), "07:59:50");
    market.advance(11'000);
    announce(16, 24);
    EXPECT_EQ(scalar(counts_from), "08:00:00") << "since the payment before, a second ago";
    // For two hours the provider says nothing that can be believed.
    market.advance(8 * hour);
    market.pin_funding("ETH-USDT-SWAP", "0.9", at_hour(24), at_hour(32));
    ASSERT_EQ(fetch(), 0);
    market.advance(2 * hour);
    announce(24, 32);
    EXPECT_EQ(scalar(counts_from), "18:00:01");
    market.advance(hour);
    announce(24, 32);
    EXPECT_EQ(scalar(counts_from), "18:00:01");
    // Another time in its place: a rate was known all the while.
    announce(22, 30);
    EXPECT_EQ(scalar(times), "08 marked for 8, 16 marked for 8, 22 open for 6");
    EXPECT_EQ(scalar(counts_from), "18:00:01");
}

TEST_F(FetchMarks, DropsATimeWhoseRateWasNotRepeatedForTooLong) {
    market.pin_price("ETH-USDT-SWAP", "3000");
    announce(8, 16);
    world.superuser().run(
        "update funding_rates f set known_until = now() - interval '1 second' from markets m "
        "where m.id = f.market_id and m.pair = 'ETHUSDT'");
    market.pin_funding("ETH-USDT-SWAP", "0.9", at_hour(16), at_hour(24));
    market.advance(11'000);
    ASSERT_EQ(fetch(), 0);
    EXPECT_EQ(scalar(times), "");
    EXPECT_EQ(scalar("select count(*)::text as v from funding_rates where mark is not null"),
              scalar("select (count(*) - 1)::text as v from contracts"))
        << "the others are settled";
}

}  // namespace
}  // namespace cambio
