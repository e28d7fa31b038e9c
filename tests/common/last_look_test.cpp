// The house's last look in the order book: what takes its levels waits for a book that the provider
// made after it came, and trades at that one.
#include "common/last_look_fixture.h"

namespace cambio::settlement {

namespace {

TEST_F(LastLook, AMarketOrderGetsTheNextBook) {
    const Trader anna = trader();
    const auto engine = sequencer();
    auto answer = submit(*engine, anna, buy("0.5"));
    expect_waiting(*engine, {&answer});
    book("49000", "50100");
    const Outcome outcome = answer.get();
    ASSERT_EQ(error_of(outcome), "");
    EXPECT_EQ(outcome.orders.front().state, OrderState::approved);
    // 50,100 and the house's spread of 0.05 %, rounded up to the tick: 50,125.1.
    EXPECT_EQ(outcome.orders.front().filled_total, dec("25062.55"));
}

TEST_F(LastLook, AMarketOrderWaitsForTheHouseWhoseLevelsWereTaken) {
    const Trader anna = trader(), ben = trader(), cleo = trader();
    const auto engine = sequencer();
    // All that the house sells.
    auto one = submit(*engine, cleo, buy("1")), two = submit(*engine, ben, buy("1"));
    expect_waiting(*engine, {&one, &two});
    book("49000", "50000");
    for (auto* taken : {&one, &two}) ASSERT_EQ(taken->get().orders.front().filled, dec("1"));
    // Nobody else sells, and then only somebody who asks a fifth more.
    auto first = submit(*engine, anna, buy("0.1"));
    ASSERT_EQ(error_of(submit(*engine, ben, limit(Side::sell, "60000", "0.5")).get()), "");
    auto second = submit(*engine, anna, buy("0.1"));
    expect_waiting(*engine, {&first, &second});
    book("49000", "50000");
    const Outcome got = first.get();
    ASSERT_EQ(error_of(got), "");
    EXPECT_EQ(got.orders.front().filled_total, dec("5002.5"));
    EXPECT_EQ(second.get().orders.front().filled_total, dec("5002.5"));
}

TEST_F(LastLook, ALimitThatTheNextBookDoesNotMeetTakesNothing) {
    const Trader anna = trader();
    const auto engine = sequencer();
    PlaceOrder order = limit(Side::buy, "50050", "0.5");
    auto resting = submit(*engine, anna, order);
    order.time_in_force = TimeInForce::ioc;
    auto at_once = submit(*engine, anna, order);
    expect_waiting(*engine, {&resting, &at_once});
    book("49000", "50100");
    EXPECT_EQ(error_of(at_once.get()), "no_liquidity");
    const Outcome outcome = resting.get();
    ASSERT_EQ(error_of(outcome), "");
    EXPECT_EQ(outcome.orders.front().state, OrderState::pending);
    EXPECT_TRUE(outcome.orders.front().filled.zero());
}

TEST_F(LastLook, ClientsTradeWithEachOtherAtOnce) {
    const Trader anna = trader(), ben = trader();
    const auto engine = sequencer();
    ASSERT_EQ(error_of(submit(*engine, ben, limit(Side::sell, "50025", "0.5")).get()), "");
    const Outcome outcome = submit(*engine, anna, limit(Side::buy, "50025", "0.5")).get();
    ASSERT_EQ(error_of(outcome), "");
    EXPECT_EQ(outcome.orders.front().state, OrderState::approved);
    // At the same price the client came first; what he has left is too little for the next.
    ASSERT_EQ(error_of(submit(*engine, ben, limit(Side::sell, "50025", "0.2")).get()), "");
    auto more = submit(*engine, anna, buy("0.3"));
    expect_waiting(*engine, {&more});
    book("49000", "50000");
    EXPECT_EQ(more.get().orders.front().filled, dec("0.3"));
}

TEST_F(LastLook, AnOrderSentTwiceWaitsOnce) {
    const Trader anna = trader();
    const auto engine = sequencer();
    auto first = submit(*engine, anna, buy("0.1", "twice"));
    auto second = submit(*engine, anna, buy("0.1", "twice"));
    expect_waiting(*engine, {&first, &second});
    book("49000", "50000");
    EXPECT_EQ(first.get().orders.front().id, second.get().orders.front().id);
    EXPECT_EQ(orders_of(anna), 1);
}

TEST_F(LastLook, AChangeThatWaitsCannotBeTakenBack) {
    const Trader anna = trader();
    const auto engine = sequencer();
    const auto resting = [&](const char* price) {
        const Outcome placed = submit(*engine, anna, limit(Side::buy, price, "0.1")).get();
        EXPECT_EQ(error_of(placed), "");
        return placed.orders.front();
    };
    const Order order = resting("45000"), other = resting("44000"), third = resting("43000");
    auto changed = submit(*engine, anna, change(order, "50100", ""));
    expect_waiting(*engine, {&changed});
    auto one = cancel(*engine, anna, {order.id, {}, false});
    auto all = cancel(*engine, anna, {{}, market, false});
    auto back = submit(*engine, anna, change(order, "40000", ""));
    expect_waiting(*engine, {&one, &all, &back});
    EXPECT_EQ(error_of(cancel(*engine, anna, {other.id, {}, false}).get()), "")
        << "what does not touch it need not wait";

    book("49000", "50000");
    const Outcome filled = changed.get();
    ASSERT_EQ(error_of(filled), "");
    EXPECT_EQ(filled.orders.front().filled, dec("0.1"));
    EXPECT_EQ(error_of(one.get()), "order_not_open");
    const Outcome rest = all.get();
    ASSERT_EQ(rest.orders.size(), 1U);
    EXPECT_EQ(rest.orders.front().id, third.id);
    EXPECT_EQ(error_of(back.get()), "order_not_open");
}

TEST_F(LastLook, WhoWaitsDoesNotSpendMeanwhileWhatTheOrderCosts) {
    const Trader anna = trader();
    const auto engine = sequencer();
    auto waiting = submit(*engine, anna, buy("0.5"));
    expect_waiting(*engine, {&waiting});
    // All that she has, where nobody sells: it would take the money away from the order that waits.
    auto drained = submit(*engine, anna, limit(Side::buy, "10000", "10"));
    expect_waiting(*engine, {&drained});
    book("49000", "50000");
    EXPECT_EQ(error_of(waiting.get()), "");
    EXPECT_EQ(error_of(drained.get()), "insufficient_balance");
}

TEST_F(LastLook, WhoWaitsWhenTheProgramEndsIsRefused) {
    const Trader anna = trader();
    const auto engine = sequencer();
    auto answer = submit(*engine, anna, buy("0.1"));
    expect_waiting(*engine, {&answer});
    engine->stop();
    EXPECT_EQ(error_of(answer.get()), "unavailable");
    EXPECT_EQ(orders_of(anna), 0);
}

TEST_F(LastLook, AStopThatWasReachedWaitsAndCannotBeTakenBack) {
    const Trader anna = trader(), ben = trader(), cleo = trader();
    book("48000", "52000");
    const auto engine = sequencer();
    PlaceOrder order = limit(Side::buy, "53000", "0.1");
    order.stop_price = dec("50100");
    const Outcome placed = submit(*engine, anna, order).get();
    ASSERT_EQ(error_of(placed), "");
    order.stop_price = dec("51000");
    ASSERT_EQ(error_of(submit(*engine, anna, order).get()), "");

    // Two who know each other bring the price about.
    ASSERT_EQ(error_of(submit(*engine, ben, limit(Side::sell, "50100", "0.1")).get()), "");
    ASSERT_EQ(error_of(submit(*engine, cleo, limit(Side::buy, "50100", "0.1")).get()), "");
    auto one = cancel(*engine, anna, {placed.orders.front().id, {}, false});
    auto all = cancel(*engine, anna, {{}, market, false});
    expect_waiting(*engine, {&one, &all});
    book("48000", "50500");
    EXPECT_EQ(error_of(one.get()), "order_not_open");
    const Outcome rest = all.get();
    ASSERT_EQ(rest.orders.size(), 1U) << "the stop that no price has reached";
    const auto stored = world->superuser().run(
        "select filled, filled_total from orders where id = $1", {placed.orders.front().id});
    EXPECT_EQ(stored[0].decimal("filled"), dec("0.1"));
    EXPECT_EQ(stored[0].decimal("filled_total"), dec("5052.53"));
}

TEST_F(LastLook, AStopWithoutALimitTradesAtTheNextBook) {
    const Trader anna = trader(), ben = trader(), cleo = trader();
    book("48000", "52000");
    const auto engine = sequencer();
    PlaceOrder order = buy("0.1");
    order.stop_price = dec("50100");
    const Outcome placed = submit(*engine, anna, order).get();
    ASSERT_EQ(error_of(placed), "");
    ASSERT_EQ(error_of(submit(*engine, ben, limit(Side::sell, "50100", "0.1")).get()), "");
    ASSERT_EQ(error_of(submit(*engine, cleo, limit(Side::buy, "50100", "0.1")).get()), "");
    auto taken_back = cancel(*engine, anna, {placed.orders.front().id, {}, false});
    expect_waiting(*engine, {&taken_back});
    book("48000", "50500");
    EXPECT_EQ(error_of(taken_back.get()), "order_not_open");
    const auto stored = world->superuser().run(
        "select filled, filled_total from orders where id = $1", {placed.orders.front().id});
    EXPECT_EQ(stored[0].decimal("filled"), dec("0.1"));
    EXPECT_EQ(stored[0].decimal("filled_total"), dec("5052.53"));
    EXPECT_EQ(anna.person.held("USDT"), Decimal{});
}

/// Prices are there, and no book yet: the provider is back, or the process has just begun.
class LastLookBeforeABook : public LastLook {
  protected:
    void SetUp() override {
        LastLook::SetUp();
        old_book(std::chrono::hours{2});
    }
    static void old_book(std::chrono::milliseconds age) {
        world->provider_book("BTCUSDT", {{"48000", "2"}}, {{"50500", "2"}}, age);
    }
    /// A stop of hers that will buy above 50,100.
    Order stop(Sequencer& engine, const Trader& anna, PlaceOrder order) {
        order.stop_price = dec("50100");
        const Outcome placed = submit(engine, anna, order).get();
        EXPECT_EQ(error_of(placed), "");
        return placed.orders.front();
    }
    /// Two who know each other bring that price about; one of them sells far above it, too.
    void reach(Sequencer& engine, const char* stop_price = "50100") {
        const Trader ben = trader(), cleo = trader();
        for (const char* price : {"52900", stop_price})
            EXPECT_EQ(error_of(submit(engine, ben, limit(Side::sell, price, "0.1")).get()), "");
        EXPECT_EQ(error_of(submit(engine, cleo, limit(Side::buy, stop_price, "0.1")).get()), "");
    }
    static pg::Result stored(const Order& order) {
        return world->superuser().run(
            "select filled, filled_total, reached_at is not null as reached from orders "
            "where id = $1",
            {order.id});
    }
};

TEST_F(LastLookBeforeABook, AStopWaitsForTheFirstOne) {
    const Trader anna = trader();
    const auto engine = sequencer();
    const Order order = stop(*engine, anna, limit(Side::buy, "53000", "0.1"));
    const Order other = stop(*engine, anna, buy("0.1"));
    reach(*engine);
    auto one = cancel(*engine, anna, {order.id, {}, false});
    auto all = cancel(*engine, anna, {{}, market, false});
    expect_waiting(*engine, {&one, &all});
    EXPECT_TRUE(stored(order)[0].boolean("reached"));
    book("48000", "50500");
    EXPECT_EQ(error_of(one.get()), "order_not_open");
    EXPECT_EQ(error_of(all.get()), "");
    // Of the house, and not at the limit of those who brought the price about.
    for (const Order& done : {order, other})
        EXPECT_EQ(stored(done)[0].decimal("filled_total"), dec("5052.53"));
}

TEST_F(LastLookBeforeABook, AStopWaitsNoLongerThanAPriceStaysFresh) {
    const Trader anna = trader();
    auto engine = sequencer();
    const Order order = stop(*engine, anna, limit(Side::buy, "53000", "0.1"));
    reach(*engine);
    ASSERT_TRUE(stored(order)[0].boolean("reached"));
    engine.reset();
    world->superuser().run(
        "update orders set reached_at = reached_at - interval '2 hours' "
        "where id = $1",
        {order.id});
    world->quote("BTCUSDT", "50200");
    engine = sequencer();
    wait_until("the stop to trade",
               [&] { return stored(order)[0].decimal("filled") == dec("0.1"); });
    EXPECT_EQ(stored(order)[0].decimal("filled_total"), dec("5290"));
}

/// Prices come, and books no more, for longer than a price stays fresh.
class LastLookWithoutBooks : public LastLookBeforeABook {
  protected:
    static void SetUpTestSuite() { begin("1000", "1000"); }
    /// A little ahead, so that it stays fresh until the next one whatever else the machine does.
    static void price(const char* last) { world->quote("BTCUSDT", last, std::chrono::seconds{-4}); }
};

TEST_F(LastLookWithoutBooks, AStopWithALimitTradesWithClientsAtOnce) {
    const Trader anna = trader();
    price("50000");
    const auto engine = sequencer();
    const Order first = stop(*engine, anna, limit(Side::buy, "53000", "0.1"));
    reach(*engine);
    wait_until("the house to count as away", [&] {
        price("50200");
        return stored(first)[0].decimal("filled") == dec("0.1");
    });
    PlaceOrder order = limit(Side::buy, "53000", "0.1");
    order.stop_price = dec("50300");
    order.stop_from = Direction::rises;
    Outcome placed;
    wait_until("the price of the last trade to be forgotten", [&] {
        price("50250");
        placed = submit(*engine, anna, order).get();
        return error_of(placed).empty();
    });
    reach(*engine, "50300");
    const auto row = stored(placed.orders.front());
    EXPECT_EQ(row[0].decimal("filled_total"), dec("5290"));
    EXPECT_FALSE(row[0].boolean("reached")) << "it has waited for nobody";
}

class LastLookTooLong : public LastLookBeforeABook {
  protected:
    static void SetUpTestSuite() { begin("1000"); }
    void SetUp() override { LastLook::SetUp(); }
};

TEST_F(LastLookTooLong, ANewProcessKnowsThatTheHouseHasJustHadABook) {
    const Trader anna = trader();
    old_book(std::chrono::seconds{5});
    auto engine = sequencer();
    const Order order = stop(*engine, anna, limit(Side::buy, "53000", "0.1"));
    reach(*engine);
    engine.reset();
    world->quote("BTCUSDT", "50000", std::chrono::hours{2});
    engine = sequencer();
    auto taken_back = cancel(*engine, anna, {order.id, {}, false});
    expect_waiting(*engine, {&taken_back});
    wait_until("a book that is not too old", [&] {
        book("48000", "50500");
        return taken_back.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    });
    EXPECT_EQ(error_of(taken_back.get()), "order_not_open");
    EXPECT_EQ(stored(order)[0].decimal("filled_total"), dec("5052.53"));
}

TEST_F(LastLookTooLong, WithoutANewBookTheHouseStandsAside) {
    const Trader anna = trader(), ben = trader();
    const auto engine = sequencer();
    ASSERT_EQ(error_of(submit(*engine, ben, limit(Side::sell, "50200", "0.3")).get()), "");
    book("49000", "50000");
    const Outcome outcome = submit(*engine, anna, buy("0.5")).get();
    ASSERT_EQ(error_of(outcome), "");
    EXPECT_EQ(outcome.orders.front().filled, dec("0.3")) << "what another client sells";
    EXPECT_EQ(outcome.orders.front().filled_total, dec("15060"));
}

TEST_F(LastLookTooLong, AMarketOrderDoesNotTradeFarFromThePriceInItsPlace) {
    const Trader anna = trader(), ben = trader();
    const auto engine = sequencer();
    ASSERT_EQ(error_of(submit(*engine, ben, limit(Side::sell, "60000", "0.3")).get()), "");
    book("49000", "50000");
    EXPECT_EQ(error_of(submit(*engine, anna, buy("0.5")).get()), "price_protection");
    EXPECT_EQ(anna.person.held("USDT"), Decimal{});
}

}  // namespace

}  // namespace cambio::settlement
