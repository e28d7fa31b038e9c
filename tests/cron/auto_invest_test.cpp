// The job of Auto Invest: what it buys when, what it skips and says so, and that no due time is
// bought twice whoever dies or runs beside it. The clock is moved by plans that were made before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "earn/plans.h"
#include "support/builders.h"
#include "support/child_process.h"

namespace cambio {
namespace {

using earn::Cycle, earn::PlanState;
using test::dec, test::Person, test::World;
using testing::ElementsAre, testing::IsEmpty;

class AutoInvest : public testing::Test {
  protected:
    void SetUp() override {
        world.liquidity("BTC", "100");
        world.liquidity("ETH", "1000");
        world.liquidity("USDT", "1000000");
        set_price("BTCUSDT", "50000");
        set_price("ETHUSDT", "2500");
        spot.emplace("spot", world.config().path(), world.config().secret());
    }
    void TearDown() override { test::expect_books_balance(world); }

    void set_price(const std::string& pair, const std::string& price,
                   std::chrono::milliseconds age = std::chrono::milliseconds{0}) {
        world.quote(pair, price, age);
        world.provider_book(pair, {{price, "50"}}, {{price, "50"}}, age);
    }
    Person person(const std::string& name, const char* amount = "1000") {
        return world.client(name + "@example.com").with("USDT", amount);
    }
    /// A plan that was made so long ago.
    PlanId plan(const Person& person, const char* amount, earn::Schedule schedule,
                std::chrono::minutes ago,
                const std::vector<std::pair<std::string, int>>& coins = {{"BTC", 100}}) {
        earn::NewPlan ask{dec(amount), schedule, {}, {}};
        for (const auto& [coin, percent] : coins)
            ask.shares.push_back({world.market(coin + "USDT"), coin, percent});
        pg::Transaction tx{world.app()};
        const auto made = earn::make_plan(tx, person.id, ask, pg::now() - ago);
        tx.commit();
        return made.id;
    }
    PlanId hourly(const Person& person, const char* amount,
                  std::chrono::minutes ago = std::chrono::minutes{61}) {
        return plan(person, amount, {Cycle::hour}, ago);
    }
    int invest() {
        std::string log;
        const int status = test::run_job("auto_invest", world.config().path(), {"--once"}, &log);
        EXPECT_EQ(status, 0) << log;
        return status;
    }
    std::vector<std::string> results(PlanId id) {
        std::vector<std::string> found;
        for (const auto row :
             world.app().run("select coalesce(reason, 'bought') as result from earn_runs "
                             "where plan_id = $1 order by due_at, id",
                             {id}))
            found.push_back(row.str("result"));
        return found;
    }
    std::vector<std::string> bell(const Person& person) {
        std::vector<std::string> names;
        for (const auto row : world.superuser().run(
                 "select kind from notifications where client_id = $1 order by id", {person.id}))
            names.push_back(row.str("kind"));
        return names;
    }
    std::int64_t orders(const Person& person) {
        return world.app()
            .run("select count(*) as n from orders where client_id = $1", {person.id})[0]
            .integer("n");
    }

    World world{{{"STALE_AFTER_MS", "3600000"}}};
    std::optional<test::HandlerProcess> spot;  ///< the markets' writer
};

TEST_F(AutoInvest, BuysAtTheDueTimeOnce) {
    const auto anna = person("anna");
    const auto early = hourly(anna, "100", std::chrono::minutes{59});
    const auto id = hourly(anna, "100");
    invest();
    invest();
    EXPECT_THAT(results(early), IsEmpty());
    EXPECT_THAT(results(id), ElementsAre("bought"));
    EXPECT_EQ(anna.balance("USDT"), dec("900"));
    // 100 / 50000, less the taker's fee of 0.1 %
    EXPECT_EQ(anna.balance("BTC"), dec("0.001998"));
    EXPECT_THAT(bell(anna), ElementsAre("auto_invest_bought"));
    const auto rows = world.app().run("select * from earn_runs");
    const auto run = rows[0];
    EXPECT_EQ(run.decimal("amount"), dec("100"));
    EXPECT_EQ(run.decimal("quantity"), dec("0.001998"));
    EXPECT_EQ(run.decimal("price"), dec("50000"));
    const auto next = world.app().run("select next_run from earn_plans where id = $1", {id});
    EXPECT_GT(next[0].time("next_run"), pg::now());
    EXPECT_EQ(
        world.app()
            .run("select count(*) as n from earn_transactions where product = 3 and type = 4")[0]
            .integer("n"),
        1);
}

TEST_F(AutoInvest, BuysEachCoinItsShare) {
    const auto anna = person("anna");
    const auto id =
        plan(anna, "500", {Cycle::daily}, std::chrono::hours{24}, {{"BTC", 60}, {"ETH", 40}});
    invest();
    EXPECT_THAT(results(id), ElementsAre("bought", "bought"));
    EXPECT_EQ(anna.balance("BTC"), dec("0.005994"));
    EXPECT_EQ(anna.balance("ETH"), dec("0.07992"));
    EXPECT_EQ(anna.balance("USDT"), dec("500"));
}

TEST_F(AutoInvest, GoesOnWhileTheTransactionPasswordIsGuessedAt) {
    const auto anna = person("anna");
    const auto id = hourly(anna, "100");
    world.superuser().run(
        "update clients set trading_locked_until = now() + interval '5 minutes' where id = $1",
        {anna.id});
    invest();
    EXPECT_THAT(results(id), ElementsAre("bought"));
}

TEST_F(AutoInvest, WaitsWhileTradingIsPaused) {
    const auto anna = person("anna");
    const auto plan = hourly(anna, "100");
    world.operate({"pause", "trading"});
    invest();
    EXPECT_THAT(results(plan), IsEmpty());
    world.operate({"resume", "trading"});
    // Until the writer of the market has heard it, too, the plan waits on.
    test::wait_until("the plan goes on", [&] {
        invest();
        return !results(plan).empty();
    });
    EXPECT_THAT(results(plan), ElementsAre("bought"));
}

TEST_F(AutoInvest, SkipsWhatCannotBeBoughtAndSaysSo) {
    const auto anna = person("anna", "50");
    const auto poor = hourly(anna, "100");
    invest();
    EXPECT_THAT(results(poor), ElementsAre("insufficient_balance"));
    EXPECT_THAT(bell(anna), ElementsAre("auto_invest_skipped"));
    EXPECT_EQ(anna.balance("USDT"), dec("50"));

    const auto berta = person("berta");
    const auto stale = hourly(berta, "100");
    set_price("BTCUSDT", "50000", std::chrono::hours{2});
    invest();
    EXPECT_THAT(results(stale), ElementsAre("stale_price"));
    set_price("BTCUSDT", "50000");

    const auto closed = hourly(berta, "100");
    world.superuser().run("update markets set state = 'closed' where pair = 'BTCUSDT'");
    invest();
    EXPECT_THAT(results(closed), ElementsAre("market_closed"));
    world.superuser().run("update markets set state = 'open' where pair = 'BTCUSDT'");

    const auto tiny = hourly(berta, "0.01");
    invest();
    EXPECT_THAT(results(tiny), ElementsAre("below_minimum"));

    const auto frozen = person("frozen");
    const auto other = hourly(frozen, "100");
    world.superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1",
                          {frozen.id});
    invest();
    EXPECT_THAT(results(other), ElementsAre("frozen_account"));
    EXPECT_EQ(berta.balance("USDT"), dec("1000"));
    EXPECT_EQ(orders(anna) + orders(berta) + orders(frozen), 0);
}

/// There is one book: what a client has bought of it, a plan finds no more, and the other way
/// round.
TEST_F(AutoInvest, BuysWhatTheMarketsWriterSells) {
    const auto anna = person("anna", "1000000"), berta = person("berta", "1000000");
    auto client = spot->client();
    client.bearer(world.token(berta));
    const auto buy = [&](const char* total) {
        return client
            .post_json("/api/v2/my-order", {{"name", "BTCUSDT"},
                                            {"delegate_type", "BUY"},
                                            {"market_type", "MARKET"},
                                            {"total", total},
                                            {"transaction_password", World::transaction_password}})
            .message();
    };
    const auto limit =
        world.app().run("select provider_limit from markets where pair = 'BTCUSDT'")[0].decimal(
            "provider_limit");
    const auto all = Decimal::multiply(limit, dec("50000"), Rounding::down);
    const auto some = hourly(anna, "50000");
    invest();
    EXPECT_THAT(results(some), ElementsAre("bought"));
    EXPECT_EQ(buy((all - dec("50000")).str().c_str()), "success");
    EXPECT_EQ(buy("100"), "no_liquidity") << "the plan has bought the rest";

    const auto none = hourly(anna, "100");
    invest();
    EXPECT_THAT(results(none), ElementsAre("no_liquidity"));
    EXPECT_EQ(buy("100"), "no_liquidity") << "nobody has filled the house's levels again";
    EXPECT_EQ(world.house_balance(ledger::House::liquidity, "BTC"), dec("100") - limit);
    EXPECT_EQ(world.app().run("select count(*) as n from order_requests")[0].integer("n"), 0);
}

/// What nobody answers is taken back, and asked for anew in the next turn.
TEST_F(AutoInvest, WaitsWhileNobodySettlesOrders) {
    const auto anna = person("anna");
    const auto id = hourly(anna, "100");
    spot->stop();
    invest();
    EXPECT_THAT(results(id), IsEmpty());
    EXPECT_EQ(world.app().run("select count(*) as n from order_requests")[0].integer("n"), 0);
    spot->start();
    EXPECT_EQ(orders(anna), 0);
    invest();
    EXPECT_THAT(results(id), ElementsAre("bought"));
    EXPECT_EQ(orders(anna), 1);
}

TEST_F(AutoInvest, BuysOnceForAllThatItMissed) {
    const auto anna = person("anna");
    const auto id = hourly(anna, "100", std::chrono::minutes{250});
    invest();
    EXPECT_THAT(results(id), ElementsAre("missed", "missed", "missed", "bought"));
    EXPECT_EQ(anna.balance("USDT"), dec("900"));
    EXPECT_THAT(bell(anna), ElementsAre("auto_invest_skipped", "auto_invest_bought"));
}

TEST_F(AutoInvest, LeavesPausedAndEndedPlansAlone) {
    const auto anna = person("anna");
    const auto paused = hourly(anna, "100"), ended = hourly(anna, "100");
    pg::Transaction tx{world.app()};
    earn::set_plan_state(tx, anna.id, paused, PlanState::paused, pg::now());
    earn::set_plan_state(tx, anna.id, ended, PlanState::ended, pg::now());
    tx.commit();
    invest();
    EXPECT_EQ(orders(anna), 0);
}

TEST_F(AutoInvest, KilledBetweenPlacingAndNotingBuysOnce) {
    auto anna = person("anna");
    const auto id = hourly(anna, "100");
    {
        // Nobody can note a run, so that the job stands between the order and its note.
        pg::Connection other{world.database().superuser()};
        pg::Transaction tx{other};
        tx.run("lock table earn_runs in share row exclusive mode");
        test::ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
        options.output = "/dev/null";
        test::ChildProcess job{{test::program_path("auto_invest"), "--once"}, options};
        test::wait_until("the order is placed", [&] { return orders(anna) == 1; });
        job.signal(SIGKILL);
        job.wait();
    }
    EXPECT_THAT(results(id), IsEmpty());
    // The balance would not do for a second one; the first is found all the same.
    anna.with("USDT", "1");
    set_price("BTCUSDT", "60000");
    invest();
    EXPECT_THAT(results(id), ElementsAre("bought"));
    EXPECT_EQ(orders(anna), 1);
    EXPECT_EQ(anna.balance("USDT"), dec("901"));
    EXPECT_EQ(world.app().run("select price from earn_runs")[0].decimal("price"), dec("50000"));
    EXPECT_EQ(world.app().run("select count(*) as n from order_requests")[0].integer("n"), 0);
}

TEST_F(AutoInvest, BuysOnceBesideAnotherRunner) {
    std::vector<Person> people;
    for (int i = 0; i < 10; ++i) {
        people.push_back(person("p" + std::to_string(i)));
        hourly(people.back(), "100");
    }
    const auto run = [&] { test::run_job("auto_invest", world.config().path(), {"--once"}); };
    std::thread first{run}, second{run};
    first.join();
    second.join();
    invest();
    for (const auto& one : people) {
        EXPECT_EQ(orders(one), 1);
        EXPECT_EQ(one.balance("USDT"), dec("900"));
    }
    EXPECT_EQ(world.app()
                  .run("select count(*) as n from earn_runs where order_id is not null")[0]
                  .integer("n"),
              10);
}

}  // namespace
}  // namespace cambio
