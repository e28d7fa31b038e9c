// What the settlement of futures takes for closing and for the time that a position was open, and
// which marks reach its targets and end it; and that nobody waits for a position that cannot be
// settled.
#include <gtest/gtest.h>

#include "positions/endings.h"
#include "support/builders.h"
#include "support/child_process.h"
#include "support/contracts.h"

namespace cambio {
namespace {

using futures::Side;
using positions::Reason, positions::State;
using test::dec, test::Person, test::World;

constexpr const char* pair = "F0USDT";
constexpr auto sell = Side::sell_empty;

class FuturesCosts : public testing::Test {
  protected:
    void SetUp() override {
        world.liquidity("USDT", "1000000");
        world.fund(ledger::House::insurance, "USDT", "10000");
        test::make_contract(world, "F0");
        test::mark(world, pair, "50000");
    }
    /// The books balance after every test.
    void TearDown() override { test::expect_books_balance(world); }

    void settle() {
        EXPECT_EQ(test::run_job("settle_futures", world.config().path(), {"--once"}), 0);
    }
    Person person(const std::string& name) {
        return world.client(name + "@example.com").with("USDT", "10000", ledger::Wallet::future);
    }
    static std::string available(const Person& person) {
        return person.balance("USDT", ledger::Wallet::future).str();
    }
    Decimal house(ledger::House account) { return world.house_balance(account, "USDT"); }
    std::int64_t count(const char* sql) { return world.superuser().run(sql)[0].integer("n"); }

    World world{{{"STALE_AFTER_MS", "600000"}}};
};

TEST_F(FuturesCosts, PaysFundingForTheTimeThatAPositionWasOpen) {
    const auto anna = person("anna"), berta = person("berta");
    const auto due = pg::now() - std::chrono::hours{8};
    const auto longs =
        test::open(world, anna, {.pair = pair, .opened_at = due - std::chrono::hours{2}});
    const auto shorts = test::open(
        world, berta, {.pair = pair, .side = sell, .opened_at = due - std::chrono::seconds{1}});
    test::funding(world, pair, "0.0001", "50000", due);
    settle();
    // A quarter of 0.1, and one of 28,800 seconds.
    EXPECT_EQ(test::read(world, longs).funding, dec("-0.025"));
    EXPECT_EQ(test::read(world, shorts).funding.str(10, Rounding::down), "0.0000034722");
}

TEST_F(FuturesCosts, PaysFundingByThePeriodOfTheContract) {
    const auto anna = person("anna");
    const pg::Time due = pg::now() - std::chrono::hours{1};
    const auto id =
        test::open(world, anna, {.pair = pair, .opened_at = due - std::chrono::hours{1}});
    const auto whole =
        test::open(world, anna, {.pair = pair, .opened_at = due - std::chrono::hours{4}});
    world.superuser().run(
        "insert into funding_rates (market_id, at, rate, mark, period) "
        "values ($1, $2, 0.0004, 50000, interval '4 hours')",
        {world.market(pair), due});
    settle();
    // 1000 × 0.0004, and a quarter of that.
    EXPECT_EQ(test::read(world, id).funding, dec("-0.1"));
    EXPECT_EQ(test::read(world, whole).funding, dec("-0.4"));
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000000.5"));
    EXPECT_THROW(world.superuser().run("update funding_rates set period = interval '8 hours'"),
                 pg::Failure);
}

// One long pays for two shorts, and the house has nothing: it makes up no money, and owes.
TEST_F(FuturesCosts, WhereOneSidePaysLessFundingThanTheOtherEarnsTheRestIsOwed) {
    World poor;
    test::make_contract(poor, "F0");
    test::mark(poor, pair, "50000");
    const auto hours_ago = [](int hours) { return pg::now() - std::chrono::hours{hours}; };
    const auto open = [&](const char* name, Side side) {
        const auto owner = poor.client(name).with("USDT", "1000", ledger::Wallet::future);
        return test::open(poor, owner, {.pair = pair, .side = side, .opened_at = hours_ago(30)});
    };
    const auto longs = open("anna@example.com", Side::buy_more);
    const auto first = open("berta@example.com", sell), second = open("clara@example.com", sell);
    const auto funding_of = [&](PositionId id) { return test::read(poor, id).funding; };
    const auto liquidity = [&] { return poor.house_balance(ledger::House::liquidity, "USDT"); };
    const auto settle_twice = [&] {
        for (int times = 0; times < 2; ++times)
            EXPECT_EQ(test::run_job("settle_futures", poor.config().path(), {"--once"}), 0);
    };

    test::funding(poor, pair, "0.0001", "50000", hours_ago(16));
    settle_twice();
    EXPECT_EQ(funding_of(longs), dec("-0.1"));
    EXPECT_EQ(funding_of(first), dec("0.1"));
    EXPECT_EQ(funding_of(second), dec("0")) << "nobody has paid for it";
    EXPECT_EQ(liquidity(), dec("0"));
    test::expect_books_balance(poor);

    // Now both shorts pay the one long: what is left pays what is owed.
    test::funding(poor, pair, "-0.0001", "50000", hours_ago(8));
    settle_twice();
    for (const auto id : {longs, first, second}) EXPECT_EQ(funding_of(id), dec("0"));
    EXPECT_EQ(liquidity(), dec("0"));
    test::expect_books_balance(poor);
}

TEST_F(FuturesCosts, OnePositionThatCannotBeSettledHoldsUpNoOther) {
    const auto anna = person("anna"), berta = person("berta");
    const auto broken = test::open(world, anna, {.pair = pair, .stop_loss = "49000"});
    const auto sound = test::open(world, berta, {.pair = pair, .stop_loss = "49000"});
    world.break_row("positions", "id", broken.value);
    test::mark(world, pair, "48900");
    EXPECT_EQ(test::run_job("settle_futures", world.config().path(), {"--once"}), 1);
    EXPECT_EQ(test::read(world, broken).state, State::open);
    EXPECT_EQ(test::read(world, sound).state, State::closed);
    world.mend_rows();
    settle();
    EXPECT_EQ(test::read(world, broken).state, State::closed);
}

TEST_F(FuturesCosts, TakesAFeeForClosingAndNoneForALiquidation) {
    world.config().set("FUTURES_CLOSING_FEE", "0.0005");
    const auto anna = person("anna"), berta = person("berta");
    const auto won = test::open(world, anna, {.pair = pair});
    const auto lost = test::open(world, berta, {.pair = pair, .side = sell});
    test::request_close(world, won, "55000");
    settle();
    EXPECT_EQ(test::read(world, won).closing_fee, dec("0.55")) << "0.02 × 55000 × 0.0005";
    EXPECT_EQ(test::read(world, won).realised, dec("100"));
    EXPECT_EQ(available(anna), "10099.45");
    EXPECT_EQ(house(ledger::House::fees), dec("0.55"));
    EXPECT_EQ(count("select count(*) as n from fees_owed where fee = 0.55 and wallet = 2"), 1)
        << "for fee credit and the referrer's share";
    EXPECT_EQ(test::run_job("settle_fees", world.config().path(), {"--once"}), 0);
    EXPECT_EQ(count("select count(*) as n from fees_owed"), 0);

    test::mark(world, pair, "60000");
    settle();
    EXPECT_EQ(test::read(world, lost).state, State::liquidated);
    EXPECT_TRUE(test::read(world, lost).closing_fee.zero());
    EXPECT_EQ(house(ledger::House::fees), dec("0.55"));
    // What is left of a margin is all that the fee can take.
    const auto rest = test::open(world, anna, {.pair = pair});
    test::request_close(world, rest, "45010");
    settle();
    EXPECT_EQ(test::read(world, rest).closing_fee, dec("0.2")) << "100 − 0.02 × 4990";
    EXPECT_EQ(available(anna), "9999.45");
}

TEST_F(FuturesCosts, TargetsAreReachedByAMarkThatCameAfterThem) {
    world.config().set("HOUSE_LAST_LOOK", "yes");
    const auto anna = person("anna");
    test::mark(world, pair, "49000");
    const auto id = test::open(world, anna, {.pair = pair, .stop_loss = "49500"});
    settle();
    EXPECT_EQ(test::read(world, id).state, State::open);
    test::mark(world, pair, "49000");
    settle();
    EXPECT_EQ(test::read(world, id).state, State::closed);
}

TEST_F(FuturesCosts, EndsAtTheMarkAsItIsAndNotAsItWasSeen) {
    const auto anna = person("anna");
    const auto further = test::open(world, anna, {.pair = pair, .take_profit = "51000"});
    const auto left = test::open(world, anna, {.pair = pair, .side = sell, .stop_loss = "51500"});
    const auto saved = test::open(world, anna, {.pair = pair, .side = sell, .leverage = 20});
    const Config config = Config::read(world.config().path());
    const auto seen = [&] {
        pg::Connection job{world.database().suite()};
        pg::Transaction tx{job};
        const auto endings = positions::end(tx, config,
                                            {positions::Ending{further, Reason::take_profit},
                                             positions::Ending{left, Reason::stop_loss},
                                             positions::Ending{saved, Reason::liquidated}});
        tx.commit();
        return endings.ended.size();
    };
    // All were seen to be reached at 53000, and whoever saw it had to wait for the accounts.
    test::mark(world, pair, "53000", std::chrono::seconds{601});
    EXPECT_EQ(seen(), 0U) << "it is stale";
    test::mark(world, pair, "51200");
    EXPECT_EQ(seen(), 1U);
    EXPECT_EQ(test::read(world, further).closing_price, dec("51200"));
    EXPECT_EQ(test::read(world, left).state, State::open);
    EXPECT_EQ(test::read(world, saved).state, State::open);
    world.superuser().run("update markets set halted = true where pair = 'F0USDT'");
    test::mark(world, pair, "51600");
    EXPECT_EQ(seen(), 0U) << "nothing ends while the market is halted";
    world.superuser().run("update markets set halted = false where pair = 'F0USDT'");
    EXPECT_EQ(seen(), 1U);
    EXPECT_EQ(test::read(world, left).closing_price, dec("51600"));
}

}  // namespace
}  // namespace cambio
