// The job that settles futures fills orders that close a position: at which mark, which not, how
// much, what ends them, and that the money is right whatever happens in the middle.
#include <gtest/gtest.h>

#include <csignal>

#include "support/builders.h"
#include "support/contracts.h"

namespace cambio {
namespace {

using positions::OrderKind, positions::OrderState;
using test::dec, test::Person, test::World;

constexpr const char* pair = "F0USDT";

class SettleClosingOrders : public testing::Test {
  protected:
    void SetUp() override {
        test::make_contract(world, "F0");
        test::mark(world, pair, "50000");
        world.liquidity("USDT", "1000000");
        world.fund(ledger::House::insurance, "USDT", "10000");
    }
    void TearDown() override { test::expect_books_balance(world); }

    void settle() {
        std::string log;
        EXPECT_EQ(test::run_job("settle_futures", world.config().path(), {"--once"}, &log), 0)
            << log;
    }
    void settle_at(const char* price) {
        test::mark(world, pair, price);
        settle();
    }
    Person person(const std::string& name) {
        return world.client(name + "@example.com").with("USDT", "10000", ledger::Wallet::future);
    }
    /// 0.02 of the coin at 50,000 for 100 USDT; a short one where `side` says so.
    PositionId open(const Person& owner, futures::Side side = futures::Side::buy_more) {
        return test::open(world, owner, {.pair = pair, .side = side});
    }
    PositionId limit(PositionId position, const char* price, const char* quantity = "0.005") {
        return test::place_closing(world,
                                   {.position = position, .price = price, .quantity = quantity});
    }
    PositionId trigger(PositionId position, const char* price, bool rises,
                       const char* quantity = "0.005") {
        return test::place_closing(world, {.position = position,
                                           .kind = OrderKind::trigger,
                                           .price = price,
                                           .quantity = quantity,
                                           .rises = rises});
    }
    /// 420 orders: of 21 positions, each a half of them in twenty.
    void limit_all_of(const Person& owner, const char* price) {
        for (int i = 0; i < 21; ++i) {
            const auto id = open(owner);
            for (int part = 0; part < 20; ++part) limit(id, price, "0.0005");
        }
    }
    OrderState state(PositionId order) { return test::read_closing(world, order).state; }
    positions::Position closed_by(PositionId order) {
        return test::read(world, test::read_closing(world, order).closed_as.value());
    }
    void expect_filled(PositionId order, const char* price, const char* quantity) {
        const auto read = test::read_closing(world, order);
        ASSERT_EQ(read.state, OrderState::filled);
        EXPECT_EQ(read.filled_price, dec(price));
        EXPECT_EQ(read.filled_quantity, dec(quantity));
        const auto closed = closed_by(order);
        EXPECT_EQ(closed.state, positions::State::closed);
        EXPECT_EQ(closed.closing_price, dec(price));
    }
    static std::string available(const Person& person) {
        return person.balance("USDT", ledger::Wallet::future).str();
    }
    static std::string held(const Person& person) {
        return person.held("USDT", ledger::Wallet::future).str();
    }
    std::int64_t count(const char* sql) { return world.superuser().run(sql)[0].integer("n"); }

    World world{{{"STALE_AFTER_MS", "600000"}}};
};

TEST_F(SettleClosingOrders, FillsLimitsAtAMarkThatIsNoWorse) {
    const auto anna = person("anna"), berta = person("berta");
    const auto longs = open(anna), shorts = open(berta, futures::Side::sell_empty);
    const auto sells = limit(longs, "51000"), buys = limit(shorts, "49000");
    settle_at("50999.9");
    settle_at("49000.1");
    EXPECT_EQ(count("select count(*) as n from closing_orders where state = 1"), 2);
    settle_at("51010");
    expect_filled(sells, "51010", "0.005");
    EXPECT_EQ(closed_by(sells).part_of, longs);
    EXPECT_EQ(available(anna), "9930.05") << "9900 + 25 + 0.005 × 1010";
    EXPECT_EQ(held(anna), "75");
    EXPECT_EQ(state(buys), OrderState::open);
    settle_at("48990");
    expect_filled(buys, "48990", "0.005");
    EXPECT_EQ(available(berta), "9930.05");
    settle_at("52000");
    EXPECT_EQ(held(anna), "75") << "each is filled once";
}

TEST_F(SettleClosingOrders, FillsTriggersFromTheSideWhereTheMarkStood) {
    const auto anna = person("anna");
    const auto id = open(anna);
    const auto profit = trigger(id, "51000", true), loss = trigger(id, "49000", false);
    settle_at("50999.9");
    settle_at("49000.1");
    EXPECT_EQ(state(loss), OrderState::open);
    settle_at("48900");
    expect_filled(loss, "48900", "0.005");
    EXPECT_EQ(state(profit), OrderState::open);
    settle_at("51234.5");
    expect_filled(profit, "51234.5", "0.005");
    EXPECT_EQ(test::read(world, id).quantity, dec("0.01"));
}

TEST_F(SettleClosingOrders, ClosesNeverMoreThanIsOpen) {
    const auto anna = person("anna");
    const auto id = open(anna);
    const auto first = limit(id, "51000", "0.012"), second = trigger(id, "51000", true, "0.012"),
               third = limit(id, "51000", "0.012");
    settle_at("51000");
    expect_filled(first, "51000", "0.012");
    expect_filled(second, "51000", "0.008");
    EXPECT_EQ(closed_by(second).id, id) << "all that was left";
    EXPECT_EQ(state(third), OrderState::cancelled);
    EXPECT_EQ(available(anna), "10020") << "0.02 × 1000";
    EXPECT_EQ(held(anna), "0");
}

TEST_F(SettleClosingOrders, ClosesTooSmallARestWithIt) {
    const auto anna = person("anna");
    const auto id = open(anna);
    // The least is 0.0002: 1 of 100 USDT.
    const auto first = limit(id, "51000", "0.01"), second = limit(id, "51000", "0.0099");
    settle_at("51000");
    expect_filled(first, "51000", "0.01");
    expect_filled(second, "51000", "0.01");
    EXPECT_EQ(held(anna), "0");
}

TEST_F(SettleClosingOrders, FillsNothingAtAMarkThatIsNotForIt) {
    const auto id = open(person("anna"));
    const auto order = limit(id, "51000");
    test::mark(world, pair, "52000", std::chrono::seconds{601});
    settle();
    EXPECT_EQ(state(order), OrderState::open) << "stale";
    test::mark(world, pair, "52000");
    world.superuser().run("update marks set held_back = 90000, held_back_at = now()");
    settle();
    EXPECT_EQ(state(order), OrderState::open) << "held back";
    for (const char* stopped : {"halted", "paused"}) {
        const std::string flag = std::string{"update markets set "} + stopped + " = ";
        world.superuser().run((flag + "true").c_str());
        settle_at("52000");
        EXPECT_EQ(state(order), OrderState::open) << stopped;
        world.superuser().run((flag + "false").c_str());
    }
    settle_at("52000");
    expect_filled(order, "52000", "0.005");
}

TEST_F(SettleClosingOrders, FillsNothingAtAMarkThatWasMadeBefore) {
    world.config().set("HOUSE_LAST_LOOK", "yes");
    const auto id = open(person("anna"));
    test::mark(world, pair, "52000");
    const auto order = limit(id, "51000");
    settle();
    EXPECT_EQ(state(order), OrderState::open) << "its price was reached, and known to its owner";
    settle_at("51500");
    expect_filled(order, "51500", "0.005");
}

TEST_F(SettleClosingOrders, NeedsNoRoomAndClosesAFrozenClientsPosition) {
    const auto anna = person("anna");
    const auto id = open(anna);
    const auto order = trigger(id, "49000", false);
    world.config().set("FUTURES_CAP_CONTRACT", "0.0001");
    world.config().set("FUTURES_CAP_CLIENT", "0.0001");
    world.superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    settle_at("49000");
    expect_filled(order, "49000", "0.005");
    EXPECT_EQ(available(anna), "9920") << "9900 + 25 − 0.005 × 1000";
}

TEST_F(SettleClosingOrders, PaysTheClosingFee) {
    world.config().set("FUTURES_CLOSING_FEE", "0.0005");
    const auto anna = person("anna");
    const auto order = limit(open(anna), "51000");
    settle_at("51000");
    expect_filled(order, "51000", "0.005");
    EXPECT_EQ(closed_by(order).closing_fee, dec("0.1275")) << "0.005 × 51000 × 0.0005";
    EXPECT_EQ(available(anna), "9929.8725");
    EXPECT_EQ(world.house_balance(ledger::House::fees, "USDT"), dec("0.1275"));
}

TEST_F(SettleClosingOrders, LeavesLimitsUntilTheirTimeAndTriggersNot) {
    world.config().set("FUTURES_MINIMUM_DAYS", "7");
    world.config().set("FUTURES_CLOSE_TARGET", "0.5");
    const auto id = open(person("anna"));
    const auto early = limit(id, "51000"), stop = trigger(id, "51000", true);
    settle_at("51000");
    expect_filled(stop, "51000", "0.005");
    EXPECT_EQ(state(early), OrderState::open) << "it has won 15 of 75 USDT";
    settle_at("52500");
    expect_filled(early, "52500", "0.005");
}

TEST_F(SettleClosingOrders, FillsSoManyInAStepThatLiquidationsDoNotWaitForThem) {
    const auto anna = person("anna");
    limit_all_of(anna, "51000");
    settle_at("51000");
    const auto first = count("select count(*) as n from closing_orders where state = 2");
    EXPECT_GT(first, 0);
    EXPECT_LE(first, 400);
    settle_at("51000");
    settle_at("51000");
    EXPECT_EQ(count("select count(*) as n from closing_orders where state = 2"), 420);
    EXPECT_EQ(available(anna), "9160") << "7900 + 420 × (2.5 + 0.5)";
}

TEST_F(SettleClosingOrders, LetsNobodyWaitForLimitsThatAreTooEarly) {
    world.config().set("FUTURES_MINIMUM_DAYS", "7");
    world.config().set("FUTURES_CLOSE_TARGET", "0.5");
    const auto anna = person("anna");
    limit_all_of(anna, "50001");
    const auto stop = trigger(open(person("berta")), "50100", true);
    settle_at("50100");
    expect_filled(stop, "50100", "0.005");
    EXPECT_EQ(held(anna), "2100");
}

TEST_F(SettleClosingOrders, AsksTheOperatorWhereThatIsThePolicy) {
    world.config().set("FUTURES_CLOSING", "manual");
    const auto order = limit(open(person("anna")), "51000");
    settle_at("51000");
    EXPECT_EQ(state(order), OrderState::filled);
    EXPECT_EQ(closed_by(order).state, positions::State::close_requested);
    EXPECT_EQ(closed_by(order).requested_price, dec("51000"));
}

TEST_F(SettleClosingOrders, AreCancelledByWhateverEndsThePosition) {
    const auto anna = person("anna"), berta = person("berta"), carl = person("carl");
    const auto liquidated = open(anna), asked = open(carl);
    const auto target = test::open(world, berta, {.pair = pair, .stop_loss = "47000"});
    std::vector<PositionId> orders;
    for (const auto id : {liquidated, target, asked}) {
        orders.push_back(limit(id, "60000"));
        // Below its liquidation price, and below its target.
        orders.push_back(trigger(id, "44000", false));
    }
    // Also by a program that does not know them.
    test::request_close(world, asked, "50000");
    EXPECT_EQ(state(orders[4]), OrderState::cancelled);
    settle_at("44000");
    EXPECT_EQ(test::read(world, liquidated).state, positions::State::liquidated);
    EXPECT_EQ(test::read(world, target).state, positions::State::liquidated)
        << "the mark went through both";
    for (const auto order : orders) {
        const auto read = test::read_closing(world, order);
        EXPECT_EQ(read.state, OrderState::cancelled);
        EXPECT_TRUE(read.ended_at);
        EXPECT_FALSE(read.closed_as);
    }
    EXPECT_EQ(held(anna), "0");
}

TEST_F(SettleClosingOrders, KilledInTheMiddleFillsNothingTwice) {
    const auto anna = person("anna");
    std::vector<PositionId> positions;
    for (int i = 0; i < 90; ++i) {
        positions.push_back(open(anna));
        limit(positions.back(), "51000");
    }
    test::mark(world, pair, "51000");
    {
        // One position in the middle cannot be locked, so that the job stands there when it dies.
        pg::Connection other{world.database().suite()};
        pg::Transaction tx{other};
        tx.run("select id from positions where id = $1 for update", {positions[70]});
        test::ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
        options.output = "/dev/null";
        test::ChildProcess job{{test::program_path("settle_futures"), "--once"}, options};
        test::wait_until("the job stands in the middle", [&] {
            return count("select count(*) as n from closing_orders where state = 2") == 50 &&
                   count("select count(*) as n from pg_locks where not granted") > 0;
        });
        job.signal(SIGKILL);
        job.wait();
    }
    test::mark(world, pair, "51000");
    settle();
    settle();
    EXPECT_EQ(count("select count(*) as n from closing_orders where state = 2"), 90);
    EXPECT_EQ(count("select count(*) as n from positions where part_of is not null"), 90);
    EXPECT_EQ(held(anna), "6750");
    EXPECT_EQ(available(anna), "3700") << "1000 + 90 × (25 + 5)";
}

}  // namespace
}  // namespace cambio
