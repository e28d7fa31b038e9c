// The job that settles futures: who is liquidated and who is not, targets, requests, funding, and
// that the money is right whatever happens in the middle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "support/builders.h"
#include "support/contracts.h"

namespace cambio {
namespace {

using positions::Reason, positions::State;
using test::dec, test::OpenPosition, test::Person, test::World;
using testing::HasSubstr;

constexpr futures::Side buy = futures::Side::buy_more;
constexpr futures::Side sell = futures::Side::sell_empty;
constexpr const char* pair = "F0USDT";

class SettleFutures : public testing::Test {
  protected:
    void SetUp() override {
        test::make_contract(world, "F0");
        test::mark(world, pair, "50000");
        world.liquidity("USDT", "1000000");
        world.fund(ledger::House::insurance, "USDT", "10000");
    }
    void TearDown() override { test::expect_books_balance(world); }

    std::string settle() {
        std::string log;
        EXPECT_EQ(test::run_job("settle_futures", world.config().path(), {"--once"}, &log), 0)
            << log;
        return log;
    }
    Person person(const std::string& name, const char* amount = "10000") {
        return world.client(name + "@example.com").with("USDT", amount, ledger::Wallet::future);
    }
    static std::string available(const Person& person) {
        return person.balance("USDT", ledger::Wallet::future).str();
    }
    static std::string held(const Person& person) {
        return person.held("USDT", ledger::Wallet::future).str();
    }
    std::int64_t count(const char* sql) { return world.superuser().run(sql)[0].integer("n"); }
    std::vector<std::string> told(const Person& person, const char* table, const char* name) {
        const std::string sql = std::string{"select "} + name + " as name from " + table +
                                " where client_id = $1 order by id";
        std::vector<std::string> names;
        for (const auto row : world.superuser().run(sql.c_str(), {person.id}))
            names.push_back(row.str("name"));
        return names;
    }
    std::vector<std::string> bell(const Person& person) {
        return told(person, "notifications", "kind");
    }
    std::vector<std::string> mails(const Person& person) {
        return told(person, "outgoing_mails", "name");
    }
    Decimal house(ledger::House account) { return world.house_balance(account, "USDT"); }

    World world{{{"STALE_AFTER_MS", "600000"}}};
};

using testing::ElementsAre, testing::IsEmpty;

TEST_F(SettleFutures, LiquidatesAtTheMaintenanceAndNotBefore) {
    const auto anna = person("anna");
    const auto id = test::open(world, anna, {.pair = pair});
    test::mark(world, pair, "45226.2");
    settle();
    EXPECT_EQ(test::read(world, id).state, State::open);
    test::mark(world, pair, "45220");
    settle();
    const auto position = test::read(world, id);
    EXPECT_EQ(position.state, State::liquidated);
    EXPECT_EQ(position.reason, Reason::liquidated);
    EXPECT_EQ(position.closing_price, dec("45220"));
    EXPECT_EQ(position.realised, dec("-100"));
    EXPECT_EQ(available(anna), "9900");
    EXPECT_EQ(held(anna), "0");
    // The loss is 0.02 × 4780 = 95.6, and 4.4 are left of the margin.
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000095.6"));
    EXPECT_EQ(house(ledger::House::insurance), dec("10004.4"));
    EXPECT_THAT(bell(anna), ElementsAre("margin_call", "position_liquidated"));
    EXPECT_THAT(mails(anna), ElementsAre("margin_call", "position_liquidated"));
    const auto record = world.app().run("select * from liquidations where position_id = $1", {id});
    ASSERT_EQ(record.size(), 1);
    EXPECT_EQ(record[0].decimal("equity"), dec("4.4"));
    EXPECT_EQ(record[0].decimal("maintenance"), dec("4.522"));
    EXPECT_EQ(record[0].decimal("to_liquidity"), dec("95.6"));
    EXPECT_EQ(record[0].decimal("to_insurance"), dec("4.4"));
}

TEST_F(SettleFutures, LiquidatesShortPositionsAboveTheirPrice) {
    const auto anna = person("anna");
    const auto lower = test::open(world, anna, {.pair = pair, .side = sell, .leverage = 20});
    const auto higher = test::open(world, anna, {.pair = pair, .side = sell});
    test::mark(world, pair, "53000");
    settle();
    EXPECT_EQ(test::read(world, lower).state, State::liquidated);
    EXPECT_EQ(test::read(world, higher).state, State::open);
}

TEST_F(SettleFutures, LetsTheInsurancePayWhatAJumpTookBeyondTheMargin) {
    const auto anna = person("anna");
    test::open(world, anna, {.pair = pair});
    test::mark(world, pair, "35000");
    settle();
    // 0.02 × 15000 = 300: 100 of margin, 200 of the insurance
    EXPECT_EQ(available(anna), "9900");
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000300"));
    EXPECT_EQ(house(ledger::House::insurance), dec("9800"));
}

TEST_F(SettleFutures, DoesNothingAtAStaleMark) {
    const auto anna = person("anna");
    const auto id = test::open(world, anna, {.pair = pair, .stop_loss = "49000"});
    test::mark(world, pair, "40000", std::chrono::seconds{601});
    settle();
    EXPECT_EQ(test::read(world, id).state, State::open);
    test::mark(world, pair, "40000");
    settle();
    EXPECT_EQ(test::read(world, id).state, State::liquidated) << "and not stopped at 40000";
}

TEST_F(SettleFutures, ClosesAtTargets) {
    const auto anna = person("anna");
    const auto wins =
        test::open(world, anna, {.pair = pair, .take_profit = "51000", .stop_loss = "49000"});
    const auto loses = test::open(
        world, anna, {.pair = pair, .side = sell, .take_profit = "40000", .stop_loss = "51000.5"});
    const auto stays = test::open(world, anna, {.pair = pair, .take_profit = "51002"});
    test::mark(world, pair, "50999.9");
    settle();
    EXPECT_EQ(test::read(world, wins).state, State::open);
    test::mark(world, pair, "51001");
    settle();
    EXPECT_EQ(test::read(world, wins).reason, Reason::take_profit);
    EXPECT_EQ(test::read(world, wins).closing_price, dec("51001")) << "at the mark";
    EXPECT_EQ(test::read(world, wins).realised, dec("20.02"));
    EXPECT_EQ(test::read(world, loses).reason, Reason::stop_loss);
    EXPECT_EQ(test::read(world, loses).realised, dec("-20.02"));
    EXPECT_EQ(test::read(world, stays).state, State::open);
    EXPECT_EQ(available(anna), "9900");
    EXPECT_THAT(bell(anna), ElementsAre("position_target_hit", "position_target_hit"));
    EXPECT_THAT(mails(anna), IsEmpty());
}

TEST_F(SettleFutures, ClosesRequestsAtTheirPriceWhateverTheMark) {
    const auto anna = person("anna");
    const auto id = test::open(world, anna, {.pair = pair});
    test::request_close(world, id, "52000");
    test::mark(world, pair, "30000", std::chrono::hours{1});
    settle();
    EXPECT_EQ(test::read(world, id).reason, Reason::closed);
    EXPECT_EQ(test::read(world, id).realised, dec("40"));
    EXPECT_EQ(available(anna), "10040");
    EXPECT_THAT(bell(anna), ElementsAre("position_closed"));
    settle();
    EXPECT_EQ(available(anna), "10040");
}

TEST_F(SettleFutures, LeavesRequestsToTheOperatorWhereThatIsThePolicy) {
    world.config().set("FUTURES_CLOSING", "manual");
    const auto anna = person("anna");
    const auto id = test::open(world, anna, {.pair = pair});
    test::request_close(world, id, "52000");
    test::mark(world, pair, "30000");
    settle();
    EXPECT_EQ(test::read(world, id).state, State::close_requested)
        << "neither closed nor liquidated";
}

TEST_F(SettleFutures, WarnsOnceUntilMarginIsAdded) {
    const auto anna = person("anna");
    const auto id = test::open(world, anna, {.pair = pair});
    test::mark(world, pair, "45283.1");
    settle();
    EXPECT_THAT(bell(anna), IsEmpty());
    test::mark(world, pair, "45270");
    settle();
    settle();
    EXPECT_THAT(bell(anna), ElementsAre("margin_call"));
    EXPECT_THAT(mails(anna), ElementsAre("margin_call"));
    const auto data =
        world.app().run("select data from notifications where client_id = $1", {anna.id})[0].str(
            "data");
    // 0.02 × 45270 × 0.005 = 4.527 of 5.4
    EXPECT_THAT(data, HasSubstr(R"("ratio": "83.83")"));
    EXPECT_EQ(test::read(world, id).state, State::open);
}

// -- Funding
// ----------------------------------------------------------------------------------------

pg::Time hours_ago(int hours) {
    return pg::now() - std::chrono::hours{hours};
}

TEST_F(SettleFutures, PaysFundingOnceForEachTime) {
    const auto anna = person("anna"), berta = person("berta");
    const auto longs = test::open(world, anna, {.pair = pair, .opened_at = hours_ago(40)});
    const auto shorts =
        test::open(world, berta, {.pair = pair, .side = sell, .opened_at = hours_ago(40)});
    const auto young = test::open(world, anna, {.pair = pair, .opened_at = hours_ago(1)});
    test::funding(world, pair, "0.0001", "50000", hours_ago(24));
    test::funding(world, pair, "-0.0002", "45000", hours_ago(16));
    test::funding(world, pair, "0.0003", "55000", hours_ago(8));
    settle();
    settle();
    // −1000 × 0.0001 + 900 × 0.0002 − 1100 × 0.0003 = −0.1 + 0.18 − 0.33
    EXPECT_EQ(test::read(world, longs).funding, dec("-0.25"));
    EXPECT_EQ(test::read(world, longs).margin, dec("99.75"));
    EXPECT_EQ(test::read(world, shorts).funding, dec("0.25"));
    EXPECT_EQ(test::read(world, young).funding, dec("0"));
    EXPECT_EQ(held(anna), "199.75");
    EXPECT_EQ(held(berta), "100.25");
    EXPECT_EQ(house(ledger::House::liquidity), dec("1000000"));
    EXPECT_EQ(count("select count(*) as n from funding_payments"), 6);
    EXPECT_EQ(count("select count(*) as n from funding_rates where settled_at is null"), 0);
    // (1000 − 99.75) / 0.0199: what was paid moves the price of liquidation.
    EXPECT_EQ(test::read(world, longs).liquidation_price->str(4, Rounding::half_even),
              "45238.6935");
}

TEST_F(SettleFutures, TakesNoMoreFundingThanTheMargin) {
    const auto anna = person("anna");
    const auto id = test::open(
        world, anna, {.pair = pair, .margin = "1", .leverage = 20, .opened_at = hours_ago(17)});
    test::funding(world, pair, "0.5", "50000", hours_ago(8));
    settle();
    EXPECT_EQ(test::read(world, id).state, State::liquidated) << "nothing is left of it";
    EXPECT_EQ(test::read(world, id).funding, dec("-1"));
    EXPECT_EQ(test::read(world, id).realised, dec("0"));
    EXPECT_EQ(available(anna), "9999");
}

TEST_F(SettleFutures, AsksNobodyForFundingWhoseClosingIsPriced) {
    world.config().set("FUTURES_CLOSING", "manual");
    const auto anna = person("anna");
    const auto id = test::open(world, anna, {.pair = pair, .opened_at = hours_ago(17)});
    test::request_close(world, id, "50000");
    world.superuser().run("update positions set requested_at = now() - interval '8.5 hours'");
    test::funding(world, pair, "0.001", "50000", hours_ago(8));
    settle();
    EXPECT_EQ(test::read(world, id).funding, dec("0"));
}

TEST_F(SettleFutures, LetsFundingWaitForAHouseThatIsEmpty) {
    World poor;
    test::make_contract(poor, "F0");
    test::mark(poor, pair, "50000");
    const auto anna = poor.client("anna@example.com").with("USDT", "1000", ledger::Wallet::future);
    const auto id =
        test::open(poor, anna, {.pair = pair, .side = sell, .opened_at = hours_ago(17)});
    test::funding(poor, pair, "0.0001", "50000", hours_ago(8));
    const auto once = [&] {
        return test::run_job("settle_futures", poor.config().path(), {"--once"});
    };
    EXPECT_EQ(once(), 0);
    EXPECT_EQ(test::read(poor, id).funding, dec("0"));
    poor.fund(ledger::House::insurance, "USDT", "1");
    EXPECT_EQ(once(), 0);
    EXPECT_EQ(test::read(poor, id).funding, dec("0.1"));
    test::expect_books_balance(poor);
}

TEST_F(SettleFutures, OwesFundingThatItCannotPayAndClosesAllTheSame) {
    World poor;
    test::make_contract(poor, "F0");
    test::mark(poor, pair, "51000");
    const auto anna = poor.client("anna@example.com").with("USDT", "1000", ledger::Wallet::future);
    const auto stays =
        test::open(poor, anna, {.pair = pair, .side = sell, .opened_at = hours_ago(17)});
    const auto asked =
        test::open(poor, anna, {.pair = pair, .side = sell, .opened_at = hours_ago(17)});
    test::request_close(poor, asked, "50000");
    test::funding(poor, pair, "0.0001", "50000", hours_ago(8));
    const auto once = [&] {
        EXPECT_EQ(test::run_job("settle_futures", poor.config().path(), {"--once"}), 0);
    };
    const auto waiting = [&] {
        return poor.app().run("select value from job_marks where name = 'futures_waiting'")[0].str(
            "value");
    };
    once();
    EXPECT_EQ(test::read(poor, asked).state, State::closed) << "at the price of its request";
    EXPECT_EQ(waiting(), "2") << "funding of both";
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), dec("900"));

    // A stop-loss brings the house money, which pays what it owes: into the margin, and to the
    // owner of the one that has ended.
    const auto stopped = test::open(
        poor, anna, {.pair = pair, .side = sell, .stop_loss = "50500", .opened_at = hours_ago(17)});
    test::funding(poor, pair, "0.0002", "50000", hours_ago(7));
    once();
    EXPECT_EQ(test::read(poor, stopped).state, State::closed);
    once();
    EXPECT_EQ(waiting(), "0");
    EXPECT_EQ(test::read(poor, stays).funding, dec("0.3"));
    EXPECT_EQ(test::read(poor, stays).margin, dec("100.3"));
    // 900 − 100 + 80 of the stop, 0.1 of the first and 0.2 of the stopped one.
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), dec("880.3"));
    EXPECT_EQ(anna.held("USDT", ledger::Wallet::future), dec("100.3"));
    EXPECT_EQ(poor.app().run("select count(*) as n from funding_payments")[0].integer("n"), 4);
    test::expect_books_balance(poor);
}

// -- The house without money
// ------------------------------------------------------------------------

TEST_F(SettleFutures, LetsTheInsurancePayAWinnerAndOthersWait) {
    World poor;
    test::make_contract(poor, "F0");
    test::mark(poor, pair, "50000");
    poor.liquidity("USDT", "30");
    poor.fund(ledger::House::insurance, "USDT", "20");
    const auto anna = poor.client("anna@example.com").with("USDT", "1000", ledger::Wallet::future);
    const auto first = test::open(poor, anna, {.pair = pair});
    const auto second = test::open(poor, anna, {.pair = pair});
    test::request_close(poor, first, "52000");
    test::request_close(poor, second, "52000");
    std::string log;
    const auto once = [&] {
        log.clear();
        EXPECT_EQ(test::run_job("settle_futures", poor.config().path(), {"--once"}, &log), 0);
    };
    once();
    EXPECT_EQ(test::read(poor, first).state, State::closed) << "30 of the house, 10 of the other";
    EXPECT_EQ(test::read(poor, second).state, State::close_requested);
    EXPECT_EQ(poor.house_balance(ledger::House::insurance, "USDT"), dec("10"));
    EXPECT_THAT(log, HasSubstr("closing_waits_for_the_house"));
    EXPECT_EQ(poor.app().run("select value from job_marks where name = 'futures_waiting'")[0].str(
                  "value"),
              "1");
    test::expect_books_balance(poor);
    poor.liquidity("USDT", "30");
    once();
    EXPECT_EQ(test::read(poor, second).realised, dec("40"));
    EXPECT_EQ(available(anna), "1080");
    EXPECT_EQ(poor.app().run("select value from job_marks where name = 'futures_waiting'")[0].str(
                  "value"),
              "0");
    test::expect_books_balance(poor);
}

// -- Many at once
// -----------------------------------------------------------------------------------

/// 1,000 positions of 50 clients in four contracts: two of three long, all leverages.
class Crash : public SettleFutures {
  protected:
    void SetUp() override {
        SettleFutures::SetUp();
        for (int i = 1; i < 4; ++i) {
            test::make_contract(world, "F" + std::to_string(i));
            test::mark(world, market(i), "50000");
        }
        for (int i = 0; i < 50; ++i) people.push_back(person("crash" + std::to_string(i)));
        std::vector<std::pair<const Person*, OpenPosition>> wanted;
        for (int i = 0; i < 1000; ++i) {
            wanted.push_back(
                {&people[static_cast<std::size_t>(i % 50)],
                 {.pair = market(i % 4),
                  .side = i % 3 == 0 ? sell : buy,
                  .margin = std::to_string(10 + i % 37),
                  .leverage = futures::leverages[static_cast<std::size_t>((i / 3) % 3)]}});
        }
        ids = test::open_all(world, wanted);
    }

    static std::string market(int i) { return "F" + std::to_string(i) + "USDT"; }
    void mark_all(const char* price) {
        for (int i = 0; i < 4; ++i) test::mark(world, market(i), price);
    }
    /// As if the price stood: a mark is told again before it is too old for a slow machine.
    void settle_at(const char* price) {
        std::int64_t before = -1;
        for (std::int64_t gone = 0; gone != before;) {
            before = gone;
            mark_all(price);
            settle();
            gone = count("select count(*) as n from liquidations");
        }
    }

    /// Everybody under the maintenance has gone, nobody else, and each lost the margin once.
    void expect_settled_at(const char* price, const char* lowest) {
        int gone = 0;
        for (const auto& position : test::read_all(world)) {
            if (position.state == State::open) {
                EXPECT_FALSE(futures::liquidated(position.rules(), dec(price)));
                continue;
            }
            ++gone;
            ASSERT_EQ(position.state, State::liquidated);
            EXPECT_TRUE(futures::liquidated(position.rules(), *position.closing_price));
            EXPECT_GE(*position.closing_price, dec(lowest));
        }
        EXPECT_GT(gone, 600);
        EXPECT_LT(gone, 1000);
        EXPECT_EQ(count("select count(*) as n from liquidations"), gone);
        // Margins that were held and have left their clients are those of the liquidated.
        EXPECT_EQ(count(R"sql(
            select count(*) as n from positions p where state = 4 and margin is distinct from
                (select sum(amount) from ledger_transfers t
                  where t.reference = p.id and t.kind in (24, 25)))sql"),
                  0);
        EXPECT_EQ(count("select count(*) as n from ledger_accounts where balance < 0 "
                        "and client_id is not null"),
                  0);
    }

    std::vector<Person> people;
    std::vector<PositionId> ids;
};

TEST_F(Crash, OfThirtyPercentInAMinuteLiquidatesEveryoneUnderTheMaintenance) {
    for (const char* price : {"48000", "46500", "45000", "43000", "40000", "37500", "35000"}) {
        settle_at(price);
    }
    expect_settled_at("35000", "35000");
}

TEST_F(Crash, InOneJumpIsSettledByTheInsurance) {
    world.fund(ledger::House::insurance, "USDT", "100000");
    const Decimal before = house(ledger::House::insurance);
    settle_at("35000");
    expect_settled_at("35000", "35000");
    EXPECT_LT(house(ledger::House::insurance), before);
}

TEST_F(Crash, KilledInTheMiddlePaysNothingTwice) {
    mark_all("40000");
    {
        // One position in the middle cannot be locked, so that the job stands there when it dies.
        pg::Connection other{world.database().suite()};
        pg::Transaction tx{other};
        tx.run("select id from positions where id = $1 for update", {ids[500]});
        test::ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
        options.output = "/dev/null";
        test::ChildProcess job{{test::program_path("settle_futures"), "--once"}, options};
        test::wait_until("the job stands in the middle", [&] {
            mark_all("40000");
            return count("select count(*) as n from liquidations") >= 200 &&
                   count("select count(*) as n from pg_locks where not granted") > 0;
        });
        job.signal(SIGKILL);
        job.wait();
        EXPECT_LT(count("select count(*) as n from liquidations"), 500);
    }
    test::expect_books_balance(world);
    settle_at("40000");
    expect_settled_at("40000", "40000");
}

TEST_F(Crash, MeetsClosingsAndEachPositionEndsOnce) {
    mark_all("47000");
    const test::HandlerProcess futures = world.handler("futures");
    std::vector<std::string> tokens;
    for (const auto& one : people) tokens.push_back(world.token(one));
    std::vector<std::thread> clickers;
    for (std::size_t start = 0; start < 4; ++start) {
        clickers.emplace_back([&, start] {
            for (std::size_t i = start; i < ids.size(); i += 8) {
                auto client = futures.client();
                client.bearer(tokens[i % people.size()]);
                const auto answer =
                    client.post_json("/api/v3/futures/close",
                                     {{"future_id", std::to_string(ids[i].value)},
                                      {"transaction_password", World::transaction_password}});
                EXPECT_TRUE(answer.status == 200 || answer.status == 409) << answer.body;
            }
        });
    }
    for (int i = 0; i < 6; ++i) settle();
    for (auto& clicker : clickers) clicker.join();
    settle_at("47000");
    EXPECT_GT(count("select count(*) as n from positions where state = 3"), 0);
    EXPECT_GT(count("select count(*) as n from positions where state = 4"), 0);
    EXPECT_EQ(count("select count(*) as n from positions where state = 2"), 0);
    EXPECT_EQ(count(R"sql(
        select count(*) as n from positions p where state in (3, 4) and margin is distinct from
            (select sum(amount) from ledger_transfers t
              where t.reference = p.id and t.kind in (21, 24, 25)))sql"),
              0)
        << "each margin left its account once";
}

}  // namespace
}  // namespace cambio
