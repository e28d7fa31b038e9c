// The job that settles futures fills orders: at which mark, which not, who is refused and who
// waits, and that the money is right whatever happens in the middle.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "support/builders.h"
#include "support/contracts.h"

namespace cambio {
namespace {

using positions::OrderKind, positions::OrderState;
using test::dec, test::Person, test::PlacedOrder, test::World;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty, testing::Not;

constexpr futures::Side buy = futures::Side::buy_more;
constexpr futures::Side sell = futures::Side::sell_empty;
constexpr const char* pair = "F0USDT";

class SettleFuturesOrders : public testing::Test {
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
    std::string settle_at(const char* price) {
        test::mark(world, pair, price);
        return settle();
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
    OrderState state(PositionId id) { return test::read_order(world, id).state; }
    std::int64_t count(const char* sql) { return world.superuser().run(sql)[0].integer("n"); }
    std::vector<std::string> bell(const Person& person) {
        std::vector<std::string> kinds;
        for (const auto row : world.superuser().run(
                 "select kind from notifications where client_id = $1 order by id", {person.id}))
            kinds.push_back(row.str("kind"));
        return kinds;
    }
    void expect_refused(const Person& owner, PositionId id, const char* reason) {
        const auto order = test::read_order(world, id);
        EXPECT_EQ(order.state, OrderState::refused);
        EXPECT_EQ(order.reason, reason);
        EXPECT_TRUE(order.ended_at);
        EXPECT_EQ(bell(owner).back(), "futures_order_refused");
        EXPECT_FALSE(order.filled_price) << "there is no position";
    }

    World world{{{"STALE_AFTER_MS", "600000"}}};
};

TEST_F(SettleFuturesOrders, FillsLimitsAtAMarkThatIsNoWorse) {
    const auto anna = person("anna"), berta = person("berta");
    const auto longs =
        test::place(world, anna,
                    {.pair = pair, .price = "49000", .take_profit = "52000", .stop_loss = "45000"});
    const auto shorts = test::place(world, berta, {.pair = pair, .side = sell, .price = "51000"});
    EXPECT_EQ(held(anna), "100.5");
    EXPECT_EQ(available(anna), "9899.5");
    settle_at("49000.1");
    EXPECT_EQ(state(longs), OrderState::open);
    settle_at("48990");
    const auto order = test::read_order(world, longs);
    EXPECT_EQ(order.state, OrderState::filled);
    EXPECT_EQ(order.filled_price, dec("48990"));
    const auto position = test::read(world, longs);
    EXPECT_EQ(position.state, positions::State::open);
    EXPECT_EQ(position.opening_price, dec("48990")) << "at the mark, and not at the price";
    EXPECT_EQ(position.quantity, dec("0.02041"));
    EXPECT_EQ(position.margin, dec("99.98859"));
    EXPECT_EQ(position.take_profit, dec("52000"));
    EXPECT_EQ(position.stop_loss, dec("45000"));
    EXPECT_EQ(held(anna), "99.98859");
    EXPECT_EQ(available(anna), "9899.51146705") << "10000 − 99.98859 − 0.49994295";
    EXPECT_EQ(world.house_balance(ledger::House::fees, "USDT"), dec("0.49994295"));
    EXPECT_THAT(bell(anna), ElementsAre("futures_order_filled"));
    EXPECT_EQ(state(shorts), OrderState::open);
    settle_at("50999.9");
    EXPECT_EQ(state(shorts), OrderState::open);
    settle_at("51000");
    EXPECT_EQ(state(shorts), OrderState::filled);
    EXPECT_EQ(test::read(world, shorts).opening_price, dec("51000"));
    EXPECT_EQ(test::read(world, shorts).side, sell);
}

TEST_F(SettleFuturesOrders, FillsTriggersFromTheSideWhereTheMarkStood) {
    const auto anna = person("anna");
    const auto trigger = [&](futures::Side side, const char* price, bool rises) {
        return test::place(world, anna,
                           {.pair = pair,
                            .kind = OrderKind::trigger,
                            .side = side,
                            .price = price,
                            .rises = rises});
    };
    const auto breaks_out = trigger(buy, "51000", true), fades = trigger(sell, "51000", true);
    const auto breaks_down = trigger(sell, "49000", false), dips = trigger(buy, "49000", false);
    settle_at("50999.9");
    settle_at("49000.1");
    EXPECT_EQ(count("select count(*) as n from positions"), 0);
    settle_at("51234.5");
    for (const auto id : {breaks_out, fades}) {
        EXPECT_EQ(state(id), OrderState::filled);
        EXPECT_EQ(test::read(world, id).opening_price, dec("51234.5")) << "whatever mark that is";
    }
    EXPECT_EQ(state(breaks_down), OrderState::open);
    settle_at("48000");
    for (const auto id : {breaks_down, dips}) {
        EXPECT_EQ(state(id), OrderState::filled);
        EXPECT_EQ(test::read(world, id).opening_price, dec("48000"));
    }
}

TEST_F(SettleFuturesOrders, FillsNothingAtAStaleMarkOrOneThatIsHeldBack) {
    const auto anna = person("anna");
    const auto id = test::place(world, anna, {.pair = pair});
    test::mark(world, pair, "48000", std::chrono::seconds{601});
    settle();
    EXPECT_EQ(state(id), OrderState::open);
    test::mark(world, pair, "48000");
    world.superuser().run("update marks set held_back = 30000, held_back_at = now()");
    settle();
    EXPECT_EQ(state(id), OrderState::open);
    EXPECT_EQ(held(anna), "100.5");
    settle_at("48000");
    EXPECT_EQ(state(id), OrderState::filled);
}

TEST_F(SettleFuturesOrders, FillsNothingAtAMarkThatWasMadeBefore) {
    world.config().set("HOUSE_LAST_LOOK", "yes");
    const auto anna = person("anna");
    test::mark(world, pair, "48000");
    const auto id = test::place(world, anna, {.pair = pair});
    settle();
    EXPECT_EQ(state(id), OrderState::open) << "its price was reached, and known to its owner";
    settle_at("48500");
    EXPECT_EQ(test::read(world, id).opening_price, dec("48500"));
}

TEST_F(SettleFuturesOrders, FillsNothingWhileItsMarketIsHalted) {
    const auto anna = person("anna");
    const auto id = test::place(world, anna, {.pair = pair});
    for (const char* stopped : {"halted", "paused"}) {
        const std::string flag = std::string{"update markets set "} + stopped + " = ";
        world.superuser().run((flag + "true").c_str());
        settle_at("48000");
        EXPECT_EQ(state(id), OrderState::open) << stopped;
        world.superuser().run((flag + "false").c_str());
    }
    settle_at("48000");
    EXPECT_EQ(state(id), OrderState::filled);
}

TEST_F(SettleFuturesOrders, LetsAnOrderWaitForWhichTheHouseHasNoRoom) {
    // Of 1,010,000 USDT one contract may have 10,100.
    world.config().set("FUTURES_CAP_CONTRACT", "0.01");
    const auto anna = person("anna"), berta = person("berta"), carl = person("carl");
    const auto first = test::place(world, anna, {.pair = pair, .margin = "900"});
    const auto second = test::place(world, berta, {.pair = pair, .margin = "200"});
    const auto third = test::place(world, carl, {.pair = pair, .margin = "100"});
    EXPECT_THAT(settle_at("48000"), HasSubstr("order_waits_for_the_house"));
    EXPECT_EQ(state(first), OrderState::filled);
    EXPECT_EQ(state(second), OrderState::open);
    EXPECT_TRUE(test::read_order(world, second).waits_since);
    EXPECT_EQ(state(third), OrderState::filled) << "there is room for it";
    EXPECT_EQ(held(berta), "201");
    EXPECT_THAT(bell(berta), IsEmpty());
    EXPECT_THAT(settle_at("48000"), Not(HasSubstr("order_waits_for_the_house")))
        << "it is said once";
    test::request_close(world, first, "48000");
    settle_at("49000.1");
    EXPECT_EQ(state(second), OrderState::open) << "its price has gone meanwhile";
    settle_at("48000");
    EXPECT_EQ(state(second), OrderState::filled);
}

TEST_F(SettleFuturesOrders, LetsAnOrderWaitWhilePairsOfPositionsLeaveNoRoom) {
    // One contract may have a net of 10,100 and four times that in all; this is 38,400 at 48,000.
    world.config().set("FUTURES_CAP_CONTRACT", "0.01");
    const auto anna = person("anna"), berta = person("berta"), carl = person("carl");
    std::vector<PositionId> longs;
    for (const Person* one : {&anna, &berta}) {
        longs.push_back(test::open(world, *one, {.pair = pair, .margin = "1000"}));
        test::open(world, *one,
                   {.pair = pair, .side = futures::Side::sell_empty, .margin = "1000"});
    }
    const auto order = test::place(world, carl, {.pair = pair, .margin = "300"});
    EXPECT_THAT(settle_at("48000"), HasSubstr("order_waits_for_the_house"));
    EXPECT_EQ(state(order), OrderState::open);
    EXPECT_TRUE(test::read_order(world, order).waits_since);
    test::request_close(world, longs.front(), "48000");
    settle_at("48000");
    EXPECT_EQ(state(order), OrderState::filled);
}

TEST_F(SettleFuturesOrders, LetsNobodyWaitForThoseThatTheHouseHasNoRoomFor) {
    test::make_contract(world, "F1");
    test::mark(world, "F1USDT", "50000");
    std::vector<Person> people;
    for (int i = 0; i < 6; ++i) people.push_back(person("crowd" + std::to_string(i), "100000"));
    for (std::size_t i = 0; i < 250; ++i)
        test::place(world, people[i % people.size()], {.pair = pair, .margin = "1000"});
    world.superuser().run("update futures_orders set waits_since = now()");
    world.config().set("FUTURES_CAP_CONTRACT", "0.0001");
    const auto free = test::place(world, person("free"), {.pair = "F1USDT", .margin = "2"});
    test::mark(world, "F1USDT", "48000");
    settle_at("48000");
    EXPECT_EQ(state(free), OrderState::filled);
    // What cannot be filled waits for nobody who holds the account of fees.
    pg::Connection other{world.database().superuser()};
    pg::Transaction tx{other};
    tx.run("select from ledger_accounts where house = 'fees' for update");
    settle_at("48000");
    EXPECT_EQ(count("select count(*) as n from futures_orders where state = 2"), 1);
}

TEST_F(SettleFuturesOrders, GoesOnWhereAnOrderThatWaitedIsLocked) {
    const auto anna = person("anna"), berta = person("berta");
    const auto left = test::place(world, anna, {.pair = pair, .price = "40000"});
    const auto reached = test::place(world, berta, {.pair = pair});
    world.superuser().run("update futures_orders set waits_since = now() where id = $1", {left});
    pg::Connection other{world.database().suite()};
    pg::Transaction tx{other};
    tx.run("select id from futures_orders where id = $1 for update", {left});
    settle_at("48000");
    EXPECT_EQ(state(reached), OrderState::filled);
    EXPECT_TRUE(test::read_order(world, left).waits_since);
    tx.commit();
    settle_at("48000");
    EXPECT_FALSE(test::read_order(world, left).waits_since);
}

TEST_F(SettleFuturesOrders, RefusesAClientWhoIsFrozen) {
    const auto anna = person("anna"), berta = person("berta");
    const auto id = test::place(world, anna, {.pair = pair});
    const auto other = test::place(world, berta, {.pair = pair});
    world.superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    settle_at("49500");
    EXPECT_EQ(state(id), OrderState::open) << "until its price comes";
    settle_at("48000");
    expect_refused(anna, id, "frozen_account");
    EXPECT_EQ(available(anna), "10000");
    EXPECT_EQ(held(anna), "0");
    EXPECT_EQ(state(other), OrderState::filled);
}

TEST_F(SettleFuturesOrders, RefusesForGoodWhatItsClientCannotOpen) {
    world.config().set("FUTURES_CAP_CLIENT", "0.01");
    const auto anna = person("anna"), berta = person("berta"), carl = person("carl"),
               dora = person("dora");
    const auto gapped = test::place(world, anna, {.pair = pair, .stop_loss = "48500"});
    // The least lots of a sale are worth two USDT and more at that mark.
    const auto small =
        test::place(world, berta, {.pair = pair, .side = sell, .price = "60000", .margin = "1.2"});
    const auto large = test::place(world, carl, {.pair = pair, .margin = "2000"});
    const std::vector<std::pair<const Person*, test::OpenPosition>> most(
        200, {&dora, {.pair = pair, .margin = "1"}});
    test::open_all(world, most);
    const auto many = test::place(world, dora, {.pair = pair});
    settle_at("48000");
    expect_refused(anna, gapped, "target_side");
    expect_refused(carl, large, "above_maximum");
    expect_refused(dora, many, "too_many_positions");
    EXPECT_EQ(available(anna), "10000");
    EXPECT_EQ(available(carl), "10000");
    settle_at("130000");
    expect_refused(berta, small, "below_minimum");
    EXPECT_EQ(available(berta), "10000");
}

TEST_F(SettleFuturesOrders, KilledInTheMiddleFillsNothingTwice) {
    std::vector<Person> people;
    for (int i = 0; i < 20; ++i) people.push_back(person("many" + std::to_string(i)));
    std::vector<PositionId> ids;
    for (std::size_t i = 0; i < 300; ++i)
        ids.push_back(test::place(world, people[i % people.size()], {.pair = pair}));
    test::mark(world, pair, "48000");
    {
        // One order in the middle cannot be locked, so that the job stands there when it dies.
        pg::Connection other{world.database().suite()};
        pg::Transaction tx{other};
        tx.run("select id from futures_orders where id = $1 for update", {ids[170]});
        test::ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
        options.output = "/dev/null";
        test::ChildProcess job{{test::program_path("settle_futures"), "--once"}, options};
        test::wait_until("the job stands in the middle", [&] {
            return count("select count(*) as n from positions") >= 150 &&
                   count("select count(*) as n from pg_locks where not granted") > 0;
        });
        job.signal(SIGKILL);
        job.wait();
    }
    EXPECT_EQ(count("select count(*) as n from positions"), 150);
    test::expect_books_balance(world);
    test::mark(world, pair, "48000");
    settle();
    settle();
    EXPECT_EQ(count("select count(*) as n from futures_orders where state = 2"), 300);
    EXPECT_EQ(count("select count(*) as n from positions"), 300);
    EXPECT_EQ(count("select count(*) as n from ledger_transfers where kind = 22"), 300);
    EXPECT_EQ(count(R"sql(
        select count(*) as n from positions p where margin is distinct from
            (select sum(case t.kind when 20 then t.amount else -t.amount end)
               from ledger_transfers t where t.reference = p.id and t.kind in (20, 21)))sql"),
              0)
        << "what is held for each is its margin";
}

}  // namespace
}  // namespace cambio
