// Maintenance by tiers, alone and beside other positions, as worked examples: each figure is
// derived in the comment above it.
#include <gtest/gtest.h>

#include "futures/futures.h"
#include "support/builders.h"

namespace cambio::futures {
namespace {

using test::dec;

constexpr Side buy = Side::buy_more;
constexpr Side sell = Side::sell_empty;

Position at(Side side, const char* quantity, const char* entry, const char* margin) {
    return {side, dec(quantity), dec(entry), dec(margin)};
}

struct MaintenanceExample {
    const char* quantity;
    const char* price;
    const char* maintenance;
};

TEST(FuturesTiers, AsksForMaintenanceByTier) {
    constexpr MaintenanceExample rows[] = {
        // 1000 × 0.5 % = 5
        {"0.02", "50000", "5"},
        // 50000 × 0.5 % = 250, and by the next tier 50000 × 1 % − 250 = 250 too
        {"1", "50000", "250"},
        // 50000.5 × 1 % − 250 = 250.005
        {"1.00001", "50000", "250.005"},
        // 100000 × 1 % − 250 = 750
        {"2", "50000", "750"},
        // 250000 × 1 % − 250 = 2250 = 250000 × 2 % − 2750
        {"5", "50000", "2250"},
        // 255000 × 2 % − 2750 = 2350
        {"5.1", "50000", "2350"},
        // 1,000,000 × 2 % − 2750 = 17250 = 1,000,000 × 3 % − 12750
        {"20", "50000", "17250"},
        // 1,050,000 × 3 % − 12750 = 18750
        {"21", "50000", "18750"},
        // 2,000,000 × 3 % − 12750 = 47250
        {"40", "50000", "47250"},
        // 2,200,000 × 3 % − 12750 = 53250: the last tier goes on
        {"44", "50000", "53250"},
        // 0.00001 × 0.000000000001 = 10^-17; × 0.5 % = 5 × 10^-20, up at the 18th place
        {"0.00001", "0.000000000001", "0.000000000000000001"},
    };
    for (const auto& row : rows)
        EXPECT_EQ(maintenance(at(buy, row.quantity, row.price, "1"), dec(row.price)).str(),
                  row.maintenance);
}

struct BesideExample {
    const char* beside;
    const char* quantity;
    const char* maintenance;
};

TEST(FuturesTiers, AsksForMaintenanceByTheTierOfAllTogether) {
    constexpr BesideExample rows[] = {
        // 60000 need 350, of which the others need 200
        {"40000", "0.4", "150"},
        // 150000 need 1250, the others 250: all of it is in the second tier, 100000 × 1 %
        {"50000", "2", "1000"},
        // 300000 need 3250, the others 1750
        {"200000", "2", "1500"},
        // 70000 need 450, the others 50
        {"10000", "1.2", "400"},
        // 2,100,000 need 50250, the others 44250: the last tier goes on
        {"1900000", "4", "6000"},
        // the others in the last tier alone
        {"3000000", "0.02", "30"},
    };
    for (const auto& row : rows) {
        Position position = at(buy, row.quantity, "50000", "1");
        position.beside = dec(row.beside);
        EXPECT_EQ(maintenance(position, dec("50000")).str(), row.maintenance) << row.beside;
    }
}

TEST(FuturesTiers, DividedNeedsWhatItNeedsInOnePiece) {
    for (const char* size : {"30000", "50000", "70000.5", "499999"}) {
        Decimal beside, sum;
        for (int piece = 0; piece < 4; ++piece) {
            Position position = at(buy, size, "1", "1");
            position.beside = beside;
            sum += maintenance(position, dec("1"));
            beside += dec(size);
        }
        const Decimal whole = beside;
        EXPECT_EQ(sum, maintenance(at(buy, whole.str().c_str(), "1", "1"), dec("1"))) << size;
    }
}

TEST(FuturesTiers, IsLiquidatedEarlierBesideOthers) {
    Position position = at(buy, "2", "50000", "10000");
    position.beside = dec("50000");
    // 1 % of all of it: (100000 − 10000) / (2 × 0.99), not (100000 − 10000 − 250) / (2 × 0.99)
    EXPECT_EQ(liquidation_price(position)->str(), "45454.545454545454545455");
    EXPECT_TRUE(liquidated(position, dec("45454.5")));
    EXPECT_FALSE(liquidated(position, dec("45454.6")));
    position.side = sell;
    EXPECT_EQ(liquidation_price(position)->str(), "54455.445544554455445544");
    EXPECT_TRUE(liquidated(position, dec("54455.5")));
    EXPECT_FALSE(liquidated(position, dec("54455.4")));
    EXPECT_EQ(explain(position, dec("54500")),
              "equity = 10000 + 2 × (50000 − 54500) = 1000; maintenance = 2 × 54500 × 0.01 − 0 = "
              "1090; 1000 ≤ 1090");
}

}  // namespace
}  // namespace cambio::futures
