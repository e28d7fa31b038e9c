// Changing orders that wait for a price, and pairs: what becomes of their stop, of their turn and
// of the money that they hold, what is refused, and that a change and a trigger end in one way.
#include <atomic>
#include <thread>

#include "handlers/program.h"
#include "handlers/spot_stops_fixture.h"

namespace cambio {
namespace {

constexpr const char* amend_order = "/api/v3/trades/amend-order";

class SpotAmendedStops : public SpotStops {
  protected:
    /// `spot` has the leases, so it matches in memory; the other one locks rows.
    static void SetUpTestSuite() {
        SpotStops::SetUpTestSuite();
        other.reset(new HandlerProcess{"spot", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        other.reset();
        SpotStops::TearDownTestSuite();
    }

    Fields trailing(const std::string& side, const std::string& delta,
                    const std::string& quantity) const {
        return order(side, "TRAILING_STOP_MARKET",
                     {{"trailing_delta", delta}, {"number_of_order", quantity}});
    }
    static Answer amend(FastCgiClient& client, const Json::Value& order, const Fields& more) {
        Fields fields{{"order_id", order["id"].asString()},
                      {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        return send(client, amend_order, fields);
    }
    static Json::Value amended(FastCgiClient& client, const Json::Value& order,
                               const Fields& more) {
        const Answer answer = amend(client, order, more);
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.message(), "success") << answer.body;
        return answer.json()["order"];
    }
    static std::int64_t changes_of(const Person& person) {
        return number("select count(*) as n from order_amendments where client_id = $1",
                      {person.id});
    }

    static inline std::unique_ptr<HandlerProcess> other;
};

TEST_F(SpotAmendedStops, AStopIsMovedAndHoldsWhatItNeedsThen) {
    const Person anna = person();
    auto client = as(anna);
    const auto waiting = placed(client, stop("BUY", "105", "106", "2", {{"client_id", "mine"}}));
    EXPECT_EQ(anna.held("USDT"), dec("212"));
    const auto moved =
        amended(client, waiting,
                {{"stop_price", "107"}, {"order_per_unit", "108.5"}, {"number_of_order", "3"}});
    EXPECT_EQ(moved["id"], waiting["id"]);
    EXPECT_EQ(moved["client_id"], "mine");
    EXPECT_EQ(moved["stop_price"], "107");
    EXPECT_EQ(moved["price"], "108.5");
    EXPECT_EQ(moved["number_of_order"], "3");
    EXPECT_EQ(moved["state"], "PENDING");
    EXPECT_FALSE(moved["triggered"].asBool());
    EXPECT_EQ(moved["created_at"], waiting["created_at"]);
    EXPECT_EQ(stored(client, waiting), moved);
    EXPECT_EQ(anna.held("USDT"), dec("325.5"));
    EXPECT_EQ(anna.balance("USDT"), dec("9674.5"));
    amended(client, waiting, {{"number_of_order", "1"}});
    EXPECT_EQ(anna.held("USDT"), dec("108.5"));
    EXPECT_EQ(changes_of(anna), 2);
    // It waits no more where it stood, and is triggered where it stands.
    world->quote(pair(), "106");
    world->provider_book(pair(), {{"106", "10"}}, {{"107", "10"}});
    auto ben = as(person());
    placed(ben, limit("BUY", "100", "1"));
    EXPECT_FALSE(is_triggered(waiting));
    world->quote(pair(), "107");
    wait_until_triggered(waiting);
    test::wait_until("it is filled",
                     [&] { return stored(client, waiting)["state"] == "APPROVED"; });
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    expect_error(amend(client, waiting, {{"stop_price", "110"}}), 409, "order_not_open",
                 "order_id");
}

TEST_F(SpotAmendedStops, WithoutALimitItHoldsWhatItMayCostAtItsNewPrice) {
    const Person anna = person();
    auto client = as(anna);
    const auto amount = Fields{{"number_of_order", "2"}};
    const auto waiting = placed(client, market_stop("STOP_MARKET", "BUY", "105", amount));
    const auto further = placed(client, market_stop("STOP_MARKET", "BUY", "110", amount));
    const auto both = anna.held("USDT");
    send(client, cancel_order, {{"order_id", further["id"].asString()}});
    const auto one = anna.held("USDT");
    EXPECT_EQ(amended(client, waiting, {{"stop_price", "110"}})["stop_price"], "110");
    EXPECT_EQ(anna.held("USDT"), both - one);
    EXPECT_EQ(number("select count(*) as n from orders where id = $1 and reserve = $2",
                     {waiting["id"].asString(), (both - one).str()}),
              1);
    const auto by_total =
        placed(client, market_stop("STOP_MARKET", "BUY", "105", {{"total", "300"}}));
    const auto held = anna.held("USDT");
    EXPECT_EQ(amended(client, by_total, {{"stop_price", "103"}})["total"], "300");
    EXPECT_EQ(anna.held("USDT"), held);
    const auto sale = placed(client, market_stop("STOP_MARKET", "SELL", "95", amount));
    amended(client, sale, {{"number_of_order", "5"}});
    EXPECT_EQ(anna.held(coin), dec("5"));
}

TEST_F(SpotAmendedStops, ATrailingStopStartsFromThePriceWithAnotherDistance) {
    const Person anna = person();
    auto client = as(anna);
    const auto waiting = placed(client, trailing("SELL", "500", "2"));
    EXPECT_EQ(waiting["stop_price"], "95");
    const auto moved =
        amended(client, waiting, {{"trailing_delta", "200"}, {"number_of_order", "4"}});
    EXPECT_EQ(moved["trailing_delta"].asInt(), 200);
    EXPECT_EQ(moved["stop_price"], "98");
    EXPECT_EQ(moved["type"], "TRAILING_STOP_MARKET");
    EXPECT_EQ(stored(client, waiting), moved);
    EXPECT_EQ(anna.held(coin), dec("4"));
    EXPECT_EQ(number("select count(*) as n from order_amendments where order_id = $1 and "
                     "trailing_delta_before = 500 and trailing_delta = 200 and "
                     "stop_price_before = 95 and stop_price = 98 and price is null",
                     {waiting["id"].asString()}),
              1);
    world->quote(pair(), "110");
    test::wait_until("it follows",
                     [&] { return stored(client, waiting)["stop_price"] == "107.8"; });
    // A client has twenty of them, and may change each.
    for (int i = 0; i < 19; ++i) placed(client, trailing("SELL", "500", "1"));
    expect_error(place(client, trailing("SELL", "500", "1")), 409, "too_many_open_orders");
    EXPECT_EQ(amended(client, waiting, {{"trailing_delta", "1000"}})["stop_price"], "99");
}

TEST_F(SpotAmendedStops, APairIsChangedAsOneWhicheverLegIsNamed) {
    const Person anna = person();
    auto client = as(anna);
    const auto legs = placed_pair(client, oco("BUY", "95", "105", "106", "2"));
    EXPECT_EQ(anna.held("USDT"), dec("212"));
    const auto stop =
        amended(client, legs[1], {{"number_of_order", "3"}, {"stop_limit_price", "110"}});
    EXPECT_EQ(stop["id"], legs[1]["id"]);
    EXPECT_EQ(stop["price"], "110");
    EXPECT_EQ(stop["number_of_order"], "3");
    EXPECT_EQ(stored(client, legs[0])["number_of_order"], "3");
    EXPECT_EQ(anna.held("USDT"), dec("330"));
    const auto limit_leg = amended(client, legs[0],
                                   {{"order_per_unit", "99.5"},
                                    {"stop_price", "102"},
                                    {"number_of_order", "1"},
                                    {"stop_limit_price", "97"}});
    EXPECT_EQ(limit_leg["id"], legs[0]["id"]);
    EXPECT_EQ(limit_leg["price"], "99.5");
    // The limit leg is the dearer one now.
    EXPECT_EQ(anna.held("USDT"), dec("99.5"));
    EXPECT_EQ(stored(client, legs[1])["stop_price"], "102");
    EXPECT_EQ(stored(client, legs[1])["price"], "97");
    EXPECT_EQ(changes_of(anna), 4);  // each leg has its own
    test::expect_books_balance(*world);
    // After a restart they are a pair still.
    spot->stop();
    spot->start();
    auto again = as(anna);
    auto seller = as(person());
    EXPECT_EQ(amended(again, legs[0], {{"number_of_order", "2"}})["number_of_order"], "2");
    placed(seller, limit("SELL", "99.5", "2", {{"time_in_force", "IOC"}}));
    EXPECT_EQ(stored(again, legs[1])["reason"], "oco");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(SpotAmendedStops, WhatIsRefusedNamesItsFieldAndChangesNothing) {
    const Person anna = person(), ben = person();
    auto client = as(anna), stranger = as(ben);
    const auto limited = placed(client, stop("SELL", "95", "94", "2"));
    const auto market =
        placed(client, market_stop("STOP_MARKET", "SELL", "95", {{"number_of_order", "1"}}));
    const auto total = placed(client, market_stop("STOP_MARKET", "BUY", "105", {{"total", "50"}}));
    const auto trails = placed(client, trailing("SELL", "500", "1"));
    const auto legs = placed_pair(client, oco("SELL", "110", "95", "94", "2"));
    const auto before = client.get(open_orders).json()["orders"];
    const auto held = anna.held(coin);
    struct Case {
        const Json::Value& order;
        Fields fields;
        int status;
        const char* code;
        const char* field;
    };
    const Case cases[] = {
        {limited, {}, 400, "missing_parameter", "order_per_unit"},
        {limited, {{"stop_price", "100"}}, 409, "stop_would_trigger", "stop_price"},
        {limited, {{"stop_price", "104"}}, 409, "stop_would_trigger", "stop_price"},
        {limited, {{"stop_price", "94.05"}}, 400, "off_tick", "stop_price"},
        {limited, {{"stop_price", "5"}}, 409, "price_protection", "stop_price"},
        {limited, {{"stop_price", "x"}}, 400, "invalid_amount", "stop_price"},
        {limited, {{"stop_limit_price", "93"}}, 400, "invalid_parameter", "stop_limit_price"},
        {limited, {{"trailing_delta", "500"}}, 400, "invalid_parameter", "trailing_delta"},
        {limited, {{"number_of_order", "200"}}, 409, "insufficient_balance", "number_of_order"},
        {limited, {{"number_of_order", "0.0005"}}, 400, "off_lot", "number_of_order"},
        {limited,
         {{"number_of_order", "1"}, {"take_profit", "110"}},
         400,
         "unknown_parameter",
         "take_profit"},
        {market, {{"order_per_unit", "94"}}, 400, "invalid_parameter", "order_per_unit"},
        {market, {{"stop_price", "104"}}, 409, "stop_would_trigger", "stop_price"},
        {market, {{"number_of_order", "0.05"}}, 400, "below_minimum", "total"},
        {total, {{"number_of_order", "1"}}, 400, "invalid_parameter", "number_of_order"},
        {trails, {{"stop_price", "96"}}, 400, "invalid_parameter", "stop_price"},
        {trails, {{"trailing_delta", "9"}}, 400, "out_of_range", "trailing_delta"},
        {trails, {{"trailing_delta", "2001"}}, 400, "out_of_range", "trailing_delta"},
        {legs[0], {{"order_per_unit", "99"}}, 400, "oco_prices", "order_per_unit"},
        {legs[1], {{"stop_price", "101"}}, 400, "oco_prices", "stop_price"},
        {legs[1], {{"stop_limit_price", "5"}}, 409, "price_protection", "stop_limit_price"},
        {legs[0], {{"number_of_order", "200"}}, 409, "insufficient_balance", "number_of_order"},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(std::string{one.code} + ' ' + one.field);
        expect_error(amend(client, one.order, one.fields), one.status, one.code, one.field);
    }
    for (const auto& order : {limited, market, trails, legs[0], legs[1]})
        expect_error(amend(stranger, order, {{"number_of_order", "1"}}), 404, "not_found",
                     "order_id");
    EXPECT_EQ(client.get(open_orders).json()["orders"], before);
    EXPECT_EQ(anna.held(coin), held);
    EXPECT_EQ(changes_of(anna), 0);
}

TEST_F(SpotAmendedStops, TheOwnerHearsOfWhatAKeyChangesThatItHasNotPlaced) {
    const Person anna = person();
    auto client = as(anna), phone = as(anna);
    Program bot{*world, anna, {true, {}, {}, {}}, *spot};
    const auto moved = [&](const Json::Value& order) {
        const auto answer =
            bot.post(amend_order, {{"order_id", order["id"].asString()}, {"stop_price", "11"}});
        EXPECT_EQ(answer.status, 200) << answer.body;
    };
    const auto told = [&] { return notices(anna, "stops_cancelled"); };
    const auto waiting = placed(client, stop("SELL", "95", "94", "1"));
    // The password was asked for there.
    amended(phone, waiting, {{"stop_price", "96"}});
    EXPECT_EQ(told(), 0);
    moved(waiting);
    EXPECT_EQ(told(), 1);
    EXPECT_EQ(number("select count(*) as n from notifications where client_id = $1 and "
                     "data->>'orders' = $2",
                     {anna.id, pair() + " @ 96"}),
              1);
    // The stop leg is changed with its limit leg.
    moved(placed_pair(client, oco("SELL", "105", "95", "94", "1"))[0]);
    EXPECT_EQ(told(), 2);
    Fields own = stop("SELL", "95", "94", "1");
    own.erase("transaction_password");
    moved(bot.post(my_order, own).json()["order"]);
    EXPECT_EQ(told(), 2);
}

TEST_F(SpotAmendedStops, TheSameKeyIsOneChangeWhateverHasBecomeOfTheStop) {
    const Person anna = person();
    auto here = as(anna), there = as(anna, *other);
    // Once it is triggered, nobody pays as much.
    const auto legs = placed_pair(here, oco("SELL", "130", "95", "120", "2"));
    const Fields nearer{{"stop_price", "97"}, {"client_id", "nearer"}};
    const auto first = amended(here, legs[1], nearer);
    EXPECT_EQ(amended(here, legs[1], nearer), first);
    EXPECT_EQ(amended(there, legs[1], nearer), first);
    EXPECT_EQ(changes_of(anna), 2);
    for (auto* process : {&here, &there})
        expect_error(amend(*process, legs[1], {{"stop_price", "96"}, {"client_id", "nearer"}}), 409,
                     "client_id_reused", "client_id");
    world->quote(pair(), "97");
    wait_until_triggered(legs[1]);
    EXPECT_TRUE(amended(here, legs[1], nearer)["triggered"].asBool());
    expect_error(amend(here, legs[1], {{"stop_price", "96"}}), 409, "order_filling", "stop_price");
    // It rests as a limit order, and is changed as one.
    EXPECT_EQ(amended(there, legs[1], {{"order_per_unit", "125"}})["price"], "125");
    // What was refused stays refused.
    const auto next = placed(here, stop("SELL", "90", "89", "1"));
    const Fields across{{"stop_price", "105"}, {"client_id", "across"}};
    expect_error(amend(here, next, across), 409, "stop_would_trigger", "stop_price");
    world->quote(pair(), "106");
    expect_error(amend(there, next, across), 409, "stop_would_trigger", "stop_price");
}

TEST_F(SpotAmendedStops, EachProcessChangesTheOthersStops) {
    const Person anna = person();
    auto here = as(anna), there = as(anna, *other);
    const auto waiting = placed(here, stop("SELL", "90", "89", "1"));
    EXPECT_EQ(amended(there, waiting, {{"stop_price", "95"}})["stop_price"], "95");
    EXPECT_EQ(amended(here, waiting, {{"number_of_order", "2"}})["number_of_order"], "2");
    EXPECT_EQ(anna.held(coin), dec("2"));
    world->quote(pair(), "95");
    wait_until_triggered(waiting);
}

/// Changes through two processes while the price comes: each ends as changed before, or as refused
/// because the price has come. The fixture proves that the books balance.
TEST_F(SpotAmendedStops, AChangeRacesWithTheTrigger) {
    constexpr int rounds = 8;
    const Person anna = person();
    auto owner = as(anna);
    auto seller = as(person());
    const std::string token = world->token(anna);
    std::atomic<int> changed = 0, late = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto single = placed(owner, stop("SELL", "99", "110", "1"));
        const auto legs = placed_pair(owner, oco("SELL", "120", "99", "111", "1"));
        std::vector<std::thread> threads;
        const int before = changed + late;
        for (int i = 0; i < 10; ++i) {
            threads.emplace_back([&, i] {
                auto client = (i % 2 == 0 ? *spot : *other).client();
                client.bearer(token);
                const bool pair = i % 3 == 0;
                const Answer answer = amend(client, pair ? legs[i % 2] : single,
                                            {{"stop_price", i % 2 == 0 ? "99" : "98.9"},
                                             {"number_of_order", std::to_string(1 + i % 4)}});
                const auto said = answer.message();
                ++(said == "success" ? changed : late);
                EXPECT_THAT(said, testing::AnyOf("success", "order_filling", "order_not_open",
                                                 "stop_would_trigger", "oco_prices"));
            });
        }
        // In each other round the price may outrun them all, and else not the first.
        while (round % 2 == 1 && changed + late == before) std::this_thread::yield();
        // The house's best bid: a trade at 99 is the price that they wait for.
        placed(seller, limit("SELL", "99", "0.1", {{"time_in_force", "IOC"}}));
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(number("select count(*) as n from orders where client_id = $1 and state = 1 and "
                         "oco_group is not null and triggered_at is null and "
                         "(select count(*) from orders o where o.oco_group = orders.oco_group "
                         "and o.state = 1) <> 2",
                         {anna.id}),
                  0);
        test::expect_books_balance(*world);
        send(owner, cancel_order, {{"all", "true"}});
        EXPECT_EQ(anna.held(coin), dec("0"));
        EXPECT_EQ(anna.balance(coin), dec("100"));
        // Back to where the next round begins.
        auto buyer = as(person());
        placed(buyer, limit("BUY", "101", "0.1", {{"time_in_force", "IOC"}}));
    }
    EXPECT_GT(changed, 0);
    EXPECT_EQ(changed + late, rounds * 10);
}

}  // namespace
}  // namespace cambio
