// What an operator does with futures positions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <sstream>

#include "support/builders.h"
#include "support/contracts.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

class CambioctlFutures : public testing::Test {
  protected:
    void SetUp() override {
        make_contract(world, "F0");
        mark(world, "F0USDT", "50000");
        world.liquidity("USDT", "30");
    }
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

    World world{{{"FUTURES_CLOSING", "manual"}}};
    Person anna = world.client("anna@example.com").with("USDT", "1000", ledger::Wallet::future);
    std::string output;
};

TEST_F(CambioctlFutures, ClosesAtThePriceOfTheRequestAndNeverAWorseOne) {
    const auto id = open(world, anna, {.pair = "F0USDT"});
    const std::string name = std::to_string(id.value);
    EXPECT_EQ(done({"futures", "list"}).size(), 0U);
    EXPECT_EQ(done({"futures", "list", "--state", "open"}).size(), 1U);
    EXPECT_EQ(call({"futures", "close", name, "--reason", "Asked by mail"}), 1);
    EXPECT_THAT(output, HasSubstr("Nobody has asked"));
    EXPECT_EQ(acts(), 0);

    request_close(world, id, "51000");
    mark(world, "F0USDT", "30000");
    const auto waiting = done({"futures", "list"});
    ASSERT_EQ(waiting.size(), 1U);
    EXPECT_EQ(waiting[0]["requested_price"], "51000");
    EXPECT_EQ(call({"futures", "close", name}), 2) << "not without a reason";
    const auto closed = done({"futures", "close", name, "--reason", "Confirmed by telephone"});
    EXPECT_EQ(closed["price"], "51000");
    EXPECT_EQ(closed["realised"], "20");
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), dec("1020"));
    const auto log = world.app().run("select act, subject, reason from operator_log");
    ASSERT_EQ(log.size(), 1);
    EXPECT_EQ(log[0].str("act"), "futures close");
    EXPECT_THAT(log[0].str("subject"), HasSubstr(anna.unique_id));
    EXPECT_EQ(log[0].str("reason"), "Confirmed by telephone");
    const auto card = done({"futures", "show", name});
    EXPECT_EQ(card["state"], "CLOSED");
    EXPECT_EQ(card["reason"], "operator");
    EXPECT_EQ(card["closing_funding"], "0");
    EXPECT_EQ(call({"futures", "close", name, "--reason", "Again"}), 1);
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), dec("1020"));
}

// The operator may come hours after the request: funding is counted until the request.
TEST_F(CambioctlFutures, ClosesWithTheFundingUntilTheRequest) {
    const auto due = pg::now() - std::chrono::hours{1};
    const auto id = open(world, anna, {.pair = "F0USDT", .opened_at = due - std::chrono::hours{9}});
    request_close(world, id, "50000");
    world.superuser().run("update positions set requested_at = $2 where id = $1",
                          {id, due - std::chrono::hours{2}});
    funding(world, "F0USDT", "0.004", "50000", due);
    const std::string name = std::to_string(id.value);
    done({"futures", "close", name, "--reason", "Confirmed by telephone"});
    EXPECT_EQ(done({"futures", "show", name})["closing_funding"], "3") << "six hours of eight of 4";
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), dec("997"));
    test::expect_books_balance(world);
}

TEST_F(CambioctlFutures, LeavesWhatIsReversedToTheJob) {
    const auto id = open(world, anna, {.pair = "F0USDT"});
    const auto next = request_reversal(world, id, "51000");
    const std::string name = std::to_string(id.value);
    EXPECT_EQ(call({"futures", "close", name, "--reason", "Asked by mail"}), 1);
    EXPECT_THAT(output, HasSubstr("is being reversed"));
    EXPECT_EQ(acts(), 0);
    const auto card = done({"futures", "show", name});
    EXPECT_EQ(card["state"], "CLOSE_REQUESTED");
    EXPECT_EQ(card["reversed_as"], std::to_string(next.value));
    // Which ends it and opens the other, also where the operator closes.
    EXPECT_EQ(run_job("settle_futures", world.config().path(), {"--once"}), 0);
    EXPECT_EQ(done({"futures", "show", std::to_string(next.value)})["side"], "SELL_EMPTY");
    EXPECT_EQ(done({"futures", "list", "--state", "open"}).size(), 1U);
}

TEST_F(CambioctlFutures, ListsOrders) {
    const auto id = place(world, anna, {.pair = "F0USDT", .price = "49000"});
    const auto waits = place(world, anna, {.pair = "F0USDT", .price = "51000"});
    world.superuser().run("update futures_orders set waits_since = now() where id = $1", {waits});
    const auto orders = done({"futures", "orders"});
    ASSERT_EQ(orders.size(), 2U);
    EXPECT_EQ(orders[1]["id"], std::to_string(id.value));
    EXPECT_EQ(orders[1]["client"], anna.unique_id);
    EXPECT_EQ(orders[1]["type"], "LIMIT");
    EXPECT_EQ(orders[1]["fills_at"], "<=");
    EXPECT_EQ(orders[1]["price"], "49000");
    EXPECT_EQ(orders[1]["held"], "100.5");
    EXPECT_EQ(done({"futures", "orders", "--state", "waiting"}).size(), 1U);
    EXPECT_EQ(done({"futures", "orders", "--state", "all", "--limit", "1"}).size(), 1U);
}

TEST_F(CambioctlFutures, CancelsAnOrderOnceWithAReasonAndGivesBackWhatItHolds) {
    const auto id = place(world, anna, {.pair = "F0USDT", .price = "49000"});
    const auto name = std::to_string(id.value);
    const auto before = anna.balance("USDT", ledger::Wallet::future);
    EXPECT_EQ(done({"markets", "list"})[0]["futures_orders"], "1");
    EXPECT_EQ(call({"futures", "cancel", name}), 2) << "not without a reason";
    world.superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    const auto cancelled = done({"futures", "cancel", name, "--reason", "The owner asked for it"});
    EXPECT_EQ(cancelled["released"], "100.5");
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), before + dec("100.5"));
    EXPECT_EQ(done({"futures", "orders", "--state", "all"})[0]["state"], "CANCELLED");
    const auto log = world.app().run("select act, subject, reason from operator_log");
    ASSERT_EQ(log.size(), 1);
    EXPECT_EQ(log[0].str("act"), "futures cancel");
    EXPECT_EQ(log[0].str("reason"), "The owner asked for it");
    EXPECT_EQ(call({"futures", "cancel", name, "--reason", "Again"}), 1);
    EXPECT_THAT(output, HasSubstr("not open"));
    EXPECT_EQ(call({"futures", "cancel", "999", "--reason", "Another"}), 1);
    EXPECT_THAT(output, HasSubstr("no order 999"));
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), before + dec("100.5"));
}

TEST_F(CambioctlFutures, WaitsForAHouseThatCanPay) {
    const auto id = open(world, anna, {.pair = "F0USDT"});
    request_close(world, id, "60000");
    const Words words{"futures", "close", std::to_string(id.value), "--reason", "Confirmed"};
    EXPECT_EQ(call(words), 1);
    EXPECT_THAT(output, HasSubstr("Neither house:liquidity"));
    EXPECT_EQ(acts(), 0);
    world.fund(ledger::House::insurance, "USDT", "170");
    EXPECT_EQ(call(words), 0) << output;
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), dec("1200"));
}

TEST_F(CambioctlFutures, ShowsWhyAPositionWasLiquidated) {
    const auto id = open(world, anna, {.pair = "F0USDT"});
    mark(world, "F0USDT", "45220");
    ASSERT_EQ(run_job("settle_futures", world.config().path(), {"--once"}), 0);
    const auto card = done({"futures", "show", std::to_string(id.value)});
    EXPECT_EQ(card["state"], "LIQUIDATED");
    EXPECT_THAT(card["formula"].asString(), HasSubstr("4.4 ≤ 4.522"));
    EXPECT_EQ(call({"futures", "show", "999"}), 1);
    EXPECT_THAT(output, HasSubstr("no position 999"));
}

}  // namespace
}  // namespace cambio::test
