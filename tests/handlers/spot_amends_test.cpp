// Changing open orders: what becomes of their place, of the money that they hold and of their
// fills, and what is refused.
#include <atomic>
#include <thread>

#include "handlers/spot_fixture.h"
#include "ledger/statement.h"

namespace cambio {
namespace {

constexpr const char* amend_order = "/api/v3/trades/amend-order";

class SpotAmends : public Spot {
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

    static Fields change(const std::string& id, const Fields& more) {
        Fields fields{{"order_id", id}, {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    static Fields price(const std::string& value) { return {{"order_per_unit", value}}; }
    static Fields quantity(const std::string& value) { return {{"number_of_order", value}}; }
    static Answer amend(FastCgiClient& client, const std::string& id, const Fields& more) {
        return send(client, amend_order, change(id, more));
    }
    static Json::Value amended(FastCgiClient& client, const std::string& id, const Fields& more) {
        const Answer answer = amend(client, id, more);
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.message(), "success") << answer.body;
        return answer.json()["order"];
    }
    std::string resting(FastCgiClient& client, const Fields& fields) const {
        return placed(client, fields)["id"].asString();
    }
    static Json::Value open_of(FastCgiClient& client) {
        return client.get(open_orders).json()["orders"];
    }
    static std::int64_t changes_of(const Person& person) {
        return number("select count(*) as n from order_amendments where client_id = $1",
                      {person.id});
    }

    static inline std::unique_ptr<HandlerProcess> other;
};

TEST_F(SpotAmends, PriceAndQuantityChangeAndSoDoesWhatIsHeld) {
    const Person anna = person();
    auto client = as(anna);
    const auto before = placed(client, limit("BUY", "90", "2", {{"client_id", "mine"}}));
    const auto id = before["id"].asString();
    const auto order = amended(client, id, {{"order_per_unit", "95.5"}, {"number_of_order", "4"}});
    EXPECT_EQ(order["id"], before["id"]);
    EXPECT_EQ(order["client_id"], "mine");
    EXPECT_EQ(order["price"], "95.5");
    EXPECT_EQ(order["number_of_order"], "4");
    EXPECT_EQ(order["total"], "382");
    EXPECT_EQ(order["state"], "PENDING");
    EXPECT_EQ(order["created_at"], before["created_at"]);
    EXPECT_EQ(anna.held("USDT"), dec("382"));
    EXPECT_EQ(open_of(client)[0], order);
    amended(client, id, quantity("1"));
    EXPECT_EQ(anna.held("USDT"), dec("95.5"));
    EXPECT_EQ(anna.balance("USDT"), dec("9904.5"));
    const auto sale = resting(client, limit("SELL", "110", "10"));
    amended(client, sale, quantity("25.5"));
    EXPECT_EQ(anna.held(coin), dec("25.5"));
    amended(client, sale, price("120"));
    EXPECT_EQ(anna.held(coin), dec("25.5"));
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"], 2);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(anna.balance(coin), dec("100"));
    EXPECT_EQ(changes_of(anna), 4);
}

TEST_F(SpotAmends, TheAcknowledgedPlaceSurvivesARestart) {
    const Person anna = person(), ben = person(), cleo = person();
    auto first = as(anna), second = as(ben), third = as(cleo);
    const auto kept = resting(first, limit("BUY", "99.5", "3"));
    const auto lost = resting(second, limit("BUY", "99.5", "3"));
    resting(third, limit("BUY", "99.5", "3"));
    amended(first, kept, quantity("1"));
    amended(second, lost, quantity("4"));
    spot->stop();
    spot->start();
    auto seller = as(person());
    placed(seller, limit("SELL", "99.5", "4.5", {{"time_in_force", "IOC"}}));
    auto first_again = as(anna), second_again = as(ben), third_again = as(cleo);
    EXPECT_TRUE(open_of(first_again).empty());  // 1 was first
    EXPECT_TRUE(open_of(third_again).empty());  // then 3
    EXPECT_EQ(open_of(second_again)[0]["filled"], "0.5");
}

TEST_F(SpotAmends, APriceThatCrossesTradesAtOnce) {
    const Person anna = person(), ben = person();
    auto client = as(anna), seller = as(ben);
    placed(seller, limit("SELL", "100", "1"));
    const auto id = resting(client, limit("BUY", "95", "3"));
    const auto order = amended(client, id, price("100"));
    EXPECT_EQ(order["filled"], "1");
    EXPECT_EQ(order["final_price"], "100");
    EXPECT_EQ(order["state"], "PENDING");
    EXPECT_EQ(anna.held("USDT"), dec("200"));
    EXPECT_EQ(anna.balance("USDT"), dec("9700"));
    // The rest is bought of the house, whose best offer is 101.
    const auto whole = amended(client, id, price("101"));
    EXPECT_EQ(whole["filled"], "3");
    EXPECT_EQ(whole["state"], "APPROVED");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(anna.balance("USDT"), dec("9698"));
    expect_error(amend(client, id, price("100")), 409, "order_not_open", "order_id");
}

TEST_F(SpotAmends, WhatIsRefusedChangesNothing) {
    const Person anna = person(), ben = person();
    auto client = as(anna), stranger = as(ben);
    const auto id = resting(client, limit("BUY", "95", "2"));
    const auto maker = resting(client, limit("SELL", "100", "1"));
    const auto careful = resting(client, limit("BUY", "94", "1", {{"post_only", "true"}}));
    const auto before = open_of(client);
    const auto held = anna.held("USDT");
    struct Case {
        Fields fields;
        int status;
        const char* code;
        const char* field;
    };
    const Case cases[] = {
        {{}, 400, "missing_parameter", "order_per_unit"},
        {price("0"), 400, "not_positive", "order_per_unit"},
        {price("x"), 400, "invalid_amount", "order_per_unit"},
        {price("95.05"), 400, "off_tick", "order_per_unit"},
        {price("5"), 409, "price_protection", "order_per_unit"},
        {quantity("0.0005"), 400, "off_lot", "number_of_order"},
        {quantity("0.005"), 400, "below_minimum", "number_of_order"},
        {quantity("0.04"), 400, "below_minimum", "total"},
        {quantity("1000"), 409, "insufficient_balance", "number_of_order"},
        {price("100"), 409, "self_trade", ""},
        {{{"number_of_order", "1"}, {"total", "95"}}, 400, "unknown_parameter", "total"},
        {{{"stop_price", "90"}}, 400, "invalid_parameter", "stop_price"},
        {{{"stop_limit_price", "90"}}, 400, "invalid_parameter", "stop_limit_price"},
        {{{"trailing_delta", "500"}}, 400, "invalid_parameter", "trailing_delta"},
        {{{"number_of_order", "1"}, {"client_id", "a b"}}, 400, "invalid_parameter", "client_id"},
        {{{"number_of_order", "1"}, {"order_id", "x"}}, 400, "invalid_parameter", "order_id"},
        {{{"number_of_order", "1"}, {"order_id", "987654321"}}, 404, "not_found", "order_id"},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.code);
        expect_error(amend(client, id, one.fields), one.status, one.code, one.field);
    }
    expect_error(amend(client, careful, price("101")), 409, "would_cross");
    expect_error(amend(stranger, id, quantity("1")), 404, "not_found", "order_id");
    EXPECT_EQ(
        amend(client, id, {{"number_of_order", "1"}, {"transaction_password", "guess"}}).message(),
        "wrong_transaction_password");
    EXPECT_EQ(open_of(client), before);
    EXPECT_EQ(anna.held("USDT"), held);
    EXPECT_EQ(changes_of(anna), 0);
    // What of it is filled cannot be taken back.
    const auto best = resting(client, limit("BUY", "99.5", "2"));
    placed(stranger, limit("SELL", "99.5", "1.5", {{"time_in_force", "IOC"}}));
    const auto refused = amend(client, best, quantity("1.5"));
    expect_error(refused, 409, "below_filled", "number_of_order");
    EXPECT_EQ(refused.json()["details"]["filled"], "1.5");
    EXPECT_EQ(send(client, cancel_order, {{"order_id", maker}}).status, 200);
    expect_error(amend(client, maker, quantity("2")), 409, "order_not_open", "order_id");
}

TEST_F(SpotAmends, AClosedMarketAndALockedClientAreRefused) {
    const Person anna = person();
    auto client = as(anna);
    const auto id = resting(client, limit("BUY", "95", "2"));
    world->superuser().run("update markets set state = 'closed' where pair = $1", {pair()});
    test::wait_until("the market is closed",
                     [&] { return amend(client, id, quantity("1")).message() == "market_closed"; });
    world->superuser().run("update markets set state = 'open' where pair = $1", {pair()});
    test::wait_until("the market is open",
                     [&] { return amend(client, id, quantity("1.5")).message() == "success"; });
    // The session is remembered without the lock for some seconds: the writer looks again.
    world->superuser().run(
        "update sessions set trading_locked_until = now() + interval '1 minute' "
        "where client_id = $1",
        {anna.id});
    expect_error(amend(client, id, quantity("1")), 429, "trading_locked");
    EXPECT_EQ(anna.held("USDT"), dec("142.5"));
}

TEST_F(SpotAmends, TheSameKeyIsOneChange) {
    Person anna = person();
    const Person ben = person();
    auto here = as(anna), there = as(anna, *other);
    const auto id = resting(here, limit("BUY", "99.5", "2", {{"client_id", "key"}}));
    // Orders and changes have keys of their own.
    const Fields smaller{{"number_of_order", "1"}, {"client_id", "key"}};
    const auto first = amended(here, id, smaller);
    EXPECT_EQ(amended(here, id, smaller), first);
    EXPECT_EQ(amended(there, id, smaller), first);
    EXPECT_EQ(changes_of(anna), 1);
    for (auto* process : {&here, &there}) {
        expect_error(amend(*process, id, {{"number_of_order", "0.5"}, {"client_id", "key"}}), 409,
                     "client_id_reused", "client_id");
    }
    spot->stop();
    spot->start();
    auto again = as(anna);
    EXPECT_EQ(amended(again, id, smaller), first);
    // A change that was taken stays taken when the order has ended since.
    auto seller = as(ben);
    placed(seller, limit("SELL", "99.5", "1", {{"time_in_force", "IOC"}}));
    EXPECT_EQ(amended(again, id, smaller)["state"], "APPROVED");
    // And one that was refused stays refused.
    const auto next = resting(again, limit("BUY", "95", "2"));
    const Fields dear{{"number_of_order", "500"}, {"client_id", "dear"}};
    expect_error(amend(again, next, dear), 409, "insufficient_balance");
    anna.with("USDT", "1000000");
    expect_error(amend(there, next, dear), 409, "insufficient_balance");
    EXPECT_EQ(changes_of(anna), 1);
}

TEST_F(SpotAmends, EachProcessChangesTheOthersOrders) {
    const Person anna = person();
    auto here = as(anna), there = as(anna, *other);
    const auto id = resting(here, limit("BUY", "95", "2"));
    EXPECT_EQ(amended(there, id, price("96"))["price"], "96");
    EXPECT_EQ(amended(here, id, quantity("3"))["total"], "288");
    EXPECT_EQ(amended(there, id, quantity("1"))["total"], "96");
    EXPECT_EQ(anna.held("USDT"), dec("96"));
}

TEST_F(SpotAmends, AnOpenedSessionNeedsNoPassword) {
    const Person anna = person();
    auto client = as(anna);
    const auto id = resting(client, limit("BUY", "95", "2"));
    Fields fields = change(id, quantity("1"));
    fields.erase("transaction_password");
    expect_error(send(client, amend_order, fields), 400, "missing_parameter",
                 "transaction_password");
    world->superuser().run(
        "update sessions set unlocked_until = now() + interval '5 minutes', "
        "unlocked_epoch = (select epoch from clients c where c.id = client_id) "
        "where client_id = $1",
        {anna.id});
    const auto answer = send(client, amend_order, fields);
    EXPECT_EQ(answer.message(), "success") << answer.body;
}

TEST_F(SpotAmends, TheStatementHasWhatWasHeldAndReleased) {
    const Person anna = person(), ben = person();
    auto client = as(anna), seller = as(ben);
    const auto id = resting(client, limit("BUY", "99.5", "2"));
    amended(client, id, quantity("4"));
    amended(client, id, quantity("1"));
    // The order's own time moves on; the changes keep theirs.
    placed(seller, limit("SELL", "99.5", "0.5", {{"time_in_force", "IOC"}}));
    pg::Connection reader{world->database().suite()};
    const auto statement = ledger::read_statement(reader, {anna.id, {}, {}}, pg::Time{},
                                                  pg::now() + std::chrono::hours{1});
    Decimal held;
    for (const auto& line : statement.lines)
        if (line.kind == ledger::Kind::order_hold && line.held) held += line.amount;
    EXPECT_EQ(held, dec("597"));  // 199 at first, and 398
}

/// Twenty at once: changes of both kinds, fills and cancellations of the same orders, through two
/// processes. The fixture proves that the books balance.
TEST_F(SpotAmends, ChangesRaceWithFillsAndCancellations) {
    constexpr int rounds = 12;
    const Person anna = person(), ben = person();
    std::atomic<int> changed = 0, too_late = 0;
    auto maker = as(anna);
    const std::string annas = world->token(anna), bens = world->token(ben);
    for (int round = 0; round < rounds; ++round) {
        const auto id = resting(maker, limit("BUY", "99.5", "5"));
        std::vector<std::thread> threads;
        for (int i = 0; i < 20; ++i) {
            threads.emplace_back([&, i] {
                auto client = (i % 2 == 0 ? *spot : *other).client();
                client.bearer(i % 4 == 0 ? bens : annas);
                if (i % 4 == 0) {
                    place(client, limit("SELL", "99.5", "0.7", {{"time_in_force", "IOC"}}));
                } else if (i == 19) {
                    send(client, cancel_order, {{"order_id", id}});
                } else {
                    const auto answer = amend(client, id,
                                              i % 3 == 0   ? price(i % 2 == 0 ? "99.4" : "99.6")
                                              : i % 3 == 1 ? quantity(std::to_string(3 + i % 5))
                                                           : quantity(std::to_string(10 + i)));
                    const auto said = answer.message();
                    ++(said == "success" ? changed : too_late);
                    EXPECT_THAT(said, testing::AnyOf("success", "order_not_open", "below_filled",
                                                     "insufficient_balance"));
                }
            });
        }
        for (std::thread& thread : threads) thread.join();
        send(maker, cancel_order, {{"all", "true"}});
        EXPECT_EQ(anna.held("USDT"), dec("0"));
        EXPECT_EQ(anna.held(coin), dec("0"));
    }
    EXPECT_GT(changed, 0);
    EXPECT_GT(too_late, 0);
    EXPECT_EQ(changes_of(anna), changed);
    EXPECT_EQ(number(R"sql(
                  select count(*) as n
                  from orders o
                  join lateral (
                      select sum(quantity) as filled, sum(price * quantity) as total
                      from fills f where o.id in (f.taker_order, f.maker_order)) f on true
                  where o.client_id = $1
                        and (o.filled > o.quantity or o.filled <> coalesce(f.filled, 0)
                             or o.filled_total <> coalesce(f.total, 0))
                  )sql",
                     {anna.id}),
              0);
}

}  // namespace
}  // namespace cambio
