// What is attached to an order that is done and waits for its pair: how long it is tried, which
// prices count, and that it ends with a cancellation of everything.
#include "handlers/spot_brackets_fixture.h"

namespace cambio {

namespace {

// -- Tried again ----------------------------------------------------------------------------------

TEST_F(SpotBrackets, AClosedMarketIsWaitedForHoweverLong) {
    Person anna = person();
    auto client = as(anna);
    const auto order = waits_unplaced(client);
    world->superuser().run("update markets set state = 'closed' where pair = $1", {pair()});
    world->superuser().run(
        "update spot_brackets set done_at = now() - interval '31 minutes', "
        "due_at = now() - interval '31 minutes' where order_id = $1",
        {order["id"].asString()});
    begin_again(client);
    wait_until_put_off(order);
    world->superuser().run("update markets set state = 'open' where pair = $1", {pair()});
    asked_for_until(order, placed_pairs);
    EXPECT_EQ(legs(client, order).size(), 2u);
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
}

TEST_F(SpotBrackets, ATradeAtAPriceThatIsNotBelievedVoidsNone) {
    Person anna = person();
    auto client = as(anna);
    const auto order = waits_beside_a_trade_far_away(client, "105");
    asked_for_until(order, placed_pairs);
    EXPECT_EQ(legs(client, order).size(), 2u);
}

TEST_F(SpotBrackets, APairNearThePriceComesOnceTheLastOneIsBelieved) {
    Person anna = person();
    auto client = as(anna);
    const auto order = waits_beside_a_trade_far_away(client, "101.5");
    wait_until_put_off(order);
    world->quote(pair(), "100.1");
    asked_for_until(order, placed_pairs);
    EXPECT_EQ(legs(client, order).size(), 2u);
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
}

TEST_F(SpotBrackets, ButNotForEver) {
    Person anna = person();
    auto client = as(anna);
    const auto order = waits_beside_a_trade_far_away(client, "101.5");
    wait_until_put_off(order);
    world->superuser().run(
        "update spot_brackets set done_at = now() - interval '31 minutes' where order_id = $1",
        {order["id"].asString()});
    asked_for_until(order, refused);
    EXPECT_EQ(row_of(order)[0].str("reason"), "stale_price");
    EXPECT_EQ(notices(anna, "bracket_refused"), 1);
}

// -- Cancelling everything ------------------------------------------------------------------------

TEST_F(SpotBrackets, WhoCancelsAllOrdersGetsNoPairLater) {
    Person anna = person(), ben = person(), carl = person();
    auto client = as(anna), other = as(carl), ben_calls = as(ben);
    const auto order = placed(client, purchase("2"));
    const auto another = placed(other, purchase("2"));
    due("now() + interval '1 hour'");
    placed(ben_calls, limit("SELL", "100", "4"));
    wait_for(order, waiting);
    wait_for(another, waiting);
    due("now()");
    const std::string elsewhere = coin == "M0" ? "M1USDT" : "M0USDT";
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}, {"name", elsewhere}}).status, 200);
    EXPECT_EQ(row_of(order)[0].integer("state"), waiting) << "it is of another market";
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}, {"name", pair()}}).status, 200);
    EXPECT_EQ(row_of(order)[0].integer("state"), cancelled);
    EXPECT_EQ(stored(client, order)["bracket_state"].asString(), "CANCELLED");
    EXPECT_EQ(row_of(another)[0].integer("state"), waiting) << "it is another client's";
    asked_for_until(another, placed_pairs);
    EXPECT_EQ(orders(anna), 1);
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
}

TEST_F(SpotBrackets, NorForWhatWasFilledOfThem) {
    Person anna = person(), ben = person();
    auto client = as(anna), ben_calls = as(ben);
    const auto order = placed(client, purchase("3"));
    placed(ben_calls, limit("SELL", "100", "1"));
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 1);
    EXPECT_EQ(row_of(order)[0].integer("state"), cancelled);
    // The next order's bracket is none of the cancellation's business.
    const auto next =
        placed(client, bracket("BUY", "101", "2", "105", "95", {{"stop_loss_limit", "94"}}));
    wait_for(next, placed_pairs);
    EXPECT_EQ(orders(anna), 4);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(SpotBrackets, NorWhereAnotherProcessWritesTheMarket) {
    HandlerProcess other = world->handler("spot");
    Person anna = person(), ben = person();
    auto client = as(anna), there = as(anna, other), ben_calls = as(ben);
    const auto order = placed(client, purchase("2"));
    due("now() + interval '1 hour'");
    placed(ben_calls, limit("SELL", "100", "2"));
    wait_for(order, waiting);
    due("now()");
    EXPECT_EQ(send(there, cancel_order, {{"all", "true"}}).status, 200);
    EXPECT_EQ(row_of(order)[0].integer("state"), cancelled);
    // What was placed by then is cancelled like any pair.
    const auto next =
        placed(client, bracket("BUY", "101", "2", "105", "95", {{"stop_loss_limit", "94"}}));
    wait_for(next, placed_pairs);
    EXPECT_EQ(send(there, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 2);
    EXPECT_EQ(row_of(next)[0].integer("state"), placed_pairs);
    EXPECT_EQ(orders(anna), 4);
    EXPECT_EQ(anna.held(coin), dec("0"));
}

}  // namespace
}  // namespace cambio
