// What a coin is, and its trades of a day by size.
#include <gtest/gtest.h>

#include "support/builders.h"

namespace cambio {
namespace {

using test::Answer, test::HandlerProcess, test::World;

class CoinProfile : public testing::Test {
  protected:
    Answer ask(const std::string& name) {
        return markets.client().get("/api/v3/coin-profile", {{"name", name}});
    }
    /// A trade of the provider; the price is 100.
    void trade(const char* id, const char* quantity, int side, const char* age = "1 hour") {
        world.superuser().run(R"sql(
            insert into provider_trades (market_id, trade_id, price, quantity, side, at)
            select m.id, $1, 100, $2, $3, now() - $4::interval from markets m
            where m.pair = 'BTCUSDT')sql",
                              {id, quantity, side, age});
    }
    /// A fill of our own.
    void fill(std::int64_t seq, const char* quantity, int side, const char* age = "1 hour") {
        world.superuser().run(R"sql(
            insert into fills (market_id, seq, position, taker_order, taker_side, price, quantity,
                               taker_fee, maker_fee, at)
            select m.id, $1, 0, 1, $3, 100, $2, 0, 0, now() - $4::interval from markets m
            where m.pair = 'BTCUSDT')sql",
                              {seq, quantity, side, age});
    }

    World world{{{"STALE_AFTER_MS", "3600000"}}};
    HandlerProcess markets{world.handler("markets")};
};

TEST_F(CoinProfile, IsNullWhereNothingIsKnown) {
    const auto answer = ask("BTC");
    EXPECT_EQ(answer.status, 200) << answer.body;
    const auto reply = answer.json();
    for (const char* name :
         {"ranking", "market_cap", "market_dominance", "circulating_supply", "total_supply",
          "max_supply", "issue_date", "all_time_high", "all_time_low", "intro", "updated_at"}) {
        EXPECT_TRUE(reply["coin_profile"].isMember(name)) << name;
        EXPECT_TRUE(reply["coin_profile"][name].isNull()) << name;
    }
    EXPECT_EQ(reply["coin_profile"]["full_name"].asString(), "Bitcoin");
    EXPECT_EQ(reply["trading"]["large"]["buy"].asString(), "0");
}

TEST_F(CoinProfile, ShowsTheFacts) {
    world.superuser().run(
        R"sql(
        insert into coin_profiles (asset_id, ranking, market_cap, market_dominance,
            circulating_supply, total_supply, all_time_high, all_time_low, issue_date, intro,
            facts_at)
        values ($1, 1, 1381651251183, 60.7, 19675987, 21000000, 73738, 67.81, '2009-01-03',
                'The first one.', now()))sql",
        {world.asset("BTC")});
    for (const char* name : {"BTC", "btc", "BTCUSDT", "BTC-USDT"}) {
        const auto profile = ask(name).json()["coin_profile"];
        EXPECT_EQ(profile["name"].asString(), "BTC");
        EXPECT_EQ(profile["ranking"].asInt(), 1);
        EXPECT_EQ(profile["market_cap"].asString(), "1381651251183");
        EXPECT_EQ(profile["market_dominance"].asString(), "60.7");
        EXPECT_TRUE(profile["max_supply"].isNull());
        EXPECT_EQ(profile["issue_date"].asString(), "2009-01-03");
        EXPECT_EQ(profile["all_time_low"].asString(), "67.81");
        EXPECT_EQ(profile["intro"].asString(), "The first one.");
        EXPECT_TRUE(profile["updated_at"].isString());
    }
    EXPECT_EQ(ask("USDT").json()["coin_profile"]["full_name"].asString(), "Tether");
}

TEST_F(CoinProfile, CountsRealTradesOfADayBySize) {
    trade("a", "9.99", 1);              // 999: small
    trade("b", "10", 1);                // 1,000: medium
    trade("c", "500", 2);               // 50,000: medium
    trade("d", "500.01", 2);            // large
    trade("e", "1000", 1, "25 hours");  // yesterday's
    fill(1, "1", 2);                    // small
    fill(2, "2", 1);                    // small
    fill(3, "600", 1);                  // large
    fill(4, "600", 1, "25 hours");
    const auto reply = ask("BTC").json();
    const auto& trading = reply["trading"];
    EXPECT_EQ(trading["small"]["buy"].asString(), "1199");
    EXPECT_EQ(trading["small"]["sell"].asString(), "100");
    EXPECT_EQ(trading["medium"]["buy"].asString(), "1000");
    EXPECT_EQ(trading["medium"]["sell"].asString(), "50000");
    EXPECT_EQ(trading["large"]["buy"].asString(), "60000");
    EXPECT_EQ(trading["large"]["sell"].asString(), "50001");
    EXPECT_EQ(reply["thresholds"]["medium"].asString(), "1000");
    EXPECT_EQ(reply["thresholds"]["large"].asString(), "50000");
    EXPECT_TRUE(reply["at"].isString());
    // Another coin's are its own.
    EXPECT_EQ(ask("ETH").json()["trading"]["small"]["buy"].asString(), "0");
}

TEST_F(CoinProfile, IsRefusedForACoinThatIsNotThere) {
    const auto refused = [this](const std::string& name, int status, const std::string& code) {
        const auto answer = ask(name);
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.message(), code);
        EXPECT_EQ(answer.json()["field"].asString(), "name");
    };
    refused("NONE", 404, "unknown_asset");
    refused("", 404, "unknown_asset");
    refused(std::string(21, 'B'), 400, "too_long");
    const auto missing = markets.client().get("/api/v3/coin-profile");
    EXPECT_EQ(missing.message(), "missing_parameter");
}

}  // namespace
}  // namespace cambio
