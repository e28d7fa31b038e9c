// What an operator does with the products of Earn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <sstream>

#include "support/builders.h"
#include "support/earnings.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

class CambioctlEarn : public testing::Test {
  protected:
    void TearDown() override { expect_books_balance(world); }

    int call(Words words) {
        output.clear();
        return run_job("cambioctl", world.config().path(), words, &output);
    }
    Json::Value done(Words words) {
        words.emplace_back("--json");
        EXPECT_EQ(call(words), 0) << output;
        Json::Value value;
        std::istringstream{output} >> value;
        return value;
    }
    std::int64_t acts() {
        return world.app().run("select count(*) as n from operator_log")[0].integer("n");
    }
    static Words set(const std::string& coin, Words more) {
        Words words{"earn", "set", coin, "--reason", "New rates"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    World world;
    std::string output;
};

TEST_F(CambioctlEarn, MakesAndChangesProducts) {
    EXPECT_EQ(done({"earn", "list"}).size(), 0U);
    const auto made = done(set("BTC", {"--apr", "0.4", "--minimum", "0.001", "--maximum", "5"}));
    EXPECT_EQ(made["apr"], "0.4");
    EXPECT_EQ(made["risk"], "low");
    EXPECT_TRUE(made["open"].asBool());
    EXPECT_EQ(done(set("BTC", {"--apr", "0.5", "--risk", "high"}))["minimum"], "0.001");
    const auto list = done({"earn", "list"});
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0]["apr"], "0.5");
    EXPECT_EQ(list[0]["highest"], "2");
    EXPECT_EQ(list[0]["risk"], "high");
    EXPECT_EQ(world.app().run("select count(*) as n from earn_rates")[0].integer("n"), 2)
        << "the rates of past days stay";
    EXPECT_EQ(acts(), 2);
}

TEST_F(CambioctlEarn, RefusesWhatIsNotPossible) {
    EXPECT_EQ(call(set("NOPE", {"--apr", "1", "--minimum", "1", "--maximum", "2"})), 1);
    EXPECT_THAT(output, HasSubstr("There is no coin NOPE"));
    EXPECT_EQ(call(set("BTC", {"--apr", "1"})), 1);
    EXPECT_THAT(output, HasSubstr("--minimum"));
    EXPECT_EQ(call(set("BTC", {"--apr", "1", "--minimum", "2", "--maximum", "1"})), 1);
    EXPECT_THAT(output, HasSubstr("The maximum is below the minimum"));
    EXPECT_EQ(call(set("BTC", {"--apr", "1001", "--minimum", "1", "--maximum", "2"})), 1);
    EXPECT_EQ(call(set("BTC", {"--apr", "-1"})), 2);
    EXPECT_EQ(call(set("BTC", {"--apr", "1e2"})), 2);
    EXPECT_EQ(call({"earn", "open", "BTC", "--reason", "Now"}), 1);
    EXPECT_EQ(call({"earn", "close", "BTC"}), 2) << "not without a reason";
    EXPECT_EQ(acts(), 0);
}

TEST_F(CambioctlEarn, ClosesAndOpensWhileWhatRunsGoesOn) {
    const auto product = make_product(world, "USDT", "3.65");
    const auto anna = world.client("anna@example.com").with("USDT", "1000");
    const auto id = subscribe(world, anna, {.product = product, .days_ago = 2});
    EXPECT_FALSE(done({"earn", "close", "USDT", "--reason", "Enough"})["open"].asBool());
    EXPECT_EQ(world.job("accrue_earn"), 0);
    EXPECT_EQ(read(world, id).accrued, dec("0.1")) << "counted, though the house has nothing";
    const auto list = done({"earn", "list"});
    EXPECT_EQ(list[0]["state"], "closed");
    EXPECT_EQ(list[0]["owed"], "0.1");
    EXPECT_EQ(list[0]["subscribed"], "1000");
    EXPECT_EQ(list[0]["house"], "0");
    EXPECT_TRUE(done({"earn", "open", "USDT", "--reason", "Again"})["open"].asBool());
}

}  // namespace
}  // namespace cambio::test
