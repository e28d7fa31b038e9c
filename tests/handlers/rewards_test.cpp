// Referral, fee rates and notifications, as their pages ask for them.
#include "rewards_fixture.h"

namespace cambio {

namespace {

constexpr const char* get_referral = "/api/v3/get-referral";
constexpr const char* fee_rates = "/api/v3/fee-rates";
constexpr const char* notifications = "/api/v3/notifications";
constexpr const char* unread = "/api/v3/notifications/unread";
constexpr const char* mark_read = "/api/v3/notifications/read";

void tell(World& world, const Person& who, notices::Kind kind, const char* name = nullptr) {
    pg::Transaction tx{world.app()};
    Json::Value data;
    if (name != nullptr) data["level"] = name;
    notices::tell(tx, who.id, kind, data);
    tx.commit();
}

TEST_F(Rewards, TheLinkIsOnesOwnAndNobodyIsThereYet) {
    const Person ann = person();
    const auto seen = read(ann, get_referral);
    const auto code =
        sql("select referral_code from clients where id = $1", {ann.id})[0].str("referral_code");
    EXPECT_EQ(seen["referral"].asString(), code);
    EXPECT_EQ(seen["link"].asString(), "http://localhost:8088/signup/" + code);
    EXPECT_EQ(seen["total"].asInt(), 0);
    EXPECT_EQ(seen["friends"].size(), 0u);
    EXPECT_EQ(seen["credits_earned"].asString(), "0");
    EXPECT_EQ(seen["programme"]["credit"].asString(), "100");
    EXPECT_EQ(seen["programme"]["large_amount"].asString(), "50");
    EXPECT_EQ(seen["programme"]["share"].asString(), "0.1");
    EXPECT_EQ(seen["programme"]["friends_with_credit"].asInt(), 10);
    sql("update clients set account_status = 'Verified' where id = $1", {ann.id});
    EXPECT_TRUE(read(ann, get_referral)["programme"]["friends_with_credit"].isNull());
}

TEST_F(Rewards, FriendsAreShownMaskedInPagesTheNewestFirst) {
    const Person ann = person();
    std::vector<Person> friends;
    for (int i = 0; i < 12; ++i) friends.push_back(person(ann.id));
    const auto mark = [](const Person& who, const char* change) {
        const std::string text =
            std::string{"update referrals set "} + change + " where friend_id = $1";
        sql(text.c_str(), {who.id});
    };
    mark(friends[11], "signed_in_at = now()");
    mark(friends[10], "signed_in_at = now(), qualified_at = now()");
    mark(friends[9], "signed_in_at = now(), refused = 'same_person'");
    const auto seen = read(ann, get_referral);
    EXPECT_EQ(seen["total"].asInt(), 12);
    ASSERT_EQ(seen["friends"].size(), 10u);
    EXPECT_EQ(seen["friends"][0]["email"].asString(), "r***@example.com");
    const char* states[] = {"SIGNED_IN", "ACTIVE", "NOT_COUNTED", "JOINED"};
    for (int i = 0; i < 4; ++i) EXPECT_EQ(seen["friends"][i]["state"].asString(), states[i]);
    EXPECT_EQ(read(ann, get_referral, {{"page", "2"}})["friends"].size(), 2u);
    EXPECT_EQ(read(ann, get_referral, {{"page", "3"}})["friends"].size(), 0u);
    EXPECT_EQ(read(ann, get_referral, {{"per_page", "50"}})["friends"].size(), 12u);
    // A stranger sees none of them.
    EXPECT_EQ(read(person(), get_referral)["total"].asInt(), 0);
    EXPECT_EQ(seen.toStyledString().find(friends[0].email), std::string::npos);
}

TEST_F(Rewards, WhatWasEarnedIsShownByCoin) {
    const Person ann = person();
    const Person ben = person(ann.id), cat = person(ann.id);
    world->quote("BTCUSDT", "50000");
    const auto share = [&](const Person& of, const char* coin, const char* amount) {
        sql("insert into fee_shares values ($1, $2, $3, $4)",
            {ann.id, of.id, world->asset(coin), amount});
    };
    share(ben, "BTC", "0.0001");
    share(cat, "BTC", "0.0002");
    share(ben, "USDT", "3.5");
    sql("insert into referral_credits (friend_id, step, client_id, amount) values "
        "($1, 1, $2, 100), ($1, 2, $2, 100), ($1, 1, $1, 100)",
        {ben.id, ann.id});
    const auto seen = read(ann, get_referral);
    EXPECT_EQ(seen["credits_earned"].asString(), "200");
    ASSERT_EQ(seen["shares"].size(), 2u);
    EXPECT_EQ(seen["shares"][0]["name"].asString(), "BTC");
    EXPECT_EQ(seen["shares"][0]["amount"].asString(), "0.0003");
    EXPECT_EQ(seen["shares"][0]["usdt_value"].asString(), "15");
    EXPECT_EQ(seen["shares"][1]["amount"].asString(), "3.5");
}

TEST_F(Rewards, PagesAreWithinTheirBounds) {
    const Person ann = person();
    for (const char* path : {get_referral, notifications}) {
        expect_error(as(ann).get(path, {{"page", "0"}}), 400, "out_of_range", "page");
        expect_error(as(ann).get(path, {{"per_page", "51"}}), 400, "out_of_range", "per_page");
        expect_error(as(ann).get(path, {{"page", "x"}}), 400, "invalid_parameter", "page");
        expect_error(handler->client().get(path), 401, "unauthorized");
    }
}

TEST_F(Rewards, FeeRatesAreThereForEverybody) {
    const auto answer = handler->client().get(fee_rates);
    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto levels = answer.json()["levels"];
    ASSERT_EQ(levels.size(), 5u);
    EXPECT_EQ(levels[0]["membership_level"].asString(), "NO_BADGE");
    EXPECT_EQ(levels[0]["taker"].asString(), "0.001");
    EXPECT_EQ(levels[4]["maker"].asString(), "0.0004");
    EXPECT_EQ(levels[4]["minimum_volume"].asString(), "50000000");
    EXPECT_FALSE(answer.json().isMember("own"));
}

TEST_F(Rewards, FeeRatesShowWhereOneStands) {
    Person ann = person();
    traded(ann, "150000.5");
    traded(ann, "50000", 29);
    traded(ann, "9999999", 30);
    ann.with("USDT", "42.5", ledger::Wallet::fee_credit);
    const auto own = read(ann, fee_rates)["own"];
    EXPECT_EQ(own["membership_level"].asString(), "NO_BADGE");
    EXPECT_EQ(own["volume"].asString(), "200000.5");
    EXPECT_EQ(own["fee_credit"].asString(), "42.5");
    EXPECT_EQ(own["next"]["membership_level"].asString(), "BRONZE");
    EXPECT_EQ(own["next"]["missing_volume"].asString(), "0");
    sql("update clients set membership_level = 'BRONZE' where id = $1", {ann.id});
    EXPECT_EQ(read(ann, fee_rates)["own"]["next"]["missing_volume"].asString(), "799999.5");
    sql("update clients set membership_level = 'PLATINUM' where id = $1", {ann.id});
    EXPECT_TRUE(read(ann, fee_rates)["own"]["next"].isNull());
}

TEST_F(Rewards, NotificationsComeInPagesTheNewestFirst) {
    const Person ann = person();
    const auto nothing = read(ann, notifications);
    EXPECT_EQ(nothing["notifications"].size(), 0u);
    EXPECT_EQ(nothing["unread"].asInt(), 0);
    for (int i = 0; i < 12; ++i)
        tell(*world, ann, notices::Kind::level_changed, std::to_string(i).c_str());
    const auto seen = read(ann, notifications);
    ASSERT_EQ(seen["notifications"].size(), 10u);
    EXPECT_EQ(seen["total"].asInt(), 12);
    EXPECT_EQ(seen["unread"].asInt(), 12);
    const auto& newest = seen["notifications"][0];
    EXPECT_EQ(newest["kind"].asString(), "level_changed");
    EXPECT_EQ(newest["data"]["level"].asString(), "11");
    EXPECT_FALSE(newest["read"].asBool());
    EXPECT_THAT(newest["time"].asString(), testing::EndsWith("Z"));
    const auto last = read(ann, notifications, {{"page", "3"}, {"per_page", "5"}});
    ASSERT_EQ(last["notifications"].size(), 2u);
    EXPECT_EQ(last["notifications"][1]["data"]["level"].asString(), "0");
}

TEST_F(Rewards, ReadingOneAndReadingAll) {
    const Person ann = person(), ben = person();
    for (int i = 0; i < 3; ++i) tell(*world, ann, notices::Kind::reward_claimed);
    tell(*world, ben, notices::Kind::reward_claimed);
    const auto id = read(ann, notifications)["notifications"][1]["id"].asString();
    for (int again = 0; again < 2; ++again) {
        EXPECT_EQ(as(ann).post_json(mark_read, {{"id", id}}).message(), "success");
        EXPECT_EQ(read(ann, unread)["unread"].asInt(), 2);
    }
    EXPECT_TRUE(read(ann, notifications)["notifications"][1]["read"].asBool());
    expect_error(as(ben).post_json(mark_read, {{"id", id}}), 404, "not_found", "id");
    EXPECT_EQ(as(ann).post_json(mark_read, {{"all", "true"}}).message(), "success");
    EXPECT_EQ(read(ann, unread)["unread"].asInt(), 0);
    EXPECT_EQ(read(ben, unread)["unread"].asInt(), 1);
}

TEST_F(Rewards, ReadingTakesOneOrAll) {
    const Person ann = person();
    expect_error(as(ann).post_json(mark_read, Fields{}), 400, "missing_parameter", "id");
    expect_error(as(ann).post_json(mark_read, {{"all", "false"}}), 400, "missing_parameter", "id");
    expect_error(as(ann).post_json(mark_read, {{"id", "1"}, {"all", "true"}}), 400,
                 "invalid_parameter", "id");
    expect_error(as(ann).post_json(mark_read, {{"id", "1"}, {"x", "1"}}), 400, "unknown_parameter",
                 "x");
    expect_error(as(ann).post_json(mark_read, {{"id", "999999"}}), 404, "not_found", "id");
    expect_error(handler->client().post_json(mark_read, {{"all", "true"}}), 401, "unauthorized");
    expect_error(handler->client().get(unread), 401, "unauthorized");
}

}  // namespace

}  // namespace cambio
