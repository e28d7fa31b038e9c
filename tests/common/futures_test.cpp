// The rules of futures as worked examples: each figure is derived in the comment above it. Lots are
// those of the markets (BTC 0.00001), prices are invented.
#include "futures/futures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/builders.h"

namespace cambio::futures {
namespace {

using test::dec;

constexpr Side buy = Side::buy_more;
constexpr Side sell = Side::sell_empty;

Position at(Side side, const char* quantity, const char* entry, const char* margin) {
    return {side, dec(quantity), dec(entry), dec(margin)};
}

struct OpeningExample {
    const char* margin;
    int leverage;
    const char* mark;
    const char* lot;
    const char* quantity;  ///< null: the margin does not reach for a lot
    const char* notional;
    const char* used;
    const char* fee;
};

// quantity = margin × leverage / mark down to the lot, notional = quantity × mark, used = notional
// / leverage rounded up, fee = notional / 2000 rounded up.
constexpr OpeningExample openings[] = {
    // 100 × 10 / 50000 = 0.02; 0.02 × 50000 = 1000; 1000 / 10 = 100; 1000 / 2000 = 0.5
    {"100", 10, "50000", "0.00001", "0.02", "1000", "100", "0.5"},
    // 100 × 15 / 50000 = 0.03; 1500; 1500 / 15 = 100; 1500 / 2000 = 0.75
    {"100", 15, "50000", "0.00001", "0.03", "1500", "100", "0.75"},
    // 100 × 20 / 50000 = 0.04; 2000; 2000 / 20 = 100; 2000 / 2000 = 1
    {"100", 20, "50000", "0.00001", "0.04", "2000", "100", "1"},
    // 1000 / 67000 = 0.0149253…, 1492 lots; 0.01492 × 67000 = 999.64; 99.964; 0.49982
    {"100", 10, "67000", "0.00001", "0.01492", "999.64", "99.964", "0.49982"},
    // 10 / 67000 = 0.000149…, 14 lots; 0.00014 × 67000 = 9.38; 0.938; 0.00469
    {"1", 10, "67000", "0.00001", "0.00014", "9.38", "0.938", "0.00469"},
    // 150 / 3120.55 = 0.04806…, 480 lots; 0.048 × 3120.55 = 149.7864; / 15 = 9.98576; 0.0748932
    {"10", 15, "3120.55", "0.0001", "0.048", "149.7864", "9.98576", "0.0748932"},
    // 150 / 0.07 = 2142.8…, 2142 lots of 1; 2142 × 0.07 = 149.94; / 15 = 9.996; 0.07497
    {"10", 15, "0.07", "1", "2142", "149.94", "9.996", "0.07497"},
    // 105 / 100.1 = 1.04895…, 1048 lots; 104.9048; / 15 = 6.99365333…, up at the 18th place;
    // 0.0524524
    {"7", 15, "100.1", "0.001", "1.048", "104.9048", "6.993653333333333334", "0.0524524"},
    // 500 / 0.0000235 = 21276595.7…, 21276 lots of 1000; 499.986; / 20 = 24.9993; 0.249993
    {"25", 20, "0.0000235", "1000", "21276000", "499.986", "24.9993", "0.249993"},
    // 2,000,000 / 50000 = 40, the largest position; 2,000,000; 100,000; 1000
    {"100000", 20, "50000", "0.00001", "40", "2000000", "100000", "1000"},
    // 0.67 / 67000 = 0.00001, one lot; 0.67; 0.067; 0.67 / 2000 = 0.000335
    {"0.067", 10, "67000", "0.00001", "0.00001", "0.67", "0.067", "0.000335"},
    // 0.66 / 67000 = 0.0000098…: less than a lot
    {"0.066", 10, "67000", "0.00001", nullptr, nullptr, nullptr, nullptr},
    // 0.000001 / 1.0000000001 = 0.00000099…, 99 lots; 0.00000099 × 1.0000000001 =
    // 0.000000990000000099;
    // a tenth is 0.0000000990000000099, up at the 18th place; a 2000th 0.0000000004950000000495, up
    {"0.0000001", 10, "1.0000000001", "0.00000001", "0.00000099", "0.000000990000000099",
     "0.00000009900000001", "0.000000000495000001"},
};

TEST(Futures, OpensWhatTheMarginReachesFor) {
    for (const auto& row : openings) {
        const auto found = open(dec(row.margin), row.leverage, dec(row.mark), dec(row.lot));
        ASSERT_EQ(found.has_value(), row.quantity != nullptr) << row.margin << " at " << row.mark;
        if (!found) continue;
        EXPECT_EQ(found->quantity.str(), row.quantity);
        EXPECT_EQ(found->notional.str(), row.notional);
        EXPECT_EQ(found->margin.str(), row.used);
        EXPECT_EQ(found->fee.str(), row.fee);
        EXPECT_LE(found->margin, dec(row.margin)) << "never more than was given";
    }
}

struct ProfitExample {
    Position position;
    const char* price;
    const char* unrealised;
    const char* equity;
};

TEST(Futures, SellsAtLeastTheMinimumInWholeLots) {
    // 1 / 50000 = 0.00002; 1 / 93274.5 = 0.0000107…, two lots; 5 / 0.15 = 33.3…
    EXPECT_EQ(minimum_sell(dec("1"), dec("50000"), dec("0.00001")), dec("0.00002"));
    EXPECT_EQ(minimum_sell(dec("1"), dec("93274.5"), dec("0.00001")), dec("0.00002"));
    EXPECT_EQ(minimum_sell(dec("5"), dec("0.15"), dec("1")), dec("34"));
    EXPECT_EQ(minimum_sell(Decimal{}, dec("50000"), dec("0.00001")), Decimal{});
}

TEST(Futures, CountsProfitAndLossAtTheMark) {
    const ProfitExample rows[] = {
        // 0.02 × (55000 − 50000) = 100; 100 + 100 = 200
        {at(buy, "0.02", "50000", "100"), "55000", "100", "200"},
        // 0.02 × (47000 − 50000) = −60; 100 − 60 = 40
        {at(buy, "0.02", "50000", "100"), "47000", "-60", "40"},
        // 0.02 × (50000 − 47000) = 60; 160
        {at(sell, "0.02", "50000", "100"), "47000", "60", "160"},
        // 0.02 × (50000 − 55000) = −100; 0
        {at(sell, "0.02", "50000", "100"), "55000", "-100", "0"},
        // 0.02 × (44000 − 50000) = −120: more than the margin; −20
        {at(buy, "0.02", "50000", "100"), "44000", "-120", "-20"},
        // nothing moved
        {at(buy, "0.02", "50000", "100"), "50000", "0", "100"},
        // 0.3 × 0.000000000000000005 = 0.0000000000000000015: a profit is rounded down
        {at(buy, "0.3", "1", "0.1"), "1.000000000000000005", "0.000000000000000001",
         "0.100000000000000001"},
        // the same as a loss is rounded up: −0.000000000000000002
        {at(sell, "0.3", "1", "0.1"), "1.000000000000000005", "-0.000000000000000002",
         "0.099999999999999998"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(unrealised(row.position, dec(row.price)).str(), row.unrealised);
        EXPECT_EQ(equity(row.position, dec(row.price)).str(), row.equity);
    }
}

struct LiquidationExample {
    Position position;
    const char* price;  ///< null: none
};

TEST(Futures, FindsThePriceOfLiquidation) {
    const LiquidationExample rows[] = {
        // (1000 − 100) / (0.02 × 0.995) = 900 / 0.0199; 904.5 there: tier 1
        {at(buy, "0.02", "50000", "100"), "45226.130653266331658292"},
        // (1000 + 100) / (0.02 × 1.005) = 1100 / 0.0201; 1094.5: tier 1
        {at(sell, "0.02", "50000", "100"), "54726.368159203980099502"},
        // (1500 − 100) / (0.03 × 0.995) = 1400 / 0.02985
        {at(buy, "0.03", "50000", "100"), "46901.172529313232830821"},
        // (1500 + 100) / (0.03 × 1.005) = 1600 / 0.03015
        {at(sell, "0.03", "50000", "100"), "53067.993366500829187396"},
        // (2000 − 100) / (0.04 × 0.995) = 1900 / 0.0398
        {at(buy, "0.04", "50000", "100"), "47738.693467336683417086"},
        // (2000 + 100) / (0.04 × 1.005) = 2100 / 0.0402
        {at(sell, "0.04", "50000", "100"), "52238.805970149253731343"},
        // 500 were added: (2000 − 600) / 0.0398 = 1400 / 0.0398
        {at(buy, "0.04", "50000", "600"), "35175.879396984924623116"},
        // almost all of it is there: (2000 − 1990) / 0.0398 = 10 / 0.0398
        {at(buy, "0.04", "50000", "1990"), "251.25628140703517588"},
        // all of it: a price cannot fall below 0
        {at(buy, "0.04", "50000", "2000"), nullptr},
        // tier 2: (100000 − 10000 − 250) / (2 × 0.99) = 89750 / 1.98; 90656.6 there
        {at(buy, "2", "50000", "10000"), "45328.282828282828282829"},
        // (100000 + 10000 + 250) / (2 × 1.01) = 110250 / 2.02; 109158.4: tier 2
        {at(sell, "2", "50000", "10000"), "54579.20792079207920792"},
        // opened in tier 3 (260000), ends in tier 2: (260000 − 13000 − 250) / (5.2 × 0.99);
        // 249242.4
        {at(buy, "5.2", "50000", "13000"), "47931.235431235431235432"},
        // opened in tier 2 (240000), ends there: (240000 + 12000 + 250) / (4.8 × 1.01); 249752.5
        {at(sell, "4.8", "50000", "12000"), "52031.765676567656765676"},
        // tier 3: (1,000,000 − 100,000 − 2750) / (20 × 0.98) = 897250 / 19.6; 915561.2
        {at(buy, "20", "50000", "100000"), "45778.061224489795918368"},
        // ends in tier 4: (1,000,000 + 100,000 + 12750) / (20 × 1.03) = 1112750 / 20.6; 1080339.8
        {at(sell, "20", "50000", "100000"), "54016.99029126213592233"},
        // the largest: (2,000,000 − 100,000 − 12750) / (40 × 0.97) = 1887250 / 38.8
        {at(buy, "40", "50000", "100000"), "48640.463917525773195877"},
        // above the last tier's end: (2,000,000 + 100,000 + 12750) / (40 × 1.03); 2051213.6
        {at(sell, "40", "50000", "100000"), "51280.339805825242718446"},
        // opened in tier 2 (51000), ends in tier 1: (51000 − 3400) / (1.02 × 0.995); 47839.2
        {at(buy, "1.02", "50000", "3400"), "46901.172529313232830821"},
        // opened in tier 1 (48000), ends in tier 2: (48000 + 3200 + 250) / (0.96 × 1.01); 50940.6
        {at(sell, "0.96", "50000", "3200"), "53063.118811881188118811"},
        // funding took the margin: 1000 / 0.0199, above the opening price
        {at(buy, "0.02", "50000", "0"), "50251.25628140703517588"},
    };
    for (const auto& row : rows) {
        const auto found = liquidation_price(row.position);
        ASSERT_EQ(found.has_value(), row.price != nullptr);
        if (!found) continue;
        EXPECT_EQ(found->str(), row.price);
        // A tick of 0.1 on either side of it is on either side of the rule.
        const bool long_one = row.position.side == buy;
        const Decimal below = found->rounded(1, Rounding::down);
        const Decimal above = below + dec("0.1");
        EXPECT_EQ(liquidated(row.position, below), long_one) << row.price;
        EXPECT_EQ(liquidated(row.position, above), !long_one) << row.price;
    }
}

TEST(Futures, WarnsAtFourFifthsOfTheWay) {
    // (1000 − 100) / (0.02 × (1 − 0.005 / 0.8)) = 900 / 0.019875
    EXPECT_EQ(margin_call_price(at(buy, "0.02", "50000", "100"))->str(),
              "45283.018867924528301887");
    // (1000 + 100) / (0.02 × 1.00625) = 1100 / 0.020125
    EXPECT_EQ(margin_call_price(at(sell, "0.02", "50000", "100"))->str(),
              "54658.385093167701863354");
    // tier 2: (100000 − 10000 − 250 / 0.8) / (2 × (1 − 0.01 / 0.8)) = 89687.5 / 1.975
    EXPECT_EQ(margin_call_price(at(buy, "2", "50000", "10000"))->str(), "45411.392405063291139241");
    EXPECT_EQ(margin_call_price(at(buy, "0.04", "50000", "2000")), std::nullopt);
    for (const auto& position : {at(buy, "0.02", "50000", "100"), at(buy, "2", "50000", "10000")})
        EXPECT_EQ(margin_ratio(position, *margin_call_price(position)).str(2, Rounding::half_even),
                  "80.00");
}

struct RatioExample {
    Position position;
    const char* price;
    const char* margin_ratio;
    const char* return_on_equity;  ///< of 100 USDT put in
};

TEST(Futures, ShowsRatioAndReturnInPercent) {
    const RatioExample rows[] = {
        // 1000 × 0.5 % = 5 of 100: 5 %; no profit
        {at(buy, "0.02", "50000", "100"), "50000", "5", "0"},
        // maintenance 5.5, equity 200: 2.75 %; 100 / 100 = 100 %
        {at(buy, "0.02", "50000", "100"), "55000", "2.75", "100"},
        // maintenance 0.02 × 47000 × 0.5 % = 4.7, equity 40: 11.75 %; −60 %
        {at(buy, "0.02", "50000", "100"), "47000", "11.75", "-60"},
        // maintenance 4.53, equity 100 − 0.02 × 4700 = 6: 75.5 %; −94 %
        {at(buy, "0.02", "50000", "100"), "45300", "75.5", "-94"},
        // maintenance 4.525, equity 5: 90.5 %; −95 %
        {at(buy, "0.02", "50000", "100"), "45250", "90.5", "-95"},
        // maintenance 4.522, equity 4.4: to be liquidated; −95.6 %
        {at(buy, "0.02", "50000", "100"), "45220", "100", "-95.6"},
        // equity −20: 100 and no more; −120 %
        {at(buy, "0.02", "50000", "100"), "44000", "100", "-120"},
        // maintenance 5.3, equity 40: 13.25 %; 0.02 × −3000 = −60 %
        {at(sell, "0.02", "50000", "100"), "53000", "13.25", "-60"},
        // maintenance 0.03 × 50500 × 0.5 % = 7.575, equity 85: 8.911764705…; −15 %
        {at(sell, "0.03", "50000", "100"), "50500", "8.91176471", "-15"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(margin_ratio(row.position, dec(row.price)).str(), row.margin_ratio) << row.price;
        EXPECT_EQ(percent(unrealised(row.position, dec(row.price)), dec("100")).str(),
                  row.return_on_equity);
    }
}

struct FundingExample {
    Position position;
    const char* mark;
    const char* rate;
    const char* amount;
};

TEST(Futures, PaysAndReceivesFunding) {
    const FundingExample rows[] = {
        // a long one pays 1000 × 0.0001 = 0.1
        {at(buy, "0.02", "50000", "100"), "50000", "0.0001", "-0.1"},
        // and the short one receives it
        {at(sell, "0.02", "50000", "100"), "50000", "0.0001", "0.1"},
        // negative: shorts pay 1100 × 0.0003 = 0.33
        {at(sell, "0.02", "50000", "100"), "55000", "-0.0003", "-0.33"},
        // and longs receive it
        {at(buy, "0.02", "50000", "100"), "55000", "-0.0003", "0.33"},
        // no rate, no payment
        {at(buy, "0.02", "50000", "100"), "50000", "0", "0"},
        // 1000 × 0.00375 = 3.75, although there are 2.5 only
        {at(buy, "0.02", "50000", "2.5"), "50000", "0.00375", "-3.75"},
        // 0.00001 × 33.3 = 0.000333; × 0.0000000000000003 = 9.99 × 10^-20: a payment up …
        {at(buy, "0.00001", "33.3", "1"), "33.3", "0.0000000000000003", "-0.000000000000000001"},
        // … and a receipt down
        {at(sell, "0.00001", "33.3", "1"), "33.3", "0.0000000000000003", "0"},
    };
    for (const auto& row : rows)
        EXPECT_EQ(funding(row.position, dec(row.mark), dec(row.rate)).str(), row.amount);
}

struct ClosingExample {
    Position position;
    const char* price;
    const char *released, *to_liquidity, *to_insurance, *profit, *from_insurance, *result;
};

void expect_closing(const Closing& found, const ClosingExample& row) {
    EXPECT_EQ(found.released.str(), row.released) << row.price;
    EXPECT_EQ(found.to_liquidity.str(), row.to_liquidity) << row.price;
    EXPECT_EQ(found.to_insurance.str(), row.to_insurance) << row.price;
    EXPECT_EQ(found.profit.str(), row.profit) << row.price;
    EXPECT_EQ(found.from_insurance.str(), row.from_insurance) << row.price;
    EXPECT_EQ(found.result.str(), row.result) << row.price;
    EXPECT_EQ(found.released + found.to_liquidity + found.to_insurance, row.position.margin)
        << "all of the margin goes somewhere";
}

TEST(Futures, DividesTheMarginWhenClosed) {
    const ClosingExample rows[] = {
        // a profit of 0.02 × 5000 = 100: the margin comes back, the house pays
        {at(buy, "0.02", "50000", "100"), "55000", "100", "0", "0", "100", "0", "100"},
        // neither profit nor loss
        {at(sell, "0.02", "50000", "100"), "50000", "100", "0", "0", "0", "0", "0"},
        // a loss of 0.02 × 3000 = 60: 40 come back
        {at(buy, "0.02", "50000", "100"), "47000", "40", "60", "0", "0", "0", "-60"},
        // a loss of exactly the margin
        {at(sell, "0.02", "50000", "100"), "55000", "0", "100", "0", "0", "0", "-100"},
        // 0.02 × 6000 = 120: 20 beyond the margin, which the insurance pays
        {at(buy, "0.02", "50000", "100"), "44000", "0", "100", "0", "0", "20", "-100"},
        // with 50 added and 3 of funding paid: margin 147, loss 120
        {at(buy, "0.02", "50000", "147"), "44000", "27", "120", "0", "0", "0", "-120"},
    };
    for (const auto& row : rows) expect_closing(close(row.position, dec(row.price)), row);
}

TEST(Futures, DividesTheMarginWhenLiquidated) {
    const ClosingExample rows[] = {
        // a loss of 0.02 × 4780 = 95.6; what is left, 4.4, insures others
        {at(buy, "0.02", "50000", "100"), "45220", "0", "95.6", "4.4", "0", "0", "-100"},
        // 0.02 × 4730 = 94.6; 5.4 left
        {at(sell, "0.02", "50000", "100"), "54730", "0", "94.6", "5.4", "0", "0", "-100"},
        // a jump to 35000: 0.02 × 15000 = 300, of which the insurance pays 200
        {at(buy, "0.02", "50000", "100"), "35000", "0", "100", "0", "0", "200", "-100"},
        // funding left 3 of margin: no loss, but 3 ≤ 1000 × 0.5 % = 5
        {at(buy, "0.02", "50000", "3"), "50000", "0", "0", "3", "0", "0", "-3"},
        // and with a profit of 0.02 × 50 = 1 too: 4 ≤ 5.005; the profit stays with the house
        {at(buy, "0.02", "50000", "3"), "50050", "0", "0", "3", "0", "0", "-3"},
    };
    for (const auto& row : rows) {
        EXPECT_TRUE(liquidated(row.position, dec(row.price))) << row.price;
        expect_closing(liquidate(row.position, dec(row.price)), row);
    }
}

struct SplitExample {
    const char *amount, *liquidity, *insurance;
    const char *from_liquidity, *from_insurance;  ///< null: it waits
};

TEST(Futures, PaysProfitsFromTheHouseThenTheInsurance) {
    constexpr SplitExample rows[] = {
        {"100", "1000", "50", "100", "0"},        // the house has it
        {"100", "100", "0", "100", "0"},          // just so
        {"100", "60", "50", "60", "40"},          // 60, and 40 of the insurance
        {"100", "0", "100", "0", "100"},          // all of the insurance
        {"100", "60", "39.9", nullptr, nullptr},  // 99.9 in all: it waits
        {"100", "0", "0", nullptr, nullptr},      // nothing at all
    };
    for (const auto& row : rows) {
        const auto found = split(dec(row.amount), dec(row.liquidity), dec(row.insurance));
        ASSERT_EQ(found.has_value(), row.from_liquidity != nullptr) << row.liquidity;
        if (!found) continue;
        EXPECT_EQ(found->from_liquidity.str(), row.from_liquidity);
        EXPECT_EQ(found->from_insurance.str(), row.from_insurance);
    }
}

struct FieldsExample {
    const char *added, *unrealised, *size, *percent;
    const char *top_up, *asset, *income, *rate;
};

TEST(Futures, ServesFieldsThatGiveTheFiguresBack) {
    constexpr FieldsExample rows[] = {
        // asset = 100 − 0, income = 1100 − 0, rate = 100 / 10
        {"0", "100", "1100", "100", "0", "100", "1100", "10"},
        // asset = −60 − 50 = −110, income = 940 − 50 = 890, rate = −40 / 10
        {"50", "-60", "940", "-40", "50", "-110", "890", "-4"},
        // asset = 0 − 12.5, income = 1000 − 12.5, rate = 8.91176471 / 10
        {"12.5", "0", "1000", "8.91176471", "12.5", "-12.5", "987.5", "0.891176471"},
    };
    for (const auto& row : rows) {
        const auto found =
            specified(dec(row.added), dec(row.unrealised), dec(row.size), dec(row.percent));
        EXPECT_EQ(found.total_top_up.str(), row.top_up);
        EXPECT_EQ(found.total_asset.str(), row.asset);
        EXPECT_EQ(found.income.str(), row.income);
        EXPECT_EQ(found.rate_of_return.str(), row.rate);
        EXPECT_EQ(found.total_asset + found.total_top_up, dec(row.unrealised));
        EXPECT_EQ(found.income + found.total_top_up, dec(row.size));
        EXPECT_EQ(Decimal::multiply(found.rate_of_return, Decimal::of(10), Rounding::down),
                  dec(row.percent));
    }
}

TEST(Futures, KnowsWhenATargetIsReached) {
    EXPECT_TRUE(profit_reached(buy, dec("51000"), dec("51000")));
    EXPECT_FALSE(profit_reached(buy, dec("51000"), dec("50999.9")));
    EXPECT_TRUE(profit_reached(sell, dec("49000"), dec("49000")));
    EXPECT_FALSE(profit_reached(sell, dec("49000"), dec("49000.1")));
    EXPECT_TRUE(loss_reached(buy, dec("49000"), dec("49000")));
    EXPECT_FALSE(loss_reached(buy, dec("49000"), dec("49000.1")));
    EXPECT_TRUE(loss_reached(sell, dec("51000"), dec("51000")));
    EXPECT_FALSE(loss_reached(sell, dec("51000"), dec("50999.9")));
}

TEST(Futures, KnowsWhenThePriceSlipped) {
    // 0.5 % of 50000 is 250: up to 50250 and down to 49750 are the client's own risk.
    const Decimal share = dec("0.005");
    EXPECT_FALSE(slipped(buy, dec("50000"), dec("50250"), share));
    EXPECT_TRUE(slipped(buy, dec("50000"), dec("50250.1"), share));
    EXPECT_FALSE(slipped(buy, dec("50000"), dec("40000"), share)) << "cheaper is better";
    EXPECT_FALSE(slipped(sell, dec("50000"), dec("49750"), share));
    EXPECT_TRUE(slipped(sell, dec("50000"), dec("49749.9"), share));
    EXPECT_FALSE(slipped(sell, dec("50000"), dec("60000"), share)) << "dearer is better";
    EXPECT_FALSE(slipped(buy, dec("99999999999999999999"), dec("50000"), share));
    EXPECT_TRUE(slipped(sell, dec("99999999999999999999"), dec("50000"), share));
}

struct EarlyExample {
    std::int64_t minimum_days;
    const char* target;
    std::int64_t age;
    const char* price;
    bool allowed;
    std::int64_t days_left;
    const char *futures_target, *funds_to_add;
};

TEST(Futures, ClosesEarlyByTheTerms) {
    const Position position = at(buy, "0.02", "50000", "100");
    constexpr EarlyExample rows[] = {
        // without terms, at any time
        {0, "0", 0, "50000", true, 0, "0", "100"},
        // 30 days of which 12 are over; the target is 100 × 0.5 = 50, and 100 − 50 = 50
        {30, "0.5", 12, "50000", false, 18, "50", "50"},
        // a profit of 0.02 × 2500 = 50 is enough, 49.998 is not
        {30, "0.5", 12, "52500", true, 18, "50", "50"},
        {30, "0.5", 12, "52499.9", false, 18, "50", "50"},
        // a loss of 50 leaves 50, which may be saved
        {30, "0.5", 12, "47500", true, 18, "50", "50"},
        {30, "0.5", 12, "47500.1", false, 18, "50", "50"},
        // all days are over
        {30, "0.5", 30, "50000", true, 0, "50", "50"},
        {30, "0.5", 45, "50000", true, 0, "50", "50"},
        // a target above all that was put in: losses never reach it
        {30, "2", 1, "46000", false, 29, "200", "0"},
    };
    for (const auto& row : rows) {
        const auto found = early_close({row.minimum_days, dec(row.target)}, row.age, position,
                                       dec("100"), dec(row.price));
        EXPECT_EQ(found.allowed, row.allowed) << row.price;
        EXPECT_EQ(found.days_left, row.days_left);
        EXPECT_EQ(found.target.str(), row.futures_target);
        EXPECT_EQ(found.funds_to_add.str(), row.funds_to_add);
    }
}

TEST(Futures, ExplainsALiquidation) {
    EXPECT_EQ(explain(at(buy, "0.02", "50000", "100"), dec("45220")),
              "equity = 100 + 0.02 × (45220 − 50000) = 4.4; "
              "maintenance = 0.02 × 45220 × 0.005 − 0 = 4.522; 4.4 ≤ 4.522");
    EXPECT_EQ(explain(at(sell, "2", "50000", "10000"), dec("54600")),
              "equity = 10000 + 2 × (50000 − 54600) = 800; "
              "maintenance = 2 × 54600 × 0.01 − 250 = 842; 800 ≤ 842");
}

TEST(Futures, OffersThreeLeverages) {
    for (const int leverage : {10, 15, 20}) EXPECT_TRUE(offered(leverage));
    for (const int leverage : {-10, 0, 1, 5, 11, 25, 100}) EXPECT_FALSE(offered(leverage));
    EXPECT_EQ(largest_position(), dec("2000000"));
}

}  // namespace
}  // namespace cambio::futures
