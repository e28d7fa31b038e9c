#include "markets/provider.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "markets/provider_reply.h"
#include "markets/provider_rows.h"
#include "support/simulated_market.h"

namespace cambio::markets {
namespace {

using test::SimulatedMarket;

const std::int64_t fixed_time = 1'795'264'496'789;

SimulatedMarket& market() {
    static SimulatedMarket shared{{"--fixed-time", std::to_string(fixed_time), "--no-limits"}};
    return shared;
}

Instant at(std::int64_t ms) {
    return Instant{std::chrono::milliseconds{ms}};
}

Decimal number(const char* text) {
    return Decimal::parse(text).value();
}

Provider::Options quick() {
    Provider::Options options;
    options.first_pause = options.max_pause = options.limit_pause = std::chrono::milliseconds{1};
    options.timeout = std::chrono::milliseconds{2'000};
    options.keep_limits = false;
    return options;
}

class ProviderTest : public testing::Test {
  protected:
    ~ProviderTest() override { market().clear(); }

    std::int64_t calls(const std::string& path) {
        return market().state()["calls"]["/api/v5/" + path].asInt64();
    }

    Provider provider{market().url(), quick()};
};

TEST_F(ProviderTest, ReadsTickersOfBothTypes) {
    market().pin_price("BTC-USDT", "90000");
    const auto spot = provider.tickers(InstrumentType::spot);
    ASSERT_TRUE(spot.ok()) << spot.reason;
    EXPECT_GE(spot.value.size(), 44u);
    const ProviderTicker& btc = spot.value.front();
    EXPECT_EQ(btc.instrument, "BTC-USDT");
    EXPECT_EQ(btc.last, number("90000"));
    EXPECT_LT(btc.bid.value(), btc.last);
    EXPECT_GE(btc.ask.value(), btc.last);
    EXPECT_EQ(btc.at, at(fixed_time));
    EXPECT_TRUE(btc.quote_volume24h.value() > btc.base_volume24h);

    const auto swap = provider.tickers(InstrumentType::swap);
    ASSERT_TRUE(swap.ok()) << swap.reason;
    EXPECT_EQ(swap.value.front().instrument, "BTC-USDT-SWAP");
    EXPECT_FALSE(swap.value.front().quote_volume24h);
    // Contracts are hundredths of a bitcoin: volume in base is about three times the spot pair's.
    EXPECT_LT(swap.value.front().base_volume24h,
              btc.base_volume24h + btc.base_volume24h + btc.base_volume24h + btc.base_volume24h);

    EXPECT_EQ(provider.ticker("BTC-USDT").value.last, number("90000"));
}

TEST_F(ProviderTest, ReadsBooks) {
    market().pin_book("ETH-USDT", R"({"bids":[["3000.01","0.5"],["2999","2"]],
                                      "asks":[["3000.02","1.25"]]})");
    const auto book = provider.book("ETH-USDT", 5);
    ASSERT_TRUE(book.ok()) << book.reason;
    ASSERT_EQ(book.value.bids.size(), 2u);
    EXPECT_EQ(book.value.bids[0].price, number("3000.01"));
    EXPECT_EQ(book.value.bids[1].quantity, number("2"));
    ASSERT_EQ(book.value.asks.size(), 1u);
    EXPECT_EQ(book.value.asks[0].quantity, number("1.25"));
    EXPECT_EQ(provider.book("BTC-USDT", 400).value.asks.size(), 400u);
    market().pin_book("ETH-USDT", R"({"bids":[],"asks":[]})");
    EXPECT_TRUE(provider.book("ETH-USDT", 5).value.bids.empty());
    EXPECT_FALSE(provider.ticker("ETH-USDT").value.bid);
}

TEST_F(ProviderTest, ReadsTradesNewestFirst) {
    const auto trades = provider.trades("SOL-USDT", 50);
    ASSERT_TRUE(trades.ok()) << trades.reason;
    ASSERT_EQ(trades.value.size(), 50u);
    bool sold = false, bought = false;
    for (std::size_t k = 0; k < 50; ++k) {
        const ProviderTrade& trade = trades.value[k];
        EXPECT_TRUE(trade.quantity.positive());
        (trade.taker_buys ? bought : sold) = true;
        EXPECT_LE(trade.at, trades.value[k > 0 ? k - 1 : 0].at);
    }
    EXPECT_TRUE(sold && bought);
}

TEST_F(ProviderTest, ReadsCandlesInARange) {
    const auto recent = provider.candles("BTC-USDT", Bar::m1, {});
    ASSERT_TRUE(recent.ok()) << recent.reason;
    EXPECT_EQ(recent.value.size(), 100u);
    EXPECT_FALSE(recent.value[0].closed);
    EXPECT_TRUE(recent.value[1].closed);
    EXPECT_TRUE(recent.value[1].quote_volume > recent.value[1].base_volume);

    CandleRange range;
    range.after_opening = recent.value[20].opened_at;
    range.before_opening = recent.value[10].opened_at;
    const auto some = provider.history_candles("BTC-USDT", Bar::m1, range);
    ASSERT_EQ(some.value.size(), 9u);
    EXPECT_EQ(some.value.front().opened_at, recent.value[11].opened_at);
    EXPECT_EQ(some.value.back().close, recent.value[19].close);

    const auto days = provider.history_candles("BTC-USDT-SWAP", Bar::d1, {});
    ASSERT_EQ(days.value.size(), 100u);
    EXPECT_EQ(days.value[0].opened_at.time_since_epoch() % length_of(Bar::d1),
              std::chrono::milliseconds{0})
        << "days begin at midnight UTC";
}

TEST_F(ProviderTest, ReadsInstrumentsMarkPricesAndFundingRates) {
    const auto spot = provider.instruments(InstrumentType::spot);
    ASSERT_TRUE(spot.ok()) << spot.reason;
    EXPECT_EQ(spot.value.front().tick, number("0.1"));
    EXPECT_EQ(spot.value.front().lot, number("0.00001"));
    EXPECT_TRUE(spot.value.front().live);
    EXPECT_FALSE(spot.value.front().contract_value);
    EXPECT_EQ(provider.instruments(InstrumentType::swap).value.front().contract_value,
              number("0.01"));

    market().pin_price("BTC-USDT-SWAP", "91000.5");
    const auto marks = provider.mark_prices();
    ASSERT_TRUE(marks.ok()) << marks.reason;
    EXPECT_EQ(marks.value.size(), spot.value.size());
    EXPECT_EQ(marks.value.front().price, number("91000.5"));

    const auto all = provider.funding_rates("");
    ASSERT_TRUE(all.ok()) << all.reason;
    EXPECT_EQ(all.value.size(), spot.value.size());
    const auto one = provider.funding_rates("ETH-USDT-SWAP");
    ASSERT_EQ(one.value.size(), 1u);
    EXPECT_GT(one.value[0].due, at(fixed_time));
    EXPECT_EQ(one.value[0].next_due - one.value[0].due, std::chrono::hours{8});
    EXPECT_EQ(one.value[0].at, at(fixed_time));
}

TEST_F(ProviderTest, LooksAtTheCodeAndNotOnlyAtTheStatus) {
    const auto before = calls("market/ticker");
    EXPECT_EQ(provider.ticker("NOPE-USDT").outcome, ProviderOutcome::unknown_instrument);
    EXPECT_EQ(calls("market/ticker"), before + 1) << "trying again does not help";
    EXPECT_EQ(provider.book("BTC-USDT", 401).outcome, ProviderOutcome::refused);
    EXPECT_EQ(provider.ticker("BTC-USDT&instId=ETH-USDT").outcome,
              ProviderOutcome::unknown_instrument)
        << "names are encoded";
}

TEST_F(ProviderTest, NamesEachFault) {
    struct Case {
        const char* fault;
        ProviderOutcome outcome;
    };
    for (const Case& one :
         {Case{"429", ProviderOutcome::rate_limited}, Case{"5xx", ProviderOutcome::unavailable},
          Case{"5xx&value=500", ProviderOutcome::unavailable},
          Case{"5xx&value=502", ProviderOutcome::unavailable},
          Case{"malformed", ProviderOutcome::malformed},
          Case{"close", ProviderOutcome::unreachable},
          Case{"down", ProviderOutcome::unreachable}}) {
        market().fault(one.fault);
        const auto result = provider.tickers(InstrumentType::spot);
        EXPECT_EQ(name_of(result.outcome), name_of(one.outcome)) << one.fault;
        EXPECT_TRUE(result.value.empty());
        market().clear();
    }
    Provider nowhere{"http://127.0.0.1:1", quick()};
    EXPECT_EQ(nowhere.ticker("BTC-USDT").outcome, ProviderOutcome::unreachable);

    market().fault("late", "&value=20000");
    Provider::Options impatient = quick();
    impatient.timeout = std::chrono::milliseconds{100};
    impatient.attempts = 1;
    Provider hasty{market().url(), impatient};
    EXPECT_EQ(hasty.ticker("BTC-USDT").outcome, ProviderOutcome::timed_out);
}

TEST_F(ProviderTest, TriesAgainUntilTheFaultIsOver) {
    Provider::Options patient = quick();
    patient.attempts = 1'000;
    patient.first_pause = patient.max_pause = std::chrono::milliseconds{5};
    Provider stubborn{market().url(), patient};
    for (const char* fault : {"429", "5xx", "malformed", "close"}) {
        market().fault(fault, "&for_ms=30");
        EXPECT_TRUE(stubborn.ticker("BTC-USDT").ok()) << fault;
    }
}

TEST_F(ProviderTest, TriesAsOftenAsItWasTold) {
    market().fault("malformed");
    const auto before = calls("market/ticker");
    EXPECT_EQ(provider.ticker("BTC-USDT").outcome, ProviderOutcome::malformed);
    EXPECT_EQ(calls("market/ticker"), before + 3);
}

TEST_F(ProviderTest, TriesNoMoreOnceItIsGivenUp) {
    Provider::Options options = quick();
    options.attempts = 1'000;
    options.first_pause = options.max_pause = std::chrono::hours{1};
    options.given_up = [] { return true; };
    Provider impatient{market().url(), options};
    market().fault("malformed");
    const auto before = calls("market/ticker");
    EXPECT_EQ(impatient.ticker("BTC-USDT").outcome, ProviderOutcome::malformed);
    EXPECT_EQ(calls("market/ticker"), before + 1);
}

http::Answer answered(int status, std::string body) {
    http::Answer answer;
    answer.outcome = http::Outcome::answered;
    answer.status = status;
    answer.body = std::move(body);
    return answer;
}

TEST(ProviderReply, HasAMomentThatCanBeStored) {
    const auto marks = [](const std::string& ts) {
        return every<ProviderMarkPrice>(
            reply_of(answered(
                200, R"({"code":"0","data":[{"instId":"A","markPx":"1","ts":")" + ts + R"("}]})")),
            rows::mark_price);
    };
    EXPECT_TRUE(marks("253402300799999").ok());
    for (const char* ts : {"253402300800000", "9223372036854775807", "0", "-1", "1e3", ""}) {
        EXPECT_EQ(marks(ts).outcome, ProviderOutcome::malformed) << ts;
        EXPECT_EQ(marks(ts).reason, "ts");
    }
}

TEST(ProviderReply, NamesInstrumentsByWords) {
    const auto marks = [](const std::string& name) {
        return every<ProviderMarkPrice>(
            reply_of(answered(200, R"({"code":"0","data":[{"instId":")" + name +
                                       R"(","markPx":"1","ts":"1"}]})")),
            rows::mark_price);
    };
    EXPECT_TRUE(marks("BTC-USDT-SWAP").ok());
    for (const char* name : {"", "BTC USDT", "BTC\\u0000", "\xff", "\\u00e9"})
        EXPECT_EQ(marks(name).reason, "instId") << name;
}

TEST(ProviderReply, SaysInPlainWordsWhyItIsNone) {
    const auto refused =
        reply_of(answered(400, "{\"code\":\"60000\",\"msg\":\"no\xff \\u202ename\",\"data\":[]}"));
    EXPECT_EQ(refused.outcome, ProviderOutcome::refused);
    EXPECT_EQ(refused.reason, "HTTP 400 60000 no\xef\xbf\xbd name");
    const auto long_words =
        reply_of(answered(503, R"({"code":"50001","msg":")" + std::string(100'000, 'x') + R"("})"));
    EXPECT_EQ(long_words.outcome, ProviderOutcome::unavailable);
    EXPECT_LT(long_words.reason.size(), 1000u);
    EXPECT_EQ(reply_of(answered(200, std::string(5000, '['))).outcome, ProviderOutcome::malformed);
}

TEST(ProviderLimits, NeverExceedsWhatTheProviderAllows) {
    SimulatedMarket strict{{"--fixed-time", std::to_string(fixed_time)}};
    Provider provider{strict.url()};
    for (int k = 0; k < 25; ++k) ASSERT_TRUE(provider.mark_prices().ok());
    EXPECT_EQ(strict.state()["over_limit"].asInt(), 0);
}

TEST(ProviderLimits, AreNeededAgainstThisMarket) {
    SimulatedMarket strict{{"--fixed-time", std::to_string(fixed_time)}};
    Provider::Options careless = quick();
    careless.keep_limits = false;
    careless.attempts = 1;
    Provider provider{strict.url(), careless};
    int limited = 0;
    for (int k = 0; k < 25; ++k) {
        limited += provider.mark_prices().outcome == ProviderOutcome::rate_limited ? 1 : 0;
    }
    EXPECT_GT(limited, 0);
}

}  // namespace
}  // namespace cambio::markets
