// Where orders meet what is rare: a client who was frozen while its stop waited, a book of more
// levels than are looked at.
#include "handlers/spot_stops_fixture.h"

namespace cambio {

namespace {

class SpotEdges : public SpotStops {
  protected:
    static void set_status(const Person& person, const char* status) {
        world->superuser().run("update clients set status = $2 where id = $1", {person.id, status});
    }
    static std::string reason_of(const Json::Value& order) {
        return std::to_string(
            number("select reason as n from orders where id = $1 and state = 3 "
                   "and triggered_at is null",
                   {order["id"].asString()}));
    }
    static void wait_until_ended(const Json::Value& order) {
        test::wait_until("order " + order["id"].asString() + " to end", [&] {
            return number("select count(*) as n from orders where id = $1 and state <> 1",
                          {order["id"].asString()}) == 1;
        });
    }
};

constexpr const char* frozen = "8";
constexpr const char* other_leg = "7";

TEST_F(SpotEdges, AMarketOrderDoesNotTradeFarFromTheProvidersPrice) {
    Person anna = person(), thief = person();
    auto client = as(anna), other = as(thief);
    placed(other, limit("BUY", "110", "30"));
    placed(other, limit("SELL", "150", "10"));
    for (const Fields& amount : {Fields{{"number_of_order", "1"}}, Fields{{"total", "200"}}}) {
        const auto answer = place(client, order("BUY", "MARKET", amount));
        expect_error(answer, 409, "price_protection");
        EXPECT_EQ(answer.json()["details"]["price"], "150");
    }
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(SpotEdges, AFrozenClientsStopEndsInsteadOfTrading) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto ben_calls = as(ben);
    const auto waiting = placed(client, stop("SELL", "95", "94", "2"));
    const auto pair_legs = placed_pair(client, oco("SELL", "108", "95", "94", "1"));
    const auto others = placed(ben_calls, stop("SELL", "95", "94", "3"));
    set_status(anna, "FREEZE_ACCOUNT");
    world->quote(pair(), "94.9");
    wait_until_triggered(others);
    wait_until_ended(waiting);
    wait_until_ended(pair_legs[1]);
    EXPECT_EQ(reason_of(waiting), frozen);
    EXPECT_EQ(reason_of(pair_legs[1]), frozen);
    EXPECT_EQ(reason_of(pair_legs[0]), other_leg);
    EXPECT_EQ(anna.held(coin), dec("0"));
    EXPECT_EQ(anna.balance(coin), dec("100"));
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(notices(anna, "stop_triggered"), 0);
    set_status(anna, "ACTIVE");
    auto again = as(anna);
    EXPECT_EQ(stored(again, waiting)["reason"].asString(), "frozen");
}

TEST_F(SpotEdges, AStopOfWhoIsFrozenNoMoreTrades) {
    Person anna = person();
    auto client = as(anna);
    const auto waiting = placed(client, stop("SELL", "95", "94", "2"));
    set_status(anna, "FREEZE_ACCOUNT");
    set_status(anna, "ACTIVE");
    world->quote(pair(), "94.9");
    wait_until_triggered(waiting);
}

TEST_F(SpotEdges, AMarketBuyThroughManyLevelsCostsWhatItCosts) {
    world->superuser().run(
        "update markets set tick = 0.00001, provider_limit = 1000 where pair = $1", {pair()});
    World::Levels asks;
    for (int i = 1; i <= 5050; ++i) {
        const auto cents = std::to_string(100'000'00 + i * 10);
        asks.push_back({cents.substr(0, 3) + '.' + cents.substr(3), "0.01"});
    }
    asks.push_back({"102", "400"});
    world->provider_book(pair(), {{"99", "10"}}, asks);
    Person anna = person();
    auto client = as(anna);
    // The first 5,000 levels cost 5,013; all that is asked for costs 40,000 and more.
    const Fields buy = order("BUY", "MARKET", {{"number_of_order", "350"}});
    test::wait_until("the new book to be there", [&] {
        const Json::Value little =
            place(client, order("BUY", "MARKET", {{"number_of_order", "0.1"}})).json();
        return little["order"]["final_price"].asString().starts_with("100.");
    });
    expect_error(place(client, buy), 409, "insufficient_balance", "number_of_order");
    EXPECT_GT(anna.balance("USDT"), dec("9000"));
}

}  // namespace

}  // namespace cambio
