// Where a stop that follows the price stands, when it moves, and between which prices nothing can
// happen to it.
#include "settlement/trailing.h"

#include <gtest/gtest.h>

#include <random>

#include "support/builders.h"

namespace cambio::settlement {
namespace {

using test::dec;

Order order(Side side, int delta, const char* stop) {
    Order order;
    order.side = side;
    order.kind = OrderKind::market;
    order.trailing_delta = delta;
    order.stop_price = dec(stop);
    return order;
}

TEST(TrailingStop, StandsOnTheTickThatIsFurtherFromThePrice) {
    const struct {
        Side side;
        const char* price;
        int delta;
        const char *tick, *stop;
    } rows[] = {
        {Side::sell, "100", 500, "0.1", "95"},
        {Side::buy, "100", 500, "0.1", "105"},
        {Side::sell, "100.1", 500, "0.1", "95"},
        {Side::buy, "100.1", 500, "0.1", "105.2"},
        {Side::sell, "0.00001234", 10, "0.00000001", "0.00001232"},
        {Side::buy, "0.00001234", 10, "0.00000001", "0.00001236"},
        {Side::sell, "1", 2000, "1", "0"},
        {Side::buy, "123456789.12", 2000, "0.01", "148148146.95"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(trailing_stop(row.side, dec(row.price), row.delta, dec(row.tick)).str(), row.stop)
            << row.price << " by " << row.delta;
    }
}

TEST(TrailingStop, MovesOnlyWithThePriceAndByAHundredthOfItsDistance) {
    const auto sale = order(Side::sell, 500, "95");
    EXPECT_FALSE(followed(sale, dec("100"), dec("0.01")));
    EXPECT_FALSE(followed(sale, dec("99"), dec("0.01")));
    EXPECT_FALSE(followed(sale, dec("100.04"), dec("0.01"))) << "0.038 of the 0.05 that it takes";
    EXPECT_EQ(followed(sale, dec("100.07"), dec("0.01"))->str(), "95.06");
    const auto buy = order(Side::buy, 500, "105");
    EXPECT_FALSE(followed(buy, dec("101"), dec("0.01")));
    EXPECT_EQ(followed(buy, dec("90"), dec("0.01"))->str(), "94.5");
    EXPECT_TRUE(reached(sale, dec("95")));
    EXPECT_FALSE(reached(sale, dec("95.01")));
    EXPECT_TRUE(reached(buy, dec("105")));
    EXPECT_FALSE(reached(buy, dec("104.99")));
}

/// Whatever happens to the order at a price is not between those that are said to be quiet; and a
/// quarter around them tells how near they are.
TEST(TrailingStop, IsQuietOnlyWhereNothingHappens) {
    std::mt19937_64 random{7};
    const auto any = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>{low, high}(random);
    };
    int quiet = 0, moves = 0, reaches = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Decimal tick = Decimal::from_units(Decimal::of(1).units() / 10'000 * any(1, 500));
        const Side side = any(0, 1) == 0 ? Side::sell : Side::buy;
        const int delta = static_cast<int>(any(least_trailing_delta, max_trailing_delta));
        const Decimal start = Decimal::from_units(tick.units() * any(100, 100'000));
        Order one = order(side, delta, "1");
        one.stop_price = trailing_stop(side, start, delta, tick);
        const Decimal price = Decimal::from_units(start.units() / 10'000 * any(7'500, 12'500));
        const auto moved = followed(one, price, tick);
        const bool happens = moved || reached(one, price);
        if (quiet_of(one).contains(price)) {
            ASSERT_FALSE(happens) << price.str() << " from " << start.str() << " by " << delta;
            ++quiet;
        }
        moves += moved ? 1 : 0;
        reaches += reached(one, price) ? 1 : 0;
        if (moved) {
            ASSERT_EQ(side == Side::sell, *moved > one.stop_price);
            ASSERT_TRUE(moved->multiple_of(tick));
            ASSERT_EQ(*moved, trailing_stop(side, price, delta, tick));
        }
    }
    EXPECT_GT(quiet, 2'000);
    EXPECT_GT(moves, 2'000);
    EXPECT_GT(reaches, 2'000);
}

}  // namespace
}  // namespace cambio::settlement
