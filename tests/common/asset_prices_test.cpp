// What a coin costs in USDT, and what nobody knows the price of.
#include <gtest/gtest.h>

#include <chrono>

#include "support/builders.h"

namespace cambio::test {
namespace {

constexpr const char* price_of = "select * from asset_prices where code = $1";

class AssetPricesTest : public testing::Test {
  protected:
    pg::Result rows(const char* coin) { return world.app().run(price_of, {coin}); }

    World world;
};

TEST_F(AssetPricesTest, AreThoseOfTheMarketInUsdt) {
    world.quote("BTCUSDT", "52341.5", std::chrono::seconds{90});
    const auto found = rows("BTC");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].decimal("price"), dec("52341.5"));
    EXPECT_EQ(found[0].decimal("price_or_zero"), dec("52341.5"));
    EXPECT_EQ(found[0].integer("market_id"), world.market("BTCUSDT").value);
    EXPECT_LT(found[0].time("made_at"), pg::now() - std::chrono::seconds{80});
}

TEST_F(AssetPricesTest, OfUsdtIsOneAndNeverOld) {
    const auto found = rows("USDT");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].decimal("price"), dec("1"));
    EXPECT_EQ(found[0].decimal("price_or_zero"), dec("1"));
    EXPECT_TRUE(found[0].null("made_at"));
}

TEST_F(AssetPricesTest, OfWhatNobodyHasToldIsUnknownAndCountsAsNothing) {
    world.superuser().script("delete from quotes");
    for (const auto row : world.app().run("select * from asset_prices where code <> 'USDT'")) {
        SCOPED_TRACE(row.str("code"));
        EXPECT_TRUE(row.null("price"));
        EXPECT_TRUE(row.decimal("price_or_zero").zero());
        EXPECT_TRUE(row.null("made_at"));
    }
    // A price of nothing is none.
    world.quote("BTCUSDT", "52341.5");
    world.superuser().script("update quotes set last = 0");
    EXPECT_TRUE(rows("BTC")[0].null("price"));
}

TEST_F(AssetPricesTest, AreThereForEachCoinOnce) {
    const auto counted = world.app().run(R"sql(
        select count(*) as number, count(distinct asset_id) as assets,
               (select count(*) from assets) as coins
        from asset_prices
    )sql");
    EXPECT_EQ(counted[0].integer("number"), counted[0].integer("coins"));
    EXPECT_EQ(counted[0].integer("assets"), counted[0].integer("coins"));
}

}  // namespace
}  // namespace cambio::test
