// Simple Earn: products, subscribing, redeeming, renewing, and what the lists show of it.
#include <atomic>
#include <thread>

#include "earn_fixture.h"

namespace cambio {
namespace {

using testing::ElementsAre;

TEST_F(EarnCalls, ShowsItsProductsToEverybody) {
    const auto answer = handler->client().get(view_path);
    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto products = answer.json()["earn"];
    ASSERT_EQ(products.size(), 2U);
    const auto& first = products[0];
    EXPECT_EQ(first["name"], "USDT");
    EXPECT_EQ(first["apr"], "3.65");
    EXPECT_EQ(first["apr_max"], "14.6");
    EXPECT_EQ(first["minimum_amount"], "10");
    EXPECT_EQ(first["durations"].size(), 8U);
    EXPECT_EQ(first["durations"][7]["days"], 180);
    EXPECT_EQ(first["durations"][7]["apr"], "14.6");
    EXPECT_TRUE(first["invest"].isNull()) << "USDT buys, it is not bought";
    EXPECT_EQ(products[1]["invest"]["maximum"], "100000");
    world->superuser().run("update earn_products set open = false where id = $1", {usdt});
    const auto closed = handler->client().get(view_path).json()["earn"][0];
    EXPECT_EQ(closed["apr"], "Not available");
    EXPECT_EQ(closed["durations"].size(), 0U);
    world->superuser().run("update earn_products set open = true");
}

TEST_F(EarnCalls, SubscribesFlexiblyAndRedeemsApartAndWhole) {
    const auto anna = person();
    const auto made = stored(anna, flexible("400"));
    EXPECT_EQ(made["balance"], "400");
    EXPECT_EQ(made["duration"], 0);
    EXPECT_TRUE(made["date_end"].isNull());
    EXPECT_EQ(made["status"], "ACTIVE");
    EXPECT_EQ(spot(anna), "600");
    EXPECT_EQ(earn(anna), "400");
    const auto part = post(anna, redeem_path, {{"id", made["id"].asString()}, {"amount", "150.5"}});
    EXPECT_EQ(part.json()["stake"]["balance"], "249.5") << part.body;
    EXPECT_EQ(spot(anna), "750.5");
    expect_error(post(anna, redeem_path, {{"id", made["id"].asString()}, {"amount", "249.6"}}), 409,
                 "insufficient_balance", "amount");
    const auto rest = post(anna, redeem_path, {{"id", made["id"].asString()}});
    EXPECT_EQ(rest.json()["stake"]["status"], "REDEEMED") << rest.body;
    EXPECT_EQ(spot(anna), "1000");
    EXPECT_EQ(earn(anna), "0");
    expect_error(post(anna, redeem_path, {{"id", made["id"].asString()}}), 409, "earn_ended", "id");
}

TEST_F(EarnCalls, LocksForATermAndBreaksItWithoutItsInterest) {
    const auto anna = person();
    const auto made = stored(anna, locked("1000", "30"));
    EXPECT_EQ(made["duration"], 30);
    EXPECT_EQ(made["apr"], "7.3") << "twice 3.65";
    EXPECT_FALSE(made["auto_renew"].asBool());
    expect_error(
        post(anna, redeem_path, with_password({{"id", made["id"].asString()}, {"amount", "1"}})),
        400, "invalid_parameter", "amount");
    // Who has a session alone gives nobody's interest away.
    const Fields whole{{"id", made["id"].asString()}};
    expect_error(post(anna, redeem_path, whole), 400, "missing_parameter", "transaction_password");
    expect_error(post(anna, redeem_path, with(whole, {{"transaction_password", "a guess"}})), 400,
                 "wrong_password", "transaction_password");
    EXPECT_EQ(earn(anna), "1000");
    const auto back = post(anna, redeem_path, with_password(whole));
    EXPECT_EQ(back.json()["stake"]["status"], "REDEEMED") << back.body;
    EXPECT_EQ(spot(anna), "1000");

    // Two days at 7.3 % bring 0.2 each; broken, they go back to the house.
    const auto berta = person();
    const Decimal house = world->house_balance(ledger::House::earn, "USDT");
    const auto id = test::subscribe(
        *world, berta, {.product = EarnProductId{std::stoll(usdt)}, .days = 30, .days_ago = 3});
    EXPECT_EQ(world->job("accrue_earn"), 0);
    EXPECT_EQ(earn(berta), "1000.4");
    const auto broken = post(berta, redeem_path, with_password({{"id", std::to_string(id.value)}}));
    EXPECT_EQ(broken.json()["stake"]["accrued"], "0") << broken.body;
    EXPECT_EQ(spot(berta), "1000");
    EXPECT_EQ(world->house_balance(ledger::House::earn, "USDT"), house);
    const auto list = as(berta).get(list_path).json()["transaction"];
    std::vector<std::string> types;
    for (const auto& entry : list) types.push_back(entry["type"].asString());
    EXPECT_THAT(types, ElementsAre("REFUND", "REDEMPTION", "INCOME", "SUBSCRIPTION"));
}

TEST_F(EarnCalls, RedeemsAgainWhatMetAnotherTransactionInACircleOfLocks) {
    const auto anna = person();
    const auto id = stored(anna, flexible("400"))["id"].asString();
    pg::Connection other{world->database().superuser()};
    // So that the call is the one that is ended.
    other.run("set deadlock_timeout = '1min'");
    pg::Transaction tx{other};
    tx.run("select from ledger_accounts where client_id = $1 order by id for update", {anna.id});
    Answer answer;
    {
        std::jthread call{[&] { answer = post(anna, redeem_path, {{"id", id}}); }};
        test::wait_until("the call waits", [] {
            return !world->superuser()
                        .run(
                            "select from pg_stat_activity where datname = current_database() and "
                            "wait_event_type = 'Lock'")
                        .empty();
        });
        tx.run("select from earn_subscriptions where id = $1::bigint for update", {id});
        tx.commit();
    }
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["stake"]["status"], "REDEEMED");
    EXPECT_EQ(spot(anna), "1000");
}

TEST_F(EarnCalls, CountsTheDaysThatAreOverBeforeItRedeems) {
    // The job did not run; a day of 365 at 3.65 % brings 0.0365.
    const auto anna = person();
    const auto id = test::subscribe(
        *world, anna, {.product = EarnProductId{std::stoll(usdt)}, .amount = "365", .days_ago = 2});
    const auto back = post(anna, redeem_path, {{"id", std::to_string(id.value)}});
    EXPECT_EQ(back.json()["stake"]["accrued"], "0.0365") << back.body;
    EXPECT_EQ(spot(anna), "1000.0365");
    // A term that is over is paid out whole.
    const auto berta = person();
    const auto over = test::subscribe(
        *world, berta,
        {.product = EarnProductId{std::stoll(usdt)}, .amount = "1000", .days = 5, .days_ago = 20});
    const auto paid = post(berta, redeem_path, {{"id", std::to_string(over.value)}});
    EXPECT_EQ(paid.json()["stake"]["status"], "MATURED") << paid.body;
    // 1000 × 4.5625 / 36500 = 0.125, five times
    EXPECT_EQ(spot(berta), "1000.625");
}

TEST_F(EarnCalls, ChecksTheAmountInItsOrder) {
    const auto anna = person();
    expect_error(post(anna, store_path, {{"earn_id", usdt}, {"status", "FLEXI_LOCK"}}), 400,
                 "missing_parameter", "amount");
    const auto least = post(anna, store_path, flexible("9.99"));
    expect_error(least, 400, "below_minimum", "amount");
    EXPECT_EQ(least.json()["details"]["minimum"], "10");
    // More than the maximum and than the balance: the maximum counts first.
    const auto most = post(anna, store_path, flexible("5001"));
    expect_error(most, 400, "above_maximum", "amount");
    EXPECT_EQ(most.json()["details"]["maximum"], "5000");
    const auto poor = post(anna, store_path, flexible("1000.01"));
    expect_error(poor, 409, "insufficient_balance", "amount");
    EXPECT_EQ(poor.json()["details"]["available"], "1000");
    expect_error(post(anna, store_path, flexible("0")), 400, "not_positive", "amount");
    expect_error(post(anna, store_path, flexible("-5")), 400, "not_positive", "amount");
    expect_error(post(anna, store_path, flexible("1e3")), 400, "invalid_amount", "amount");
    expect_error(post(anna, store_path, flexible("10.1234567890123456789")), 400, "too_many_places",
                 "amount");
    expect_error(post(anna, store_path, flexible("10.1234567891")), 400, "too_many_places",
                 "amount");
    EXPECT_EQ(spot(anna), "1000");
}

TEST_F(EarnCalls, RefusesWhatIsNotOffered) {
    const auto anna = person();
    expect_error(post(anna, store_path, locked("10", "7")), 400, "invalid_parameter", "days");
    expect_error(post(anna, store_path, locked("10", "0")), 400, "invalid_parameter", "days");
    expect_error(post(anna, store_path, flexible("10", {{"days", "5"}})), 400, "invalid_parameter",
                 "days");
    expect_error(post(anna, store_path, flexible("10", {{"auto_renew", "true"}})), 400,
                 "invalid_parameter", "auto_renew");
    for (const char* nobodys : {"999", "2147483647", "2147483648", "9223372036854775807"})
        expect_error(post(anna, store_path, flexible("10", {{"earn_id", nobodys}})), 404,
                     "not_found", "earn_id");
    expect_error(post(anna, store_path, flexible("10", {{"status", "LOCK"}})), 400,
                 "invalid_parameter", "status");
    expect_error(post(anna, store_path, flexible("10", {{"more", "1"}})), 400, "unknown_parameter",
                 "more");
    world->superuser().run("update earn_products set open = false where id = $1", {usdt});
    expect_error(post(anna, store_path, flexible("10")), 409, "earn_closed", "earn_id");
    world->superuser().run("update earn_products set open = true");
}

TEST_F(EarnCalls, LocksForATermByTheTransactionPassword) {
    const auto anna = person();
    Fields without = locked("100", "30");
    without.erase("transaction_password");
    expect_error(post(anna, store_path, without), 400, "missing_parameter", "transaction_password");
    expect_error(post(anna, store_path, locked("100", "30", {{"transaction_password", "a guess"}})),
                 400, "wrong_password", "transaction_password");
    EXPECT_EQ(spot(anna), "1000");
    EXPECT_EQ(post(anna, store_path, flexible("100")).status, 200);
    // A session that is open for trading has asked for it.
    auto open = as(anna);
    world->superuser().run(
        "update sessions set unlocked_until = now() + interval '5 minutes', unlocked_epoch = "
        "(select epoch from clients c where c.id = client_id) where client_id = $1",
        {anna.id});
    const auto answer =
        open.post_json(store_path, FastCgiClient::Params{without.begin(), without.end()});
    EXPECT_EQ(answer.message(), "success") << answer.body;
    EXPECT_EQ(spot(anna), "800");
}

TEST_F(EarnCalls, TellsThatATermIsToBeginAnew) {
    const auto anna = person();
    const auto told = [&] {
        return world->app()
            .run(
                "select count(*) as n from notifications where client_id = $1 and "
                "kind = 'auto_renew_on'",
                {anna.id})[0]
            .integer("n");
    };
    const auto id = stored(anna, locked("100", "5"))["id"].asString();
    const auto turn = [&](const char* enabled) {
        EXPECT_EQ(post(anna, renew_path, {{"id", id}, {"enabled", enabled}}).status, 200);
    };
    turn("false");
    EXPECT_EQ(told(), 0);
    turn("true");
    turn("true");
    EXPECT_EQ(told(), 1);
}

TEST_F(EarnCalls, AsksWhoIsThere) {
    for (const char* path : {stake_path, list_path, plans_path, analysis_path})
        expect_error(handler->client().get(path), 401, "unauthorized");
    for (const char* path : {store_path, redeem_path, renew_path, state_path})
        expect_error(handler->client().post_json(path, {}), 401, "unauthorized");
    const auto anna = person(), berta = person();
    const auto made = stored(anna, locked("100", "5"));
    const auto id = made["id"].asString();
    expect_error(post(berta, redeem_path, {{"id", id}}), 404, "not_found", "id");
    expect_error(post(berta, renew_path, {{"id", id}, {"enabled", "true"}}), 404, "not_found",
                 "id");
    EXPECT_EQ(as(berta).get(stake_path).json()["earnStaking"].size(), 0U);
    auto frozen = as(anna);
    world->superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    expect_error(frozen.post_json(redeem_path, {{"id", id}}), 403, "frozen_account");
    const auto locked_out = person();
    auto caller = as(locked_out);
    world->superuser().run(
        "update clients set trading_locked_until = now() + interval '5 minutes' where id = $1",
        {locked_out.id});
    expect_error(caller.post_json(store_path,
                                  {{"earn_id", usdt}, {"amount", "10"}, {"status", "FLEXI_LOCK"}}),
                 429, "trading_locked");
}

TEST_F(EarnCalls, AnswersTheSameKeyAsTheFirstTime) {
    const auto anna = person();
    const auto fields = flexible("100", {{"client_id", "one"}});
    const auto made = stored(anna, fields);
    EXPECT_EQ(stored(anna, fields)["id"], made["id"]);
    EXPECT_EQ(earn(anna), "100");
    expect_error(post(anna, store_path, flexible("101", {{"client_id", "one"}})), 409,
                 "client_id_reused", "client_id");
    const Fields part{{"id", made["id"].asString()}, {"amount", "30"}, {"client_id", "two"}};
    EXPECT_EQ(post(anna, redeem_path, part).status, 200);
    EXPECT_EQ(post(anna, redeem_path, part).status, 200);
    EXPECT_EQ(earn(anna), "70");
    expect_error(post(anna, redeem_path, with(part, {{"amount", "31"}})), 409, "client_id_reused",
                 "client_id");
    // The last key of one that has ended is answered, too.
    const Fields rest{{"id", made["id"].asString()}, {"client_id", "three"}};
    EXPECT_EQ(post(anna, redeem_path, rest).status, 200);
    EXPECT_EQ(post(anna, redeem_path, rest).status, 200);
    EXPECT_EQ(spot(anna), "1000");
}

TEST_F(EarnCalls, TakesEqualRequestsAtOnceForOne) {
    const auto anna = person();
    at_once(anna, store_path, flexible("300", {{"client_id", "race"}}), 6);
    EXPECT_EQ(earn(anna), "300");
    const auto id = as(anna).get(stake_path).json()["earnStaking"][0]["id"].asString();
    at_once(anna, redeem_path, {{"id", id}, {"amount", "100"}, {"client_id", "race"}}, 6);
    EXPECT_EQ(earn(anna), "200");
}

TEST_F(EarnCalls, NeverSpendsTheSameMoneyTwice) {
    const auto anna = person();
    std::atomic<int> taken{0};
    const auto token = world->token(anna);
    const Fields fields = flexible("90");
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            auto caller = handler->client();
            caller.bearer(token);
            const FastCgiClient::Params params{fields.begin(), fields.end()};
            for (int round = 0; round < 4; ++round)
                if (caller.post_json(store_path, params).status == 200) ++taken;
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(taken, 11) << "of 32 times 90, 1000 pays for 11";
    EXPECT_EQ(spot(anna), "10");
    EXPECT_EQ(earn(anna), "990");
}

TEST_F(EarnCalls, RenewsOnlyTerms) {
    const auto anna = person();
    const auto term = stored(anna, locked("100", "5", {{"auto_renew", "true"}}));
    EXPECT_TRUE(term["auto_renew"].asBool());
    const auto off = post(anna, renew_path, {{"id", term["id"].asString()}, {"enabled", "false"}});
    EXPECT_FALSE(off.json()["stake"]["auto_renew"].asBool()) << off.body;
    const auto free = stored(anna, flexible("100"));
    expect_error(post(anna, renew_path, {{"id", free["id"].asString()}, {"enabled", "true"}}), 400,
                 "invalid_parameter", "id");
    post(anna, redeem_path, with_password({{"id", term["id"].asString()}}));
    expect_error(post(anna, renew_path, {{"id", term["id"].asString()}, {"enabled", "true"}}), 409,
                 "earn_ended", "id");
}

TEST_F(EarnCalls, ListsWhatItMovedAsTheFiltersSay) {
    const auto anna = person();
    const auto free = stored(anna, flexible("100"));
    stored(anna, locked("200", "5"));
    stored(anna, {{"earn_id", btc}, {"amount", "0.5"}, {"status", "FLEXI_LOCK"}});
    post(anna, redeem_path, {{"id", free["id"].asString()}, {"amount", "40"}});
    auto caller = as(anna);
    const auto count = [&](const FastCgiClient::Params& query) {
        const auto answer = caller.get(list_path, query);
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.json()["transaction"].size(), answer.json()["total"].asUInt());
        return answer.json()["total"].asInt();
    };
    const auto all = caller.get(list_path).json();
    EXPECT_EQ(all["total"], 4);
    EXPECT_EQ(all["earn_to_spot"]["usdt"], "40");
    EXPECT_EQ(all["transaction"][0]["transaction_type"], "WITHDRAW");
    EXPECT_EQ(all["transaction"][0]["type"], "REDEMPTION");
    EXPECT_EQ(all["transaction"][1]["usdt_value"], "25000");
    EXPECT_EQ(count({{"product", "flexible"}}), 3);
    EXPECT_EQ(count({{"product", "locked"}}), 1);
    EXPECT_EQ(count({{"product", "auto_invest"}}), 0);
    EXPECT_EQ(count({{"direction", "spot_to_earn"}}), 3);
    EXPECT_EQ(count({{"direction", "earn_to_spot"}}), 1);
    EXPECT_EQ(count({{"type", "SUBSCRIPTION"}, {"coin", "BTC"}}), 1);
    EXPECT_EQ(count({{"type", "INCOME"}}), 0);
    EXPECT_EQ(count({{"to", "2020-01-01"}}), 0);
    EXPECT_EQ(count({{"from", "2020-01-01"}, {"to", "2999-12-31"}}), 4);
    EXPECT_EQ(
        caller.get(list_path, {{"per_page", "3"}, {"page", "2"}}).json()["transaction"].size(), 1U);
    expect_error(caller.get(list_path, {{"from", "yesterday"}}), 400, "invalid_parameter", "from");
    expect_error(caller.get(list_path, {{"product", "bond"}}), 400, "invalid_parameter", "product");
}

TEST_F(EarnCalls, AnalysesWhatItHoldsAndHasBrought) {
    const auto anna = person();
    const auto empty = as(anna).get(analysis_path).json();
    EXPECT_EQ(empty["asset"].size(), 0U);
    EXPECT_EQ(empty["total"], "0");
    EXPECT_EQ(empty["assets"]["7D"].size(), 7U);
    EXPECT_EQ(empty["rewards"]["30D"].size(), 30U);
    const EarnProductId product{std::stoll(usdt)};
    test::subscribe(*world, anna, {.product = product, .amount = "365", .days_ago = 3});
    stored(anna, {{"earn_id", btc}, {"amount", "0.01"}, {"status", "FLEXI_LOCK"}});
    EXPECT_EQ(world->job("accrue_earn"), 0);
    const auto found = as(anna).get(analysis_path).json();
    EXPECT_EQ(found["asset"][0]["name"], "BTC");
    EXPECT_EQ(found["asset"][0]["usdt_value"], "500");
    EXPECT_EQ(found["asset"][1]["balance"], "365.07300365");
    EXPECT_EQ(found["total"], "865.07300365");
    EXPECT_EQ(found["asset"][0]["share"], "57.8");
    EXPECT_EQ(found["assets"]["7D"][6]["usdt"], "865.07300365");
    EXPECT_EQ(found["rewards"]["7D"][6]["usdt"], "0.03650365") << "yesterday, with interest on it";
    EXPECT_EQ(found["rewards"]["7D"][5]["usdt"], "0.0365");
    EXPECT_EQ(found["rewards"]["7D"][4]["usdt"], "0");
    EXPECT_EQ(found["rewards_total"], "0.07300365");
}

TEST_F(EarnCalls, KeepsItsHistory) {
    const auto anna = person();
    const auto made = stored(anna, flexible("100"));
    const auto id = made["id"].asString();
    const auto refused = [&](const char* sql, const char* state) {
        try {
            world->app().run(sql, {id});
            ADD_FAILURE() << sql;
        } catch (const pg::Failure& failure) {
            EXPECT_EQ(failure.state, state) << failure.what();
        }
    };
    refused("update earn_subscriptions set base_balance = 5 where id = $1", "CA002");
    refused("delete from earn_subscriptions where id = $1", "42501");
    refused("update earn_transactions set amount = 5 where subscription_id = $1", "42501");
    refused("update earn_accruals set amount = 5 where subscription_id = $1", "42501");
    post(anna, redeem_path, {{"id", id}});
    refused("update earn_subscriptions set state = 1, ended_at = null where id = $1", "CA002");
}

}  // namespace
}  // namespace cambio
