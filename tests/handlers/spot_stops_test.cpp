// Orders that wait for a price, and pairs of which one ends the other: what triggers them, what
// they hold, what is left of them.
#include "handlers/spot_stops_fixture.h"

namespace cambio {

namespace {

// -- Waiting --------------------------------------------------------------------------------------

TEST_F(SpotStops, AStopOrderWaitsOutsideTheBookAndHoldsItsMoney) {
    Person anna = person();
    auto client = as(anna);
    const auto waiting = placed(client, stop("SELL", "95", "94.5", "2"));
    EXPECT_EQ(waiting["type"].asString(), "STOP_LIMIT");
    EXPECT_EQ(waiting["state"].asString(), "PENDING");
    EXPECT_EQ(waiting["stop_price"].asString(), "95");
    EXPECT_EQ(waiting["price"].asString(), "94.5");
    EXPECT_EQ(waiting["time_in_force"].asString(), "GTC");
    EXPECT_FALSE(waiting["triggered"].asBool());
    EXPECT_FALSE(waiting.isMember("oco_group"));
    EXPECT_EQ(anna.held(coin), dec("2"));
    EXPECT_EQ(stored(client, waiting), waiting);

    // Its limit of 94.5 lies below every bid, but nobody can buy from it yet.
    Person ben = person();
    auto ben_calls = as(ben);
    expect_error(place(ben_calls, limit("BUY", "94.5", "1", {{"time_in_force", "IOC"}})), 409,
                 "no_liquidity");
    const auto cancelled =
        send(client, cancel_order, {{"order_id", waiting["id"].asString()}}).json();
    EXPECT_EQ(cancelled["cancelled"].asInt(), 1);
    EXPECT_EQ(cancelled["orders"][0]["reason"].asString(), "user");
    EXPECT_FALSE(cancelled["orders"][0]["triggered"].asBool());
    EXPECT_EQ(anna.held(coin), dec("0"));
    EXPECT_EQ(anna.balance(coin), dec("100"));
}

TEST_F(SpotStops, ABuyHoldsWhatItsLimitMayCost) {
    Person anna = person();
    auto client = as(anna);
    placed(client, stop("BUY", "105", "106", "3"));
    EXPECT_EQ(anna.held("USDT"), dec("318"));
    expect_error(place(client, stop("BUY", "105", "106", "91.4")), 409, "insufficient_balance",
                 "number_of_order");
    expect_error(place(client, stop("SELL", "95", "94", "100.001")), 409, "insufficient_balance");
    placed(client, stop("SELL", "95", "94", "100"));
}

TEST_F(SpotStops, WaitingOrdersCountAsOpen) {
    Person anna = person();
    auto client = as(anna);
    for (int i = 0; i < 199; ++i) placed(client, stop("SELL", "95", "94", "0.1"));
    expect_error(place(client, oco("SELL", "105", "95", "94", "0.1")), 409, "too_many_open_orders");
    placed(client, limit("SELL", "105", "0.1"));
    expect_error(place(client, stop("SELL", "95", "94", "0.1")), 409, "too_many_open_orders");
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 200);
    EXPECT_EQ(anna.held(coin), dec("0"));
}

// -- Triggers -------------------------------------------------------------------------------------

TEST_F(SpotStops, ATradeThatRisesToItTriggersABuy) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto ben_calls = as(ben);
    const auto waiting = placed(client, stop("BUY", "101", "101.5", "12"));
    placed(ben_calls, order("BUY", "MARKET", {{"number_of_order", "1"}}));
    const auto done = stored(client, waiting);
    EXPECT_TRUE(done["triggered"].asBool());
    EXPECT_EQ(done["state"].asString(), "PENDING");
    EXPECT_EQ(done["filled"].asString(), "9");
    EXPECT_EQ(done["final_price"].asString(), "101");
    EXPECT_EQ(anna.held("USDT"), dec("304.5"));
    EXPECT_EQ(anna.balance("USDT"), dec("8786.5"));
    EXPECT_EQ(anna.balance(coin), dec("108.991"));
    EXPECT_EQ(notices(anna, "stop_triggered"), 1);
    EXPECT_EQ(notices(anna, "order_filled"), 0);
    // What is left of it rests in the book like any limit order.
    placed(ben_calls, limit("SELL", "101.5", "3"));
    EXPECT_EQ(stored(client, waiting)["state"].asString(), "APPROVED");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(notices(anna, "order_filled"), 1);
}

TEST_F(SpotStops, ATradeThatFallsToItTriggersASale) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto ben_calls = as(ben);
    const auto waiting = placed(client, stop("SELL", "99", "98.5", "2"));
    const auto other = placed(client, stop("SELL", "98.9", "98", "2"));
    placed(ben_calls, order("SELL", "MARKET", {{"number_of_order", "1"}}));
    EXPECT_EQ(stored(client, waiting)["state"].asString(), "APPROVED");
    EXPECT_EQ(stored(client, waiting)["final_price"].asString(), "99");
    EXPECT_FALSE(stored(client, other)["triggered"].asBool());
    EXPECT_EQ(anna.held(coin), dec("2"));
    EXPECT_EQ(anna.balance("USDT"), dec("10197.802"));
    EXPECT_EQ(notices(anna, "order_filled"), 1);
}

TEST_F(SpotStops, OneTriggersTheNext) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto ben_calls = as(ben);
    const auto last = placed(client, stop("SELL", "98", "97", "1"));
    const auto first = placed(client, stop("SELL", "99", "98", "10"));
    placed(ben_calls, order("SELL", "MARKET", {{"number_of_order", "1"}}));
    EXPECT_EQ(stored(client, first)["filled_total"].asString(), "989");
    EXPECT_EQ(stored(client, last)["final_price"].asString(), "98");
}

TEST_F(SpotStops, TheProvidersPriceTriggersWithoutATrade) {
    Person anna = person();
    auto client = as(anna);
    const auto sale = placed(client, stop("SELL", "95", "94", "2"));
    const auto buy = placed(client, stop("BUY", "105", "106", "1", {{"time_in_force", "IOC"}}));
    world->quote(pair(), "94.9");
    wait_until_triggered(sale);
    EXPECT_EQ(stored(client, sale)["final_price"].asString(), "99");
    EXPECT_FALSE(stored(client, buy)["triggered"].asBool());
    world->quote(pair(), "105");
    wait_until_triggered(buy);
    EXPECT_EQ(stored(client, buy)["state"].asString(), "APPROVED");
}

TEST_F(SpotStops, WhatCannotTradeAfterTheTriggerEnds) {
    Person anna = person();
    auto client = as(anna);
    const auto fok = placed(client, stop("BUY", "105", "101", "11", {{"time_in_force", "FOK"}}));
    const auto ioc = placed(client, stop("BUY", "105", "100", "1", {{"time_in_force", "IOC"}}));
    const auto part = placed(client, stop("BUY", "105", "101", "11", {{"time_in_force", "IOC"}}));
    world->quote(pair(), "106");
    wait_until_triggered(part);
    EXPECT_EQ(stored(client, fok)["reason"].asString(), "fok_unfillable");
    EXPECT_EQ(stored(client, ioc)["reason"].asString(), "ioc_remainder");
    EXPECT_EQ(stored(client, part)["filled"].asString(), "10");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(anna.balance("USDT"), dec("8990"));
}

TEST_F(SpotStops, AStalePriceTriggersNothing) {
    Person anna = person();
    auto client = as(anna);
    const auto waiting = placed(client, stop("SELL", "95", "94", "2"));
    const std::string here = pair();
    coin = "M" + std::to_string(next_market++);
    anna.with(coin, "10");
    const auto other = placed(client, stop("SELL", "95", "94", "2"));
    // Both prices are heard at once; the second says that they were.
    world->quote(here, "90", std::chrono::hours{2});
    world->quote(pair(), "90");
    wait_until_triggered(other);
    EXPECT_FALSE(stored(client, waiting)["triggered"].asBool());
    world->quote(here, "90");
    wait_until_triggered(waiting);
}

TEST_F(SpotStops, AClosedMarketTriggersNothing) {
    Person anna = person();
    auto client = as(anna);
    const auto waiting = placed(client, stop("SELL", "95", "94", "2"));
    const std::string here = pair();
    world->superuser().run("update markets set state = 'closed' where pair = $1", {here});
    world->quote(here, "90");
    coin = "M" + std::to_string(next_market++);
    anna.with(coin, "10");
    const auto other = placed(client, stop("SELL", "95", "94", "2"));
    world->quote(pair(), "90");
    wait_until_triggered(other);
    EXPECT_FALSE(stored(client, waiting)["triggered"].asBool());
    world->superuser().run("update markets set state = 'open' where pair = $1", {here});
    wait_until_triggered(waiting);
}

// -- Pairs ----------------------------------------------------------------------------------------

TEST_F(SpotStops, APairHoldsItsMoneyOnce) {
    Person anna = person();
    auto client = as(anna);
    const auto legs = placed_pair(client, oco("SELL", "110", "95", "94", "60"));
    EXPECT_EQ(legs[0]["type"].asString(), "LIMIT");
    EXPECT_TRUE(legs[0]["post_only"].asBool());
    EXPECT_EQ(legs[1]["type"].asString(), "STOP_LIMIT");
    EXPECT_EQ(legs[1]["price"].asString(), "94");
    EXPECT_EQ(legs[0]["oco_group"].asString(), legs[0]["id"].asString());
    EXPECT_EQ(legs[1]["oco_group"], legs[0]["oco_group"]);
    EXPECT_EQ(anna.held(coin), dec("60"));
    EXPECT_EQ(anna.balance(coin), dec("40"));
    // To buy, the stop leg is the dearer one.
    placed_pair(client, oco("BUY", "95", "105", "106", "10"));
    EXPECT_EQ(anna.held("USDT"), dec("1060"));
    // A stop leg whose limit is the cheaper one needs nothing more.
    placed_pair(client, oco("BUY", "98", "105", "97", "10"));
    EXPECT_EQ(anna.held("USDT"), dec("2040"));
    EXPECT_EQ(client.get(open_orders).json()["total"].asInt(), 6);
    expect_error(place(client, oco("BUY", "95", "105", "106", "76")), 409, "insufficient_balance");
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 6);
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(anna.balance(coin), dec("100"));
}

TEST_F(SpotStops, TheFirstFillOfTheLimitLegEndsTheStopLeg) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto ben_calls = as(ben);
    const auto sale = placed_pair(client, oco("SELL", "100.5", "95", "94", "2"));
    placed(ben_calls, limit("BUY", "100.5", "0.5"));
    EXPECT_EQ(stored(client, sale[0])["filled"].asString(), "0.5");
    EXPECT_EQ(stored(client, sale[1])["state"].asString(), "DISSAPROVED");
    EXPECT_EQ(stored(client, sale[1])["reason"].asString(), "oco");
    EXPECT_FALSE(stored(client, sale[1])["triggered"].asBool());
    EXPECT_EQ(anna.held(coin), dec("1.5"));
    const auto buy = placed_pair(client, oco("BUY", "99.5", "105", "106", "2"));
    EXPECT_EQ(anna.held("USDT"), dec("212"));
    placed(ben_calls, limit("SELL", "99.5", "0.5"));
    EXPECT_EQ(stored(client, buy[1])["reason"].asString(), "oco");
    EXPECT_EQ(anna.held("USDT"), dec("149.25"));
    // The limit leg goes on alone.
    EXPECT_EQ(send(client, cancel_order, {{"order_id", buy[0]["id"].asString()}})
                  .json()["cancelled"]
                  .asInt(),
              1);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(SpotStops, TheTriggerOfTheStopLegEndsTheLimitLeg) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto ben_calls = as(ben);
    const auto sale = placed_pair(client, oco("SELL", "110", "99", "98", "25"));
    placed(ben_calls, order("SELL", "MARKET", {{"number_of_order", "1"}}));
    EXPECT_EQ(stored(client, sale[0])["reason"].asString(), "oco");
    EXPECT_EQ(stored(client, sale[1])["filled"].asString(), "19");
    EXPECT_EQ(stored(client, sale[1])["state"].asString(), "PENDING");
    EXPECT_EQ(anna.held(coin), dec("6"));
    EXPECT_EQ(notices(anna, "stop_triggered"), 1);
    send(client, cancel_order, {{"all", "true"}});
    const auto buy = placed_pair(client, oco("BUY", "90", "105", "101", "2"));
    world->quote(pair(), "105");
    wait_until_triggered(buy[1]);
    EXPECT_EQ(stored(client, buy[0])["reason"].asString(), "oco");
    EXPECT_EQ(stored(client, buy[1])["state"].asString(), "APPROVED");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(SpotStops, CancellingOneLegCancelsBoth) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto stranger = as(ben);
    for (const Json::ArrayIndex which : {0U, 1U}) {
        const auto legs = placed_pair(client, oco("BUY", "95", "105", "106", "10"));
        const std::string id = legs[which]["id"].asString();
        expect_error(send(stranger, cancel_order, {{"order_id", id}}), 404, "not_found");
        const auto reply = send(client, cancel_order, {{"order_id", id}}).json();
        EXPECT_EQ(reply["cancelled"].asInt(), 2);
        EXPECT_EQ(reply["orders"][0]["id"].asString(), id);
        EXPECT_EQ(reply["orders"][0]["reason"].asString(), "user");
        EXPECT_EQ(reply["orders"][1]["reason"].asString(), "oco");
        EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    }
}

// -- What is refused ------------------------------------------------------------------------------

TEST_F(SpotStops, TheOwnerHearsOfOneThatAnotherSessionCancels) {
    const HandlerProcess second{world->handler("spot")};
    const Person anna = person();
    auto client = as(anna), other = as(anna), elsewhere = as(anna, second);
    const auto cancel = [](FastCgiClient& by, const Json::Value& order) {
        const auto answer = send(by, cancel_order, {{"order_id", order["id"].asString()}});
        EXPECT_EQ(answer.status, 200) << answer.body;
    };
    const auto told = [&] { return notices(anna, "stops_cancelled"); };
    const auto last_orders = [&] {
        return world->superuser()
            .run(
                "select data->>'orders' as orders from notifications where client_id = $1 "
                "and kind = 'stops_cancelled' order by id desc limit 1",
                {anna.id})[0]
            .str("orders");
    };
    const auto waiting = [&] { return placed(client, stop("SELL", "95", "94", "1")); };
    cancel(client, waiting());
    cancel(other, placed(client, limit("BUY", "90", "1")));
    EXPECT_EQ(told(), 0);
    cancel(other, waiting());
    EXPECT_EQ(told(), 1);
    EXPECT_EQ(last_orders(), pair() + " @ 95");
    // A writer that finds it in the database knows the same.
    cancel(elsewhere, waiting());
    EXPECT_EQ(told(), 2);
    // The stop leg goes with its limit leg.
    cancel(other, placed_pair(client, oco("SELL", "105", "95", "94", "1"))[0]);
    EXPECT_EQ(told(), 3);
    // All at once are one message.
    for (int i = 0; i < 6; ++i) waiting();
    EXPECT_EQ(send(other, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 6);
    EXPECT_EQ(told(), 4);
    EXPECT_TRUE(last_orders().ends_with(pair() + " @ 95, …"));
    // Nobody fills the queue of mails so.
    const auto mails = [&] {
        return number(
            "select count(*) as n from outgoing_mails where client_id = $1 and "
            "name = 'stops_cancelled'",
            {anna.id});
    };
    EXPECT_EQ(mails(), 1);
    // What the bell said meanwhile keeps no mail back for longer than an hour.
    world->superuser().run(
        "update outgoing_mails set created_at = created_at - interval '61 minutes' "
        "where client_id = $1",
        {anna.id});
    cancel(other, waiting());
    EXPECT_EQ(told(), 5);
    EXPECT_EQ(mails(), 2);
    cancel(other, waiting());
    EXPECT_EQ(mails(), 2);
}

TEST_F(SpotStops, PricesMustMakeSense) {
    Person anna = person();
    auto client = as(anna);
    expect_error(place(client, stop("SELL", "100", "94", "1")), 409, "stop_would_trigger",
                 "stop_price");
    const struct {
        const char *side, *price, *stop, *stop_limit, *code;
        int status;
    } pairs[] = {
        {"SELL", "100", "95", "94", "oco_prices", 400},
        {"SELL", "105", "100", "94", "oco_prices", 400},
        {"SELL", "105", "102", "94", "oco_prices", 400},
        {"SELL", "95", "90", "89", "oco_prices", 400},
        {"BUY", "100", "105", "106", "oco_prices", 400},
        {"BUY", "95", "100", "106", "oco_prices", 400},
        {"BUY", "105", "110", "111", "oco_prices", 400},
        {"BUY", "105", "95", "94", "oco_prices", 400},
    };
    for (const auto& pair : pairs) {
        SCOPED_TRACE(std::string{pair.side} + " " + pair.price + " " + pair.stop);
        expect_error(place(client, oco(pair.side, pair.price, pair.stop, pair.stop_limit, "1")),
                     pair.status, pair.code, "stop_price");
    }
    // The limit leg is a maker: at 99.5, below the last price's 100, somebody waits for it.
    Person ben = person();
    auto ben_calls = as(ben);
    placed(ben_calls, limit("BUY", "100.9", "1"));
    expect_error(place(client, oco("SELL", "100.5", "95", "94", "1")), 409, "would_cross");
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 0);
    EXPECT_EQ(anna.balance(coin), dec("100"));
}

/// A trade has moved the last price to 101, the provider still says 100: between them it is not
/// known from where the price would come.
TEST_F(SpotStops, AStopBetweenTheTwoPricesIsRefused) {
    Person anna = person();
    auto client = as(anna);
    placed(client, order("BUY", "MARKET", {{"number_of_order", "1"}}));
    expect_error(place(client, stop("SELL", "100.5", "94", "1")), 409, "stop_would_trigger",
                 "stop_price");
    placed(client, stop("SELL", "99.9", "94", "1"));
    placed(client, stop("BUY", "101.1", "102", "1"));
}

}  // namespace

}  // namespace cambio
