// What may go wrong around an order: passwords, sessions, double submits, processes and connections
// that die, two processes for one market.
#include <atomic>
#include <future>
#include <set>
#include <thread>

#include "handlers/spot_fixture.h"
#include "token/sessions.h"

namespace cambio {

namespace {

using SpotFaults = Spot;

/// Runs `work(i)` on `count` threads and waits for them.
template <class Work>
void at_once(int count, Work work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
    for (std::thread& thread : threads) thread.join();
}

// -- The transaction password
// ------------------------------------------------------------------------

TEST_F(SpotFaults, FiveWrongPasswordsLockTradingWhereItWasNotProved) {
    Person anna = person();
    auto client = as(anna);
    const auto resting = placed(client, limit("BUY", "90", "1"));
    auto other = as(anna), thief = as(anna);
    const Fields wrong = limit("BUY", "90", "1", {{"transaction_password", "guess"}});
    for (int i = 0; i < 5; ++i) {
        const auto answer = place(i % 2 == 0 ? thief : other, wrong);
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.message(), "wrong_transaction_password");
    }
    expect_error(place(other, limit("BUY", "90", "1")), 429, "trading_locked");
    expect_error(place(thief, limit("BUY", "90", "1")), 429, "trading_locked");
    placed(client, limit("BUY", "90", "1"));
    EXPECT_EQ(number("select count(*) as n from notifications where client_id = $1 and kind = "
                     "'trading_locked'",
                     {anna.id}),
              1);
    // Getting out of an order needs no password.
    EXPECT_EQ(send(other, cancel_order, {{"order_id", resting["id"].asString()}}).status, 200);
    world->superuser().run("update clients set trading_locked_until = now() where id = $1",
                           {anna.id});
    world->superuser().run("update password_attempts set at = at - interval '15 minutes'");
    auto later = as(anna);
    placed(later, limit("BUY", "90", "1"));
}

TEST_F(SpotFaults, ASessionThatHasProvedItIsLockedByItsOwnWrongPasswords) {
    Person anna = person();
    auto client = as(anna);
    placed(client, limit("BUY", "90", "1"));
    const Fields wrong = limit("BUY", "90", "1", {{"transaction_password", "guess"}});
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(place(client, wrong).message(), "wrong_transaction_password");
    // Its password is remembered, but the lock counts all the same.
    expect_error(place(client, limit("BUY", "90", "1")), 429, "trading_locked");
    auto other = as(anna);
    placed(other, limit("BUY", "90", "1"));
}

// The batch that all commands of a moment share is written at once, and not tried again.
TEST_F(SpotFaults, WhoIsLockedCancelsAndHoldsNobodyUp) {
    Person anna = person();
    auto client = as(anna);
    const auto one = placed(client, limit("BUY", "90", "1"));
    placed(client, limit("BUY", "91", "1"));
    world->superuser().run(
        "update sessions set trading_locked_until = now() + interval '1 minute' "
        "where client_id = $1",
        {anna.id});
    const auto tried_again = [] {
        const std::string log = spot->log(), line = "settlement.retry";
        int found = 0;
        for (auto at = log.find(line); at != std::string::npos; at = log.find(line, at + 1))
            ++found;
        return found;
    };
    const int before = tried_again();
    EXPECT_EQ(send(client, cancel_order, {{"order_id", one["id"].asString()}}).status, 200);
    EXPECT_EQ(send(client, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 1);
    EXPECT_EQ(tried_again(), before);
    expect_error(place(client, limit("BUY", "90", "1")), 429, "trading_locked");
}

TEST_F(SpotFaults, GuessesAtOnceAreCountedOneByOne) {
    Person anna = person();
    std::atomic<int> tried = 0;
    const Fields wrong = limit("BUY", "90", "1", {{"transaction_password", "guess"}});
    const std::string token = world->token(anna);
    at_once(10, [&](int) {
        auto client = spot->client();
        client.bearer(token);
        const auto answer = place(client, wrong);
        if (answer.message() == "wrong_transaction_password") ++tried;
    });
    EXPECT_EQ(tried, 5);
}

TEST_F(SpotFaults, AFreshSessionMayPlaceManyOrdersAtOnce) {
    Person anna = person();
    const std::string token = world->token(anna);
    at_once(12, [&](int) {
        auto client = spot->client();
        client.bearer(token);
        placed(client, limit("BUY", "90", "0.1"));
    });
    EXPECT_EQ(number("select count(*) as n from password_attempts where subject like $1",
                     {"transaction:" + std::to_string(anna.id.value) + "/%"}),
              0);
}

// -- Sessions
// ------------------------------------------------------------------------------------------

TEST_F(SpotFaults, ARevokedSessionIsRefusedAtOnceAlone) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    auto neighbour = as(ben);
    const auto resting = placed(client, limit("BUY", "90", "1"));
    placed(neighbour, limit("BUY", "90", "1"));
    pg::Transaction tx{world->app()};
    token::revoke_all_sessions(tx, anna.id);
    tx.commit();
    // The process still remembers the session for some seconds.
    expect_error(place(client, limit("BUY", "90", "1")), 401, "unauthorized");
    expect_error(send(client, cancel_order, {{"order_id", resting["id"].asString()}}), 401,
                 "unauthorized");
    placed(neighbour, limit("BUY", "90", "1"));
    auto again = as(anna);
    EXPECT_EQ(again.get(open_orders).json()["total"].asInt(), 1);
}

TEST_F(SpotFaults, OneSessionsEndIsNoticedToo) {
    Person anna = person();
    auto client = as(anna);
    auto other = as(anna);
    placed(client, limit("BUY", "90", "1"));
    placed(other, limit("BUY", "90", "1"));
    world->app().run(R"sql(
        update sessions set revoked_at = now()
        where id = (select min(id) from sessions where client_id = $1))sql",
                     {anna.id});
    expect_error(place(client, limit("BUY", "90", "1")), 401, "unauthorized");
    placed(other, limit("BUY", "90", "1"));
}

TEST_F(SpotFaults, AFrozenClientIsRefused) {
    Person anna = person();
    auto client = as(anna);
    placed(client, limit("BUY", "90", "1"));
    world->superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    expect_error(place(client, limit("BUY", "90", "1")), 403, "frozen_account");
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 1);
}

// -- Prices
// ----------------------------------------------------------------------------------------------

TEST_F(SpotFaults, StalePricesStopMarketOrdersOnly) {
    Person anna = person();
    world->quote(pair(), "100", std::chrono::hours{2});
    world->provider_book(pair(), {{"99", "10"}}, {{"101", "10"}}, std::chrono::hours{2});
    HandlerProcess late = world->handler("spot");
    auto client = as(anna, late);
    expect_error(place(client, order("BUY", "MARKET", {{"total", "100"}})), 409, "stale_price");
    const auto resting = placed(client, limit("BUY", "101", "1"));
    EXPECT_EQ(resting["filled"].asString(), "0");
    Person ben = person();
    auto other = as(ben, late);
    EXPECT_EQ(placed(other, limit("SELL", "100", "1"))["state"].asString(), "APPROVED");
}

TEST_F(SpotFaults, APriceInDoubtStopsMarketOrdersOnly) {
    Person anna = person();
    world->quote(pair(), "100");
    world->provider_book(pair(), {{"99", "10"}}, {{"101", "10"}});
    world->superuser().run(R"sql(
        update quotes set held_back = 150, held_back_at = now()
        where market_id = (select id from markets where pair = $1))sql",
                           {pair()});
    HandlerProcess doubting = world->handler("spot");
    auto client = as(anna, doubting);
    expect_error(place(client, order("BUY", "MARKET", {{"total", "100"}})), 409, "stale_price");
    EXPECT_EQ(placed(client, limit("BUY", "90", "1"))["state"].asString(), "PENDING");
}

// -- Double submits
// -----------------------------------------------------------------------------------------

TEST_F(SpotFaults, DoubleSubmitsAtOnceAreOneOrder) {
    Person anna = person();
    auto first = as(anna);
    placed(first, limit("BUY", "90", "1"));
    HandlerProcess second = world->handler("spot");
    const std::string token = world->token(anna);
    for (int round = 0; round < 5; ++round) {
        std::mutex mutex;
        std::set<std::string> ids;
        const std::string key = "double-" + std::to_string(round);
        at_once(8, [&](int i) {
            auto client = (i % 2 == 0 ? *spot : second).client();
            client.bearer(token);
            const auto made = placed(client, limit("BUY", "90", "1", {{"client_id", key}}));
            const std::lock_guard lock{mutex};
            ids.insert(made["id"].asString());
        });
        EXPECT_EQ(ids.size(), 1u);
    }
    EXPECT_EQ(anna.held("USDT"), dec("540"));
}

// -- Two processes
// ------------------------------------------------------------------------------------------

TEST_F(SpotFaults, TwoProcessesShareAMarket) {
    Person anna = person();
    Person ben = person();
    HandlerProcess other = world->handler("spot");
    auto here = as(anna);
    auto there = as(ben, other);
    // The first process leases the market, the second takes row locks.
    const auto asked = placed(there, limit("SELL", "100", "2"));
    EXPECT_EQ(placed(here, limit("BUY", "100", "1"))["state"].asString(), "APPROVED");
    EXPECT_EQ(placed(here, limit("BUY", "100", "3"))["filled"].asString(), "1");
    EXPECT_EQ(placed(there, limit("SELL", "100", "1"))["state"].asString(), "APPROVED");
    EXPECT_EQ(there.get(open_orders).json()["orders"].size(), 0u);
    // Orders are cancelled wherever they were placed.
    const auto left = placed(there, limit("SELL", "105", "1"));
    auto ben_here = as(ben);
    EXPECT_EQ(send(ben_here, cancel_order, {{"order_id", left["id"].asString()}}).status, 200);
    expect_error(send(there, cancel_order, {{"order_id", left["id"].asString()}}), 409,
                 "order_not_open");
    placed(here, limit("BUY", "95", "1"));
    auto anna_there = as(anna, other);
    EXPECT_EQ(send(anna_there, cancel_order, {{"all", "true"}}).json()["cancelled"].asInt(), 2);
    EXPECT_EQ(ben.balance(coin), dec("97"));
}

TEST_F(SpotFaults, TwoProcessesUnderLoad) {
    HandlerProcess other = world->handler("spot");
    std::vector<Person> people;
    for (int i = 0; i < 6; ++i) people.push_back(person());
    std::atomic<int> accepted = 0;
    std::vector<std::string> tokens;
    for (const Person& one : people) tokens.push_back(world->token(one));
    at_once(6, [&](int i) {
        auto client = (i % 2 == 0 ? *spot : other).client();
        client.bearer(tokens[static_cast<std::size_t>(i)]);
        for (int n = 0; n < 40; ++n) {
            const std::string price = std::to_string(99 + (n * 7 + i) % 3);
            const auto answer = place(client, limit(n % 2 == 0 ? "BUY" : "SELL", price, "0.3"));
            if (answer.message() == "success") {
                ++accepted;
            } else {
                EXPECT_EQ(answer.message(), "self_trade") << answer.body;
            }
        }
    });
    EXPECT_EQ(number("select count(*) as n from orders o join markets m on m.id = o.market_id "
                     "where m.pair = $1",
                     {pair()}),
              accepted);
    EXPECT_GT(number("select count(*) as n from fills f join markets m on m.id = f.market_id "
                     "where m.pair = $1 and maker_order is not null",
                     {pair()}),
              0);
}

// -- What dies
// ------------------------------------------------------------------------------------------------

TEST_F(SpotFaults, OrdersSurviveAKilledProcess) {
    Person anna = person();
    Person ben = person();
    auto client = as(anna);
    const auto first = placed(client, limit("SELL", "100", "1"));
    placed(client, limit("SELL", "100", "1"));
    spot->kill();
    spot->start();
    auto other = as(ben);
    placed(other, limit("BUY", "100", "1"));
    auto again = as(anna);
    const auto past = again.get(order_histories, {{"name", pair()}}).json()["orders"];
    ASSERT_EQ(past.size(), 1u);
    EXPECT_EQ(past[0]["id"], first["id"]);
}

TEST_F(SpotFaults, AnotherProcessTakesTheLeaseOver) {
    HandlerProcess other = world->handler("spot");
    Person anna = person();
    auto there = as(anna, other);
    placed(there, limit("BUY", "90", "1"));
    // Other suites trade in databases of their own on the same server.
    EXPECT_EQ(number(R"sql(
        select count(distinct pid) as n from pg_locks where locktype = 'advisory'
        and classid = 1128353090
        and database = (select oid from pg_database where datname = current_database()))sql"),
              1);
    spot->kill();
    test::wait_until("the lease to change hands", [&] {
        return number(R"sql(
            select count(*) as n from pg_locks where locktype = 'advisory'
            and classid = 1128353090
            and database = (select oid from pg_database where datname = current_database()))sql") >=
               markets;
    });
    placed(there, limit("BUY", "90", "1"));
    spot->start();
    auto here = as(anna);
    placed(here, limit("BUY", "90", "1"));
    EXPECT_EQ(here.get(open_orders).json()["total"].asInt(), 3);
}

/// Orders of several clients with double submits, while connections are cut: each acknowledged
/// order exists once.
TEST_F(SpotFaults, NothingIsLostOrDoubledWhenConnectionsBreak) {
    constexpr int people_count = 6;
    constexpr int orders_each = 25;
    std::vector<std::string> tokens;
    std::vector<Person> people;
    for (int i = 0; i < people_count; ++i) {
        people.push_back(person());
        tokens.push_back(world->token(people.back()));
    }
    std::atomic<int> running = people_count;
    std::mutex mutex;
    std::set<std::string> acknowledged;
    // By what was done, not by the clock: a busy machine needs longer for one new connection.
    std::thread killer{[&] {
        pg::Connection superuser{world->database().superuser()};
        const auto count = [&] {
            const std::lock_guard lock{mutex};
            return acknowledged.size();
        };
        while (running > 0) {
            superuser.run(R"sql(
                select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and application_name = 'cambio spot')sql");
            const std::size_t before = count();
            test::wait_until("orders after the cut",
                             [&] { return running == 0 || count() >= before + 5; });
        }
    }};
    at_once(people_count, [&](int i) {
        auto client = spot->client();
        client.bearer(tokens[static_cast<std::size_t>(i)]);
        for (int n = 0; n < orders_each; ++n) {
            const std::string key = std::to_string(i) + "-" + std::to_string(n);
            const Fields fields = limit((n + i) % 2 == 0 ? "BUY" : "SELL",
                                        std::to_string(98 + n % 5), "0.1", {{"client_id", key}});
            // The client's page tries again when it hears nothing good.
            for (int attempt = 0; attempt < 100; ++attempt) {
                const auto answer = place(client, fields);
                if (answer.status == 503) continue;
                if (answer.message() == "success") {
                    const std::lock_guard lock{mutex};
                    acknowledged.insert(answer.json()["order"]["id"].asString());
                    if (n % 4 == 0) {
                        const auto twice = place(client, fields);
                        if (twice.message() == "success") {
                            EXPECT_TRUE(
                                acknowledged.contains(twice.json()["order"]["id"].asString()));
                        }
                    }
                } else {
                    EXPECT_EQ(answer.message(), "self_trade") << answer.body;
                }
                break;
            }
        }
        --running;
    });
    killer.join();
    std::set<std::string> stored;
    for (const pg::Row row : world->superuser().run(
             "select o.id from orders o join markets m on m.id = o.market_id where m.pair = $1",
             {pair()})) {
        stored.insert(row.str("id"));
    }
    EXPECT_EQ(stored, acknowledged);
    EXPECT_GT(stored.size(), 50u);
}

/// The database takes no connections. Two seconds are waited for it; the bound here only tells that
/// from the ten after which people have given up.
TEST_F(SpotFaults, AnOrderInFlightIsRefusedSoonWhenTheDatabaseGoesAway) {
    constexpr std::chrono::seconds soon{8};
    Person anna = person();
    auto client = as(anna);
    placed(client, limit("BUY", "80", "1"));
    const auto order = limit("BUY", "90", "1", {{"client_id", "away"}});
    auto& superuser = world->superuser();
    const auto name = superuser.run("select current_database() as n")[0].str("n");
    pg::Connection outside{test::PostgresServer::shared().superuser()};
    const auto accept = [&](const char* whether) {
        outside.script("alter database " + name + " allow_connections " + whether);
    };
    std::future<Answer> answer;
    {
        pg::Transaction held{superuser};
        held.run("select id from markets where pair = $1 for update", {pair()});
        answer = std::async(std::launch::async, [&] { return place(client, order); });
        const auto waiting = [&] {
            return !outside
                        .run(
                            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and "
                            "application_name = 'cambio spot' and datname = $1",
                            {name})
                        .empty();
        };
        test::wait_until("the order to wait for its market", waiting);
        accept("false");
        outside.run(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name = 'cambio spot' and datname = $1",
            {name});
        const bool told = answer.wait_for(soon) == std::future_status::ready;
        accept("true");
        held.commit();
        EXPECT_TRUE(told);
    }
    expect_error(answer.get(), 503, "unavailable");
    placed(client, order);
    EXPECT_EQ(anna.held("USDT"), dec("170")) << "80 and 90, once each";
}

/// The order took the money or the liquidity that its retry would need, and its answer was lost
/// with the process.
TEST_F(SpotFaults, ARetryAfterARestartIsNoNewOrder) {
    Person anna = person();
    const std::vector<Fields> orders{
        limit("BUY", "90", "100", {{"client_id", "all-the-money"}}),
        order("SELL", "MARKET", {{"number_of_order", "20"}, {"client_id", "all-the-bids"}}),
    };
    for (const Fields& fields : orders) {
        auto client = as(anna);
        const auto made = placed(client, fields);
        spot->kill();
        spot->start();
        client.hang_up();
        EXPECT_EQ(placed(client, fields)["id"], made["id"]) << fields.at("client_id");
    }
}

TEST_F(SpotFaults, ARetryThatComesTooLateIsAnsweredAsTheFirst) {
    Person anna = person();
    auto client = as(anna);
    const Fields fields = order("BUY", "MARKET", {{"number_of_order", "1"}, {"client_id", "late"}});
    const auto made = placed(client, fields);
    world->superuser().run("update markets set state = 'closed' where pair = $1", {pair()});
    // It begins with the market closed.
    spot->kill();
    spot->start();
    client.hang_up();
    EXPECT_EQ(placed(client, fields)["id"], made["id"]);
    Fields other = fields;
    other["number_of_order"] = "2";
    expect_error(place(client, other), 409, "client_id_reused", "client_id");
}

}  // namespace

}  // namespace cambio
