// Stop orders and pairs when requests are repeated, processes die, connections break, and two
// processes work at one market.
#include <atomic>
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

/// Stops, pairs and orders that trigger them, while the processes' connections are cut: each
/// acknowledged order exists once, and the books balance.
TEST_F(SpotStopFaults, NothingIsLostOrDoubledWhenConnectionsBreak) {
    constexpr int people_count = 4;
    constexpr int orders_each = 30;
    HandlerProcess other = world->handler("spot");
    std::vector<Person> people;
    std::vector<std::string> tokens;
    for (int i = 0; i < people_count; ++i) {
        people.push_back(person());
        tokens.push_back(world->token(people.back()));
    }
    std::atomic<int> running = people_count;
    std::mutex mutex;
    std::set<std::string> acknowledged;
    std::thread killer{[&] {
        pg::Connection superuser{world->database().superuser()};
        while (running > 0) {
            superuser.run(R"sql(
                select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and application_name = 'cambio spot')sql");
            std::this_thread::sleep_for(std::chrono::milliseconds{200});
        }
    }};
    std::vector<std::thread> threads;
    for (int i = 0; i < people_count; ++i) {
        threads.emplace_back([&, i] {
            auto client = (i % 2 == 0 ? *spot : other).client();
            client.bearer(tokens[static_cast<std::size_t>(i)]);
            for (int n = 0; n < orders_each; ++n) {
                const Fields key{{"client_id", std::to_string(i) + "-" + std::to_string(n)}};
                const bool buy = (n + i) % 2 == 0;
                const std::string side = buy ? "BUY" : "SELL";
                Fields fields;
                if (n % 3 == 0) {
                    fields = limit(side, buy ? "101" : "99", "0.1", key);
                } else if (n % 3 == 1) {
                    fields = stop(side, n % 2 == 0 ? "101" : "99", buy ? "102" : "98", "0.1", key);
                } else {
                    fields = buy ? oco("BUY", "98.5", "101", "102", "0.1", key)
                                 : oco("SELL", "101.5", "99", "98", "0.1", key);
                }
                for (int attempt = 0; attempt < 100; ++attempt) {
                    const auto answer = place(client, fields);
                    if (answer.status == 503) continue;
                    if (answer.message() != "success") break;
                    const auto reply = answer.json();
                    const std::lock_guard lock{mutex};
                    acknowledged.insert(reply["order"]["id"].asString());
                    for (const Json::Value& leg : reply["orders"]) {
                        acknowledged.insert(leg["id"].asString());
                    }
                    break;
                }
            }
            --running;
        });
    }
    for (std::thread& thread : threads) thread.join();
    killer.join();
    std::set<std::string> stored_ids;
    for (const pg::Row row : world->superuser().run(
             "select o.id from orders o join markets m on m.id = o.market_id where m.pair = $1",
             {pair()})) {
        stored_ids.insert(row.str("id"));
    }
    EXPECT_EQ(stored_ids, acknowledged);
    EXPECT_GT(stored_ids.size(), 60u);
    EXPECT_GT(number("select count(*) as n from orders o join markets m on m.id = o.market_id "
                     "where m.pair = $1 and o.triggered_at is not null",
                     {pair()}),
              0);
}

}  // namespace

}  // namespace cambio
