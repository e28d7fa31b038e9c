// Profit and loss of a client's first day.
#include "handlers/wallet_fixture.h"

namespace cambio {
namespace {

constexpr const char* spot_pnl = "/api/v3/coin-spot-pnl";

TEST_F(WalletPages, OnItsFirstDayAClientHasWonOrLostWhatItDidSinceItsSignUp) {
    auto anna = person().with("USDT", "10000");
    const auto signed_up =
        world->superuser().run("select created_at from clients where id = $1", {anna.id});
    const auto began = pg::iso(signed_up[0].time("created_at"));
    const auto since = [&] { return got(anna, spot_pnl)["since"].asString(); };
    const auto profit = [&] { return dec(got(anna, spot_pnl)["spotProfit"].asString()); };
    // What came in is no profit.
    EXPECT_EQ(since(), began);
    EXPECT_EQ(profit(), Decimal{});

    buy(anna, "BTCUSDT", "0.1");
    const auto worth = [&](const char* price) {
        return anna.balance("USDT") +
               Decimal::multiply(anna.balance("BTC"), dec(price), Rounding::down);
    };
    const auto lost = worth("50000") - dec("10000");
    EXPECT_TRUE(lost.negative()) << "the fee";
    EXPECT_EQ(profit(), lost);

    // The snapshot that the job writes within the hour does not hide it.
    ASSERT_EQ(world->job("snapshot_balances"), 0);
    EXPECT_EQ(since(), began);
    EXPECT_EQ(profit(), lost);
    anna.with("USDT", "500");
    set_price("BTCUSDT", "40000");
    const auto more = worth("40000") - dec("10500");
    EXPECT_EQ(profit(), more);
    const auto pnl = got(anna, "/api/v3/pnl");
    EXPECT_EQ(dec(pnl["totalPnl"].asString()), more);
    EXPECT_EQ(dec(pnl["pnl"]["value"].asString()), more);
    // Of all that came in.
    EXPECT_EQ(dec(pnl["totalPercentage"].asString()),
              Decimal::multiply_divide(more, Decimal::of(100), dec("10500"), Rounding::half_even)
                  .rounded(2, Rounding::half_even));

    // Nobody's first day is somebody else's.
    const auto ben = got(person(), "/api/v3/pnl");
    EXPECT_TRUE(ben["since"].isString());
    EXPECT_EQ(ben["totalPnl"].asString(), "0");
    EXPECT_EQ(ben["totalPercentage"].asString(), "0");
}

}  // namespace
}  // namespace cambio
