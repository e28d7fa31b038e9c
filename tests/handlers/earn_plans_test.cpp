// Plans of Auto Invest: making, pausing and ending them. What they buy is the job's suite.
#include "earn_fixture.h"

namespace cambio {
namespace {

using EarnPlans = EarnCalls;

TEST_F(EarnPlans, AreMadeForTheirFirstDueTime) {
    const auto anna = person();
    const auto daily = stored(anna, plan("50", "Daily"));
    EXPECT_EQ(daily["coin"], "BTC");
    EXPECT_EQ(daily["amount"], "50");
    EXPECT_EQ(daily["state"], "ACTIVE");
    EXPECT_EQ(daily["runs"], 0);
    EXPECT_TRUE(daily["average_price"].isNull());
    const auto tomorrow = std::chrono::floor<std::chrono::days>(pg::now()) + std::chrono::days{1};
    EXPECT_EQ(daily["next_run"], pg::iso(tomorrow));
    const auto weekly = stored(anna, plan("50", "Weekly", {{"day", "Sun"}}));
    EXPECT_EQ(weekly["day"], "Sun");
    EXPECT_TRUE(weekly["date"].isNull());
    const auto monthly = stored(anna, plan("50", "Monthly", {{"date", "31"}}));
    EXPECT_EQ(monthly["date"], 31);
    const auto hourly = stored(anna, plan("50", "4 Hours"));
    EXPECT_EQ(hourly["cycle"], "4 Hours");
    const auto several =
        stored(anna, {{"coins", "BTC:60,ETH:40"}, {"amount", "50"}, {"cycles", "Daily"}});
    EXPECT_TRUE(several["coin"].isNull());
    EXPECT_EQ(several["coins"][0]["coin"], "BTC");
    EXPECT_EQ(several["coins"][1]["share"], 40);
    EXPECT_EQ(as(anna).get(plans_path).json()["plans"].size(), 5U);
    EXPECT_EQ(spot(anna), "1000") << "nothing is spent before the first due time";
}

TEST_F(EarnPlans, AreRefusedWithTheirField) {
    const auto anna = person();
    const auto refused = [&](const Fields& fields, int status, const char* code,
                             const char* field) {
        expect_error(post(anna, store_path,
                          with({{"transaction_password", World::transaction_password}}, fields)),
                     status, code, field);
    };
    refused(plan("50", "Yearly"), 400, "invalid_parameter", "cycles");
    refused(plan("50", "Weekly"), 400, "missing_parameter", "day");
    refused(plan("50", "Bi-Weekly", {{"day", "Monday"}}), 400, "invalid_parameter", "day");
    refused(plan("50", "Monthly"), 400, "missing_parameter", "date");
    refused(plan("50", "Monthly", {{"date", "32"}}), 400, "out_of_range", "date");
    refused(plan("50", "Monthly", {{"date", "0"}}), 400, "out_of_range", "date");
    refused({{"earn_id", btc}, {"cycles", "Daily"}}, 400, "missing_parameter", "amount");
    refused(plan("0.01", "Daily"), 400, "below_minimum", "amount");
    refused(plan("100001", "Daily"), 400, "above_maximum", "amount");
    refused(plan("1000.01", "Daily"), 409, "insufficient_balance", "amount");
    refused(plan("50.1234567", "Daily"), 400, "too_many_places", "amount");
    refused(plan("50", "Daily", {{"earn_id", usdt}}), 404, "unknown_market", "coins");
    refused({{"amount", "50"}, {"cycles", "Daily"}}, 400, "missing_parameter", "earn_id");
    for (const char* nobodys : {"2147483648", "9223372036854775807"})
        refused(plan("50", "Daily", {{"earn_id", nobodys}}), 404, "not_found", "earn_id");
    for (const char* coins : {"BTC:60,ETH:30", "BTC:50,BTC:50", "BTC", "BTC:0,ETH:100", "BTC:100,",
                              "BTC:60,ETH:-40", ":100x"})
        refused({{"coins", coins}, {"amount", "50"}, {"cycles", "Daily"}}, 400, "invalid_parameter",
                "coins");
    refused({{"coins", "NOPE:100"}, {"amount", "50"}, {"cycles", "Daily"}}, 404, "unknown_market",
            "coins");
    world->superuser().run("update markets set state = 'closed' where pair = 'BTCUSDT'");
    refused(plan("50", "Daily"), 409, "market_closed", "coins");
    world->superuser().run("update markets set state = 'open' where pair = 'BTCUSDT'");
    EXPECT_EQ(as(anna).get(plans_path).json()["plans"].size(), 0U);
}

/// Though the code that proves them is good for one.
TEST_F(EarnPlans, AreMadeOnceByEqualRequestsAtOnce) {
    const auto anna = person();
    at_once(anna, store_path, proved(anna, plan("50", "Daily", {{"client_id", "race"}})), 6);
    EXPECT_EQ(as(anna).get(plans_path).json()["plans"].size(), 1U);
}

TEST_F(EarnPlans, PauseGoOnAndEnd) {
    const auto anna = person();
    const auto made = stored(anna, plan("50", "Daily", {{"client_id", "plan"}}));
    EXPECT_EQ(stored(anna, plan("50", "Daily", {{"client_id", "plan"}}))["id"], made["id"]);
    expect_error(post(anna, store_path, plan("51", "Daily", {{"client_id", "plan"}})), 409,
                 "client_id_reused", "client_id");
    const auto id = made["id"].asString();
    const auto set = [&](const Person& person, const char* state) {
        const Fields fields{{"id", id}, {"state", state}};
        const bool starts = state == std::string_view{"ACTIVE"};
        return post(person, state_path, starts ? proved(person, fields) : fields);
    };
    EXPECT_EQ(set(anna, "PAUSED").json()["plan"]["state"], "PAUSED");
    EXPECT_TRUE(set(anna, "PAUSED").json()["plan"]["next_run"].isNull());
    EXPECT_EQ(set(anna, "ACTIVE").json()["plan"]["next_run"], made["next_run"]);
    EXPECT_EQ(set(anna, "ENDED").json()["plan"]["state"], "ENDED");
    expect_error(set(anna, "ACTIVE"), 409, "plan_ended", "id");
    expect_error(set(anna, "DONE"), 400, "invalid_parameter", "state");
    const auto berta = person();
    expect_error(set(berta, "ENDED"), 404, "not_found", "id");
    expect_error(as(berta).get(runs_path, {{"id", id}}), 404, "not_found", "id");
    EXPECT_EQ(as(anna).get(runs_path, {{"id", id}}).json()["total"], 0);
}

/// A session alone stops them, which may be stolen: their owner hears of each once.
TEST_F(EarnPlans, AreStoppedByASessionAndTheirOwnerHearsOfIt) {
    const auto anna = person();
    const auto id = stored(anna, plan("50", "Daily"))["id"].asString();
    const auto told = [&](const char* sql) {
        return world->superuser().run(sql, {anna.id})[0].integer("n");
    };
    int stops = 0;
    for (const char* state : {"PAUSED", "PAUSED", "ENDED", "ENDED"}) {
        const auto before = as(anna).get(plans_path).json()["plans"][0]["state"].asString();
        stops += before == state ? 0 : 1;
        EXPECT_EQ(post(anna, state_path, {{"id", id}, {"state", state}}).status, 200);
        EXPECT_EQ(told("select count(*) as n from outgoing_mails where client_id = $1 "
                       "and name = 'plan_stopped' and data->>'coins' = 'BTC' "
                       "and data->>'amount' = '50'"),
                  stops)
            << state;
        EXPECT_EQ(told("select count(*) as n from account_activity where client_id = $1 "
                       "and kind = 'plan_stopped'"),
                  stops)
            << state;
    }
    EXPECT_EQ(stops, 2);
}

/// To go on is to start anew: it asks for as much, and its owner hears of it.
TEST_F(EarnPlans, GoOnOnlyForWhoCouldStartThem) {
    const auto anna = person();
    const auto id = stored(anna, plan("50", "Daily"))["id"].asString();
    const Fields start{{"id", id}, {"state", "ACTIVE"}};
    EXPECT_EQ(post(anna, state_path, {{"id", id}, {"state", "PAUSED"}}).status, 200);
    const auto told = [&](const char* sql) {
        return world->superuser().run(sql, {anna.id})[0].integer("n");
    };
    const auto mails = [&] {
        return told(
            "select count(*) as n from outgoing_mails where client_id = $1 "
            "and name = 'plan_started'");
    };
    const auto lines = [&] {
        return told(
            "select count(*) as n from account_activity where client_id = $1 "
            "and kind = 'plan_started'");
    };
    const auto mails_before = mails(), lines_before = lines();
    const auto refused = [&](Fields proof, int status, const char* code, const char* field) {
        expect_error(post(anna, state_path, with(start, proof)), status, code, field);
        EXPECT_EQ(as(anna).get(plans_path).json()["plans"][0]["state"], "PAUSED");
        EXPECT_EQ(mails(), mails_before);
        EXPECT_EQ(lines(), lines_before);
    };
    const auto proof = proved(anna, {});
    const std::string code = proof.at("verification_code");
    const char* const password = World::transaction_password;
    refused({{"verification_code", code}}, 400, "missing_parameter", "transaction_password");
    refused({{"verification_code", code}, {"transaction_password", "nonsense"}}, 400,
            "wrong_password", "transaction_password");
    refused({{"transaction_password", password}}, 400, "missing_parameter", "verification_code");
    refused({{"transaction_password", password}, {"verification_code", "000000"}}, 400,
            "code_wrong", "verification_code");
    EXPECT_EQ(post(anna, state_path, with(start, proof)).json()["plan"]["state"], "ACTIVE");
    EXPECT_EQ(mails(), mails_before + 1);
    EXPECT_EQ(lines(), lines_before + 1);
}

}  // namespace
}  // namespace cambio
