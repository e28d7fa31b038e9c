// Orders that wait for a price and have no limit, and those that take a profit: what they hold,
// what they trade once they are triggered, what is given back.
#include "handlers/spot_stops_fixture.h"

namespace cambio {

namespace {

using SpotStopMarket = SpotStops;

// -- Waiting --------------------------------------------------------------------------------------

TEST_F(SpotStopMarket, ASaleWaitsAndHoldsItsCoins) {
    Person anna = person();
    auto client = as(anna);
    const auto waiting =
        placed(client, market_stop("STOP_MARKET", "SELL", "95", {{"number_of_order", "2"}}));
    EXPECT_EQ(waiting["type"].asString(), "STOP_MARKET");
    EXPECT_EQ(waiting["state"].asString(), "PENDING");
    EXPECT_EQ(waiting["stop_price"].asString(), "95");
    EXPECT_FALSE(waiting.isMember("price"));
    EXPECT_EQ(waiting["final_price"].asString(), "0");
    EXPECT_FALSE(waiting["triggered"].asBool());
    EXPECT_EQ(anna.held(coin), dec("2"));
    EXPECT_EQ(stored(client, waiting), waiting);
    test::expect_books_balance(*world);
    send(client, cancel_order, {{"order_id", waiting["id"].asString()}});
    EXPECT_EQ(stored(client, waiting)["reason"].asString(), "user");
    EXPECT_EQ(anna.balance(coin), dec("100"));
}

TEST_F(SpotStopMarket, ABuyHoldsWhatItMaySpend) {
    Person anna = person();
    auto client = as(anna);
    // 105 and the protection of market orders.
    const auto by_quantity =
        placed(client, market_stop("STOP_MARKET", "BUY", "105", {{"number_of_order", "2"}}));
    const auto held = anna.held("USDT");
    EXPECT_GT(held, dec("210"));
    EXPECT_LE(held, dec("231"));
    const auto by_total =
        placed(client, market_stop("STOP_MARKET", "BUY", "105", {{"total", "300"}}));
    EXPECT_EQ(by_total["number_of_order"].asString(), "0");
    EXPECT_EQ(by_total["total"].asString(), "300");
    EXPECT_EQ(anna.held("USDT"), held + dec("300"));
    test::expect_books_balance(*world);
    expect_error(place(client, market_stop("STOP_MARKET", "BUY", "105", {{"total", "9999"}})), 409,
                 "insufficient_balance", "total");
    expect_error(
        place(client, market_stop("STOP_MARKET", "BUY", "105", {{"number_of_order", "94"}})), 409,
        "insufficient_balance", "number_of_order");
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 2);
    EXPECT_EQ(stored(client, by_total)["filled"].asString(), "0");
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

// -- Triggers -------------------------------------------------------------------------------------

TEST_F(SpotStopMarket, ATradeTriggersASaleAtTheMarket) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto ben_calls = as(ben);
    const auto waiting =
        placed(client, market_stop("STOP_MARKET", "SELL", "99", {{"number_of_order", "12"}}));
    placed(ben_calls, order("SELL", "MARKET", {{"number_of_order", "1"}}));
    const auto done = stored(client, waiting);
    EXPECT_TRUE(done["triggered"].asBool());
    EXPECT_EQ(done["type"].asString(), "STOP_MARKET");
    EXPECT_EQ(done["state"].asString(), "APPROVED");
    EXPECT_EQ(done["filled_total"].asString(), "1185");  // nine at 99, three at 98
    EXPECT_EQ(anna.held(coin), dec("0"));
    EXPECT_EQ(anna.balance(coin), dec("88"));
    EXPECT_EQ(notices(anna, "stop_triggered"), 1);
    EXPECT_EQ(notices(anna, "order_filled"), 1);
    const auto told = world->superuser().run(
        "select data from notifications where client_id = $1 and kind = 'stop_triggered'",
        {anna.id});
    EXPECT_EQ(told[0].str("data").find("\"price\""), std::string::npos);
    for (const char* part : {R"("stop_price": "99")", R"("filled": "12")", R"("total": "1185")"})
        EXPECT_NE(told[0].str("data").find(part), std::string::npos) << told[0].str("data");
}

TEST_F(SpotStopMarket, ThePricesOfTheProviderTriggerAPurchase) {
    Person anna = person();
    auto client = as(anna);
    const auto by_quantity =
        placed(client, market_stop("STOP_MARKET", "BUY", "105", {{"number_of_order", "2"}}));
    const auto by_total =
        placed(client, market_stop("STOP_MARKET", "BUY", "106", {{"total", "300"}}));
    world->quote(pair(), "106.5");
    wait_until_triggered(by_total);
    EXPECT_EQ(stored(client, by_quantity)["final_price"].asString(), "101");
    EXPECT_EQ(stored(client, by_quantity)["state"].asString(), "APPROVED");
    const auto bought = stored(client, by_total);
    EXPECT_EQ(bought["state"].asString(), "APPROVED");
    EXPECT_EQ(bought["number_of_order"].asString(), "2.97");
    EXPECT_EQ(bought["filled"].asString(), "2.97");
    EXPECT_EQ(bought["total"].asString(), "300");
    EXPECT_EQ(bought["filled_total"].asString(), "299.97");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(anna.balance("USDT"), dec("9498.03"));
}

TEST_F(SpotStopMarket, AfterAJumpAPurchaseSpendsWhatItHolds) {
    Person anna = person();
    auto client = as(anna);
    world->provider_book(pair(), {{"99", "10"}}, {{"150", "10"}});
    const auto waiting =
        placed(client, market_stop("STOP_MARKET", "BUY", "105", {{"number_of_order", "10"}}));
    const auto held = anna.held("USDT");
    world->quote(pair(), "150");
    wait_until_triggered(waiting);
    const auto done = stored(client, waiting);
    EXPECT_EQ(done["state"].asString(), "DISSAPROVED");
    EXPECT_EQ(done["reason"].asString(), "market_remainder");
    EXPECT_EQ(done["final_price"].asString(), "150");
    EXPECT_LE(dec(done["filled_total"].asString()), held);
    EXPECT_GT(dec(done["filled_total"].asString()), held - dec("0.15"));
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(anna.balance("USDT"), dec("10000") - dec(done["filled_total"].asString()));
}

TEST_F(SpotStopMarket, WhatFindsNobodyWaitsForTheHouse) {
    Person anna = person(), ben = person();
    auto client = as(anna), other = as(ben);
    world->provider_book(pair(), {}, {});
    const auto waiting =
        placed(client, market_stop("STOP_MARKET", "BUY", "105", {{"number_of_order", "2"}}));
    // What has a limit rests at once: with it the price has been compared with both.
    const auto limited = placed(
        other, order("BUY", "STOP_LIMIT",
                     {{"stop_price", "105"}, {"order_per_unit", "100"}, {"number_of_order", "1"}}));
    world->quote(pair(), "105");
    wait_until_triggered(limited);
    EXPECT_FALSE(stored(client, waiting)["triggered"].asBool());
    EXPECT_GT(anna.held("USDT"), dec("210"));
    world->provider_book(pair(), {{"104", "10"}}, {{"106", "10"}});
    wait_until_triggered(waiting);
    EXPECT_EQ(stored(client, waiting)["filled_total"].asString(), "212");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(SpotStopMarket, WhatMeetsOnlyItsOwnerEndsAndIsGivenBack) {
    Person anna = person();
    auto client = as(anna);
    world->provider_book(pair(), {}, {});
    placed(client, limit("SELL", "105", "5"));
    const auto sums = {Fields{{"number_of_order", "2"}}, Fields{{"total", "300"}}};
    std::vector<Json::Value> orders;
    for (const Fields& amount : sums)
        orders.push_back(placed(client, market_stop("STOP_MARKET", "BUY", "105", amount)));
    world->quote(pair(), "105");
    for (const Json::Value& one : orders) {
        wait_until_triggered(one);
        const auto done = stored(client, one);
        EXPECT_EQ(done["state"].asString(), "DISSAPROVED");
        EXPECT_EQ(done["reason"].asString(), "self_trade");
        EXPECT_EQ(done["filled"].asString(), "0");
    }
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(notices(anna, "stop_triggered"), 2);
    EXPECT_EQ(number("select count(*) as n from notifications where client_id = $1 and "
                     "data->>'filled' = '0'",
                     {anna.id}),
              2)
        << "their owner is told that nothing was bought";
    EXPECT_EQ(notices(anna, "order_filled"), 0);
}

TEST_F(SpotStopMarket, TheyOutliveAKilledProcess) {
    Person anna = person();
    auto client = as(anna);
    const auto sale =
        placed(client, market_stop("STOP_MARKET", "SELL", "95",
                                   {{"number_of_order", "2"}, {"client_id", "sale"}}));
    const Fields by_total =
        market_stop("STOP_MARKET", "BUY", "105", {{"total", "300"}, {"client_id", "total"}});
    const auto buy = placed(client, by_total);
    const auto same = placed(client, by_total);
    EXPECT_EQ(same, buy);
    expect_error(place(client, market_stop("TAKE_PROFIT_MARKET", "BUY", "95",
                                           {{"total", "300"}, {"client_id", "total"}})),
                 409, "client_id_reused", "client_id");
    spot->kill();
    world->quote(pair(), "106");
    spot->start();
    client.hang_up();
    wait_until_triggered(buy);
    EXPECT_EQ(stored(client, buy)["filled_total"].asString(), "299.97");
    EXPECT_FALSE(stored(client, sale)["triggered"].asBool());
    EXPECT_EQ(anna.held(coin), dec("2"));
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(send(client, cancel_order, {{"order_id", sale["id"].asString()}}).status, 200);
}

// -- Taking a profit ------------------------------------------------------------------------------

TEST_F(SpotStopMarket, AProfitIsTakenWhereThePriceMovesInFavour) {
    Person anna = person();
    auto client = as(anna);
    const Fields with_limit{{"order_per_unit", "98"}, {"number_of_order", "1"}};
    const auto sale = placed(client, market_stop("TAKE_PROFIT_LIMIT", "SELL", "105", with_limit));
    EXPECT_EQ(sale["type"].asString(), "TAKE_PROFIT_LIMIT");
    EXPECT_EQ(sale["price"].asString(), "98");
    const auto at_market = placed(
        client, market_stop("TAKE_PROFIT_MARKET", "SELL", "104", {{"number_of_order", "1"}}));
    EXPECT_EQ(at_market["type"].asString(), "TAKE_PROFIT_MARKET");
    const auto buy =
        placed(client, market_stop("TAKE_PROFIT_MARKET", "BUY", "95", {{"total", "300"}}));
    world->provider_book(pair(), {{"104", "10"}}, {{"106", "10"}});
    world->quote(pair(), "105");
    wait_until_triggered(sale);
    wait_until_triggered(at_market);
    // One with a limit sells at the house's former book where the price is heard before the book.
    EXPECT_THAT(stored(client, sale)["final_price"].asString(), testing::AnyOf("99", "104"));
    EXPECT_EQ(stored(client, at_market)["state"].asString(), "APPROVED");
    EXPECT_FALSE(stored(client, buy)["triggered"].asBool());
    world->provider_book(pair(), {{"94", "10"}}, {{"96", "10"}});
    world->quote(pair(), "95");
    wait_until_triggered(buy);
    EXPECT_EQ(stored(client, buy)["filled"].asString(), "3.125");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(SpotStopMarket, AStopLimitOnTheOtherSideIsShownAsWhatItIs) {
    Person anna = person();
    auto client = as(anna);
    EXPECT_EQ(placed(client, stop("SELL", "105", "104", "1"))["type"].asString(),
              "TAKE_PROFIT_LIMIT");
    EXPECT_EQ(placed(client, stop("BUY", "105", "106", "1"))["type"].asString(), "STOP_LIMIT");
}

TEST_F(SpotStopMarket, ListsKnowEachType) {
    Person anna = person();
    auto client = as(anna);
    const Fields with_limit{{"order_per_unit", "94"}, {"number_of_order", "1"}};
    std::map<std::string, std::string> ids;
    ids["STOP_LIMIT"] = placed(client, stop("SELL", "95", "94", "1"))["id"].asString();
    for (const char* type : {"STOP_MARKET", "TAKE_PROFIT_LIMIT", "TAKE_PROFIT_MARKET"}) {
        const bool stops = std::string_view{type} == "STOP_MARKET";
        const bool limited = std::string_view{type} == "TAKE_PROFIT_LIMIT";
        const Fields amount = limited ? with_limit : Fields{{"number_of_order", "1"}};
        ids[type] = placed(client, market_stop(type, "SELL", stops ? "95" : "105", amount))["id"]
                        .asString();
    }
    for (const auto& [type, id] : ids) {
        const auto reply = client.get(open_orders, {{"type", type}}).json();
        ASSERT_EQ(reply["orders"].size(), 1u) << type;
        EXPECT_EQ(reply["orders"][0]["id"].asString(), id);
        EXPECT_EQ(reply["orders"][0]["type"].asString(), type);
    }
    world->quote(pair(), "95");
    test::wait_until("the stops to be triggered",
                     [&] { return client.get(open_orders).json()["orders"].size() == 2; });
    const auto history = client.get(order_histories, {{"type", "STOP_MARKET"}}).json();
    ASSERT_EQ(history["fills"].size(), 1u);
    EXPECT_EQ(history["fills"][0]["order_id"].asString(), ids["STOP_MARKET"]);
}

// -- What is refused ------------------------------------------------------------------------------

TEST_F(SpotStopMarket, TheSideSaysFromWhereThePriceMustCome) {
    Person anna = person();
    auto client = as(anna);
    const Fields amount{{"number_of_order", "1"}};
    const struct {
        const char *type, *side, *stop;
    } wrong[] = {
        {"STOP_MARKET", "SELL", "105"},       {"STOP_MARKET", "BUY", "95"},
        {"STOP_MARKET", "BUY", "100"},        {"TAKE_PROFIT_MARKET", "SELL", "95"},
        {"TAKE_PROFIT_MARKET", "BUY", "105"},
    };
    for (const auto& one : wrong) {
        SCOPED_TRACE(std::string{one.type} + " " + one.side);
        expect_error(place(client, market_stop(one.type, one.side, one.stop, amount)), 409,
                     "stop_would_trigger", "stop_price");
    }
    const Fields with_limit{{"order_per_unit", "94"}, {"number_of_order", "1"}};
    expect_error(place(client, market_stop("TAKE_PROFIT_LIMIT", "SELL", "95", with_limit)), 409,
                 "stop_would_trigger", "stop_price");
    expect_error(place(client, market_stop("STOP_MARKET", "SELL", "95", with_limit)), 400,
                 "invalid_parameter", "order_per_unit");
    expect_error(place(client, market_stop("STOP_MARKET", "SELL", "95", {{"total", "100"}})), 400,
                 "missing_parameter", "number_of_order");
    expect_error(place(client, order("SELL", "STOP_MARKET", amount)), 400, "missing_parameter",
                 "stop_price");
    const struct {
        const char *name, *value, *code, *field;
        int status;
    } rules[] = {
        {"stop_price", "95.05", "off_tick", "stop_price", 400},
        {"stop_price", "9.9", "price_protection", "stop_price", 409},
        {"number_of_order", "1.0001", "off_lot", "number_of_order", 400},
        {"number_of_order", "0.05", "below_minimum", "total", 400},
        {"post_only", "true", "invalid_parameter", "post_only", 400},
    };
    for (const auto& rule : rules) {
        SCOPED_TRACE(std::string{rule.name} + "=" + rule.value);
        Fields fields = market_stop("STOP_MARKET", "SELL", "95", amount);
        fields[rule.name] = rule.value;
        expect_error(place(client, fields), rule.status, rule.code, rule.field);
    }
    expect_error(place(client, market_stop("STOP_MARKET", "BUY", "105", {{"total", "4"}})), 400,
                 "below_minimum", "total");
    const auto waiting =
        placed(client, market_stop("STOP_MARKET", "BUY", "105", {{"total", "50"}}));
    expect_error(send(client, "/api/v3/trades/amend-order",
                      {{"order_id", waiting["id"].asString()},
                       {"number_of_order", "1"},
                       {"transaction_password", World::transaction_password}}),
                 400, "invalid_parameter", "number_of_order");
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 1);
}

// -- Waiting for long -----------------------------------------------------------------------------

/// Prices stay fresh for a second and a half.
class SpotStopMarketBriefly : public SpotStops {
  protected:
    static void SetUpTestSuite() { start({{"STALE_AFTER_MS", "1500"}}); }

    /// Tells the price again until what it brings about has come.
    template <class Come>
    void quote_until(const char* what, const char* price, Come come) {
        test::wait_until(what, [&] {
            world->quote(pair(), price);
            return come();
        });
    }
};

TEST_F(SpotStopMarketBriefly, WhatWaitsForLongCanBeTakenBackAndIsNotSoldAtAnotherPrice) {
    Person anna = person(), ben = person();
    auto client = as(anna), other = as(ben);
    // The house only sells.
    world->provider_book(pair(), {}, {{"101", "10"}});
    const auto sale = market_stop("STOP_MARKET", "SELL", "95", {{"number_of_order", "2"}});
    const auto first = placed(client, sale), second = placed(client, sale);
    // What has a limit rests at once: with it the price has been compared with all.
    const auto limited = placed(other, stop("SELL", "95", "96", "1"));
    quote_until("the price to be heard", "95", [&] { return is_triggered(limited); });

    send(client, cancel_order, {{"order_id", first["id"].asString()}});
    EXPECT_EQ(stored(client, first)["reason"].asString(), "user");
    EXPECT_EQ(anna.held(coin), dec("2"));

    test::wait_until("the other to have waited for longer than prices stay fresh", [&] {
        return number(
                   "select count(*) as n from orders where id = $1 and "
                   "triggered_at < clock_timestamp() - interval '2 seconds'",
                   {limited["id"].asString()}) == 1;
    });
    quote_until("the house to trade", "100", [&] {
        world->provider_book(pair(), {{"99", "10"}}, {{"101", "10"}});
        return place(other, order("SELL", "MARKET", {{"number_of_order", "1"}})).status == 200;
    });
    EXPECT_FALSE(is_triggered(second)) << "the price has left its stop again";
    quote_until("the stop to be reached once more", "95", [&] {
        world->provider_book(pair(), {{"94", "10"}}, {{"96", "10"}});
        return is_triggered(second);
    });
    EXPECT_EQ(stored(client, second)["filled_total"].asString(), "188");
}

}  // namespace

}  // namespace cambio
