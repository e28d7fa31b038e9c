// Stop orders and pairs when requests are repeated, processes die, connections break, and two
// processes work at one market.
#include <atomic>
#include <memory>
#include <set>
#include <thread>

#include "handlers/spot_stops_fixture.h"

namespace cambio {

namespace {

using SpotStopFaults = SpotStops;

TEST_F(SpotStopFaults, TheSameKeyAnswersWithTheSameOrders) {
    Person anna = person();
    auto client = as(anna);
    const Fields single = stop("SELL", "95", "94", "2", {{"client_id", "stop"}});
    const Fields pair_fields = oco("BUY", "95", "105", "106", "2", {{"client_id", "pair"}});
    const auto first = placed(client, single);
    const auto legs = placed_pair(client, pair_fields);
    EXPECT_EQ(placed(client, single), first);
    EXPECT_EQ(placed_pair(client, pair_fields), legs);
    expect_error(place(client, stop("SELL", "95.1", "94", "2", {{"client_id", "stop"}})), 409,
                 "client_id_reused", "client_id");
    expect_error(place(client, oco("BUY", "95", "105", "106.1", "2", {{"client_id", "pair"}})), 409,
                 "client_id_reused", "client_id");
    expect_error(place(client, limit("SELL", "94", "2", {{"client_id", "stop"}})), 409,
                 "client_id_reused", "client_id");
    spot->stop();
    spot->start();
    auto later = as(anna);
    EXPECT_EQ(placed(later, single), first);
    EXPECT_EQ(placed_pair(later, pair_fields), legs);
    // After the trigger a new order would be refused, but this is none.
    world->quote(pair(), "94");
    wait_until_triggered(first);
    EXPECT_EQ(placed(later, single)["id"], first["id"]);
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 3);
}

TEST_F(SpotStopFaults, TheyOutliveAKilledProcess) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    const auto sale = placed(client, stop("SELL", "95", "94", "2"));
    const auto legs = placed_pair(client, oco("BUY", "95", "105", "106", "2"));
    spot->kill();
    // It moves while nobody looks.
    world->quote(pair(), "105.5");
    spot->start();
    client.hang_up();
    wait_until_triggered(legs[1]);
    EXPECT_EQ(stored(client, legs[0])["reason"].asString(), "oco");
    EXPECT_FALSE(stored(client, sale)["triggered"].asBool());
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(anna.held(coin), dec("2"));
    EXPECT_EQ(send(client, cancel_order, {{"order_id", sale["id"].asString()}}).status, 200);
}

/// What was triggered late keeps its place behind those that rested before.
TEST_F(SpotStopFaults, ARestoredBookHasTheSameQueue) {
    Person anna = person();
    Person ben = person();
    Person cleo = person();
    auto anna_calls = as(anna);
    auto ben_calls = as(ben);
    auto cleo_calls = as(cleo);
    const auto late = placed(anna_calls, stop("SELL", "99", "100", "1"));
    const auto early = placed(ben_calls, limit("SELL", "100", "1"));
    placed(cleo_calls, order("SELL", "MARKET", {{"number_of_order", "1"}}));
    EXPECT_TRUE(stored(anna_calls, late)["triggered"].asBool());
    spot->kill();
    spot->start();
    for (auto* calls : {&anna_calls, &ben_calls, &cleo_calls}) calls->hang_up();
    placed(cleo_calls, limit("BUY", "100", "1"));
    EXPECT_EQ(stored(ben_calls, early)["state"].asString(), "APPROVED");
    EXPECT_EQ(stored(anna_calls, late)["state"].asString(), "PENDING");
}

TEST_F(SpotStopFaults, TwoProcessesTriggerOnce) {
    HandlerProcess other = world->handler("spot");
    Person anna = person();
    Person ben = person();
    auto here = as(anna);
    auto there = as(anna, other);
    auto ben_there = as(ben, other);
    // Placed with the market's writer, triggered by a trade in the other process, and vice versa.
    const auto first = placed(here, stop("SELL", "99", "98", "1"));
    placed(ben_there, order("SELL", "MARKET", {{"number_of_order", "1"}}));
    EXPECT_EQ(stored(here, first)["state"].asString(), "APPROVED");
    const auto legs = placed_pair(there, oco("SELL", "110", "95", "94", "2"));
    const auto buy = placed(there, stop("BUY", "105", "106", "1"));
    world->quote(pair(), "105");
    wait_until_triggered(buy);
    world->quote(pair(), "94");
    wait_until_triggered(legs[1]);
    EXPECT_EQ(stored(here, legs[0])["reason"].asString(), "oco");
    EXPECT_EQ(notices(anna, "stop_triggered"), 3);
    // The other process takes over when the writer dies.
    const auto last = placed(here, stop("SELL", "90", "89", "1"));
    spot->kill();
    world->quote(pair(), "89.5");
    wait_until_triggered(last);
    spot->start();
    EXPECT_EQ(anna.held(coin), dec("0"));
}

/// What is traded in the process that is not the market's writer reaches stops, too.
TEST_F(SpotStopFaults, ATradeElsewhereTriggersWhatHasNoLimit) {
    HandlerProcess other = world->handler("spot");
    Person anna = person(), ben = person();
    auto here = as(anna), ben_there = as(ben, other);
    const auto waiting =
        placed(here, market_stop("STOP_MARKET", "SELL", "99", {{"number_of_order", "1"}}));
    placed(ben_there, order("SELL", "MARKET", {{"number_of_order", "1"}}));
    wait_until_triggered(waiting);
    EXPECT_EQ(stored(here, waiting)["final_price"].asString(), "99");
    EXPECT_EQ(notices(anna, "stop_triggered"), 1);
    EXPECT_EQ(anna.held(coin), dec("0"));
}

/// Two processes and a house that has a last look; prices stay fresh for three seconds.
class SpotStopLook : public SpotStops {
  protected:
    static void SetUpTestSuite() {
        start({{"HOUSE_LAST_LOOK", "yes"},
               {"STALE_AFTER_MS", "3000"},
               {"HOUSE_STALE_AFTER_MS", "3600000"}});
    }

    void SetUp() override {
        SpotStops::SetUp();
        // Before it starts: what comes later it hears half a second later.
        world->quote(pair(), "100");
        books("99");
        other.reset(new HandlerProcess{world->handler("spot")});
    }
    void TearDown() override {
        other.reset();
        SpotStops::TearDown();
    }

    /// The house's next book.
    void books(const std::string& bid) {
        world->provider_book(pair(), {{bid, "10"}}, {{"121", "10"}});
    }
    /// Two clients trade at that price, without the house.
    void trade(const HandlerProcess& process, const std::string& price) {
        Person ben = person(), cleo = person();
        auto buyer = as(ben, process), seller = as(cleo, process);
        placed(buyer, limit("BUY", price, "1"));
        placed(seller, limit("SELL", price, "1"));
    }
    /// Trades there until the stop is reached: a program hears of a price half a second after it
    /// came, and at one that has grown old meanwhile no trade reaches a stop.
    void trade_to(const HandlerProcess& process, const std::string& price,
                  const Json::Value& stop) {
        test::wait_until("the stop to be reached", [&] {
            world->quote(pair(), "100");
            trade(process, price);
            return number(
                       "select count(*) as n from orders where id = $1 and reached_at is not null",
                       {stop["id"].asString()}) == 1;
        });
    }
    /// Tells the price and the house's book again until what they bring about has come.
    template <class Come>
    void tell_until(const char* what, const char* price, const char* bid, Come come) {
        test::wait_until(what, [&] {
            world->quote(pair(), price);
            books(bid);
            return come();
        });
    }

    std::unique_ptr<HandlerProcess> other;
};

TEST_F(SpotStopLook, WhatATradeElsewhereReachesIsTriggeredByTheNextBook) {
    Person anna = person();
    auto client = as(anna);
    const auto first = placed(client, stop("SELL", "99", "98", "1"));
    const auto second =
        placed(client, market_stop("STOP_MARKET", "SELL", "99", {{"number_of_order", "2"}}));
    trade_to(*other, "99", first);
    EXPECT_FALSE(is_triggered(first));
    tell_until("the writer to trigger both", "100", "98.9",
               [&] { return is_triggered(first) && is_triggered(second); });
    EXPECT_EQ(stored(client, first)["final_price"].asString(), "98.9");
    EXPECT_EQ(stored(client, second)["final_price"].asString(), "98.9");
}

TEST_F(SpotStopLook, WhatWasReachedOutlivesTheWriter) {
    Person anna = person();
    auto client = as(anna);
    const auto waiting = placed(client, stop("SELL", "99", "98", "1"));
    trade_to(*spot, "99", waiting);
    spot->kill();
    client.hang_up();
    tell_until("the other process to trigger it", "100", "98.9",
               [&] { return is_triggered(waiting); });
    spot->start();
    EXPECT_EQ(stored(client, waiting)["final_price"].asString(), "98.9");
}

TEST_F(SpotStopLook, WhatWasReachedLongAgoIsNotSoldAtAnotherPrice) {
    Person anna = person(), ben = person();
    auto client = as(anna);
    const auto waiting = placed(client, stop("SELL", "99", "98", "1"));
    trade(*other, "99");
    spot->kill();
    other->kill();
    client.hang_up();
    test::wait_until("the price to have grown old", [&] {
        return number(
                   "select count(*) as n from fills f join markets m on m.id = f.market_id "
                   "where m.pair = $1 and f.at < clock_timestamp() - interval '4 seconds'",
                   {pair()}) > 0;
    });
    world->quote(pair(), "120");
    books("119");
    spot->start();
    auto seller = as(ben);
    // It trades at a book that was made after it came, and so could the stop.
    std::atomic<bool> sold = false;
    std::thread sale{[&] {
        placed(seller, order("SELL", "MARKET", {{"number_of_order", "1"}}));
        sold = true;
    }};
    tell_until("a sale to the house", "120", "119", [&] { return sold.load(); });
    sale.join();
    EXPECT_FALSE(is_triggered(waiting));
    EXPECT_EQ(anna.held(coin), dec("1"));
    tell_until("the stop to be reached once more", "99", "98.9",
               [&] { return is_triggered(waiting); });
    EXPECT_EQ(stored(client, waiting)["final_price"].asString(), "98.9");
    other->start();
}

TEST_F(SpotStopLook, WhatWasReachedIsNotTakenBackThroughTheOtherProcess) {
    Person anna = person();
    auto client = as(anna), there = as(anna, *other);
    world->quote(pair(), "100");
    const auto waiting = placed(client, stop("SELL", "99", "98", "1"));
    trade_to(*spot, "99", waiting);
    Answer taken_back;
    std::thread cancel{[&] {
        taken_back = send(there, cancel_order, {{"order_id", waiting["id"].asString()}});
    }};
    test::wait_until("the trade to be a second old", [&] {
        return number(
                   "select count(*) as n from fills f join markets m on m.id = f.market_id "
                   "where m.pair = $1 and f.at < clock_timestamp() - interval '1 second'",
                   {pair()}) > 0;
    });
    tell_until("the stop to end", "100", "98.9", [&] {
        return number("select count(*) as n from orders where id = $1 and state <> 1",
                      {waiting["id"].asString()}) == 1;
    });
    cancel.join();
    expect_error(taken_back, 409, "order_not_open", "order_id");
    EXPECT_EQ(stored(client, waiting)["final_price"].asString(), "98.9");
}

/// Stops, pairs and orders that trigger them, by people who try again until they hear an answer.
class SpotStopStorm : public SpotStops {
  protected:
    static constexpr int people_count = 4;
    static constexpr int orders_each = 30;

    Fields fields_of(int person, int n) const {
        const Fields key{{"client_id", std::to_string(person) + "-" + std::to_string(n)}};
        const bool buy = (n + person) % 2 == 0;
        const std::string side = buy ? "BUY" : "SELL";
        if (n % 3 == 0) return limit(side, buy ? "101" : "99", "0.1", key);
        if (n % 6 == 1) {
            Fields amount = key;
            if (n % 4 == 1 && buy) {
                amount["total"] = "20";
            } else {
                amount["number_of_order"] = "0.1";
            }
            return market_stop("STOP_MARKET", side, buy ? "101" : "99", amount);
        }
        if (n % 3 == 1) {
            return stop(side, n % 2 == 0 ? "101" : "99", buy ? "102" : "98", "0.1", key);
        }
        return buy ? oco("BUY", "98.5", "101", "102", "0.1", key)
                   : oco("SELL", "101.5", "99", "98", "0.1", key);
    }

    void trade(const HandlerProcess& process, const std::string& token, int person) {
        auto client = process.client();
        client.bearer(token);
        for (int n = 0; n < orders_each; ++n) {
            const Fields fields = fields_of(person, n);
            for (;;) {
                try {
                    const auto answer = place(client, fields);
                    if (answer.status == 503) continue;
                    if (answer.message() == "success") acknowledge(answer.json());
                    break;
                } catch (const std::exception&) {
                    // The process died with the request: nobody knows whether it was taken.
                    client.hang_up();
                }
            }
        }
        --running;
    }

    void acknowledge(const Json::Value& reply) {
        const std::lock_guard lock{mutex};
        acknowledged.insert(reply["order"]["id"].asString());
        for (const Json::Value& leg : reply["orders"]) acknowledged.insert(leg["id"].asString());
    }
    std::size_t count() {
        const std::lock_guard lock{mutex};
        return acknowledged.size();
    }

    /// Waits by what is done, not by the clock: a busy machine needs longer to come back.
    void trade_on() {
        const std::size_t before = count();
        test::wait_until("orders after the disturbance",
                         [&] { return running == 0 || count() >= before + 5; });
    }

    /// Lets everybody trade while `disturb` is called again and again.
    template <class Disturb>
    void storm(const HandlerProcess& here, const HandlerProcess& there, Disturb disturb) {
        std::vector<std::string> tokens;
        for (int i = 0; i < people_count; ++i) tokens.push_back(world->token(person()));
        running = people_count;
        std::vector<std::thread> threads;
        for (int i = 0; i < people_count; ++i) {
            threads.emplace_back([&, i] {
                trade(i % 2 == 0 ? here : there, tokens[static_cast<std::size_t>(i)], i);
            });
        }
        // Here, not on a thread: a process ends with the thread that started it.
        while (running > 0) disturb();
        for (std::thread& thread : threads) thread.join();
    }

    /// Each acknowledged order exists once, pairs are whole, and no leg outlived what ends it.
    void expect_whole() {
        std::set<std::string> stored_ids;
        for (const pg::Row row : world->superuser().run(
                 "select o.id from orders o join markets m on m.id = o.market_id where m.pair = $1",
                 {pair()})) {
            stored_ids.insert(row.str("id"));
        }
        EXPECT_EQ(stored_ids, acknowledged);
        // How many are refused, because the price has passed them already, is chance.
        EXPECT_GT(stored_ids.size(), 30u);
        EXPECT_GT(number("select count(*) as n from orders o join markets m on m.id = o.market_id "
                         "where m.pair = $1 and o.triggered_at is not null",
                         {pair()}),
                  0);
        EXPECT_EQ(number(R"sql(
            select count(*) as n from (
                select from orders where oco_group is not null group by oco_group
                having count(*) <> 2
                       or count(*) filter (where state = 1) = 1
                          and bool_and(filled = 0) and bool_and(triggered_at is null)
                       or bool_or(triggered_at is not null)
                          and bool_or(stop_price is null and reason <> 7)
                       or bool_or(stop_price is null and filled > 0)
                          and bool_or(stop_price is not null and reason <> 7)) as broken)sql"),
                  0);
    }

    std::atomic<int> running = 0;
    std::mutex mutex;
    std::set<std::string> acknowledged;
};

TEST_F(SpotStopStorm, NothingIsLostOrDoubledWhenConnectionsBreak) {
    HandlerProcess other = world->handler("spot");
    pg::Connection superuser{world->database().superuser()};
    storm(*spot, other, [&] {
        superuser.run(R"sql(
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'cambio spot')sql");
        trade_on();
    });
    expect_whole();
}

TEST_F(SpotStopStorm, NothingIsLostOrDoubledWhenAProcessIsKilled) {
    HandlerProcess other = world->handler("spot");
    storm(*spot, other, [&] {
        spot->kill();
        spot->start();
        trade_on();
    });
    expect_whole();
}

}  // namespace

}  // namespace cambio
