// The simulator is what every other market test believes in, so its own promises are tested: the
// same seed and time give the same market, and candles, trades, tickers and books agree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "money/decimal.h"
#include "support/simulated_market.h"

namespace cambio::test {
namespace {

// 2026-11-21T12:34:56.789Z
const std::string fixed_time = "1795264496789";

std::vector<std::string> fixed(const std::string& seed) {
    return {"--fixed-time", fixed_time, "--seed", seed, "--no-limits"};
}

SimulatedMarket& market() {
    static SimulatedMarket shared{fixed("7")};
    return shared;
}

Decimal number(const Json::Value& text) {
    const auto value = Decimal::parse(text.asString());
    if (!value) throw std::runtime_error{"no number: " + text.asString()};
    return *value;
}

struct Sum {
    Decimal open, high, low, close, base, quote;
    int count = 0;

    void add(Decimal o, Decimal h, Decimal l, Decimal c, Decimal in_base, Decimal in_quote) {
        if (count++ == 0) open = o, high = h, low = l;
        high = maximum(high, h);
        low = minimum(low, l);
        close = c;
        base += in_base;
        quote += in_quote;
    }
};

void expect_equal(const Json::Value& candle, const Sum& sum) {
    EXPECT_EQ(number(candle[1]), sum.open);
    EXPECT_EQ(number(candle[2]), sum.high);
    EXPECT_EQ(number(candle[3]), sum.low);
    EXPECT_EQ(number(candle[4]), sum.close);
    EXPECT_EQ(number(candle[5]), sum.base);
    EXPECT_EQ(number(candle[7]), sum.quote);
}

// The sum of the shorter bars inside a longer one.
Sum sum_of(const std::string& path, std::int64_t from, std::int64_t to) {
    Sum sum;
    const Json::Value rows = market().data(path + "&limit=300&after=" + std::to_string(to) +
                                           "&before=" + std::to_string(from - 1));
    for (Json::ArrayIndex k = rows.size(); k-- > 0;) {
        const Json::Value& row = rows[k];
        sum.add(number(row[1]), number(row[2]), number(row[3]), number(row[4]), number(row[5]),
                number(row[7]));
    }
    return sum;
}

TEST(MarketSimulator, LooksTheSameAfterARestartAndOtherwiseWithAnotherSeed) {
    SimulatedMarket again{fixed("7")};
    SimulatedMarket other{fixed("8")};
    for (const std::string path :
         {"/api/v5/market/tickers?instType=SPOT", "/api/v5/market/tickers?instType=SWAP",
          "/api/v5/market/books?instId=ETH-USDT&sz=400",
          "/api/v5/market/trades?instId=SOL-USDT&limit=500",
          "/api/v5/market/candles?instId=BTC-USDT&bar=5m&limit=300",
          "/api/v5/market/history-candles?instId=XRP-USDT&bar=1Dutc",
          "/api/v5/public/mark-price?instType=SWAP", "/api/v5/public/funding-rate?instId=ANY"}) {
        const std::string first = market().get(path).body;
        EXPECT_EQ(first, market().get(path).body) << path;
        EXPECT_EQ(first, again.get(path).body) << path;
        EXPECT_NE(first, other.get(path).body) << path;
    }
}

TEST(MarketSimulator, HistoryDoesNotChangeWhenTimePasses) {
    SimulatedMarket moving{fixed("7")};
    const std::string path =
        "/api/v5/market/history-candles?instId=BTC-USDT&bar=1H&limit=20&after=" +
        std::to_string(1'795'264'496'789 / 3'600'000 * 3'600'000);
    const std::string before = moving.get(path).body;
    moving.advance(26 * 3'600'000);
    EXPECT_EQ(before, moving.get(path).body);
}

TEST(MarketSimulator, MinuteCandlesAreTheSumsOfTheTrades) {
    const Json::Value trades = market().data("/api/v5/market/trades?instId=BTC-USDT&limit=500");
    ASSERT_EQ(trades.size(), 500u);
    const Json::Value candles = market().data("/api/v5/market/candles?instId=BTC-USDT&limit=6");
    ASSERT_EQ(candles.size(), 6u);
    for (const Json::Value& candle : candles) {
        const auto start = std::stoll(candle[0].asString());
        Sum sum;
        for (Json::ArrayIndex k = trades.size(); k-- > 0;) {
            const auto at = std::stoll(trades[k]["ts"].asString());
            if (at < start || at >= start + 60'000) continue;
            const Decimal price = number(trades[k]["px"]);
            const Decimal size = number(trades[k]["sz"]);
            sum.add(price, price, price, price, size,
                    Decimal::multiply(price, size, Rounding::down));
        }
        expect_equal(candle, sum);
        EXPECT_EQ(candle[8].asString(), candle == candles[0] ? "0" : "1");
    }
}

TEST(MarketSimulator, LongerCandlesAreTheSumsOfShorterOnes) {
    const auto at = [](const std::string& id, const std::string& bar) {
        return "/api/v5/market/history-candles?instId=" + id + "&bar=" + bar;
    };
    for (const std::string id : {"BTC-USDT", "SHIB-USDT", "ETH-USDT-SWAP"}) {
        struct Pair {
            const char* longer;
            std::int64_t length;
            const char* shorter;
        };
        for (const Pair& pair : {Pair{"5m", 300'000, "1m"}, Pair{"1H", 3'600'000, "1m"},
                                 Pair{"4H", 14'400'000, "1m"}, Pair{"1Dutc", 86'400'000, "5m"},
                                 Pair{"1D", 86'400'000, "1H"}, Pair{"1Wutc", 604'800'000, "1H"}}) {
            const Json::Value longer = market().data(at(id, pair.longer) + "&limit=2");
            ASSERT_EQ(longer.size(), 2u);
            for (const Json::Value& candle : longer) {
                const auto start = std::stoll(candle[0].asString());
                SCOPED_TRACE(id + " " + pair.longer);
                expect_equal(candle, sum_of(at(id, pair.shorter), start, start + pair.length));
            }
        }
    }
}

TEST(MarketSimulator, TickersAgreeWithTradesCandlesAndBooks) {
    for (const char* type : {"SPOT", "SWAP"}) {
        const Json::Value tickers =
            market().data(std::string{"/api/v5/market/tickers?instType="} + type);
        EXPECT_GE(tickers.size(), 44u);
        for (const Json::Value& ticker : tickers) {
            const std::string id = ticker["instId"].asString();
            SCOPED_TRACE(id);
            const Json::Value book = market().data("/api/v5/market/books?sz=5&instId=" + id)[0];
            EXPECT_EQ(ticker["bidPx"], book["bids"][0][0]);
            EXPECT_EQ(ticker["askPx"], book["asks"][0][0]);
            EXPECT_LT(number(ticker["bidPx"]), number(ticker["askPx"]));
            EXPECT_TRUE(ticker["last"] == ticker["bidPx"] || ticker["last"] == ticker["askPx"])
                << "a trade is made at the book's best price: " << ticker.toStyledString();
            EXPECT_LE(number(ticker["low24h"]), number(ticker["last"]));
            EXPECT_GE(number(ticker["high24h"]), number(ticker["last"]));
            EXPECT_EQ(ticker["last"],
                      market().data("/api/v5/market/trades?limit=1&instId=" + id)[0]["px"]);
            EXPECT_EQ(ticker["last"],
                      market().data("/api/v5/market/candles?limit=1&instId=" + id)[0][4]);
        }
    }
}

TEST(MarketSimulator, BooksHave400OrderedLevels) {
    for (const std::string id : {"BTC-USDT", "SHIB-USDT", "USDC-USDT", "RVN-USDT-SWAP"}) {
        const Json::Value book = market().data("/api/v5/market/books?sz=400&instId=" + id)[0];
        ASSERT_EQ(book["asks"].size(), 400u) << id;
        ASSERT_EQ(book["bids"].size(), 400u) << id;
        for (Json::ArrayIndex k = 1; k < 400; ++k) {
            EXPECT_GT(number(book["asks"][k][0]), number(book["asks"][k - 1][0])) << id;
            EXPECT_LT(number(book["bids"][k][0]), number(book["bids"][k - 1][0])) << id;
            EXPECT_TRUE(number(book["bids"][k][1]).positive()) << id;
        }
    }
    EXPECT_EQ(market().data("/api/v5/market/books?instId=BTC-USDT")[0]["asks"].size(), 1u);
}

TEST(MarketSimulator, HasAYearOfDailyCandlesAndPagesThroughThem) {
    const std::string path = "/api/v5/market/history-candles?instId=BTC-USDT&bar=1Dutc";
    std::set<std::string> days;
    std::string after;
    for (int page = 0; page < 2; ++page) {
        const Json::Value rows = market().data(path + "&limit=300" + after);
        ASSERT_EQ(rows.size(), 300u);
        for (const Json::Value& row : rows) days.insert(row[0].asString());
        after = "&after=" + rows[299][0].asString();
    }
    EXPECT_EQ(days.size(), 600u);
    EXPECT_EQ(market().data(path).size(), 100u);
    EXPECT_EQ(market().data(path + "&after=" + *days.begin() + "&limit=300").size(), 89u)
        << "nothing before the day of listing";
}

TEST(MarketSimulator, RecentCandlesReachBack1440Bars) {
    const std::string start = std::to_string(1'795'264'496'789 / 60'000 * 60'000 - 1'430 * 60'000);
    const std::string path = "/api/v5/market/candles?instId=BTC-USDT&limit=300&after=" + start;
    EXPECT_EQ(market().data(path).size(), 9u);
}

TEST(MarketSimulator, RefusesAsTheProviderDoes) {
    struct Case {
        const char* path;
        int status;
        const char* code;
    };
    for (const Case& one : {
             Case{"/api/v5/market/ticker", 400, "50014"},
             Case{"/api/v5/market/ticker?instId=NOPE-USDT", 200, "51001"},
             Case{"/api/v5/market/tickers", 400, "50014"},
             Case{"/api/v5/market/tickers?instType=FISH", 400, "51000"},
             Case{"/api/v5/market/books?instId=NOPE", 200, "51001"},
             Case{"/api/v5/market/books?instId=BTC-USDT&sz=401", 400, "51000"},
             Case{"/api/v5/market/trades?instId=BTC-USDT&limit=many", 400, "51000"},
             Case{"/api/v5/market/candles?instId=BTC-USDT&bar=7m", 400, "51000"},
             Case{"/api/v5/market/candles?instId=BTC-USDT&after=-1", 400, "51000"},
             Case{"/api/v5/market/history-candles?bar=1m", 400, "50014"},
             Case{"/api/v5/public/instruments?instType=SPOT&instId=NOPE", 200, "51001"},
             Case{"/api/v5/public/mark-price", 400, "50014"},
             Case{"/api/v5/public/funding-rate?instId=BTC-USDT", 200, "51001"},
             Case{"/api/v5/market/ticker?instId=%zz", 400, "50000"},
             Case{"/api/v5/market/elsewhere", 404, "404"},
         }) {
        const http::Answer answer = market().get(one.path);
        EXPECT_EQ(answer.status, one.status) << one.path;
        EXPECT_THAT(answer.body, testing::HasSubstr(std::string{"{\"code\":\""} + one.code + '"'))
            << one.path;
    }
}

TEST(MarketSimulator, CountsCallsInTwoSeconds) {
    SimulatedMarket strict{{"--fixed-time", fixed_time}};
    int refused = 0;
    for (int k = 0; k < 60 && refused == 0; ++k) {
        const http::Answer answer = strict.get("/api/v5/public/mark-price?instType=SWAP");
        if (answer.status != 429) continue;
        ++refused;
        EXPECT_THAT(answer.body, testing::HasSubstr("50011"));
    }
    EXPECT_EQ(refused, 1);
}

class MarketSimulatorFaults : public testing::Test {
  protected:
    ~MarketSimulatorFaults() override { market().clear(); }

    const std::string ticker = "/api/v5/market/ticker?instId=BTC-USDT";
    const std::string other = "/api/v5/market/ticker?instId=ETH-USDT";
};

TEST_F(MarketSimulatorFaults, PinnedPricesAreExactEverywhereAtOnce) {
    market().pin_price("BTC-USDT", "90000");
    const Json::Value row = market().data(ticker)[0];
    EXPECT_EQ(row["last"], "90000");
    EXPECT_EQ(number(row["bidPx"]) + number(row["askPx"]), Decimal::of(180'000));
    EXPECT_EQ(market().data("/api/v5/market/trades?instId=BTC-USDT&limit=1")[0]["px"], "90000");
    EXPECT_EQ(market().data("/api/v5/market/candles?instId=BTC-USDT&limit=1")[0][4], "90000");
    market().pin_price("BTC-USDT-SWAP", "91000.5");
    EXPECT_EQ(
        market().data("/api/v5/public/mark-price?instType=SWAP&instId=BTC-USDT-SWAP")[0]["markPx"],
        "91000.5");
    market().clear();
    EXPECT_NE(market().data(ticker)[0]["last"], "90000");
    EXPECT_THROW(market().pin_price("BTC-USDT", "90000.05"), std::runtime_error);
}

TEST_F(MarketSimulatorFaults, PinnedBooksAreShownAsTheyAre) {
    market().pin_book("BTC-USDT", R"({"bids":[["89999.9","0.5"],["89990","2"]],
                                      "asks":[["90000","1.25"]]})");
    const Json::Value book = market().data("/api/v5/market/books?instId=BTC-USDT&sz=5")[0];
    EXPECT_EQ(book["bids"].size(), 2u);
    EXPECT_EQ(book["bids"][1][0], "89990");
    EXPECT_EQ(book["asks"][0][1], "1.25");
    EXPECT_EQ(market().data(ticker)[0]["last"], "90000");
    EXPECT_EQ(market().data(ticker)[0]["bidSz"], "0.5");
    market().pin_book("BTC-USDT", R"({"bids":[],"asks":[["90000","1"]]})");
    EXPECT_EQ(market().data(ticker)[0]["bidPx"], "");
    market().pin_price("BTC-USDT", "89000");
    EXPECT_EQ(market().data(ticker)[0]["askPx"], "90000") << "the price lies inside";
    market().pin_price("BTC-USDT", "91000");
    EXPECT_GT(number(market().data(ticker)[0]["askPx"]), number("91000"))
        << "nobody trades outside the book";
    EXPECT_THROW(market().pin_book("BTC-USDT", R"({"bids":[["2","1"]],"asks":[["1","1"]]})"),
                 std::runtime_error);
    EXPECT_THROW(market().pin_book("BTC-USDT", "{"), std::runtime_error);
}

TEST_F(MarketSimulatorFaults, AJumpMultipliesThePrice) {
    const Decimal before = number(market().data(ticker)[0]["last"]);
    const std::string untouched = market().get(other).body;
    market().fault("jump", "&instId=BTC-USDT&value=1.5");
    const Decimal after = number(market().data(ticker)[0]["last"]);
    const Decimal ratio = Decimal::divide(after, before, Rounding::half_even);
    EXPECT_EQ(ratio.rounded(2, Rounding::half_even), Decimal::parse("1.5"));
    EXPECT_EQ(untouched, market().get(other).body);
}

TEST_F(MarketSimulatorFaults, ASwingIsConfirmedByNoSecondTickUntilItIsReleased) {
    SimulatedMarket moving{fixed("7")};
    const auto last = [&] { return number(moving.data(ticker)[0]["last"]); };
    const Decimal natural = last();
    moving.fault("swing", "&instId=BTC-USDT&value=2");
    Decimal before = natural;
    for (int second = 0; second < 40; ++second) {
        const Decimal now = last();
        const Decimal ratio =
            Decimal::divide(maximum(now, before), minimum(now, before), Rounding::half_even);
        EXPECT_GT(ratio, *Decimal::parse("1.2")) << second;
        before = now;
        moving.advance(1'000);
    }
    moving.fault("jump", "&instId=BTC-USDT&value=1");
    moving.advance(5'000);
    const Decimal ratio = Decimal::divide(last(), natural, Rounding::half_even);
    EXPECT_EQ(ratio.rounded(1, Rounding::half_even), Decimal::of(1));
}

TEST_F(MarketSimulatorFaults, OneInstrumentIsClearedAlone) {
    market().pin_price("BTC-USDT", "90000");
    market().pin_price("ETH-USDT", "4000");
    market().fault("malformed", "&instId=ETH-USDT");
    market().clear("BTC-USDT");
    EXPECT_NE(market().data(ticker)[0]["last"], "90000");
    EXPECT_THROW(market().data(other), std::runtime_error);
    market().clear("ETH-USDT");
    EXPECT_NE(market().data(other)[0]["last"], "4000");
    EXPECT_THROW(market().clear("NOPE"), std::runtime_error);
}

TEST_F(MarketSimulatorFaults, CallsAreCountedWhateverBecomesOfThem) {
    const std::string path = "/api/v5/market/ticker";
    const auto before = market().state()["calls"][path].asInt();
    market().fault("down");
    market().get(ticker);
    // The client tries a closed connection once more.
    EXPECT_GT(market().state()["calls"][path].asInt(), before);
}

TEST_F(MarketSimulatorFaults, StalePricesMayBeOldFromTheStart) {
    market().fault("stale", "&instId=BTC-USDT&value=60000");
    EXPECT_EQ(market().data(ticker)[0]["ts"], std::to_string(std::stoll(fixed_time) - 60'000));
}

TEST_F(MarketSimulatorFaults, StalePricesAndTimesStandStill) {
    SimulatedMarket moving{fixed("7")};
    const std::string before = moving.get(ticker).body;
    moving.fault("stale", "&instId=BTC-USDT");
    moving.advance(60'000);
    EXPECT_EQ(before, moving.get(ticker).body);
    EXPECT_EQ(moving.data(other)[0]["ts"], std::to_string(std::stoll(fixed_time) + 60'000));
    moving.clear();
    EXPECT_NE(before, moving.get(ticker).body);
}

TEST_F(MarketSimulatorFaults, MalformedIsNoJsonAndOnlyWhereAsked) {
    market().fault("malformed", "&instId=BTC-USDT");
    EXPECT_THROW(market().data(ticker), std::runtime_error);
    EXPECT_NO_THROW(market().data(other));
    market().clear();
    market().fault("malformed", "&path=/books");
    EXPECT_NO_THROW(market().data(ticker));
    EXPECT_THROW(market().data("/api/v5/market/books?instId=BTC-USDT"), std::runtime_error);
}

TEST_F(MarketSimulatorFaults, RefusesWithStatusAndCode) {
    market().fault("429");
    EXPECT_EQ(market().get(ticker).status, 429);
    EXPECT_THAT(market().get(ticker).body, testing::HasSubstr("50011"));
    market().clear();
    market().fault("5xx");
    EXPECT_EQ(market().get(ticker).status, 503);
    EXPECT_THAT(market().get(ticker).body, testing::HasSubstr("50001"));
    market().fault("5xx", "&value=502");
    EXPECT_EQ(market().get(ticker).status, 502);
    EXPECT_THAT(market().get(ticker).body, testing::HasSubstr("<html>"));
}

TEST_F(MarketSimulatorFaults, ClosesInTheMiddleOrAtOnceButStaysUnderControl) {
    market().fault("close");
    EXPECT_EQ(market().get(ticker).outcome, http::Outcome::failed);
    market().clear();
    market().fault("down");
    EXPECT_EQ(market().get(ticker).outcome, http::Outcome::failed);
    EXPECT_EQ(market().state()["faults"][0]["kind"], "down");
    market().clear();
    EXPECT_EQ(market().get(ticker).status, 200);
}

TEST_F(MarketSimulatorFaults, LateAnswersComeAfterTheClientHasGivenUp) {
    market().fault("late", "&value=20000");
    http::Client client;
    http::Outgoing request;
    request.url = market().url() + ticker;
    request.timeout = std::chrono::milliseconds{200};
    EXPECT_EQ(client.send(request).outcome, http::Outcome::timed_out);
}

TEST_F(MarketSimulatorFaults, FaultsEndByThemselves) {
    market().fault("429", "&for_ms=50");
    wait_until("the fault is over", [&] { return market().get(ticker).status == 200; });
}

TEST_F(MarketSimulatorFaults, UnknownFaultsAreRefused) {
    EXPECT_THROW(market().fault("flood"), std::runtime_error);
    EXPECT_THROW(market().fault("late", "&instId=NOPE"), std::runtime_error);
}

TEST(MarketSimulator, EndsAtSigterm) {
    SimulatedMarket short_lived{fixed("7")};
    short_lived.stop();
    EXPECT_EQ(short_lived.wait(), 0);
}

}  // namespace
}  // namespace cambio::test
