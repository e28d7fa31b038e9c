// What the coins of the spot wallet have cost, in one answer: as the page of each coin says it.
#include "handlers/wallet_fixture.h"

namespace cambio {
namespace {

constexpr const char* costs = "/api/v3/wallet/costs";
constexpr const char* coin_pnl = "/api/v3/wallet-single-coin-pnl";

TEST_F(WalletPages, CostsAreThoseOfEachCoinAndTheirSum) {
    const auto anna = person().with("USDT", "100000").with("SOL", "4");
    buy(anna, "BTCUSDT", "0.1");
    buy(anna, "ETHUSDT", "2");
    set_price("BTCUSDT", "60000");
    set_price("ETHUSDT", "2000");
    const auto reply = got(anna, costs);
    // What came in without a purchase has no cost, and USDT neither.
    ASSERT_EQ(reply["coins"].size(), 2u);
    Decimal sum;
    for (const auto& coin : reply["coins"]) {
        const auto alone = got(anna, coin_pnl, {{"name", coin["name"].asString()}});
        EXPECT_EQ(coin["average_cost"].asString(), alone["average_cost"].asString());
        EXPECT_EQ(coin["unrealised"].asString(), alone["unrealised"].asString());
        sum += dec(coin["unrealised"].asString());
    }
    EXPECT_EQ(reply["coins"][0]["name"].asString(), "BTC");
    EXPECT_FALSE(dec(reply["coins"][0]["unrealised"].asString()).negative());
    EXPECT_TRUE(dec(reply["coins"][1]["unrealised"].asString()).negative());
    EXPECT_EQ(dec(reply["unrealised"].asString()), sum);
}

TEST_F(WalletPages, WhatWasSoldOrNeverBoughtHasNoCost) {
    const auto anna = person().with("USDT", "100000").with("ETH", "1");
    buy(anna, "BTCUSDT", "0.1");
    sell(anna, "BTCUSDT", anna.balance("BTC").str(5, Rounding::down));
    const auto reply = got(anna, costs);
    EXPECT_EQ(reply["coins"].size(), 0u);
    EXPECT_EQ(reply["unrealised"].asString(), "0");
    const auto nobody = got(person(), costs);
    EXPECT_EQ(nobody["coins"].size(), 0u);
    expect_error(wallet->client().get(costs), 401, "unauthorized");
}

}  // namespace
}  // namespace cambio
