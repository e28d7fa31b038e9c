// Take-profit and stop-loss that are attached to an order: the pair that it brings once it is done,
// what refuses the order or the pair, and that it comes once whoever dies in between.
#include "handlers/spot_brackets_fixture.h"

namespace cambio {

namespace {

// -- The pair -------------------------------------------------------------------------------------

TEST_F(SpotBrackets, APurchaseBringsAPairThatSellsWhatWasReceived) {
    Person anna = person();
    auto client = as(anna);
    const auto order =
        placed(client, bracket("BUY", "101", "2", "105", "95", {{"stop_loss_limit", "94"}}));
    EXPECT_EQ(order["state"].asString(), "APPROVED");
    EXPECT_EQ(order["take_profit"].asString(), "105");
    EXPECT_EQ(order["stop_loss"].asString(), "95");
    EXPECT_EQ(order["stop_loss_limit"].asString(), "94");
    wait_for(order, placed_pairs);
    const auto both = legs(client, order);
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(both[0]["type"].asString(), "LIMIT");
    EXPECT_EQ(both[0]["price"].asString(), "105");
    EXPECT_EQ(both[1]["type"].asString(), "STOP_LIMIT");
    EXPECT_EQ(both[1]["stop_price"].asString(), "95");
    EXPECT_EQ(both[1]["price"].asString(), "94");
    for (const Json::Value& leg : both) {
        EXPECT_EQ(leg["delegate_type"].asString(), "SELL");
        EXPECT_EQ(leg["number_of_order"].asString(), "1.998") << "2 less the fee of 0.1 %";
        EXPECT_FALSE(leg.isMember("take_profit"));
    }
    EXPECT_EQ(row_of(order)[0].str("pair_id"), both[0]["id"].asString());
    EXPECT_EQ(anna.held(coin), dec("1.998"));
    EXPECT_EQ(anna.balance(coin), dec("100"));
    const auto past = stored(client, order);
    EXPECT_EQ(past["take_profit"].asString(), "105");
    EXPECT_EQ(past["bracket_state"].asString(), "PLACED");
    EXPECT_FALSE(past.isMember("bracket_reason"));
    // It is a pair like any other.
    world->quote(pair(), "94.9");
    wait_until_triggered(both[1]);
    EXPECT_EQ(stored(client, both[0])["reason"].asString(), "oco");
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
}

TEST_F(SpotBrackets, ASaleBringsAPairThatBuysBackWhatTheProceedsPayFor) {
    Person anna = person();
    auto client = as(anna);
    const auto order =
        placed(client, bracket("SELL", "99", "2", "95", "105", {{"stop_loss_limit", "106"}}));
    wait_for(order, placed_pairs);
    const auto both = legs(client, order);
    ASSERT_EQ(both.size(), 2u);
    for (const Json::Value& leg : both) {
        EXPECT_EQ(leg["delegate_type"].asString(), "BUY");
        // 198 less the fee of 0.198, at 106 at most.
        EXPECT_EQ(leg["number_of_order"].asString(), "1.866");
    }
    EXPECT_EQ(both[0]["price"].asString(), "95");
    EXPECT_EQ(anna.held("USDT"), dec("197.796"));
    EXPECT_EQ(anna.balance("USDT"), dec("10000.006"));
}

TEST_F(SpotBrackets, AMarketOrderBringsAPairForWhatItsTotalBought) {
    Person anna = person();
    auto client = as(anna);
    Fields fields = order("BUY", "MARKET", {{"total", "202"}});
    fields["take_profit"] = "105";
    fields["stop_loss"] = "95";
    const auto bought = placed(client, fields);
    EXPECT_EQ(bought["filled"].asString(), "2");
    EXPECT_EQ(bought["stop_loss_limit"].asString(), "93.1")
        << "as far from the stop as a market order trades";
    wait_for(bought, placed_pairs);
    const auto both = legs(client, bought);
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(both[1]["price"].asString(), "93.1");
    EXPECT_EQ(both[1]["number_of_order"].asString(), "1.998");
}

TEST_F(SpotBrackets, WhatWasFilledBeforeTheCancellationIsProtected) {
    Person anna = person(), ben = person();
    auto client = as(anna), ben_calls = as(ben);
    const auto order = placed(client, purchase("3"));
    placed(ben_calls, limit("SELL", "100", "1"));
    const auto open = stored(client, order);
    EXPECT_EQ(open["filled"].asString(), "1");
    EXPECT_EQ(open["take_profit"].asString(), "105");
    EXPECT_EQ(open["bracket_state"].asString(), "WAITING");
    EXPECT_TRUE(row_of(order).empty());
    EXPECT_EQ(send(client, cancel_order, {{"order_id", order["id"].asString()}}).status, 200);
    wait_for(order, placed_pairs);
    const auto both = legs(client, order);
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(both[0]["number_of_order"].asString(), "0.999");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(SpotBrackets, AnOrderWithoutAFillTakesItsBracketWithIt) {
    Person anna = person();
    auto client = as(anna);
    const auto order = placed(client, purchase("3", {{"post_only", "true"}}));
    EXPECT_EQ(send(client, cancel_order, {{"order_id", order["id"].asString()}}).status, 200);
    wait_for(order, cancelled);
    EXPECT_EQ(stored(client, order)["bracket_state"].asString(), "CANCELLED");
    EXPECT_EQ(orders(anna), 1);
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
}

// -- Prices that were passed meanwhile ------------------------------------------------------------

TEST_F(SpotBrackets, AStopThatThePriceHasPassedSells) {
    Person anna = person(), ben = person();
    auto client = as(anna), ben_calls = as(ben);
    const auto order = due_now(placed(client, purchase("2")));
    world->quote(pair(), "94.5");
    ask_for(order);
    wait_for(order, placed_pairs);
    const auto stop = stop_at(anna, "95");
    wait_until_triggered(stop);
    // To the house or to whoever pays its limit of 94.
    placed(ben_calls, limit("BUY", "94", "2"));
    EXPECT_EQ(stored(client, stop)["state"].asString(), "APPROVED");
    EXPECT_EQ(anna.balance(coin), dec("100"));
    EXPECT_EQ(anna.held(coin), dec("0"));
    EXPECT_EQ(orders(anna), 3);
    EXPECT_EQ(notices(anna, "stop_triggered"), 1);
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
}

TEST_F(SpotBrackets, SoItDoesAtOnceWhereThereIsNoProvider) {
    const Person anna = person(), ben = person(), carl = person();
    auto client = as(anna);
    const auto order = waits_unplaced(client);
    world->superuser().run(
        "update spot_brackets set due_at = now() + interval '1 hour' where order_id = $1",
        {order["id"].asString()});
    for (const char* forget : {"delete from quotes where market_id = $1",
                               "delete from provider_books where market_id = $1"})
        world->superuser().run(forget, {world->market(pair())});
    begin_again(client);
    auto ben_calls = as(ben), carl_calls = as(carl);
    placed(ben_calls, limit("BUY", "94.5", "0.1"));
    placed(carl_calls, limit("SELL", "94.5", "0.1"));
    placed(ben_calls, limit("BUY", "94", "2"));
    ask_for(order);
    wait_for(order, placed_pairs);
    const auto stop = stop_at(anna, "95");
    EXPECT_TRUE(is_triggered(stop)) << "no price and no trade comes any more";
    EXPECT_EQ(stored(client, stop)["state"].asString(), "APPROVED");
    EXPECT_EQ(anna.balance(coin), dec("100"));
    EXPECT_EQ(anna.held(coin), dec("0"));
}

TEST_F(SpotBrackets, WhatThePriceHasPassedTheTakeProfitOfIsSoldAtOnce) {
    Person anna = person(), carl = person();
    auto client = as(anna), carl_calls = as(carl);
    const auto order = due_now(placed(client, purchase("2")));
    // The house sells 20 of them at most, below 106.
    placed(carl_calls, limit("BUY", "106", "25"));
    ask_for(order);
    wait_for(order, placed_pairs);
    EXPECT_EQ(orders(anna), 2) << "nothing is left for a pair";
    EXPECT_TRUE(legs(client, order).empty());
    const Json::Value sold = stored(client, [&] {
        Json::Value named;
        named["id"] = row_of(order)[0].str("pair_id");
        return named;
    }());
    EXPECT_EQ(sold["state"].asString(), "APPROVED");
    EXPECT_EQ(sold["client_id"].asString(), "bracket:" + order["id"].asString());
    EXPECT_EQ(sold["time_in_force"].asString(), "IOC");
    EXPECT_EQ(sold["filled"].asString(), "1.998");
    EXPECT_EQ(sold["final_price"].asString(), "106");
    EXPECT_EQ(anna.balance(coin), dec("100"));
    EXPECT_EQ(anna.held(coin), dec("0"));
    EXPECT_EQ(notices(anna, "order_filled"), 2);
}

TEST_F(SpotBrackets, ATakeProfitThatMeetsItsClientsOwnOrderIsLeftOutAndTold) {
    const Person anna = person();
    auto client = as(anna);
    const auto order = due_now(placed(client, purchase("2")));
    // The house sells 20 of them at most, below 106.
    placed(client, limit("BUY", "106", "25"));
    ask_for(order);
    wait_for(order, placed_pairs);
    const auto stop = stop_at(anna, "95");
    EXPECT_EQ(row_of(order)[0].str("pair_id"), stop["id"].asString());
    EXPECT_EQ(stored(client, stop)["number_of_order"].asString(), "1.998");
    EXPECT_EQ(anna.held(coin), dec("1.998"));
    EXPECT_EQ(orders(anna), 3);
    const auto told = world->superuser().run(
        "select data->>'pair' as pair, data->>'order_id' as order_id from notifications "
        "where client_id = $1 and kind = 'take_profit_left_out'",
        {anna.id});
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].str("pair"), pair());
    EXPECT_EQ(told[0].str("order_id"), stop["id"].asString());
    EXPECT_EQ(notices(anna, "bracket_refused"), 0);
}

// -- Refusals of the pair -------------------------------------------------------------------------

TEST_F(SpotBrackets, CoinsThatAreUsedElsewhereAreTold) {
    Person anna = person();
    auto client = as(anna);
    const auto order = waits_unplaced(client);
    world->superuser().run(
        "update spot_brackets set due_at = now() + interval '1 hour' where order_id = $1",
        {order["id"].asString()});
    begin_again(client);
    placed(client, limit("SELL", "120", "101"));
    world->superuser().run("update spot_brackets set due_at = now() where order_id = $1",
                           {order["id"].asString()});
    wait_for(order, refused);
    const auto past = stored(client, order);
    EXPECT_EQ(past["bracket_state"].asString(), "REFUSED");
    EXPECT_EQ(past["bracket_reason"].asString(), "insufficient_balance");
    EXPECT_EQ(notices(anna, "bracket_refused"), 1);
    const auto told = world->superuser().run(
        "select data->>'pair' as pair, data->>'reason' as reason from notifications "
        "where client_id = $1 and kind = 'bracket_refused'",
        {anna.id});
    EXPECT_EQ(told[0].str("pair"), pair());
    EXPECT_EQ(told[0].str("reason"), "insufficient_balance");
    EXPECT_EQ(anna.held(coin), dec("101"));
}

TEST_F(SpotBrackets, AFrozenClientGetsNoneForHalfAnHour) {
    Person anna = person();
    auto client = as(anna);
    const auto order = due_now(placed(client, purchase("2")));
    world->superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    ask_again(order);
    wait_until_put_off(order);
    world->superuser().run(
        "update spot_brackets set tried_since = now() - interval '31 minutes' where order_id = $1",
        {order["id"].asString()});
    asked_for_until(order, refused);
    EXPECT_EQ(row_of(order)[0].str("reason"), "frozen_account");
    EXPECT_EQ(orders(anna), 1);
    world->superuser().run("update clients set status = 'ACTIVE' where id = $1", {anna.id});
}

TEST_F(SpotBrackets, APairComesWhileTheTransactionPasswordIsGuessedAt) {
    const Person anna = person(), ben = person();
    auto client = as(anna), ben_calls = as(ben);
    const auto order = placed(client, purchase("2"));
    world->superuser().run(
        "update clients set trading_locked_until = now() + interval '1 hour' where id = $1",
        {anna.id});
    placed(ben_calls, limit("SELL", "100", "2"));
    wait_for(order, placed_pairs);
}

TEST_F(SpotBrackets, TheOwnerHearsWhereAnotherSessionCancelsThePair) {
    const Person anna = person();
    auto client = as(anna), other = as(anna);
    const auto cancel_pair = [&](FastCgiClient& by) {
        const auto order =
            placed(client, bracket("BUY", "101", "1", "105", "95", {{"stop_loss_limit", "94"}}));
        wait_for(order, placed_pairs);
        const auto leg = legs(client, order).at(0)["id"].asString();
        EXPECT_EQ(send(by, cancel_order, {{"order_id", leg}}).status, 200);
    };
    cancel_pair(client);
    EXPECT_EQ(notices(anna, "stops_cancelled"), 0);
    cancel_pair(other);
    EXPECT_EQ(notices(anna, "stops_cancelled"), 1);
}

// -- Once -----------------------------------------------------------------------------------------

TEST_F(SpotBrackets, TheSameKeyBringsOnePair) {
    Person anna = person();
    auto client = as(anna);
    const Fields fields =
        bracket("BUY", "101", "2", "105", "95", {{"client_id", "once"}, {"stop_loss_limit", "94"}});
    const auto order = placed(client, fields);
    EXPECT_EQ(placed(client, fields)["id"], order["id"]);
    wait_for(order, placed_pairs);
    EXPECT_EQ(placed(client, fields)["id"], order["id"]);
    EXPECT_EQ(orders(anna), 3);
    Fields other = fields;
    other["take_profit"] = "106";
    expect_error(place(client, other), 409, "client_id_reused", "client_id");
    Fields without = fields;
    for (const char* name : {"take_profit", "stop_loss", "stop_loss_limit"}) without.erase(name);
    expect_error(place(client, without), 409, "client_id_reused", "client_id");
}

TEST_F(SpotBrackets, AProcessKilledBeforeThePairPlacesItLater) {
    Person anna = person();
    auto client = as(anna);
    const auto order = waits_unplaced(client);
    EXPECT_EQ(orders(anna), 1);
    begin_again(client);
    wait_for(order, placed_pairs);
    EXPECT_EQ(legs(client, order).size(), 2u);
    EXPECT_EQ(orders(anna), 3);
}

TEST_F(SpotBrackets, AProcessKilledBeforeItNotedThePairPlacesNoOther) {
    Person anna = person();
    auto client = as(anna);
    const auto order =
        placed(client, bracket("BUY", "101", "2", "105", "95", {{"stop_loss_limit", "94"}}));
    wait_for(order, placed_pairs);
    const std::string noted = row_of(order)[0].str("pair_id");
    spot->kill();
    world->superuser().run(
        "update spot_brackets set state = 1, pair_id = null, ended_at = null where order_id = $1",
        {order["id"].asString()});
    begin_again(client);
    wait_for(order, placed_pairs);
    EXPECT_EQ(row_of(order)[0].str("pair_id"), noted);
    EXPECT_EQ(orders(anna), 3);
    EXPECT_EQ(anna.held(coin), dec("1.998"));
}

TEST_F(SpotBrackets, TwoProcessesPlaceOnePair) {
    HandlerProcess other = world->handler("spot");
    Person anna = person();
    auto there = as(anna, other);
    const auto order =
        placed(there, bracket("BUY", "101", "2", "105", "95", {{"stop_loss_limit", "94"}}));
    wait_for(order, placed_pairs);
    EXPECT_EQ(orders(anna), 3);
    // The writer of the market has died: the other one takes over.
    spot->kill();
    const auto next =
        placed(there, bracket("BUY", "101", "2", "105", "95", {{"stop_loss_limit", "94"}}));
    wait_for(next, placed_pairs);
    EXPECT_EQ(orders(anna), 6);
    spot->start();
}

// -- The order itself -----------------------------------------------------------------------------

TEST_F(SpotBrackets, ItsPricesAreCheckedWithTheOrder) {
    Person anna = person();
    auto client = as(anna);
    const auto refuse = [&](const Fields& fields, const char* code, const char* field) {
        SCOPED_TRACE(code);
        expect_error(place(client, fields), 400, code, field);
    };
    refuse(bracket("BUY", "100", "2", "100", "95"), "bracket_side", "take_profit");
    refuse(bracket("BUY", "100", "2", "105", "100"), "bracket_side", "stop_loss");
    refuse(bracket("SELL", "100", "2", "100", "105"), "bracket_side", "take_profit");
    refuse(bracket("SELL", "100", "2", "95", "100"), "bracket_side", "stop_loss");
    // The provider's price is 100: these stops would be triggered as soon as the orders are done.
    refuse(bracket("BUY", "101", "2", "105", "100.5"), "bracket_side", "stop_loss");
    refuse(bracket("SELL", "99", "2", "95", "99.5"), "bracket_side", "stop_loss");
    refuse(bracket("BUY", "100", "2", "105.05", "95"), "off_tick", "take_profit");
    refuse(bracket("BUY", "100", "2", "105", "95.05"), "off_tick", "stop_loss");
    refuse(bracket("BUY", "100", "2", "105", "95", {{"stop_loss_limit", "94.05"}}), "off_tick",
           "stop_loss_limit");
    // 0.05 × 94 is less than the market's minimum of 5, although 0.05 × 100 is not.
    refuse(purchase("0.05"), "below_minimum", "total");
    Fields half = limit("BUY", "100", "2", {{"take_profit", "105"}});
    refuse(half, "missing_parameter", "stop_loss");
    refuse(limit("BUY", "100", "2", {{"stop_loss", "95"}}), "missing_parameter", "take_profit");
    Fields market = order("BUY", "MARKET", {{"number_of_order", "1"}});
    market["take_profit"] = "99";
    market["stop_loss"] = "95";
    refuse(market, "bracket_side", "take_profit");
    expect_error(place(client, bracket("BUY", "100", "2", "1001", "95")), 409, "price_protection",
                 "take_profit");
    for (Fields fields : {stop("BUY", "105", "106", "2"), oco("SELL", "105", "95", "94", "2"),
                          market_stop("STOP_MARKET", "SELL", "95", {{"number_of_order", "2"}})}) {
        fields["take_profit"] = "110";
        fields["stop_loss"] = "90";
        refuse(fields, "bracket_order_type", "take_profit");
    }
    EXPECT_EQ(orders(anna), 0);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(SpotBrackets, AnotherClientSeesAndTouchesNoneOfIt) {
    Person anna = person(), ben = person();
    auto client = as(anna), ben_calls = as(ben);
    const auto order =
        placed(client, bracket("BUY", "101", "2", "105", "95", {{"stop_loss_limit", "94"}}));
    wait_for(order, placed_pairs);
    const auto both = legs(client, order);
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(ben_calls.get(open_orders).json()["total"].asInt(), 0);
    expect_error(send(ben_calls, cancel_order, {{"order_id", both[0]["id"].asString()}}), 404,
                 "not_found", "order_id");
    // Nobody can take the key that the pair has.
    expect_error(place(ben_calls, limit("BUY", "90", "1", {{"client_id", "bracket:1"}})), 400,
                 "invalid_parameter", "client_id");
    EXPECT_EQ(send(client, cancel_order, {{"order_id", both[0]["id"].asString()}})
                  .json()["cancelled"]
                  .asInt(),
              2);
    EXPECT_EQ(anna.held(coin), dec("0"));
}

}  // namespace
}  // namespace cambio
