// Programs that subscribe and redeem with an API key in place of a session.
#include "handlers/earn_fixture.h"
#include "handlers/program.h"

namespace cambio {
namespace {

class EarnPrograms : public EarnCalls {
  protected:
    static Program program(const Person& of, const account::KeyScope& scope) {
        return {*world, of, scope, *handler};
    }
    static Program trader(const Person& of) { return program(of, {true, {}, {}, {}}); }
};

TEST_F(EarnPrograms, SubscribeOnceAndRedeemWhatHasNoTerm) {
    const auto anna = person();
    auto bot = trader(anna);
    const auto wanted = locked("100", "30", {{"client_id", "a-bot"}});
    const auto made = bot.post(store_path, wanted);
    ASSERT_EQ(made.status, 200) << made.body;
    EXPECT_EQ(bot.post(store_path, wanted).json()["stake"]["id"], made.json()["stake"]["id"]);
    EXPECT_EQ(spot(anna), "900");
    EXPECT_EQ(earn(anna), "100");
    const auto id = made.json()["stake"]["id"].asString();
    EXPECT_EQ(bot.post(renew_path, {{"id", id}, {"enabled", "true"}}).status, 200);
    const auto flexibly = bot.post(store_path, flexible("50"));
    EXPECT_EQ(spot(anna), "850");
    const auto other = flexibly.json()["stake"]["id"].asString();
    EXPECT_EQ(bot.post(redeem_path, {{"id", other}}).status, 200);
    EXPECT_EQ(spot(anna), "900");
    // A term that has not ended would lose its interest: a person says so, with the password.
    expect_error(
        bot.post(redeem_path, {{"id", id}, {"transaction_password", World::transaction_password}}),
        403, "api_key_scope", "id");
    EXPECT_EQ(earn(anna), "100");
}

TEST_F(EarnPrograms, DoWhatTheirKeysAllowAlone) {
    const auto anna = person();
    const auto id = stored(anna, flexible("100"))["id"].asString();
    auto reader = program(anna, {});
    auto in_one_market = program(anna, {true, std::vector{world->market("BTCUSDT")}, {}, {}});
    const std::pair<const char*, Fields> calls[] = {
        {store_path, flexible("50")},
        {redeem_path, {{"id", id}}},
        {renew_path, {{"id", id}, {"enabled", "true"}}},
    };
    for (const auto& [path, fields] : calls) {
        expect_error(reader.post(path, fields), 403, "api_key_scope");
        expect_error(in_one_market.post(path, fields), 403, "api_key_market");
    }
    auto stranger = trader(person());
    expect_error(stranger.post(redeem_path, {{"id", id}}), 404, "not_found", "id");
    EXPECT_EQ(reader.get(stake_path).status, 200);
    EXPECT_EQ(spot(anna), "900");
    EXPECT_EQ(earn(anna), "100");
}

TEST_F(EarnPrograms, StopPlansAndNeitherStartNorResumeThem) {
    const auto anna = person();
    auto bot = trader(anna);
    expect_error(bot.post(store_path, proved(anna, plan("50", "Daily"))), 403, "api_key_scope",
                 "cycles");
    const auto id = stored(anna, plan("50", "Daily"))["id"].asString();
    auto reader = program(anna, {});
    auto in_one_market = program(anna, {true, std::vector{world->market("BTCUSDT")}, {}, {}});
    const Fields pause{{"id", id}, {"state", "PAUSED"}};
    expect_error(reader.post(state_path, pause), 403, "api_key_scope");
    expect_error(in_one_market.post(state_path, pause), 403, "api_key_market");
    expect_error(trader(person()).post(state_path, pause), 404, "not_found", "id");
    EXPECT_EQ(bot.post(state_path, pause).json()["plan"]["state"], "PAUSED");
    expect_error(bot.post(state_path, proved(anna, {{"id", id}, {"state", "ACTIVE"}})), 403,
                 "api_key_scope");
    EXPECT_EQ(bot.post(state_path, {{"id", id}, {"state", "ENDED"}}).json()["plan"]["state"],
              "ENDED");
    EXPECT_EQ(bot.get(plans_path).json()["plans"].size(), 1);
}

}  // namespace
}  // namespace cambio
