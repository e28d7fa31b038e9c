// Stop orders whose stop follows the price: where it stands, when it is stored, what triggers it,
// and what a client holds for it.
#include "handlers/spot_stops_fixture.h"

namespace cambio {

namespace {

class SpotTrailing : public SpotStops {
  protected:
    Fields trailing(const std::string& side, const std::string& delta, const Fields& amount) const {
        Fields fields = order(side, "TRAILING_STOP_MARKET", {{"trailing_delta", delta}});
        for (const auto& [name, value] : amount) fields[name] = value;
        return fields;
    }
    static void wait_for_stop(const Json::Value& placed, const std::string& price) {
        test::wait_until("the stop to stand at " + price, [&] {
            return world->superuser()
                       .run("select trim_scale(stop_price)::text as v from orders where id = $1",
                            {placed["id"].asString()})[0]
                       .str("v") == price;
        });
    }
};

TEST_F(SpotTrailing, ASaleFollowsTheHighestPriceAndSellsWhenItFalls) {
    Person anna = person();
    auto client = as(anna);
    const auto waiting = placed(client, trailing("SELL", "500", {{"number_of_order", "2"}}));
    EXPECT_EQ(waiting["type"].asString(), "TRAILING_STOP_MARKET");
    EXPECT_EQ(waiting["state"].asString(), "PENDING");
    EXPECT_EQ(waiting["stop_price"].asString(), "95");
    EXPECT_EQ(waiting["trailing_delta"].asInt(), 500);
    EXPECT_FALSE(waiting["triggered"].asBool());
    EXPECT_EQ(anna.held(coin), dec("2"));
    EXPECT_EQ(stored(client, waiting), waiting);

    world->quote(pair(), "110");
    wait_for_stop(waiting, "104.5");
    world->quote(pair(), "105");
    world->quote(pair(), "120");
    wait_for_stop(waiting, "114");
    EXPECT_EQ(stored(client, waiting)["stop_price"].asString(), "114");
    EXPECT_EQ(anna.held(coin), dec("2"));
    // Two percent below the price is where it sells, and the house is not there yet.
    world->quote(pair(), "114");
    world->provider_book(pair(), {{"113", "10"}}, {{"115", "10"}});
    wait_until_triggered(waiting);
    const auto done = stored(client, waiting);
    EXPECT_EQ(done["state"].asString(), "APPROVED");
    EXPECT_EQ(done["stop_price"].asString(), "114");
    EXPECT_EQ(done["final_price"].asString(), "113");
    EXPECT_EQ(anna.held(coin), dec("0"));
    EXPECT_EQ(anna.balance(coin), dec("98"));
    EXPECT_EQ(notices(anna, "stop_triggered"), 1);
    EXPECT_NE(world->superuser()
                  .run("select data from notifications where client_id = $1 and kind = "
                       "'stop_triggered'",
                       {anna.id})[0]
                  .str("data")
                  .find("\"stop_price\": \"114\""),
              std::string::npos);
}

TEST_F(SpotTrailing, APurchaseFollowsTheLowestPriceAndHoldsWhatItMayCost) {
    Person anna = person();
    auto client = as(anna);
    const auto by_quantity = placed(client, trailing("BUY", "500", {{"number_of_order", "2"}}));
    EXPECT_EQ(by_quantity["stop_price"].asString(), "105");
    const auto held = anna.held("USDT");
    EXPECT_GT(held, dec("210"));
    EXPECT_LE(held, dec("231"));
    const auto by_total = placed(client, trailing("BUY", "1000", {{"total", "300"}}));
    EXPECT_EQ(by_total["stop_price"].asString(), "110");
    EXPECT_EQ(anna.held("USDT"), held + dec("300"));
    world->quote(pair(), "90");
    wait_for_stop(by_quantity, "94.5");
    wait_for_stop(by_total, "99");
    EXPECT_EQ(anna.held("USDT"), held + dec("300")) << "what it holds does not follow";
    world->provider_book(pair(), {{"98", "10"}}, {{"100", "10"}});
    world->quote(pair(), "99");
    wait_until_triggered(by_total);
    EXPECT_EQ(stored(client, by_quantity)["filled_total"].asString(), "200");
    EXPECT_EQ(stored(client, by_total)["filled_total"].asString(), "300");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(anna.balance("USDT"), dec("9500"));
}

TEST_F(SpotTrailing, ATradeMovesItAndAnotherTriggersIt) {
    Person anna = person(), ben = person();
    auto client = as(anna), other = as(ben);
    const auto waiting = placed(client, trailing("SELL", "200", {{"number_of_order", "1"}}));
    EXPECT_EQ(waiting["stop_price"].asString(), "98");
    placed(other, order("BUY", "MARKET", {{"number_of_order", "1"}}));
    EXPECT_EQ(stored(client, waiting)["stop_price"].asString(), "98.9") << "101 less two percent";
    placed(other, order("BUY", "MARKET", {{"number_of_order", "10"}}));
    EXPECT_EQ(stored(client, waiting)["stop_price"].asString(), "99.9");
    placed(other, order("SELL", "MARKET", {{"number_of_order", "1"}}));
    const auto done = stored(client, waiting);
    EXPECT_TRUE(done["triggered"].asBool());
    EXPECT_EQ(done["final_price"].asString(), "99");
}

TEST_F(SpotTrailing, TradesInAnotherProcessMoveAndTriggerIt) {
    HandlerProcess there = world->handler("spot");
    Person anna = person(), ben = person();
    auto client = as(anna), other = as(ben, there);
    const auto waiting = placed(client, trailing("SELL", "200", {{"number_of_order", "1"}}));
    placed(other, order("BUY", "MARKET", {{"number_of_order", "11"}}));
    wait_for_stop(waiting, "99.9");
    placed(other, order("SELL", "MARKET", {{"number_of_order", "1"}}));
    wait_until_triggered(waiting);
    EXPECT_EQ(stored(client, waiting)["stop_price"].asString(), "99.9");
    EXPECT_EQ(stored(client, waiting)["final_price"].asString(), "99");
}

TEST_F(SpotTrailing, AClientHasTwentyInAMarket) {
    Person anna = person(), ben = person();
    auto client = as(anna), other = as(ben);
    const auto one = trailing("SELL", "500", {{"number_of_order", "1"}});
    const auto first = placed(client, one);
    for (int i = 1; i < 20; ++i) placed(client, one);
    expect_error(place(client, one), 409, "too_many_open_orders", "trailing_delta");
    EXPECT_EQ(anna.held(coin), dec("20"));
    placed(other, one);
    EXPECT_EQ(send(client, cancel_order, {{"order_id", first["id"].asString()}}).status, 200);
    placed(client, one);
}

TEST_F(SpotTrailing, SmallMovesAreNotStored) {
    Person anna = person();
    auto client = as(anna);
    // A hundredth of ten percent of the price: here a little more than a tick.
    const auto waiting = placed(client, trailing("SELL", "1000", {{"number_of_order", "1"}}));
    EXPECT_EQ(waiting["stop_price"].asString(), "90");
    const auto seen = placed(client, trailing("SELL", "10", {{"number_of_order", "1"}}));
    world->quote(pair(), "100.1");
    wait_for_stop(seen, "99.9");
    EXPECT_EQ(stored(client, waiting)["stop_price"].asString(), "90");
    world->quote(pair(), "100.2");
    wait_for_stop(seen, "100");
    EXPECT_EQ(stored(client, waiting)["stop_price"].asString(), "90");
    world->quote(pair(), "100.3");
    wait_for_stop(waiting, "90.2");
}

TEST_F(SpotTrailing, ItStaysWhereItStoodWhenTheProcessIsKilled) {
    Person anna = person();
    auto client = as(anna);
    const auto fields = trailing("SELL", "500", {{"number_of_order", "1"}, {"client_id", "once"}});
    const auto waiting = placed(client, fields);
    world->quote(pair(), "120");
    wait_for_stop(waiting, "114");
    spot->kill();
    world->quote(pair(), "118");
    spot->start();
    client.hang_up();
    EXPECT_EQ(placed(client, fields)["stop_price"].asString(), "114") << "the same order";
    expect_error(
        place(client, trailing("SELL", "600", {{"number_of_order", "1"}, {"client_id", "once"}})),
        409, "client_id_reused", "client_id");
    world->quote(pair(), "113");
    world->provider_book(pair(), {{"112", "10"}}, {{"114", "10"}});
    wait_until_triggered(waiting);
}

TEST_F(SpotTrailing, IsCancelledAndListedLikeOthers) {
    Person anna = person();
    auto client = as(anna);
    placed(client, market_stop("STOP_MARKET", "SELL", "95", {{"number_of_order", "1"}}));
    const auto waiting = placed(client, trailing("SELL", "500", {{"number_of_order", "1"}}));
    const auto found = client.get(open_orders, {{"type", "TRAILING_STOP_MARKET"}}).json();
    ASSERT_EQ(found["orders"].size(), 1u);
    EXPECT_EQ(found["orders"][0], waiting);
    EXPECT_EQ(client.get(open_orders, {{"type", "STOP_MARKET"}}).json()["orders"].size(), 1u);
    Person ben = person();
    auto stranger = as(ben);
    expect_error(send(stranger, cancel_order, {{"order_id", waiting["id"].asString()}}), 404,
                 "not_found", "order_id");
    EXPECT_EQ(send(client, cancel_order, {{"order_id", waiting["id"].asString()}}).status, 200);
    EXPECT_EQ(stored(client, waiting)["reason"].asString(), "user");
    EXPECT_EQ(anna.held(coin), dec("1"));
}

TEST_F(SpotTrailing, WhatIsRefused) {
    Person anna = person();
    auto client = as(anna);
    const Fields amount{{"number_of_order", "1"}};
    for (const char* delta : {"9", "2001", "0", "-5"})
        expect_error(place(client, trailing("SELL", delta, amount)), 400, "out_of_range",
                     "trailing_delta");
    expect_error(place(client, trailing("SELL", "1.5", amount)), 400, "invalid_parameter",
                 "trailing_delta");
    expect_error(place(client, order("SELL", "TRAILING_STOP_MARKET", amount)), 400,
                 "missing_parameter", "trailing_delta");
    const struct {
        const char *name, *value, *code, *field;
    } rules[] = {
        {"stop_price", "95", "invalid_parameter", "stop_price"},
        {"order_per_unit", "95", "invalid_parameter", "order_per_unit"},
        {"number_of_order", "1.0001", "off_lot", "number_of_order"},
        {"number_of_order", "0.05", "below_minimum", "total"},
        {"post_only", "true", "invalid_parameter", "post_only"},
    };
    for (const auto& rule : rules) {
        SCOPED_TRACE(std::string{rule.name} + "=" + rule.value);
        Fields fields = trailing("SELL", "500", amount);
        fields[rule.name] = rule.value;
        expect_error(place(client, fields), 400, rule.code, rule.field);
    }
    expect_error(place(client, trailing("BUY", "500", {{"total", "4"}})), 400, "below_minimum",
                 "total");
    expect_error(place(client, trailing("BUY", "500", {{"total", "10001"}})), 409,
                 "insufficient_balance", "total");
    expect_error(place(client, trailing("SELL", "500", {{"number_of_order", "101"}})), 409,
                 "insufficient_balance", "number_of_order");
    Fields elsewhere = limit("SELL", "105", "1");
    elsewhere["trailing_delta"] = "100";
    expect_error(place(client, elsewhere), 400, "invalid_parameter", "trailing_delta");
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 0);
}

}  // namespace

}  // namespace cambio
