// Tasks: progress that is real, and rewards that are paid once.
#include <atomic>
#include <thread>

#include "rewards_fixture.h"

namespace cambio {

namespace {

using ledger::House;

constexpr const char* task_view = "/api/v3/task/view";
constexpr const char* claim_task = "/api/v3/claim-task";

class RewardsTasks : public Rewards {
  protected:
    void SetUp() override { world->fund(House::rewards, "USDT", "100"); }
    /// Every test begins with a hundred in the house.
    void TearDown() override {
        empty_the_house();
        Rewards::TearDown();
    }

    static void empty_the_house() {
        const auto left = world->house_balance(House::rewards, "USDT");
        if (left.zero()) return;
        pg::Transaction tx{world->app()};
        const auto usdt = world->asset("USDT");
        ledger::transfer(tx, ledger::house_account(tx, House::rewards, usdt),
                         ledger::house_account(tx, House::demo, usdt), left,
                         ledger::Kind::house_withdrawal, 1);
        tx.commit();
    }

    static Json::Value task(const Person& who, const std::string& name) {
        const auto reply = read(who, task_view);
        for (const auto& one : reply["tasks"])
            if (one["task_center"]["name"].asString() == name) return one;
        ADD_FAILURE() << "no task " << name;
        return {};
    }
    static std::string id_of(const std::string& name) {
        return sql("select id from task_center where name = $1", {name})[0].str("id");
    }
    static Answer claim(const Person& who, const std::string& name) {
        return as(who).post_json(claim_task, {{"task_center_id", id_of(name)}});
    }
    static void expect_progress(const Person& who, const std::string& name, const char* amount,
                                const char* accumulated, const char* status) {
        const auto seen = task(who, name);
        EXPECT_EQ(seen["amount"].asString(), amount) << name;
        EXPECT_EQ(seen["accumulated_amount"].asString(), accumulated) << name;
        EXPECT_EQ(seen["task_status"].asString(), status) << name;
        EXPECT_EQ(seen["reward_status"].asString(), "UNCLAIMED") << name;
    }
    static void deposit(const Person& to, const char* asset, std::string_view amount) {
        test::deposit(*world, to, asset, amount);
    }
    static void withdraw(const Person& from, std::string_view amount) {
        test::withdraw(*world, from, amount);
    }
    /// Jobs see what happened.
    static void follow() {
        sql("update referrals set looked_at = null");
        EXPECT_EQ(test::run_job("referral_credits", world->config().path(), {"--once"}), 0);
    }
};

TEST_F(RewardsTasks, AreShownWithTheirTermsToANewcomer) {
    const Person ann = person();
    const auto tasks = read(ann, task_view)["tasks"];
    EXPECT_EQ(tasks.size(), 9u);
    for (const auto& one : tasks) {
        EXPECT_EQ(one["task_status"].asString(), "pending");
        EXPECT_EQ(one["accumulated_amount"].asString(), "0");
    }
    const auto weekly = task(ann, "weekly_volume");
    EXPECT_EQ(weekly["kind"].asString(), "weekly");
    EXPECT_EQ(weekly["task_center"]["amount"].asString(), "10000");
    EXPECT_EQ(weekly["task_center"]["reward_amount"].asString(), "5");
    EXPECT_EQ(weekly["task_center"]["coin"].asString(), "USDT");
    EXPECT_EQ(weekly["task_center"]["coin_id"].asString(),
              std::to_string(world->asset("USDT").value));
    EXPECT_THAT(weekly["ends_at"].asString(), testing::EndsWith("T00:00:00.000Z"));
    EXPECT_TRUE(task(ann, "verify")["ends_at"].isNull());
    EXPECT_TRUE(task(ann, "verify")["claimed_at"].isNull());
}

TEST_F(RewardsTasks, ShowRealProgress) {
    Person ann = person();
    test::verify(*world, ann);
    expect_progress(ann, "verify", "1", "1", "DONE");

    traded(ann, "499.99", 0, 2);
    traded(ann, "100000", 8, 5);
    expect_progress(ann, "daily_volume", "499.99", "499.99", "ONGOING");
    expect_progress(ann, "daily_trades", "2", "2", "ONGOING");
    expect_progress(ann, "weekly_volume", "499.99", "499.99", "ONGOING");
    expect_progress(ann, "first_trade", "0", "0", "pending");  // not with money of one's own

    ann.with("USDT", "1000");  // demo money is no deposit
    expect_progress(ann, "first_deposit", "0", "0", "pending");
    world->quote("BTCUSDT", "50000");
    deposit(ann, "BTC", "0.001");
    deposit(ann, "USDT", "49.5");
    expect_progress(ann, "first_deposit", "99.5", "99.5", "ONGOING");
    expect_progress(ann, "first_trade", "7", "1", "DONE");

    const Person ben = person(ann.id), cat = person(ann.id), dan = person(ann.id);
    sql("update referrals set counted_at = now() where friend_id = $1", {ben.id});
    sql("update referrals set counted_at = now() - interval '8 days' where friend_id = $1",
        {cat.id});
    sql("update referrals set signed_in_at = now() where friend_id = $1", {dan.id});
    expect_progress(ann, "invite_three", "2", "2", "ONGOING");
    expect_progress(ann, "weekly_friend", "1", "1", "DONE");
}

TEST_F(RewardsTasks, ARewardIsPaidOnceHoweverOftenItIsClaimed) {
    const Person ann = settler();
    traded(ann, "10");
    for (int again = 0; again < 3; ++again) {
        const auto answer = claim(ann, "first_trade");
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.message(), "success");
        EXPECT_EQ(answer.json()["reward_amount"].asString(), "5");
    }
    EXPECT_EQ(ann.balance("USDT"), dec("55"));
    EXPECT_EQ(world->house_balance(House::rewards, "USDT"), dec("95"));
    const auto seen = task(ann, "first_trade");
    EXPECT_EQ(seen["reward_status"].asString(), "CLAIMED");
    EXPECT_EQ(seen["task_status"].asString(), "DONE");
    EXPECT_FALSE(seen["claimed_at"].isNull());
    EXPECT_GT(seen["rests_until"].asString(), seen["claimed_at"].asString());
    EXPECT_EQ(read(ann, task_view)["tasks"].size(), 9u);
    const auto told = sql("select data from notifications where client_id = $1", {ann.id});
    ASSERT_EQ(told.size(), 1);
    EXPECT_THAT(told[0].str("data"), testing::HasSubstr(R"("amount": "5")"));
}

TEST_F(RewardsTasks, ClaimsAtOncePayOnce) {
    const Person ann = settler();
    traded(ann, "10");
    const auto id = id_of("first_trade");
    std::atomic<int> fine = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 20; ++i)
        threads.emplace_back([&, client = std::make_shared<FastCgiClient>(as(ann))] {
            if (client->post_json(claim_task, {{"task_center_id", id}}).status == 200) ++fine;
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(fine, 20);
    EXPECT_EQ(ann.balance("USDT"), dec("55"));
    EXPECT_EQ(world->house_balance(House::rewards, "USDT"), dec("95"));
}

TEST_F(RewardsTasks, ADailyRewardComesAgainTheNextDay) {
    const Person ann = settler();
    traded(ann, "1000", 1);
    expect_error(claim(ann, "daily_volume"), 409, "task_not_done", "task_center_id");
    sql("insert into task_claims (client_id, task_id, window_start, target, reward_amount, coin, "
        "claimed_at, rests_until) select $1, id, (now() at time zone 'UTC')::date - 1, amount, "
        "reward_amount, coin, now() - interval '1 day', now() + interval '6 days' from task_center "
        "where name = 'daily_volume'",
        {ann.id});
    traded(ann, "500");
    EXPECT_EQ(claim(ann, "daily_volume").status, 200);
    EXPECT_EQ(ann.balance("USDT"), dec("50.25"));
    // Yesterday's stands behind today's.
    const auto tasks = read(ann, task_view)["tasks"];
    EXPECT_EQ(tasks.size(), 10u);
    EXPECT_EQ(tasks[9]["task_center"]["name"].asString(), "daily_volume");
    EXPECT_EQ(tasks[9]["reward_status"].asString(), "CLAIMED");
}

TEST_F(RewardsTasks, WhatIsNotDoneIsNotPaid) {
    const Person ann = person();
    traded(ann, "499.999999999999999999");
    expect_error(claim(ann, "daily_volume"), 409, "task_not_done", "task_center_id");
    expect_error(claim(ann, "verify"), 409, "task_not_done", "task_center_id");
    EXPECT_EQ(ann.balance("USDT"), dec("0"));
    expect_progress(ann, "daily_volume", "499.999999999999999999", "499.999999999999999999",
                    "ONGOING");
}

TEST_F(RewardsTasks, AnEmptyHouseRefusesAndNothingChanges) {
    const Person ann = settler();
    traded(ann, "10");
    empty_the_house();
    expect_error(claim(ann, "first_trade"), 503, "rewards_empty");
    EXPECT_EQ(task(ann, "first_trade")["reward_status"].asString(), "UNCLAIMED");
    EXPECT_TRUE(sql("select 1 from notifications where client_id = $1", {ann.id}).empty());
    EXPECT_TRUE(sql("select 1 from task_claims where client_id = $1", {ann.id}).empty());
    world->fund(House::rewards, "USDT", "5");
    EXPECT_EQ(claim(ann, "first_trade").status, 200);
    EXPECT_EQ(world->house_balance(House::rewards, "USDT"), dec("0"));
}

TEST_F(RewardsTasks, RefuseWhatIsNoTask) {
    const Person ann = person();
    expect_error(as(ann).post_json(claim_task, {{"task_center_id", "999999"}}), 404, "not_found",
                 "task_center_id");
    expect_error(as(ann).post_json(claim_task, Fields{}), 400, "missing_parameter",
                 "task_center_id");
    expect_error(as(ann).post_json(claim_task, {{"task_center_id", "one"}}), 400,
                 "invalid_parameter", "task_center_id");
    expect_error(as(ann).post_json(claim_task, {{"task_center_id", "1"}, {"amount", "100"}}), 400,
                 "unknown_parameter", "amount");
    sql("update task_center set active = false where name = 'weekly_friend'");
    expect_error(claim(ann, "weekly_friend"), 404, "not_found", "task_center_id");
    sql("update task_center set active = true where name = 'weekly_friend'");
}

TEST_F(RewardsTasks, AreForTheSignedIn) {
    expect_error(handler->client().get(task_view), 401, "unauthorized");
    expect_error(handler->client().post_json(claim_task, {{"task_center_id", "1"}}), 401,
                 "unauthorized");
    const Person ann = settler();
    traded(ann, "10");
    auto client = as(ann);
    EXPECT_EQ(client.get(task_view).status, 200);
    // A moment later the session may be known here still, but does not stand any more.
    sql("update sessions set revoked_at = now() where client_id = $1", {ann.id});
    expect_error(client.post_json(claim_task, {{"task_center_id", id_of("first_trade")}}), 401,
                 "unauthorized");
    sql("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {ann.id});
    expect_error(claim(ann, "first_trade"), 403, "frozen_account");
    EXPECT_EQ(ann.balance("USDT"), dec("50"));
}

TEST_F(RewardsTasks, AreNotPaidForThrowawaySignUps) {
    world->fund(House::rewards, "USDT", "5000");
    const Person ann = person();
    for (int i = 0; i < 3; ++i) {
        const Person friend_of_hers = person(ann.id);
        world->token(friend_of_hers, "browser " + std::to_string(i),
                     "203.0." + std::to_string(i) + ".7");
    }
    follow();
    expect_progress(ann, "invite_three", "0", "0", "pending");
    for (const char* name : {"invite_three", "weekly_friend", "first_trade", "daily_trades"})
        expect_error(claim(ann, name), 409, "task_not_done", "task_center_id");
    EXPECT_EQ(ann.balance("USDT"), dec("0"));
}

TEST_F(RewardsTasks, ARewardIsForTheVerified) {
    const Person ann = person();
    deposit(ann, "USDT", "50");
    traded(ann, "10");
    EXPECT_FALSE(read(ann, task_view)["verified"].asBool());
    expect_error(claim(ann, "first_trade"), 403, "verification_required", "task_center_id");
    expect_progress(ann, "first_trade", "1", "1", "DONE");
    EXPECT_EQ(ann.balance("USDT"), dec("50"));
    test::verify(*world, ann);
    EXPECT_TRUE(read(ann, task_view)["verified"].asBool());
    EXPECT_EQ(claim(ann, "first_trade").status, 200);
    EXPECT_EQ(ann.balance("USDT"), dec("55"));
}

TEST_F(RewardsTasks, AFriendCountsWhoIsVerifiedAndBringsMoney) {
    world->fund(House::rewards, "USDT", "5000");
    const Person ann = settler(), ben = person(ann.id);
    world->token(ben);
    follow();
    expect_progress(ann, "weekly_friend", "0", "0", "pending");
    deposit(ben, "USDT", "60");
    follow();
    expect_progress(ann, "weekly_friend", "0", "0", "pending");
    test::verify(*world, ben);
    follow();
    expect_progress(ann, "weekly_friend", "1", "1", "DONE");
    EXPECT_EQ(claim(ann, "weekly_friend").status, 200);
    EXPECT_EQ(ann.balance("USDT"), dec("55"));
}

TEST_F(RewardsTasks, AFriendWhoTookItsMoneyAwayDoesNotCount) {
    world->fund(House::rewards, "USDT", "5000");
    const Person ann = settler(), ben = person(ann.id);
    world->token(ben);
    deposit(ben, "USDT", "60");
    withdraw(ben, "60");
    test::verify(*world, ben);
    follow();
    expect_progress(ann, "weekly_friend", "0", "0", "pending");
    deposit(ben, "USDT", "60");
    follow();
    expect_progress(ann, "weekly_friend", "1", "1", "DONE");
}

TEST_F(RewardsTasks, ADepositThatWasTakenAwayEarnsNothing) {
    const Person ann = person();
    test::verify(*world, ann);
    deposit(ann, "USDT", "100");
    expect_progress(ann, "first_deposit", "100", "100", "DONE");
    withdraw(ann, "40");
    expect_progress(ann, "first_deposit", "60", "60", "ONGOING");
    expect_error(claim(ann, "first_deposit"), 409, "task_not_done", "task_center_id");
    withdraw(ann, "60");
    traded(ann, "10");
    expect_error(claim(ann, "first_trade"), 409, "task_not_done", "task_center_id");
    EXPECT_EQ(ann.balance("USDT"), dec("0"));
}

TEST_F(RewardsTasks, ADayOfDepositsCountsNewMoneyAlone) {
    const Person ann = person();
    deposit(ann, "USDT", "150");
    withdraw(ann, "120");
    sql("update deposits set unlocked_at = now() - interval '3 days' where client_id = $1",
        {ann.id});
    auto& superuser = world->superuser();
    superuser.run("alter table withdrawals disable trigger user");
    superuser.run(
        "update withdrawals set requested_at = now() - interval '2 days' where client_id = $1",
        {ann.id});
    superuser.run("alter table withdrawals enable trigger user");
    expect_progress(ann, "daily_deposit", "0", "0", "pending");
    deposit(ann, "USDT", "100");
    expect_progress(ann, "daily_deposit", "0", "0", "pending");
    deposit(ann, "USDT", "60");
    expect_progress(ann, "daily_deposit", "40", "40", "ONGOING");
}

TEST_F(RewardsTasks, TheSameHundredGoesRoundACircleOnce) {
    world->fund(House::rewards, "USDT", "5000");
    const Person ann = person();
    test::verify(*world, ann);
    std::vector<Person> circle;
    for (int i = 0; i < 3; ++i) circle.push_back(person(ann.id));
    circle.push_back(ann);
    Decimal paid;
    for (const Person& one : circle) {
        test::verify(*world, one);
        world->token(one);
        deposit(one, "USDT", "100");
        traded(one, "60");
        sql("update referrals set qualified_at = now() where friend_id = $1", {one.id});
        follow();
        for (const char* name : {"first_deposit", "first_trade", "invite_three", "weekly_friend"}) {
            const auto answer = claim(one, name);
            if (answer.status == 200) paid += dec(answer.json()["reward_amount"].asString());
        }
        withdraw(one, "100");
    }
    // The first friend's deposit and trade, and that this one friend came.
    EXPECT_EQ(paid, dec("20"));
    // Money from elsewhere counts in the same circle.
    deposit(ann, "USDT", "500");
    EXPECT_EQ(claim(ann, "first_deposit").status, 200);
    // A stranger's deposit has nothing to do with it.
    const Person eve = person();
    deposit(eve, "USDT", "100");
    expect_progress(eve, "first_deposit", "100", "100", "DONE");
}

}  // namespace

}  // namespace cambio
