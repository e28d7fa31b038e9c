// The catalogue is data that an operator edits: what the code relies on is checked here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <fstream>
#include <set>

#include "money/decimal.h"
#include "support/source_files.h"

namespace cambio {
namespace {

Json::Value catalogue() {
    std::ifstream in{test::source_file("/common/market/markets/coins.json")};
    Json::Value root;
    std::string problem;
    if (!Json::parseFromStream(Json::CharReaderBuilder{}, in, &root, &problem)) {
        throw std::runtime_error{problem};
    }
    return root;
}

Decimal positive(const Json::Value& market, const char* field) {
    const auto value = Decimal::parse(market[field].asString());
    if (!value || !value->positive()) throw std::runtime_error{field};
    return *value;
}

TEST(Coins, HaveNamesTypesAndIcons) {
    std::set<std::string> codes, types;
    int pos = 0, pow = 0, innovation = 0;
    const Json::Value root = catalogue();
    for (const Json::Value& coin : root["coins"]) {
        const std::string code = coin["code"].asString();
        SCOPED_TRACE(code);
        EXPECT_TRUE(codes.insert(code).second) << "twice";
        EXPECT_THAT(code, testing::MatchesRegex("[A-Z0-9]+"));
        EXPECT_FALSE(coin["name"].asString().empty());
        EXPECT_FALSE(coin["icon"].asString().empty());
        types.insert(coin["type"].asString());
        pos += coin["pos"].asBool() ? 1 : 0;
        pow += coin["pow"].asBool() ? 1 : 0;
        innovation += coin["innovation"].asBool() ? 1 : 0;
        EXPECT_LE(coin["display_places"].asInt(), 18);
        EXPECT_LE(coin["trade_places"].asInt(), 18);
    }
    EXPECT_GE(codes.size(), 46u);
    EXPECT_TRUE(codes.contains("USDT") && codes.contains("USDC"));
    EXPECT_THAT(types, testing::ElementsAre("ALT", "ETH", "MAIN"));
    EXPECT_GT(pos, 0);
    EXPECT_GT(pow, 0);
    EXPECT_GT(innovation, 0);
}

TEST(Coins, HaveMarketsWhoseTotalsFitIntoEighteenPlaces) {
    int markets = 0;
    const Json::Value root = catalogue();
    for (const Json::Value& coin : root["coins"]) {
        if (!coin.isMember("market")) continue;
        const Json::Value& market = coin["market"];
        SCOPED_TRACE(coin["code"].asString());
        ++markets;
        const Decimal tick = positive(market, "tick");
        const Decimal lot = positive(market, "lot");
        EXPECT_LE(tick.used_places() + lot.used_places(), Decimal::places);
        EXPECT_EQ(lot.used_places(), coin["trade_places"].asInt());
        EXPECT_TRUE(positive(market, "minimum_quantity").multiple_of(lot));
        EXPECT_TRUE(positive(market, "provider_limit").multiple_of(lot));
        EXPECT_TRUE(positive(market, "minimum_total").positive());
        EXPECT_TRUE(positive(market, "contract_value").positive());
        const Decimal price = positive(market, "reference_price");
        EXPECT_TRUE(price.multiple_of(tick));
        // A tick is at most a thousandth of the price: coarser ones would show as steps.
        EXPECT_LE(Decimal::multiply(tick, Decimal::of(1'000), Rounding::down), price);
    }
    EXPECT_GE(markets, 44);
}

}  // namespace
}  // namespace cambio
