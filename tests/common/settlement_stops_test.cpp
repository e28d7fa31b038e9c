// Stop orders of which one fails, in memory or in the database: it keeps no other one from its
// trigger, and no order from its trade.
#include "common/settlement_fixture.h"

namespace cambio::settlement {

namespace {

class SettlementStops : public Settlement {
  protected:
    void SetUp() override {
        static const char* coins[] = {"ETH", "BNB", "SOL", "XRP"};
        static int next = 0;
        coin = coins[next++];
        pair = coin + "USDT";
        market = world->market(pair);
        world->liquidity(coin, "1000");
        world->quote(pair, "100");
        seller.person.with(coin, "100");
        engine = sequencer();
    }
    void TearDown() override {
        engine->stop();
        Settlement::TearDown();
    }

    /// Of somebody who has no account of the coin before.
    Order stop_of(const Trader& who, std::string_view at = "101") {
        PlaceOrder request = limit(Side::buy, "103", "1");
        request.stop_price = dec(at);
        const Outcome outcome = submit(*engine, who, request).get();
        EXPECT_EQ(error_of(outcome), "");
        return outcome.orders.at(0);
    }
    std::string sell(std::string_view price, std::string_view quantity) {
        return error_of(submit(*engine, seller, limit(Side::sell, price, quantity)).get());
    }
    std::string buy(std::string_view price, std::string_view quantity) {
        return error_of(submit(*engine, buyer, limit(Side::buy, price, quantity)).get());
    }
    /// Every statement that triggers the order fails.
    static void break_trigger_of(const Order& order, const char* reason = "check_violation") {
        world->superuser().script(
            "create function break_it() returns trigger language plpgsql as $$ begin "
            "raise " +
            std::string{reason} +
            "; end $$; "
            "create trigger broken before update on orders for each row when (new.id = " +
            std::to_string(order.id.value) +
            " and new.triggered_at is not null) execute function break_it()");
    }
    static void mend_trigger() {
        world->superuser().script("drop trigger broken on orders; drop function break_it()");
    }
    static bool is(const Order& order, const char* condition) {
        const std::string sql = "select from orders where id = $1 and " + std::string{condition};
        return !world->superuser().run(sql.c_str(), {order.id}).empty();
    }
    static void wait_until_triggered(const Order& order) {
        wait_until("the stop to be triggered",
                   [&] { return is(order, "triggered_at is not null"); });
    }

    std::string coin, pair;
    Trader buyer = trader(), seller = trader();
    std::unique_ptr<Sequencer> engine;
};

TEST_F(SettlementStops, OneThatFailsInMemoryHoldsNothingUp) {
    const Trader anna = trader(), ben = trader();
    const Order broken = stop_of(anna), whole = stop_of(ben);
    engine->stop();
    // Where it would receive what it buys.
    world->superuser().run("delete from ledger_accounts where client_id = $1 and asset_id = $2",
                           {anna.person.id, world->asset(coin)});
    engine = sequencer();
    ASSERT_EQ(sell("101", "1"), "");
    ASSERT_EQ(sell("102", "1"), "");
    EXPECT_EQ(buy("101", "1"), "");
    wait_until_triggered(whole);
    EXPECT_TRUE(is(whole, "state = 2"));
    EXPECT_TRUE(is(broken, "triggered_at is null and state = 1"));
    CancelOrders all;
    all.market = market;
    EXPECT_EQ(error_of(submit(*engine, anna, all).get()), "");
}

TEST_F(SettlementStops, OneThatFailsInTheDatabaseHoldsNothingUp) {
    const Trader anna = trader(), ben = trader(), cleo = trader();
    const Order broken = stop_of(anna), whole = stop_of(ben), another = stop_of(cleo);
    break_trigger_of(broken);
    ASSERT_EQ(sell("101", "1"), "");
    ASSERT_EQ(sell("102", "5"), "");
    // The only price that reaches them, and it is traded while all of them rest.
    EXPECT_EQ(buy("101", "1"), "");
    EXPECT_EQ(buy("102", "1"), "");
    wait_until_triggered(whole);
    wait_until_triggered(another);
    EXPECT_TRUE(is(broken, "triggered_at is null and state = 1"));
    mend_trigger();
    wait_until_triggered(broken);
}

// An unwilling database says nothing of the order, but it is the stop that it is unwilling about.
TEST_F(SettlementStops, OneThatFailsForAReasonOfTheServersRefusesNoOrder) {
    const Trader anna = trader(), ben = trader();
    const Order broken = stop_of(anna);
    break_trigger_of(broken, "sqlstate 'XX002'");
    for (int orders = 0; orders < 5; ++orders) {
        world->quote(pair, "101");
        EXPECT_EQ(error_of(submit(*engine, ben, limit(Side::buy, "50", "1")).get()), "");
    }
    EXPECT_TRUE(is(broken, "triggered_at is null and state = 1"));
    mend_trigger();
    wait_until("the stop to be triggered", [&] {
        world->quote(pair, "101");
        return is(broken, "triggered_at is not null");
    });
}

TEST_F(SettlementStops, OneThatFailsWithANewBookHoldsNoOrderUp) {
    const Trader anna = trader(), ben = trader();
    world->provider_book(pair, {{"99", "10"}}, {{"120", "10"}});
    PlaceOrder resting = limit(Side::sell, "101", "1");
    const Order offer = submit(*engine, seller, resting).get().orders.at(0);
    const Order broken = stop_of(anna);
    break_trigger_of(broken);
    // The house takes the offer at its price, which is the stop's.
    wait_until("the house to trade", [&] {
        world->provider_book(pair, {{"101", "10"}}, {{"120", "10"}});
        std::this_thread::sleep_for(std::chrono::milliseconds{200});
        EXPECT_EQ(error_of(submit(*engine, ben, limit(Side::buy, "50", "1")).get()), "");
        return is(offer, "state = 2");
    });
    EXPECT_TRUE(is(broken, "triggered_at is null and state = 1"));
    mend_trigger();
}

}  // namespace

}  // namespace cambio::settlement
