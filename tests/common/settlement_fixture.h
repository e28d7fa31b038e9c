#pragma once

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>

#include "redis/redis.h"
#include "settlement/entry.h"
#include "settlement/sequencer.h"
#include "support/builders.h"
#include "support/dated_trades.h"
#include "support/postgres_server.h"
#include "support/unconfirmed.h"

namespace cambio::settlement {

using test::dec, test::Person, test::wait_until, test::World;

/// A server of the suite's own: one test changes how it commits.
inline test::PostgresServer& server() {
    static test::PostgresServer own{"max_connections=60"};
    return own;
}

/// The sequencer inside the test's own process, so that a test can hold a batch up, cut its
/// connection in the worst moment, and run it under a thread sanitizer.
class Settlement : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        setenv("CAMBIO_TEST_PG", server().superuser().c_str(), 1);
        world = new World{{{"STALE_AFTER_MS", "3600000"}}};
        world->liquidity("USDT", "1000000");
        world->liquidity("BTC", "100");
    }
    static void TearDownTestSuite() {
        delete world;
        world = nullptr;
    }

    void SetUp() override { market = world->market("BTCUSDT"); }
    void TearDown() override {
        test::expect_books_balance(*world);
        test::expect_trades_are_dated(*world);
    }

    std::unique_ptr<Sequencer> sequencer() const {
        auto made = std::make_unique<Sequencer>(Config::read(world->config().path()), push);
        made->start();
        return made;
    }

    struct Trader {
        Person person;
        token::Session session;
    };
    static Trader trader(std::string_view usdt = "100000", std::string_view btc = "10") {
        static int last = 0;
        Person person = world->client("settle" + std::to_string(++last) + "@example.com");
        person.with("USDT", usdt).with("BTC", btc);
        world->token(person);
        const auto row =
            world->superuser().run("select id from sessions where client_id = $1", {person.id});
        return {person, {row[0].id<SessionId>("id"), person.id, 1}};
    }

    PlaceOrder limit(Side side, std::string_view price, std::string_view quantity,
                     std::string key = {}) const {
        PlaceOrder order;
        order.market = market;
        order.side = side;
        order.price = dec(price);
        order.quantity = dec(quantity);
        order.client_key = std::move(key);
        return order;
    }

    /// Another price or quantity of an open order; empty: as it is.
    AmendOrder change(const Order& order, std::string_view price, std::string_view quantity,
                      const std::string& key = {}) const {
        AmendOrder ask;
        ask.market = market;
        ask.side = order.side;
        ask.order = order.id;
        if (!price.empty()) ask.price = dec(price);
        if (!quantity.empty()) ask.quantity = dec(quantity);
        ask.client_key = amend_key(key);
        ask.content_hash = content_hash(ask);
        return ask;
    }
    /// Another stop price, or another distance from the price, and another quantity where the stop
    /// has one.
    AmendOrder move_stop(const Order& stop, std::string_view price, std::string_view quantity,
                         const std::string& key = {}) const {
        AmendOrder ask =
            change(stop, {}, stop.quantity.zero() ? std::string_view{} : quantity, key);
        if (stop.trailing_delta == 0) {
            ask.stop_price = dec(price);
        } else {
            ask.trailing_delta = stop.trailing_delta == 10 ? 20 : 10;
        }
        ask.content_hash = content_hash(ask);
        return ask;
    }
    static std::int64_t changes_of(const Order& order) {
        return world->superuser()
            .run("select count(*) as n from order_amendments where order_id = $1", {order.id})[0]
            .integer("n");
    }

    static std::future<Outcome> submit(Sequencer& to, const Trader& who,
                                       std::variant<PlaceOrder, CancelOrders, AmendOrder> order) {
        const auto promise = std::make_shared<std::promise<Outcome>>();
        to.submit({who.session, std::move(order),
                   [promise](Outcome&& outcome) { promise->set_value(std::move(outcome)); }});
        return promise->get_future();
    }

    static std::string error_of(const Outcome& outcome) {
        return outcome.error ? std::string{name_of(outcome.error->code())} : "";
    }

    /// Batches of the market wait while this lives.
    struct Held {
        explicit Held(MarketId market) : connection{world->database().superuser()}, tx{connection} {
            tx.run("select id from markets where id = $1 for update", {market});
        }
        bool blocks() {
            return !world->superuser()
                        .run("select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))",
                             {connection.run("select pg_backend_pid() as pid")[0].integer("pid")})
                        .empty();
        }
        pg::Connection connection;
        pg::Transaction tx;
    };
    static void wait_for(const std::string& event) {
        wait_until("a batch to wait for " + event, [&] {
            return !world->superuser()
                        .run(
                            "select 1 from pg_stat_activity where wait_event_type = $1 and "
                            "datname = current_database()",
                            {event})
                        .empty();
        });
    }
    static void cut(const char* condition) {
        const std::string sql =
            std::string{
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where datname = current_database() and pid <> pg_backend_pid() and "} +
            condition;
        world->superuser().run(sql.c_str());
    }
    /// Commits of the suite's server are durable but not confirmed while this lives.
    struct Unconfirmed : test::Unconfirmed {
        Unconfirmed() : test::Unconfirmed{world->database().superuser()} {}
    };
    /// The answer where each wait for a confirmation is cut short until there is one.
    static Outcome unconfirmed(std::future<Outcome> answer, void (Unconfirmed::*cut)(),
                               Unconfirmed& commits) {
        wait_until("an answer", [&] {
            if (commits.waiting()) (commits.*cut)();
            return answer.wait_for(std::chrono::milliseconds{20}) == std::future_status::ready;
        });
        return answer.get();
    }
    static std::int64_t orders_of(const Trader& who) {
        return world->superuser()
            .run("select count(*) as n from orders where client_id = $1", {who.person.id})[0]
            .integer("n");
    }

    static inline World* world = nullptr;
    MarketId market;
    mutable Redis redis{"unix:/nowhere"};
    mutable Push push{"", redis};
};

}  // namespace cambio::settlement
