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

}  // namespace
}  // namespace cambio::futures
