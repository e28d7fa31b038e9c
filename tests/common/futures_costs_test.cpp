// What a futures position costs when it is closed, and for the time that it is open.
#include <gtest/gtest.h>

#include "futures/futures.h"
#include "support/builders.h"

namespace cambio::futures {
namespace {

using test::dec;

/// Two hundredths of a coin at 50,000, with a margin of 100.
const Position long_one{Side::buy_more, dec("0.02"), dec("50000"), dec("100")};

TEST(Futures, ClosingTakesAFeeOfWhatComesBack) {
    struct Example {
        const char *price, *fee_rate, *fee;
    };
    const Example rows[] = {
        {"55000", "0.0005", "0.55"},                              // 1100 × 0.05 %
        {"50000", "0", "0"},         {"45010", "0.0005", "0.2"},  // 0.4501 of the 0.2 that are left
        {"45000", "0.0005", "0"},                                 // nothing is left
        {"30000", "0.0005", "0"},
    };
    for (const auto& row : rows)
        EXPECT_EQ(close(long_one, dec(row.price), dec(row.fee_rate)).fee, dec(row.fee))
            << row.price;
    EXPECT_TRUE(liquidate(long_one, dec("45220")).fee.zero());
}

TEST(Futures, FundingIsForTheTimeOpen) {
    using namespace std::chrono_literals;
    EXPECT_EQ(part_of_funding(8h, 8h), dec("1"));
    EXPECT_EQ(part_of_funding(80h, 8h), dec("1"));
    EXPECT_EQ(part_of_funding(2h, 8h), dec("0.25"));
    EXPECT_EQ(part_of_funding(0h, 8h), dec("0"));
    EXPECT_EQ(part_of_funding(-1h, 8h), dec("0"));
    EXPECT_EQ(part_of_funding(1h, 4h), dec("0.25"));
    EXPECT_EQ(part_of_funding(1h, 1h), dec("1"));
    EXPECT_EQ(funding(long_one, dec("50000"), dec("0.0001"), dec("0.25")), dec("-0.025"));
    EXPECT_EQ(funding(long_one, dec("50000"), dec("-0.0001"), dec("0.25")), dec("0.025"));
}

TEST(Futures, FundingRatesAreLessThanMaintenance) {
    constexpr const char* rows[][2] = {{"0.0001", "0.0001"},    {"-0.0001", "-0.0001"},
                                       {"0.00375", "0.00375"},  {"0.003750000000000001", "0.00375"},
                                       {"0.04", "0.00375"},     {"-0.00375", "-0.00375"},
                                       {"-0.0038", "-0.00375"}, {"0", "0"}};
    for (const auto& [provided, rate] : rows) EXPECT_EQ(funding_rate(dec(provided)), dec(rate));
    // Whoever is not to be liquidated is worth more than a payment.
    Position position = long_one;
    for (const char* margin : {"6", "10", "200"}) {
        position.margin = dec(margin);
        const Decimal price = *liquidation_price(position) + dec("0.000001");
        ASSERT_FALSE(liquidated(position, price));
        const Decimal payment = -funding(position, price, funding_rate(dec("1")));
        EXPECT_EQ(worth_paying(position, price, payment), payment);
    }
}

TEST(Futures, NobodyPaysMoreFundingThanThePositionIsWorth) {
    struct Example {
        const char *margin, *unpaid, *price, *paid;
    };
    constexpr Example rows[] = {
        {"100", "0", "50000", "3"},  {"100", "0", "45150", "3"},  // 3 are left
        {"100", "0", "45100", "2"},  {"100", "0", "45000", "0"},  {"100", "0", "40000", "0"},
        {"0", "0", "60000", "3"},  // out of a profit
        {"100", "96", "50000", "3"}, {"100", "98", "50000", "2"}, {"100", "101", "50000", "0"},
    };
    for (const auto& row : rows) {
        Position position = long_one;
        position.margin = dec(row.margin);
        position.unpaid = dec(row.unpaid);
        EXPECT_EQ(worth_paying(position, dec(row.price), dec("3")), dec(row.paid))
            << row.margin << ' ' << row.unpaid << ' ' << row.price;
    }
}

TEST(Futures, WhatIsMissingIsNotForTheHouseToPay) {
    struct Example {
        const char *claimed, *collected, *missing, *shared;
    };
    constexpr Example rows[] = {
        {"10", "10", "0", "10"}, {"10", "4", "0", "10"},   // the house holds the rest
        {"10", "7", "3", "7"},   {"10", "4", "3", "7"},    // it owes 3
        {"10", "0", "10", "0"},  {"10", "12", "3", "10"},  // and misses 3 of its 5
        {"10", "8", "7", "8"},   {"0", "8", "7", "0"},
    };
    for (const auto& row : rows)
        EXPECT_EQ(shared_funding(dec(row.claimed), dec(row.collected), dec(row.missing)),
                  dec(row.shared))
            << row.claimed << ' ' << row.collected << ' ' << row.missing;
}

// What a margin does not reach for is unpaid, and goes first from then on.
TEST(Futures, FundingBeyondTheMarginStaysUnpaid) {
    struct Example {
        const char *margin, *unpaid, *funding, *moved, *left;
    };
    constexpr Example rows[] = {
        {"100", "0", "-3", "-3", "0"},    {"100", "0", "3", "3", "0"},
        {"2", "0", "-3", "-2", "1"},    // the margin reaches for 2 of 3
        {"0", "1", "-3", "0", "4"},     // nothing is left of it
        {"0", "4", "3", "0", "1"},      // what is received makes it less
        {"0", "4", "10", "6", "0"},     // and what is above it comes
        {"100", "4", "-3", "-7", "0"},  // margin was added: both are paid
        {"100", "4", "3", "-1", "0"},   // and so is what a receipt does not reach for
        {"0.5", "4", "3", "-0.5", "0.5"}, {"0", "4", "4", "0", "0"},
    };
    for (const auto& row : rows) {
        Position position = long_one;
        position.margin = dec(row.margin);
        position.unpaid = dec(row.unpaid);
        const auto found = move_funding(position, dec(row.funding));
        EXPECT_EQ(found.amount, dec(row.moved)) << row.funding;
        EXPECT_EQ(found.unpaid, dec(row.left)) << row.funding;
        EXPECT_EQ(found.amount - found.unpaid, dec(row.funding) - dec(row.unpaid));
    }
}

/// The same without a margin, and 70 of funding unpaid.
Position used_up(Side side) {
    Position position = long_one;
    position.side = side;
    position.margin = {};
    position.unpaid = dec("70");
    return position;
}

TEST(Futures, UnpaidFundingIsNoPartOfTheEquity) {
    const Position longs = used_up(Side::buy_more), shorts = used_up(Side::sell_empty);
    EXPECT_EQ(equity(longs, dec("60000")), dec("130"));               // 200 − 70
    EXPECT_EQ(margin_ratio(longs, dec("60000")), dec("4.61538462"));  // 6 of 130
    // (1000 + 70) / (0.02 × 0.995), and (1000 − 70) / (0.02 × 1.005)
    EXPECT_EQ(liquidation_price(longs), dec("53768.844221105527638191"));
    EXPECT_EQ(liquidation_price(shorts), dec("46268.656716417910447761"));
    for (const auto& position : {longs, shorts}) {
        const Decimal down = liquidation_price(position)->rounded(1, Rounding::down);
        const bool rises = position.side == Side::buy_more;
        EXPECT_EQ(liquidated(position, down), rises);
        EXPECT_EQ(liquidated(position, down + dec("0.1")), !rises);
    }
    // A short one can win 1000 at most.
    Position lost = shorts;
    lost.unpaid = dec("1001");
    ASSERT_TRUE(liquidation_price(lost).has_value());
    EXPECT_LT(*liquidation_price(lost), dec("0.1"));
    EXPECT_TRUE(liquidated(lost, dec("0.1")));
    EXPECT_EQ(explain(longs, dec("53700")),
              "equity = 0 + 0.02 × (53700 − 50000) − 70 = 4; "
              "maintenance = 0.02 × 53700 × 0.005 − 0 = 5.37; 4 ≤ 5.37");
}

TEST(Futures, UnpaidFundingIsPaidOutOfWhatComesBack) {
    struct Example {
        const char *price, *profit, *funding, *fee;
    };
    constexpr Example rows[] = {
        {"60000", "200", "70", "0.6"},   // 200 come back
        {"53510", "70.2", "70", "0.2"},  // 0.2 are left for the fee of 0.5351
        {"53000", "60", "60", "0"},      // and nothing here
        {"50000", "0", "0", "0"},
    };
    for (const auto& row : rows) {
        const auto found = close(used_up(Side::buy_more), dec(row.price), dec("0.0005"));
        EXPECT_EQ(found.profit, dec(row.profit)) << row.price;
        EXPECT_EQ(found.funding, dec(row.funding)) << row.price;
        EXPECT_EQ(found.fee, dec(row.fee)) << row.price;
    }
    // Of a margin of 100 a loss has taken 60.
    Position added = used_up(Side::buy_more);
    added.margin = dec("100");
    const auto lost = close(added, dec("47000"));
    EXPECT_EQ(lost.released, dec("40"));
    EXPECT_EQ(lost.funding, dec("40"));
    EXPECT_EQ(lost.result, dec("-60"));
}

TEST(Futures, UnpaidFundingCountsToTheLossOfALiquidation) {
    struct Example {
        const char *margin, *price, *to_liquidity, *to_insurance, *from_insurance;
    };
    constexpr Example rows[] = {
        {"0", "53700", "0", "0", "0"},       // the profit of 74 is there for the 70
        {"0", "53000", "0", "0", "10"},      // 60 is not
        {"0", "45000", "0", "0", "170"},     // 100 of the fall and 70
        {"100", "48600", "98", "2", "0"},    // 28 and 70 of a margin that was added
        {"100", "48000", "100", "0", "10"},  // 40 and 70
    };
    for (const auto& row : rows) {
        Position position = used_up(Side::buy_more);
        position.margin = dec(row.margin);
        ASSERT_TRUE(liquidated(position, dec(row.price))) << row.price;
        const auto found = liquidate(position, dec(row.price));
        EXPECT_EQ(found.to_liquidity, dec(row.to_liquidity)) << row.price;
        EXPECT_EQ(found.to_insurance, dec(row.to_insurance)) << row.price;
        EXPECT_EQ(found.from_insurance, dec(row.from_insurance)) << row.price;
        EXPECT_EQ(found.result, -dec(row.margin));
        EXPECT_TRUE(found.released.zero() && found.profit.zero() && found.funding.zero());
    }
}

}  // namespace
}  // namespace cambio::futures
