// The job that counts interest: what each day brings, what happens when the house is short, and
// that nothing is paid twice whatever happens in the middle. The clock is moved by subscriptions
// that began days ago.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "earn/products.h"
#include "support/builders.h"
#include "support/child_process.h"
#include "support/earnings.h"
#include "support/payments.h"

namespace cambio {
namespace {

using earn::State, ledger::Wallet;
using test::dec, test::Person, test::World;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty, testing::Not;

class AccrueEarn : public testing::Test {
  protected:
    void SetUp() override { world.fund(ledger::House::earn, "USDT", "10000"); }
    void TearDown() override { test::expect_books_balance(world); }

    std::string accrue() {
        std::string log;
        EXPECT_EQ(test::run_job("accrue_earn", world.config().path(), {}, &log), 0) << log;
        return log;
    }
    Person person(const std::string& name) {
        return world.client(name + "@example.com").with("USDT", "100000");
    }
    static std::string earn_of(const Person& person) {
        return person.balance("USDT", Wallet::earn).str();
    }
    Decimal house() { return world.house_balance(ledger::House::earn, "USDT"); }
    std::int64_t count(const char* sql) { return world.superuser().run(sql)[0].integer("n"); }
    std::vector<std::string> bell(const Person& person) {
        std::vector<std::string> names;
        for (const auto row : world.superuser().run(
                 "select kind from notifications where client_id = $1 order by id", {person.id}))
            names.push_back(row.str("kind"));
        return names;
    }
    std::string waiting() {
        return world.app().run("select value from job_marks where name = 'earn_waiting'")[0].str(
            "value");
    }

    World world;
    // A day of 36500 at 1 % brings 1.
    EarnProductId product = test::make_product(world, "USDT", "1");
};

TEST_F(AccrueEarn, CountsWholeDaysFromTheDayAfter) {
    const auto anna = person("anna");
    const auto id = test::subscribe(world, anna, {.product = product, .amount = "36500"});
    accrue();
    EXPECT_EQ(earn_of(anna), "36500") << "not on the day itself";
    const auto old =
        test::subscribe(world, anna, {.product = product, .amount = "36500", .days_ago = 2});
    accrue();
    EXPECT_EQ(earn_of(anna), "73001") << "of the two days since, one is over";
    EXPECT_EQ(test::read(world, old).standing.balance, dec("36501"));
    EXPECT_EQ(test::read(world, id).standing.balance, dec("36500"));
    EXPECT_EQ(house(), dec("9999"));
}

TEST_F(AccrueEarn, OneThatCannotBeSettledHoldsUpNoOther) {
    const auto anna = person("anna"), berta = person("berta");
    const test::Subscribe wanted{.product = product, .amount = "36500", .days_ago = 2};
    const auto broken = test::subscribe(world, anna, wanted);
    test::subscribe(world, berta, wanted);
    world.break_row("earn_subscriptions", "id", broken.value);
    EXPECT_EQ(test::run_job("accrue_earn", world.config().path(), {}), 1);
    EXPECT_EQ(earn_of(anna), "36500");
    EXPECT_EQ(earn_of(berta), "36501");
    world.mend_rows();
    accrue();
    EXPECT_EQ(earn_of(anna), "36501");
}

TEST_F(AccrueEarn, RunTwiceGivesTheSame) {
    const auto anna = person("anna");
    test::subscribe(world, anna, {.product = product, .amount = "36500", .days_ago = 3});
    accrue();
    const auto once = earn_of(anna);
    accrue();
    accrue();
    EXPECT_EQ(earn_of(anna), once);
    EXPECT_EQ(once, "36502.000027397260273972");
    EXPECT_EQ(count("select count(*) as n from earn_accruals"), 2);
}

TEST_F(AccrueEarn, CatchesUpWhatItMissedWithTheRatesOfThoseDays) {
    const auto anna = person("anna");
    const auto id =
        test::subscribe(world, anna, {.product = product, .amount = "36500", .days_ago = 4});
    // From the day before yesterday's beginning on it is 2 %: of the three days one at 1, two at 2.
    world.superuser().run(
        "insert into earn_rates values ($1, date_trunc('day', now(), 'UTC') - interval '2 days', "
        "2)",
        {product});
    accrue();
    const auto rows = world.app().run(
        "select apr, amount from earn_accruals where subscription_id = $1 order by day", {id});
    ASSERT_EQ(rows.size(), 3);
    EXPECT_EQ(rows[0].decimal("apr"), dec("1"));
    EXPECT_EQ(rows[0].decimal("amount"), dec("1"));
    EXPECT_EQ(rows[1].decimal("apr"), dec("2"));
    // 36501 × 2 / 36500 = 2.000054794520547945…
    EXPECT_EQ(rows[1].decimal("amount"), dec("2.000054794520547945"));
    EXPECT_EQ(rows[2].decimal("apr"), dec("2"));
}

TEST_F(AccrueEarn, PaysATermOutAtItsEnd) {
    const auto anna = person("anna");
    // At 1.25 % five days bring 5 × 1.25.
    const auto id = test::subscribe(
        world, anna, {.product = product, .amount = "36500", .days = 5, .days_ago = 5});
    accrue();
    EXPECT_EQ(test::read(world, id).state, State::active);
    EXPECT_EQ(earn_of(anna), "36505");
    const auto over = test::subscribe(
        world, anna, {.product = product, .amount = "36500", .days = 5, .days_ago = 6});
    accrue();
    EXPECT_EQ(test::read(world, over).state, State::matured);
    EXPECT_EQ(test::read(world, over).accrued, dec("6.25"));
    EXPECT_EQ(anna.balance("USDT"), dec("63506.25"));
    EXPECT_THAT(bell(anna), ElementsAre("earn_matured"));
    const auto late = test::subscribe(
        world, anna, {.product = product, .amount = "36500", .days = 5, .days_ago = 50});
    accrue();
    EXPECT_EQ(test::read(world, late).accrued, dec("6.25")) << "no day beyond the term counts";
}

TEST_F(AccrueEarn, RenewsATermThatIsToRenew) {
    const auto anna = person("anna");
    const auto id = test::subscribe(
        world, anna,
        {.product = product, .amount = "36500", .days = 5, .auto_renew = true, .days_ago = 13});
    accrue();
    EXPECT_EQ(test::read(world, id).state, State::matured);
    // Two terms are over; the third has had two of its days.
    EXPECT_EQ(count("select count(*) as n from earn_subscriptions"), 3);
    EXPECT_EQ(count("select count(*) as n from earn_accruals"), 12);
    const auto last = world.app().run("select * from earn_subscriptions order by id desc limit 1");
    EXPECT_EQ(last[0].integer("state"), 1);
    // 36506.25 × 1.25 / 36500 = 1.250214041095890410…, five times
    EXPECT_EQ(last[0].decimal("base_balance"), dec("36512.50107020547945205"));
    EXPECT_EQ(anna.balance("USDT"), dec("63500"));
    EXPECT_THAT(bell(anna), ElementsAre("earn_renewed", "earn_renewed"));
    accrue();
    EXPECT_EQ(count("select count(*) as n from earn_subscriptions"), 3);
}

TEST_F(AccrueEarn, WhatAReversedDepositLacksEarnsNothing) {
    const auto anna = person("anna"), berta = person("berta");
    test::deposit(world, anna, "USDT", "80000");
    const auto flexible =
        test::subscribe(world, anna, {.product = product, .amount = "36500", .days_ago = 2});
    const auto term = test::subscribe(
        world, anna,
        {.product = product, .amount = "36500", .days = 5, .auto_renew = true, .days_ago = 6});
    const auto runs = test::subscribe(
        world, anna, {.product = product, .amount = "36500", .days = 5, .days_ago = 3});
    const auto others =
        test::subscribe(world, berta, {.product = product, .amount = "36500", .days_ago = 2});
    world.superuser().run("update deposits set state = 5");
    accrue();
    EXPECT_EQ(test::read(world, flexible).state, State::redeemed);
    EXPECT_EQ(test::read(world, term).state, State::matured);
    EXPECT_EQ(test::read(world, runs).state, State::active);
    EXPECT_EQ(count("select count(*) as n from earn_subscriptions"), 4) << "nothing is renewed";
    EXPECT_EQ(earn_of(anna), "36500");
    EXPECT_EQ(anna.balance("USDT"), dec("143500"));
    EXPECT_EQ(test::read(world, others).standing.balance, dec("36501"));
    EXPECT_EQ(house(), dec("9999"));
    // One that begins now ends with the next run.
    const auto again = test::subscribe(world, anna, {.product = product, .amount = "100"});
    accrue();
    EXPECT_EQ(test::read(world, again).state, State::redeemed);
    // The operator has settled with her: it earns again.
    world.superuser().run("update deposits set settled_at = now()");
    const auto after =
        test::subscribe(world, anna, {.product = product, .amount = "36500", .days_ago = 2});
    accrue();
    EXPECT_EQ(test::read(world, after).standing.balance, dec("36501"));
    EXPECT_EQ(test::read(world, runs).accrued, Decimal{}) << "those days are over";
    EXPECT_EQ(count("select count(*) as n from earn_accruals where amount = 0"), 8);
}

TEST_F(AccrueEarn, PaysOutInsteadOfRenewingWhatIsClosed) {
    const auto anna = person("anna");
    test::subscribe(world, anna,
                    {.product = product, .days = 5, .auto_renew = true, .days_ago = 6});
    world.superuser().run("update earn_products set open = false");
    accrue();
    EXPECT_EQ(count("select count(*) as n from earn_subscriptions where state = 1"), 0);
    EXPECT_THAT(bell(anna), ElementsAre("earn_matured"));
}

TEST_F(AccrueEarn, WaitsForAHouseThatIsShortAndSaysSo) {
    World poor;
    const auto usdt = test::make_product(poor, "USDT", "1");
    const auto anna = poor.client("anna@example.com").with("USDT", "100000");
    const auto id =
        test::subscribe(poor, anna, {.product = usdt, .amount = "36500", .days_ago = 3});
    const auto over =
        test::subscribe(poor, anna, {.product = usdt, .amount = "36500", .days = 5, .days_ago = 6});
    std::string log;
    const auto once = [&] {
        log.clear();
        EXPECT_EQ(test::run_job("accrue_earn", poor.config().path(), {}, &log), 0) << log;
    };
    once();
    EXPECT_THAT(log, HasSubstr("interest_waits_for_the_house"));
    EXPECT_EQ(test::read(poor, id).standing.owed, dec("2.000027397260273972"));
    EXPECT_EQ(test::read(poor, over).state, State::matured) << "the principal is the client's own";
    EXPECT_EQ(anna.balance("USDT"), dec("63500"));
    EXPECT_EQ(poor.house_balance(ledger::House::earn, "USDT"), dec("0"));
    EXPECT_EQ(
        poor.app().run("select value from job_marks where name = 'earn_waiting'")[0].str("value"),
        "2");
    test::expect_books_balance(poor);

    poor.fund(ledger::House::earn, "USDT", "100");
    once();
    EXPECT_THAT(log, Not(HasSubstr("interest_waits_for_the_house")));
    EXPECT_EQ(anna.balance("USDT"), dec("63506.25")) << "into SPOT where it has ended";
    EXPECT_EQ(anna.balance("USDT", Wallet::earn), dec("36502.000027397260273972"));
    EXPECT_EQ(test::read(poor, over).standing.owed, dec("0"));
    EXPECT_EQ(
        poor.app().run("select value from job_marks where name = 'earn_waiting'")[0].str("value"),
        "0");
    test::expect_books_balance(poor);
}

TEST_F(AccrueEarn, GoesOnWithATermOfOneInDebtWhoIsOwedInterest) {
    World poor;
    const auto usdt = test::make_product(poor, "USDT", "1");
    const auto anna = poor.client("anna@example.com");
    test::deposit(poor, anna, "USDT", "36500");
    const auto term =
        test::subscribe(poor, anna, {.product = usdt, .amount = "36500", .days = 5, .days_ago = 3});
    const auto once = [&] { EXPECT_EQ(test::run_job("accrue_earn", poor.config().path(), {}), 0); };
    once();
    const auto before = test::read(poor, term).standing;
    EXPECT_GT(before.owed, Decimal{});
    // A day later: the days that are over by then bring her nothing, and the house pays nothing.
    poor.superuser().run("update deposits set state = 5");
    poor.superuser().run(
        "delete from earn_accruals where day = (select max(day) from earn_accruals)");
    poor.superuser().run("update earn_subscriptions set next_day = next_day - 1");
    once();
    EXPECT_EQ(test::read(poor, term).standing.next, before.next);
    once();
    poor.superuser().run("update deposits set settled_at = now()");
    poor.fund(ledger::House::earn, "USDT", "100");
    once();
    EXPECT_EQ(test::read(poor, term).standing.owed, Decimal{});
    test::expect_books_balance(poor);
}

/// 400 subscriptions of 20 clients, flexible and terms, of which half are over.
class Many : public AccrueEarn {
  protected:
    void SetUp() override {
        AccrueEarn::SetUp();
        for (int i = 0; i < 20; ++i) people.push_back(person("many" + std::to_string(i)));
        for (int i = 0; i < 400; ++i)
            ids.push_back(test::subscribe(world, people[static_cast<std::size_t>(i % 20)],
                                          {.product = product,
                                           .amount = std::to_string(100 + i),
                                           .days = i % 2 == 0 ? 0 : 5,
                                           .days_ago = i % 3 == 0 ? 10 : 4}));
    }
    void expect_settled_once() {
        Decimal interest;
        for (const auto id : ids) {
            const auto one = test::read(world, id);
            interest += one.accrued;
            EXPECT_TRUE(one.standing.owed.zero());
            const bool over =
                one.standing.days == 5 && one.standing.matures <= earn::day_of(pg::now());
            EXPECT_EQ(one.state, over ? State::matured : State::active);
        }
        EXPECT_EQ(house(), dec("10000") - interest);
        EXPECT_EQ(world.app()
                      .run("select coalesce(sum(amount), 0) as paid from earn_accruals")[0]
                      .decimal("paid"),
                  interest);
    }
    std::vector<Person> people;
    std::vector<SubscriptionId> ids;
};

TEST_F(Many, AreSettledOnceThoughTheJobIsKilledInTheMiddle) {
    const auto last = person("last");
    ids.push_back(test::subscribe(world, last, {.product = product, .days_ago = 4}));
    {
        // The last one's account cannot be locked, so that the job stands there when it dies.
        pg::Connection other{world.database().suite()};
        pg::Transaction tx{other};
        tx.run("select id from ledger_accounts where client_id = $1 for update", {last.id});
        test::ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
        options.output = "/dev/null";
        test::ChildProcess job{{test::program_path("accrue_earn")}, options};
        test::wait_until("the job stands in the middle", [&] {
            return count("select count(*) as n from earn_accruals") > 0 &&
                   count("select count(*) as n from pg_locks where not granted") > 0;
        });
        job.signal(SIGKILL);
        job.wait();
    }
    test::expect_books_balance(world);
    EXPECT_EQ(test::read(world, ids.back()).accrued, dec("0"));
    accrue();
    accrue();
    expect_settled_once();
}

TEST_F(Many, AreSettledOnceByTwoRunnersWithoutTheLock) {
    // The lock of the job keeps it to one runner; were it lost, rows that one has the other leaves.
    const auto settle = [this] {
        pg::Connection connection{world.database().suite()};
        const auto due = earn::all_due(connection, pg::now());
        for (auto from = due.begin(); from != due.end();) {
            const auto to = from + std::min<std::ptrdiff_t>(7, due.end() - from);
            pg::Transaction tx{connection};
            earn::settle(tx, pg::now(), {from, to});
            tx.commit();
            from = to;
        }
    };
    std::thread first{settle}, second{settle};
    first.join();
    second.join();
    accrue();
    expect_settled_once();
}

}  // namespace
}  // namespace cambio
