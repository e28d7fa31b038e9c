// That nobody takes funding from the house by leaving before the others pay, nor by a margin that
// is used up: what a close costs of the funding to come, and what becomes of funding that a margin
// does not reach for.
#include <gmock/gmock.h>

#include "cron/futures_funding_fixture.h"

namespace cambio {
namespace {

using std::chrono::hours, std::chrono::minutes;
using testing::HasSubstr;

// One is long and the other short; the long one leaves an hour before the time of funding. It was
// open for seven hours of eight, and pays for these.
TEST_F(FuturesFunding, WhoLeavesBeforeTheTimePaysForTheTimeUntilThen) {
    const auto anna = person("anna"), berta = person("berta"), clara = person("clara");
    const pg::Time due = now - hours{1};
    const auto leaves = test::open(world, anna, {.pair = pair, .opened_at = due - hours{20}});
    const auto stays =
        test::open(world, berta, {.pair = pair, .side = sell, .opened_at = due - hours{20}});
    const auto receiver =
        test::open(world, clara, {.pair = pair, .side = sell, .opened_at = due - hours{20}});
    ask_to_close(leaves, "50000", due - hours{1});
    ask_to_close(receiver, "50000", due - hours{1});
    test::funding(world, pair, "0.004", "50000", due);
    settle();
    settle();
    EXPECT_EQ(test::read(world, stays).funding, dec("4")) << "1000 × 0.4 %";
    const auto left = test::read(world, leaves);
    EXPECT_EQ(left.state, State::closed);
    EXPECT_EQ(left.realised, dec("0"));
    EXPECT_EQ(left.closing_funding, dec("3.5")) << "seven eighths of 4";
    EXPECT_EQ(available(anna), dec("9996.5"));
    EXPECT_EQ(available(clara), dec("10000")) << "who would receive and leaves gets nothing";
    EXPECT_EQ(house(ledger::House::liquidity), dec("999999.5"))
        << "it was the other side for the last hour, and no longer";
    const auto rows = payments(leaves);
    ASSERT_EQ(rows.size(), 1);
    EXPECT_EQ(rows[0].time("at"), due);
    EXPECT_EQ(rows[0].decimal("rate"), dec("0.004"));
    EXPECT_EQ(rows[0].decimal("size"), dec("1000"));
    EXPECT_EQ(rows[0].decimal("amount"), dec("-3.5"));
    EXPECT_EQ(payments(receiver).size(), 0);
}

TEST_F(FuturesFunding, ShortsPayAtTheirCloseWhenTheRateIsNegative) {
    const auto anna = person("anna");
    const pg::Time due = now + hours{1};
    announce("-0.004", due);
    const auto shorts =
        test::open(world, anna, {.pair = pair, .side = sell, .opened_at = due - hours{8}});
    const auto longs = test::open(world, anna, {.pair = pair, .opened_at = due - hours{8}});
    const auto young =
        test::open(world, anna, {.pair = pair, .side = sell, .opened_at = due - hours{4}});
    for (const auto id : {shorts, longs, young}) ask_to_close(id, "50000", due - hours{2});
    settle();
    EXPECT_EQ(test::read(world, shorts).closing_funding, dec("3")) << "six hours of eight";
    EXPECT_EQ(test::read(world, longs).closing_funding, dec("0"));
    EXPECT_EQ(test::read(world, young).closing_funding, dec("1")) << "two hours of eight";
    EXPECT_EQ(available(anna), dec("9996"));
}

TEST_F(FuturesFunding, ATargetPaysForTheTimeThatHasPassedToo) {
    const auto anna = person("anna"), berta = person("berta"), clara = person("clara");
    announce("0.004", now + hours{2});
    const auto wins = test::open(
        world, anna, {.pair = pair, .take_profit = "51000", .opened_at = now - hours{20}});
    const auto loses = test::open(
        world, berta,
        {.pair = pair, .price = "52000", .stop_loss = "51500", .opened_at = now - hours{20}});
    const auto broken =
        test::open(world, clara,
                   {.pair = pair, .leverage = 20, .price = "54000", .opened_at = now - hours{20}});
    test::mark(world, pair, "51000");
    settle();
    // Three quarters of 1020 × 0.4 %, and what the seconds of the test have brought.
    const auto won = test::read(world, wins);
    EXPECT_EQ(won.reason, Reason::take_profit);
    EXPECT_EQ(won.closing_funding.str(2, Rounding::down), "3.06");
    EXPECT_EQ(available(anna), dec("10020") - won.closing_funding);
    const auto lost = test::read(world, loses);
    EXPECT_EQ(lost.reason, Reason::stop_loss);
    EXPECT_TRUE(lost.closing_funding.positive());
    EXPECT_EQ(available(berta), dec("10000") + *lost.realised - lost.closing_funding);
    // A liquidation takes the margin and no more.
    const auto gone = test::read(world, broken);
    EXPECT_EQ(gone.state, State::liquidated);
    EXPECT_EQ(gone.closing_funding, dec("0"));
    EXPECT_EQ(available(clara), dec("10000") - gone.margin);
}

// The mark of a time of funding is late: who leaves meanwhile has paid, and does not pay again.
TEST_F(FuturesFunding, AMarkThatComesLateLetsNobodyGoFree) {
    const auto anna = person("anna"), berta = person("berta");
    const pg::Time due = now - minutes{30};
    announce("0.004", due);
    const auto leaves = test::open(world, anna, {.pair = pair, .opened_at = due - hours{20}});
    const auto stays =
        test::open(world, berta, {.pair = pair, .side = sell, .opened_at = due - hours{20}});
    test::request_close(world, leaves, "50000");
    settle();
    EXPECT_EQ(test::read(world, leaves).state, State::closed);
    EXPECT_EQ(available(anna), dec("9996"));
    world.superuser().run("update funding_rates set mark = 50000");
    settle();
    EXPECT_EQ(test::read(world, stays).funding, dec("4"));
    EXPECT_EQ(available(anna), dec("9996"));
    EXPECT_EQ(payments(leaves).size(), 1);
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000000"));
}

TEST_F(FuturesFunding, NobodyPaysTwiceForATimeThatIsSettled) {
    const auto anna = person("anna");
    const pg::Time due = now - hours{2};
    test::funding(world, pair, "0.004", "50000", due);
    const auto id = test::open(world, anna, {.pair = pair, .opened_at = due - hours{20}});
    settle();
    ask_to_close(id, "50000", due + hours{1});
    announce("0.008", due + hours{8});
    settle();
    EXPECT_EQ(test::read(world, id).funding, dec("-4"));
    EXPECT_EQ(test::read(world, id).closing_funding, dec("1")) << "an eighth of 8";
    EXPECT_EQ(available(anna), dec("9995"));
}

TEST_F(FuturesFunding, TakesNoMoreAtTheCloseThanComesBack) {
    const auto anna = person("anna");
    announce("0.04", now + hours{1});
    const auto id = test::open(world, anna, {.pair = pair, .opened_at = now - hours{7}});
    // A loss of 80 leaves 20 of the margin; 920 × 4 % × 7/8 is 32.2.
    ask_to_close(id, "46000", now);
    settle();
    EXPECT_EQ(test::read(world, id).realised, dec("-80"));
    EXPECT_EQ(test::read(world, id).closing_funding, dec("20"));
    EXPECT_EQ(available(anna), dec("9900"));
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000100"));
}

// The mark that comes while other funding is settled liquidates, and makes funding due as well.
TEST_F(FuturesFunding, IsReceivedBeforeALiquidationAtItsMark) {
    test::make_contract(world, "F1");
    test::mark(world, "F1USDT", "50000");
    const auto anna = person("anna"), berta = person("berta");
    const auto saved = test::open(world, anna, {.pair = pair, .opened_at = now - hours{20}});
    const auto lost =
        test::open(world, anna, {.pair = pair, .leverage = 20, .price = "52000", .opened_at = now});
    const auto slow = test::open(world, berta, {.pair = "F1USDT", .opened_at = now - hours{20}});
    test::funding(world, "F1USDT", "0.004", "50000", now - hours{8});
    {
        pg::Connection other{world.database().suite()};
        pg::Transaction tx{other};
        tx.run("select id from positions where id = $1 for update", {slow});
        test::ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
        options.output = "/dev/null";
        test::ChildProcess job{{test::program_path("settle_futures"), "--once"}, options};
        test::wait_until("the job waits for the position", [&] {
            return !world.superuser()
                        .run(
                            "select from pg_stat_activity where datname = current_database() "
                            "and wait_event_type = 'Lock'")
                        .empty();
        });
        test::funding(world, pair, "-0.01", "45200", now - minutes{1});
        test::mark(world, pair, "45200");
        tx.commit();
        EXPECT_EQ(job.wait(), 0);
    }
    EXPECT_EQ(test::read(world, slow).funding, dec("-4"));
    EXPECT_EQ(test::read(world, saved).state, State::open);
    EXPECT_EQ(test::read(world, saved).funding, dec("9.04")) << "904 × 1 %";
    EXPECT_EQ(test::read(world, lost).state, State::liquidated);
}

// -- A margin that is used up
// -----------------------------------------------------------------------

/// 0.02 long from 50,000 with a margin of 50, at 60,000 by now: a profit of 200.
class UsedUp : public FuturesFunding {
  protected:
    void SetUp() override {
        FuturesFunding::SetUp();
        test::mark(world, pair, "60000");
        id = test::open(
            world, anna,
            {.pair = pair, .margin = "50", .leverage = 20, .opened_at = now - hours{60}});
        test::funding(world, pair, "0.1", "60000", now - hours{50});
        settle();
    }
    Person anna = person("anna");
    PositionId id{};
};

TEST_F(UsedUp, OwesTheRestAndIsWorthThatMuchLess) {
    // 1200 × 10 % is 120, of which the margin has 50.
    const auto position = test::read(world, id);
    EXPECT_EQ(position.state, State::open);
    EXPECT_EQ(position.margin, dec("0"));
    EXPECT_EQ(position.funding, dec("-50"));
    EXPECT_EQ(position.unpaid_funding, dec("70"));
    EXPECT_EQ(unrealised(id), dec("130")) << "200 less what is unpaid";
    // (1000 + 70) / 0.0199
    EXPECT_EQ(position.liquidation_price->str(4, Rounding::half_even), "53768.8442");
    const auto rows = payments(id);
    ASSERT_EQ(rows.size(), 1);
    EXPECT_EQ(rows[0].decimal("amount"), dec("-50"));
    EXPECT_EQ(rows[0].decimal("unpaid"), dec("70"));
}

TEST_F(UsedUp, PaysItOutOfWhatItReceivesAndOutOfItsProfit) {
    const Decimal before = house(ledger::House::liquidity);
    test::funding(world, pair, "-0.02", "60000", now - hours{40});
    settle();
    // 24 to receive: nothing comes, and 46 are unpaid.
    EXPECT_EQ(test::read(world, id).unpaid_funding, dec("46"));
    EXPECT_EQ(test::read(world, id).margin, dec("0"));
    test::funding(world, pair, "0.01", "60000", now - hours{30});
    settle();
    EXPECT_EQ(test::read(world, id).unpaid_funding, dec("58")) << "and 12 more";
    EXPECT_EQ(house(ledger::House::liquidity), before) << "nothing has moved";
    test::request_close(world, id, "60000");
    settle();
    const auto closed = test::read(world, id);
    EXPECT_EQ(closed.state, State::closed);
    EXPECT_EQ(closed.realised, dec("200"));
    EXPECT_EQ(closed.closing_funding, dec("58"));
    EXPECT_EQ(closed.unpaid_funding, dec("0"));
    EXPECT_EQ(available(anna), dec("10092")) << "9950 + 200 − 58";
    EXPECT_EQ(house(ledger::House::liquidity), before - dec("142"));
    const auto rows = payments(id);
    ASSERT_EQ(rows.size(), 4);
    EXPECT_EQ(rows[1].decimal("amount"), dec("0"));
    EXPECT_EQ(rows[1].decimal("unpaid"), dec("-24"));
    EXPECT_EQ(rows[3].decimal("amount"), dec("-58"));
    EXPECT_EQ(rows[3].decimal("unpaid"), dec("-58"));
    Decimal unpaid;
    for (const pg::Row row : rows) unpaid += row.decimal("unpaid");
    EXPECT_EQ(unpaid, dec("0"));
}

TEST_F(UsedUp, ReceivesWhatIsLeftOfAPaymentAboveIt) {
    test::funding(world, pair, "-0.1", "60000", now - hours{40});
    settle();
    EXPECT_EQ(test::read(world, id).unpaid_funding, dec("0"));
    EXPECT_EQ(test::read(world, id).margin, dec("50")) << "120 less 70";
    EXPECT_EQ(test::read(world, id).funding, dec("0"));
}

TEST_F(UsedUp, IsLiquidatedWhereItsProfitNoLongerCoversIt) {
    test::mark(world, pair, "53800");
    settle();
    EXPECT_EQ(test::read(world, id).state, State::open) << "76 − 70 are more than 5.38";
    test::mark(world, pair, "53700");
    settle();
    const auto position = test::read(world, id);
    EXPECT_EQ(position.state, State::liquidated);
    EXPECT_EQ(position.unpaid_funding, dec("0"));
    EXPECT_EQ(position.realised, dec("0"));
    EXPECT_EQ(available(anna), dec("9950"));
    EXPECT_EQ(house(ledger::House::insurance), dec("10000"));
    const auto record = world.app().run("select * from liquidations where position_id = $1", {id});
    ASSERT_EQ(record.size(), 1);
    EXPECT_EQ(record[0].decimal("equity"), dec("4"));
    EXPECT_THAT(record[0].str("formula"),
                HasSubstr("equity = 0 + 0.02 × (53700 − 50000) − 70 = 4; "));
}

TEST_F(UsedUp, IsALossBeyondTheMarginAfterAJump) {
    const Decimal before = house(ledger::House::liquidity);
    test::mark(world, pair, "45000");
    settle();
    EXPECT_EQ(test::read(world, id).state, State::liquidated);
    // 100 of the fall and 70 that are unpaid.
    EXPECT_EQ(house(ledger::House::insurance), dec("9830"));
    EXPECT_EQ(house(ledger::House::liquidity), before + dec("170"));
    EXPECT_EQ(available(anna), dec("9950"));
}

// The house has nothing: it owes what is left of 120 after the 70.
TEST(UsedUpOfAPoorHouse, IsOwedOnlyWhatIsAboveIt) {
    World poor;
    test::make_contract(poor, "F0");
    test::mark(poor, pair, "60000");
    const auto anna = poor.client("anna@example.com").with("USDT", "1000", ledger::Wallet::future);
    const auto hours_ago = [](int count) { return pg::now() - hours{count}; };
    const auto id = test::open(
        poor, anna, {.pair = pair, .margin = "50", .leverage = 20, .opened_at = hours_ago(60)});
    const auto once = [&] {
        EXPECT_EQ(test::run_job("settle_futures", poor.config().path(), {"--once"}), 0);
    };
    test::funding(poor, pair, "0.1", "60000", hours_ago(50));
    once();
    // What it has paid is taken from the house.
    const auto berta =
        poor.client("berta@example.com").with("USDT", "1000", ledger::Wallet::future);
    const auto winner = test::open(poor, berta, {.pair = pair, .price = "57500"});
    test::request_close(poor, winner, "60000");
    once();
    const Decimal left = poor.house_balance(ledger::House::liquidity, "USDT");
    ASSERT_LT(left, dec("50"));
    test::funding(poor, pair, "-0.1", "60000", hours_ago(40));
    once();
    EXPECT_EQ(test::read(poor, id).unpaid_funding, dec("0"));
    EXPECT_EQ(test::read(poor, id).margin, dec("0")) << "nothing has come yet";
    poor.liquidity("USDT", "100");
    once();
    EXPECT_EQ(test::read(poor, id).margin, dec("50"));
    EXPECT_EQ(test::read(poor, id).unpaid_funding, dec("0"));
    const auto row =
        poor.app().run("select amount, unpaid from funding_payments order by paid_at desc limit 1");
    EXPECT_EQ(row[0].decimal("amount"), dec("50"));
    EXPECT_EQ(row[0].decimal("unpaid"), dec("-70"));
    test::expect_books_balance(poor);
}

}  // namespace
}  // namespace cambio
