// What is attached to an order that is done and waits for its pair: how long it is tried, which
// prices count, and that it ends where its client cancels all orders.
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
        "tried_since = now() - interval '31 minutes', due_at = now() - interval '31 minutes' "
        "where order_id = $1",
        {order["id"].asString()});
    begin_again(client);
    wait_until_put_off(order);
    // The time counts from when it was seen to be closed, whoever dies since.
    spot->kill();
    world->superuser().run("update markets set state = 'open' where pair = $1", {pair()});
    {
        const Unwilling unwilling;
        world->superuser().run(
            "update spot_brackets set done_at = now(), due_at = now() where order_id = $1",
            {order["id"].asString()});
        begin_again(client);
        wait_until_put_off(order);
    }
    asked_for_until(order, placed_pairs);
    EXPECT_EQ(legs(client, order).size(), 2u);
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
}

TEST_F(SpotBrackets, ATimeInWhichNobodyTriedItDoesNotCount) {
    Person anna = person();
    auto client = as(anna);
    const auto order = waits_unplaced(client);
    world->superuser().run(
        "update spot_brackets set done_at = now() - interval '31 minutes', "
        "tried_since = now() - interval '31 minutes', due_at = now() - interval '31 minutes' "
        "where order_id = $1",
        {order["id"].asString()});
    {
        const Unwilling unwilling;
        begin_again(client);
        wait_until_put_off(order);
    }
    asked_for_until(order, placed_pairs);
    EXPECT_EQ(legs(client, order).size(), 2u);
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
}

TEST_F(SpotBrackets, WhatCannotBeStoredIsTriedAgainButNotForEver) {
    Person anna = person();
    auto client = as(anna);
    const Unwilling unwilling;
    const auto order = due_now(placed(client, purchase("2")));
    ask_again(order);
    wait_until_put_off(order);
    world->superuser().run(
        "update spot_brackets set tried_since = now() - interval '31 minutes' where order_id = $1",
        {order["id"].asString()});
    asked_for_until(order, refused);
    EXPECT_EQ(row_of(order)[0].str("reason"), "unavailable");
    EXPECT_EQ(notices(anna, "bracket_refused"), 1);
    EXPECT_EQ(orders(anna), 1);
}

TEST_F(SpotBrackets, APairComesOnceItsClientIsNoLongerFrozen) {
    Person anna = person();
    auto client = as(anna);
    const auto order = due_now(placed(client, purchase("2")));
    world->superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    ask_again(order);
    wait_until_put_off(order);
    EXPECT_EQ(orders(anna), 1);
    world->superuser().run("update clients set status = 'ACTIVE' where id = $1", {anna.id});
    asked_for_until(order, placed_pairs);
    EXPECT_EQ(legs(client, order).size(), 2u);
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
}

TEST_F(SpotBrackets, APairComesOnceItsClientHasRoomForIt) {
    constexpr int allowed = 200;
    Person anna = person();
    auto client = as(anna);
    const auto order = due_now(placed(client, purchase("2")));
    Json::Value last;
    for (int i = 0; i < allowed - 1; ++i) last = placed(client, limit("BUY", "50", "0.1"));
    ask_again(order);
    wait_until_put_off(order);
    EXPECT_EQ(send(client, cancel_order, {{"order_id", last["id"].asString()}}).status, 200);
    asked_for_until(order, placed_pairs);
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), allowed);
}

TEST_F(SpotBrackets, ATradeAtAPriceThatIsNotBelievedVoidsNoneAndTriggersNone) {
    for (const char* profit : {"105", "101.5"}) {
        SCOPED_TRACE(profit);
        Person anna = person();
        auto client = as(anna);
        const auto order = waits_beside_a_trade_far_away(client, profit);
        asked_for_until(order, placed_pairs);
        const auto both = legs(client, order);
        ASSERT_EQ(both.size(), 2u);
        EXPECT_FALSE(is_triggered(both[1]));
        EXPECT_EQ(notices(anna, "bracket_refused"), 0);
        // The house's levels are as before for the next one.
        world->provider_book(pair(), {{"99", "10"}}, {{"101", "10"}, {"102", "10"}});
        EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 2);
    }
}

// -- Cancelling all orders -----------------------------------------------------------------------

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

TEST_F(SpotBrackets, ButWhatWasFilledOfThemIsProtected) {
    Person anna = person(), ben = person();
    auto client = as(anna), ben_calls = as(ben);
    const auto order = placed(client, purchase("3"));
    const auto untouched = placed(client, bracket("BUY", "95", "2", "105", "90"));
    placed(ben_calls, limit("SELL", "100", "1"));
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 2);
    EXPECT_EQ(row_of(untouched)[0].integer("state"), cancelled);
    wait_for(order, placed_pairs);
    const auto both = legs(client, order);
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(both[0]["number_of_order"].asString(), "0.999");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    // The pair is an order like any other.
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 2);
    EXPECT_EQ(row_of(order)[0].integer("state"), placed_pairs);
    EXPECT_EQ(anna.held(coin), dec("0"));
}

TEST_F(SpotBrackets, TheOwnerHearsWhereAnotherSessionEndsWhatIsDue) {
    const Person anna = person();
    auto client = as(anna), other = as(anna);
    const auto mine = due_now(placed(client, purchase("2")));
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).status, 200);
    EXPECT_EQ(row_of(mine)[0].integer("state"), cancelled);
    EXPECT_EQ(notices(anna, "stops_cancelled"), 0);
    const auto taken = due_now(placed(client, purchase("2")));
    EXPECT_EQ(send(other, cancel_order, {{"all", "true"}}).status, 200);
    EXPECT_EQ(row_of(taken)[0].integer("state"), cancelled);
    EXPECT_EQ(notices(anna, "stops_cancelled"), 1);
}

TEST_F(SpotBrackets, WhatIsDueEndsInAClosedMarket) {
    const Person anna = person();
    auto client = as(anna);
    const auto order = due_now(placed(client, purchase("2")));
    world->superuser().run("update markets set state = 'closed' where pair = $1", {pair()});
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).status, 200);
    EXPECT_EQ(row_of(order)[0].integer("state"), cancelled);
    world->superuser().run("update markets set state = 'open' where pair = $1", {pair()});
    EXPECT_EQ(orders(anna), 1);
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
