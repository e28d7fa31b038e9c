// The rules of conversions, on figures that can be checked by hand.
#include <gtest/gtest.h>

#include "convert/rates.h"
#include "support/builders.h"

namespace cambio::convert {
namespace {

using test::dec;

const Coin usdt{dec("1"), {}, {}, {}};
const Coin btc{dec("50000"), dec("0.00001"), dec("1"), dec("5")};
const Coin eth{dec("2500"), dec("0.0001"), dec("1"), dec("100")};
const Coin doge{dec("0.15"), dec("1"), dec("1"), dec("2000000")};
const Decimal spread = dec("0.002");

TEST(Convert, TakesTheMiddleOfTheBookOrTheLastPrice) {
    EXPECT_EQ(middle(dec("99"), dec("102"), dec("100")), dec("100.5"));
    EXPECT_EQ(middle({}, dec("102"), dec("100")), dec("100"));
    EXPECT_EQ(middle(dec("99"), {}, dec("100")), dec("100"));
    EXPECT_EQ(middle(dec("102"), dec("101"), dec("100")), dec("100"));
    EXPECT_EQ(middle(dec("101"), dec("101"), dec("100")), dec("100"));
    // A fifth apart they still go together, more they do not.
    EXPECT_EQ(middle(dec("119"), dec("121"), dec("100")), dec("120"));
    EXPECT_EQ(middle(dec("119.1"), dec("121.1"), dec("100")), std::nullopt);
    EXPECT_EQ(middle(dec("78"), dec("81.9"), dec("100")), std::nullopt);
    EXPECT_EQ(middle(dec("99"), dec("102"), Decimal{}), std::nullopt);
}

TEST(Convert, RatesCarryTheSpread) {
    const Terms buy{usdt, btc, spread}, sell{btc, usdt, spread}, cross{eth, btc, spread};
    EXPECT_EQ(market_rate(buy), dec("0.00002"));
    EXPECT_EQ(rate(buy), dec("0.00001996"));
    EXPECT_EQ(market_rate(sell), dec("50000"));
    EXPECT_EQ(rate(sell), dec("49900"));
    EXPECT_EQ(market_rate(cross), dec("0.05"));
    EXPECT_EQ(rate(cross), dec("0.0499"));
}

void expect_amounts(const Amounts& amounts, const char* from, const char* to, const char* through) {
    EXPECT_EQ(amounts.from.str(), from);
    EXPECT_EQ(amounts.to.str(), to);
    EXPECT_EQ(amounts.through.str(), through);
}

TEST(Convert, RoundsForTheHouse) {
    // 1000 × 0.998 / 50000 = 0.01996
    expect_amounts(by_from({usdt, btc, spread}, dec("1000")), "1000", "0.01996", "1000");
    // 1.0003 × 0.998 / 50000 = 0.000019965988, eight places
    expect_amounts(by_from({usdt, btc, spread}, dec("1.0003")), "1.0003", "0.00001996", "1.0003");
    // 0.1 × 50000 × 0.998 = 4990
    expect_amounts(by_from({btc, usdt, spread}, dec("0.1")), "0.1", "4990", "4990");
    // 2 × 2500 × 0.998 = 4990 USDT, which buy 0.0998
    expect_amounts(by_from({eth, btc, spread}, dec("2")), "2", "0.0998", "4990");
    // 7 × 0.15 × 0.998 = 1.0479
    expect_amounts(by_from({doge, usdt, spread}, dec("7")), "7", "1.0479", "1.0479");
    // 0.01996 × 50000 / 0.998 = 1000
    expect_amounts(by_to({usdt, btc, spread}, dec("0.01996")), "1000", "0.01996", "1000");
    // 1 × 2500 / 49900 = 0.050100200…, eight places up; 2500 USDT between the legs
    expect_amounts(by_to({btc, eth, spread}, dec("1")), "0.05010021", "1", "2500");
    // 10 / (0.15 × 0.998) = 66.800267201…, eight places up
    expect_amounts(by_to({doge, usdt, spread}, dec("10")), "66.80026721", "10", "10");
}

TEST(Convert, WhatIsAskedForIsNeverDearerThanWhatItCosts) {
    for (const auto& terms : {Terms{usdt, btc, spread}, Terms{btc, eth, spread},
                              Terms{doge, btc, spread}, Terms{eth, usdt, spread}}) {
        for (int i = 1; i < 200; ++i) {
            const Decimal from =
                smallest_from(terms) +
                Decimal::multiply(Decimal::of(i), smallest_from(terms), Rounding::down);
            const auto given = by_from(terms, from.rounded(amount_places, Rounding::down));
            const auto back = by_to(terms, given.to);
            EXPECT_LE(back.from, given.from);
            EXPECT_GE(by_from(terms, back.from).to, given.to);
        }
    }
}

TEST(Convert, TheSpreadIsAllThatIsLost) {
    const Decimal unit = dec("0.00000001");
    for (const auto& terms :
         {Terms{usdt, btc, spread}, Terms{btc, usdt, spread}, Terms{doge, btc, spread},
          Terms{btc, doge, spread}, Terms{eth, btc, spread}, Terms{usdt, doge, spread}}) {
        const Decimal least = smallest_from(terms);
        const auto promised = [&terms](Decimal from) {
            return Decimal::multiply(from, rate(terms), Rounding::down);
        };
        EXPECT_GT(by_from(terms, least).to + unit, promised(least));
        const auto asked = by_to(terms, smallest_to(terms));
        EXPECT_LE(promised(asked.from - unit), asked.to);
    }
}

TEST(Convert, MeetsEveryMinimumOfBothMarkets) {
    // 0.00001 BTC at 50000 / 0.998 is 0.501…, but a total is at least 1 USDT.
    EXPECT_EQ(smallest_from({usdt, btc, spread}), dec("1"));
    EXPECT_EQ(smallest_to({usdt, btc, spread}), dec("0.00001996"));
    // 1 USDT is 0.00002 BTC.
    EXPECT_EQ(smallest_from({btc, usdt, spread}), dec("0.00002"));
    EXPECT_EQ(smallest_to({btc, usdt, spread}), dec("0.998"));
    // 1 / 0.15 = 6.666666666…
    EXPECT_EQ(smallest_from({doge, usdt, spread}), dec("6.66666667"));
    for (const auto& terms :
         {Terms{usdt, btc, spread}, Terms{btc, usdt, spread}, Terms{doge, btc, spread},
          Terms{btc, doge, spread}, Terms{eth, btc, spread}}) {
        EXPECT_GE(by_to(terms, smallest_to(terms)).from, smallest_from(terms));
        EXPECT_TRUE(by_from(terms, smallest_from(terms)).to.positive());
    }
}

TEST(Convert, IsBoundedByTheMarkets) {
    EXPECT_EQ(largest_from({btc, usdt, spread}), dec("5"));
    EXPECT_EQ(largest_from({usdt, btc, spread}), dec("250000"));
    // 100 ETH are worth as much as 5 BTC.
    EXPECT_EQ(largest_from({btc, eth, spread}), dec("5"));
    EXPECT_EQ(largest_from({eth, doge, spread}), dec("100"));
    EXPECT_EQ(largest_from({btc, doge, spread}), dec("5"));
    EXPECT_EQ(largest_to({btc, usdt, spread}), dec("249500"));
}

TEST(Convert, CountsOfABookWhatIsNearItsBestPrice) {
    const std::vector<markets::Level> asks{
        {dec("100"), dec("1.5")}, {dec("100.2"), dec("2")}, {dec("100.3"), dec("4")}};
    const std::vector<markets::Level> bids{
        {dec("100"), dec("1.123456789")}, {dec("99.8"), dec("2")}, {dec("99.79"), dec("4")}};
    EXPECT_EQ(depth(asks, spread), dec("3.5"));
    EXPECT_EQ(depth(bids, spread), dec("3.12345678"));
    EXPECT_EQ(depth(asks, Decimal{}), dec("1.5")) << "the best price always counts";
    EXPECT_EQ(depth({}, spread), Decimal{});
}

TEST(Convert, ReachesALimitAtItsRateOrABetterOne) {
    const Terms buy{usdt, btc, spread}, sell{btc, usdt, spread}, cross{eth, btc, spread};
    // 50000 / 0.998 = 50100.2…
    EXPECT_FALSE(reached(buy, {dec("50100.2"), true}));
    EXPECT_TRUE(reached(buy, {dec("50100.21"), true}));
    EXPECT_TRUE(reached(sell, {dec("49900"), false}));
    EXPECT_FALSE(reached(sell, {dec("49900.01"), false}));
    EXPECT_TRUE(reached(cross, {dec("0.0499"), false}));
    EXPECT_FALSE(reached(cross, {dec("0.049901"), false}));
    EXPECT_EQ(rate_of({dec("50000"), true}), dec("0.00002"));
    EXPECT_EQ(at_limit({dec("50000"), true}, dec("1000")), dec("0.02"));
    EXPECT_EQ(at_limit({dec("49900"), false}, dec("0.1")), dec("4990"));
}

}  // namespace
}  // namespace cambio::convert
