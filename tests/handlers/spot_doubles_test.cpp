// One idempotency key sent to two processes: whichever answers first, a refusal too, the other one
// answers the same.
#include <atomic>
#include <future>
#include <thread>

#include "handlers/spot_fixture.h"

namespace cambio {

namespace {

class SpotDoubles : public Spot {
  protected:
    /// `spot` has the leases, so it matches in memory; the other one locks rows.
    static void SetUpTestSuite() {
        Spot::SetUpTestSuite();
        other.reset(new HandlerProcess{"spot", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        other.reset();
        Spot::TearDownTestSuite();
    }

    /// A buy that the book cannot fill yet.
    Fields early(const std::string& key) const {
        return limit("BUY", "100", "1", {{"time_in_force", "FOK"}, {"client_id", key}});
    }
    void bring_liquidity() const {
        Person ben = person();
        auto seller = as(ben);
        placed(seller, limit("SELL", "100", "5"));
    }
    static std::int64_t orders_of(const Person& person) {
        return number("select count(*) as n from orders where client_id = $1", {person.id});
    }

    static inline std::unique_ptr<HandlerProcess> other;
};

TEST_F(SpotDoubles, ARefusalStandsInEachProcess) {
    Person anna = person();
    auto here = as(anna), there = as(anna, *other);
    expect_error(place(here, early("here")), 409, "fill_or_kill");
    expect_error(place(there, early("there")), 409, "fill_or_kill");
    bring_liquidity();
    for (FastCgiClient* process : {&here, &there}) {
        expect_error(place(*process, early("here")), 409, "fill_or_kill");
        expect_error(place(*process, early("there")), 409, "fill_or_kill");
    }
    EXPECT_EQ(orders_of(anna), 0);
    // A new request is looked at anew, by both.
    placed(here, early("new"));
    placed(there, early("newer"));
}

TEST_F(SpotDoubles, ARefusalSurvivesItsProcess) {
    Person anna = person();
    auto here = as(anna);
    expect_error(place(here, early("key")), 409, "fill_or_kill");
    spot->stop();
    spot->start();
    bring_liquidity();
    auto later = as(anna);
    expect_error(place(later, early("key")), 409, "fill_or_kill");
    EXPECT_EQ(orders_of(anna), 0);
}

TEST_F(SpotDoubles, TheRefusalSaysTheSameToTheLastWord) {
    Person anna = person();
    auto here = as(anna), there = as(anna, *other);
    const Fields dear = limit("BUY", "90", "1000", {{"client_id", "dear"}});
    const auto first = place(here, dear);
    expect_error(first, 409, "insufficient_balance", "number_of_order");
    EXPECT_EQ(first.json()["details"]["available"].asString(), "10000");
    anna.with("USDT", "1000000");
    auto second = place(there, dear).json(), expected = first.json();
    for (Json::Value* answer : {&second, &expected}) answer->removeMember("request_id");
    EXPECT_EQ(second, expected);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    expect_error(place(there, limit("BUY", "90", "1", {{"client_id", "dear"}})), 409,
                 "client_id_reused", "client_id");
}

TEST_F(SpotDoubles, WhatIsRefusedBeforeTheBookCountsToo) {
    Person anna = person();
    auto here = as(anna), there = as(anna, *other);
    const Fields early_one = limit("BUY", "90", "1", {{"client_id", "early"}});
    const Fields taken = limit("BUY", "90", "1", {{"client_id", "taken"}});
    const auto order = placed(there, taken);
    const auto open = [&](bool yes) {
        world->superuser().run("update markets set state = $2 where pair = $1",
                               {pair(), yes ? "open" : "closed"});
    };
    open(false);
    test::wait_until("the market is closed here", [&] {
        return place(here, limit("BUY", "90", "1")).message() == "market_closed";
    });
    expect_error(place(here, early_one), 409, "market_closed");
    EXPECT_EQ(placed(here, taken), order) << "what was taken before was taken";
    open(true);
    test::wait_until("the market is open there",
                     [&] { return place(there, limit("BUY", "90", "1")).message() == "success"; });
    expect_error(place(there, early_one), 409, "market_closed");
}

TEST_F(SpotDoubles, ARefusalCountsForTenMinutes) {
    Person anna = person();
    auto here = as(anna), there = as(anna, *other);
    expect_error(place(here, early("here")), 409, "fill_or_kill");
    expect_error(place(here, early("there")), 409, "fill_or_kill");
    bring_liquidity();
    world->superuser().run("update order_refusals set at = at - interval '10 minutes'");
    placed(here, early("here"));
    placed(there, early("there"));
}

TEST_F(SpotDoubles, DoublesAtOnceHaveOneOutcome) {
    Person anna = person();
    Person ben = person();
    auto here = as(anna), there = as(anna, *other);
    placed(here, limit("BUY", "90", "1"));
    placed(there, limit("BUY", "90", "1"));
    std::atomic<bool> over = false;
    // The book has something at 100 half of the time.
    std::thread seller{[&] {
        auto sells = as(ben);
        while (!over) {
            place(sells, limit("SELL", "100", "0.5"));
            send(sells, cancel_order, {{"all", "true"}});
        }
    }};
    int taken = 0, refused = 0;
    for (int i = 0; i < 300; ++i) {
        Fields fields = limit("BUY", "100", "0.1",
                              {{"time_in_force", i % 2 == 0 ? "FOK" : "IOC"},
                               {"client_id", "at-once-" + std::to_string(i)}});
        auto second = std::async(std::launch::async, [&] { return place(there, fields); });
        const Answer one = place(here, fields), two = second.get();
        EXPECT_EQ(one.message(), two.message()) << i;
        EXPECT_EQ(one.json()["order"]["id"], two.json()["order"]["id"]) << i;
        ++(one.message() == "success" ? taken : refused);
    }
    over = true;
    seller.join();
    EXPECT_GT(taken, 0);
    EXPECT_GT(refused, 0);
    EXPECT_EQ(orders_of(anna), taken + 2);
}

}  // namespace

}  // namespace cambio
