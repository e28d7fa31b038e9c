// The database room against a real server: rows, parameters, transactions, the pool.
#include "pg/pg.h"

#include <gtest/gtest.h>

#include <thread>

#include "support/scratch_database.h"

namespace cambio::pg {
namespace {

test::ScratchDatabase& database() {
    static test::ScratchDatabase shared;
    return shared;
}

Connection connect() {
    return Connection{database().app()};
}

/// Ends another session from outside, as an operator or a crash would, and waits until it is gone.
void end_backend(std::int64_t pid) {
    Connection superuser{database().superuser()};
    superuser.run("select pg_terminate_backend($1::int, 5000)", {pid});
}

std::int64_t backend_of(Connection& connection) {
    return connection.run("select pg_backend_pid() as pid")[0].integer("pid");
}

TEST(Rows, GiveBackEveryTypeThatWentIn) {
    auto connection = connect();
    const auto amount = *Decimal::parse("-12345678901234567890.000000000000000001");
    const Time time{std::chrono::microseconds{1795240426123456}};
    const std::string raw{"\0\x01\xff'\\", 5};
    const auto result = connection.run(
        R"sql(select $1::numeric(38,18) as amount, $2::timestamptz as at, $3::bytea as raw,
                     $4::text as text, $5::bigint as number, $6::boolean as yes,
                     $7::text as nothing, $8::bigint as client)sql",
        {amount, time, Param::bytes(raw), "it's", std::int64_t{-7}, true, std::nullopt,
         ClientId{42}});
    ASSERT_EQ(result.size(), 1);
    const Row row = result[0];
    EXPECT_EQ(row.decimal("amount"), amount);
    EXPECT_EQ(row.time("at"), time);
    EXPECT_EQ(row.bytes("raw"), raw);
    EXPECT_EQ(row.text("text"), "it's");
    EXPECT_EQ(row.integer("number"), -7);
    EXPECT_TRUE(row.boolean("yes"));
    EXPECT_TRUE(row.null("nothing"));
    EXPECT_EQ(row.maybe_str("nothing"), std::nullopt);
    EXPECT_EQ(row.maybe_integer("nothing"), std::nullopt);
    EXPECT_EQ(row.maybe_decimal("nothing"), std::nullopt);
    EXPECT_EQ(row.maybe_time("nothing"), std::nullopt);
    EXPECT_EQ(row.maybe_integer("number"), -7);
    EXPECT_EQ(row.id<ClientId>("client"), ClientId{42});
}

TEST(Rows, RefuseNullUnknownColumnsAndOtherTypes) {
    auto connection = connect();
    const auto result = connection.run("select null as nothing, 'x' as text");
    EXPECT_THROW(result[0].text("nothing"), std::logic_error);
    EXPECT_THROW(result[0].text("missing"), std::logic_error);
    EXPECT_THROW(result[0].integer("text"), std::logic_error);
    EXPECT_THROW(result[0].boolean("text"), std::logic_error);
    EXPECT_THROW(result[0].decimal("text"), std::logic_error);
    EXPECT_THROW(result[0].time("text"), std::logic_error);
    EXPECT_THROW(result[0].bytes("text"), std::logic_error);
}

TEST(Rows, FindTheirColumnsByNameWhereverTheResultMoves) {
    auto connection = connect();
    std::vector<Result> results;
    results.push_back(connection.run(R"sql(
        select n as first, -n as second, 'x' as "Second", n * 10 as first
        from generate_series(1, 3) as n)sql"));
    const Row row = results[0][1];
    for (int i = 0; i < 100; ++i) results.push_back(connection.run("select 0 as other"));
    Result kept = std::move(results[0]);
    results.clear();
    // Of two that share a name, it is the first.
    EXPECT_EQ(row.integer("first"), 2);
    EXPECT_EQ(row.integer("second"), -2);
    EXPECT_EQ(row.text("Second"), "x");
    EXPECT_THROW(row.text("FIRST"), std::logic_error);
    EXPECT_THROW(row.text("firs"), std::logic_error);
    EXPECT_THROW(row.text(""), std::logic_error);
    // A name is what it says, not where it lies.
    std::string name = "first";
    EXPECT_EQ(row.integer(name.c_str()), 2);
    name = "other";
    EXPECT_THROW(row.integer(name.c_str()), std::logic_error);
    kept = connection.run("select 7 as other");
    EXPECT_EQ(kept[0].integer(name.c_str()), 7);
    EXPECT_EQ(kept.size(), 1);
}

TEST(Rows, ReadTimesWithAnyFraction) {
    auto connection = connect();
    for (const auto& [text, shown] : std::vector<std::pair<const char*, const char*>>{
             {"2026-11-21 05:53:46+00", "2026-11-21T05:53:46.000Z"},
             {"2026-11-21 05:53:46.1+00", "2026-11-21T05:53:46.100Z"},
             {"2024-02-29 23:59:59.999999+00", "2024-02-29T23:59:59.999Z"},
             {"1969-12-31 23:59:59.5+00", "1969-12-31T23:59:59.500Z"},
             {"2026-11-21 05:53:46.123+03:30", "2026-11-21T02:23:46.123Z"}}) {
        EXPECT_EQ(iso(connection.run("select $1::timestamptz as at", {text})[0].time("at")), shown);
    }
}

TEST(Rows, RefuseWhatIsNoTimeInUtc) {
    auto connection = connect();
    for (const char* text :
         {"", "infinity", "-infinity", "2026-11-21", "2026-11-21 05:53", "2026-11-21 05:53:46",
          "2026-11-21 05:53:46+03:30", "2026-11-21 05:53:46.+", "2026-11-21 05:53:46.1234567+00",
          "0044-03-15 12:00:00+00 BC", "2026/11/21 05:53:46+00", " 2026-11-21 05:53:46+00"}) {
        const auto result = connection.run("select $1::text as at", {text});
        EXPECT_THROW(result[0].time("at"), std::logic_error) << text;
    }
}

TEST(Params, CarryArrays) {
    auto connection = connect();
    const auto rows = connection.run(
        "select n, t from unnest($1::bigint[], $2::text[]) as v (n, t) order by n",
        {Param::array(std::vector<std::int64_t>{3, 1, 2}),
         Param::array(std::vector<std::string>{"c", "", R"(a "quoted\" {text}, NULL)"})});
    ASSERT_EQ(rows.size(), 3);
    EXPECT_EQ(rows[0].text("t"), "");
    EXPECT_EQ(rows[1].text("t"), R"(a "quoted\" {text}, NULL)");
    EXPECT_EQ(rows[2].integer("n"), 3);
    EXPECT_TRUE(
        connection.run("select unnest($1::bigint[])", {Param::array(std::vector<std::int64_t>{})})
            .empty());
}

TEST(Params, ThatTextCannotHoldAreRefused) {
    auto connection = connect();
    for (const std::string& text : {std::string{"a\0b", 3}, std::string{"\xff"}}) {
        try {
            connection.run("select $1::text", {text});
            FAIL();
        } catch (const Failure& failure) {
            EXPECT_EQ(failure.state, "22021");
        }
    }
}

TEST(Session, HasTheSettingsThatEveryProgramCountsOn) {
    auto connection = connect();
    const auto row = connection.run(R"sql(
        select current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout,
               current_setting('application_name') as name, current_user as role)sql");
    EXPECT_EQ(row[0].text("zone"), "UTC");
    EXPECT_EQ(row[0].text("timeout"), "15s");
    EXPECT_EQ(row[0].text("name"), "cambio common_pg_test");
    EXPECT_EQ(row[0].text("role"), "cambio_app");
}

TEST(Session, PreparesAStatementOnce) {
    auto connection = connect();
    for (int i = 0; i < 3; ++i) connection.run("select $1::int as n", {i});
    const auto prepared = connection.run(
        "select count(*) as n from pg_prepared_statements where statement = 'select $1::int as n'");
    EXPECT_EQ(prepared[0].integer("n"), 1);
}

TEST(Session, KeepsABoundedNumberOfPreparedStatements) {
    auto connection = connect();
    for (int i = 0; i < 600; ++i) {
        const std::string sql = "select " + std::to_string(i) + " as n";
        ASSERT_EQ(connection.run(sql.c_str())[0].integer("n"), i);
    }
    EXPECT_LE(connection.run("select count(*) as n from pg_prepared_statements")[0].integer("n"),
              500);
}

TEST(Session, RefusesAServerThatLosesWhatItAcknowledged) {
    for (const char* setting : {"fsync", "synchronous_commit"}) {
        test::PostgresServer careless{std::string{setting} + "=off"};
        try {
            Connection{careless.superuser()};
            FAIL() << setting;
        } catch (const Failure& failure) {
            EXPECT_NE(std::string{failure.what()}.find(setting), std::string::npos);
        }
        setenv("CAMBIO_ALLOW_UNSAFE_DURABILITY", "yes", 1);
        EXPECT_NO_THROW(Connection{careless.superuser()});
        unsetenv("CAMBIO_ALLOW_UNSAFE_DURABILITY");
    }
}

TEST(Session, CommitsDurablyWhateverTheServerIsToldLater) {
    test::PostgresServer server{"max_connections=20"};
    Connection early{server.superuser()};
    early.script("alter system set synchronous_commit = off");
    early.run("select pg_reload_conf()");
    test::wait_until("the server to take its new setting over", [&] {
        try {
            Connection{server.superuser()};
            return false;
        } catch (const Failure& failure) {
            return failure.state == "55000";
        }
    });
    EXPECT_EQ(early.run("show synchronous_commit")[0].text("synchronous_commit"), "on");
    // Who asked for more than that keeps it.
    early.script("alter system set synchronous_commit = remote_apply");
    early.run("select pg_reload_conf()");
    test::wait_until("a session that has the stronger setting", [&] {
        try {
            Connection late{server.superuser()};
            return late.run("show synchronous_commit")[0].text("synchronous_commit") ==
                   "remote_apply";
        } catch (const Failure&) {
            return false;
        }
    });
}

TEST(Session, SaysThatNobodyAnswers) {
    try {
        Connection{"host=/nonexistent dbname=none"};
        FAIL();
    } catch (const Failure& failure) {
        EXPECT_TRUE(failure.connection_lost());
    }
}

TEST(Failures, CarryStateAndConstraint) {
    auto connection = connect();
    connection.run("create temp table things (n int constraint small check (n < 3))");
    try {
        connection.run("insert into things values ($1)", {5});
        FAIL();
    } catch (const Failure& failure) {
        EXPECT_TRUE(failure.check_violation());
        EXPECT_EQ(failure.constraint, "small");
        EXPECT_FALSE(failure.connection_lost());
    }
}

TEST(Failures, KeepClientsValuesOutOfTheMessage) {
    auto connection = connect();
    connection.run("create temp table addresses (address text primary key)");
    connection.run("insert into addresses values ('alice@example.com')");
    try {
        connection.run("insert into addresses values ('alice@example.com')");
        FAIL();
    } catch (const Failure& failure) {
        EXPECT_TRUE(failure.unique_violation());
        EXPECT_EQ(std::string{failure.what()}.find("alice"), std::string::npos);
    }
}

TEST(Transactions, ChangeNothingWithoutCommit) {
    auto connection = connect();
    connection.run("create temp table kept (n int)");
    {
        Transaction tx{connection};
        tx.change(1, "insert into kept values (1)");
    }
    EXPECT_TRUE(connection.run("select n from kept").empty());
    {
        Transaction tx{connection};
        tx.change(1, "insert into kept values (2)");
        tx.commit();
    }
    EXPECT_EQ(connection.run("select n from kept")[0].integer("n"), 2);
}

TEST(Transactions, KeepTheirRowsAlive) {
    auto connection = connect();
    Transaction tx{connection};
    const Row first = tx.one("select 'first' as word");
    for (int i = 0; i < 100; ++i) tx.one("select $1::int as n", {i});
    EXPECT_EQ(first.text("word"), "first");
}

TEST(Transactions, HoldTheCallerToTheNumberOfRows) {
    auto connection = connect();
    Transaction tx{connection};
    EXPECT_THROW(tx.one("select 1 as n where false"), WrongRowCount);
    EXPECT_THROW(tx.one("select n from generate_series(1, 2) as n"), WrongRowCount);
    EXPECT_THROW(tx.maybe("select n from generate_series(1, 2) as n"), WrongRowCount);
    EXPECT_FALSE(tx.maybe("select 1 as n where false"));
    tx.run("create temp table counted (n int)");
    EXPECT_THROW(tx.change(2, "insert into counted values (1)"), WrongRowCount);
    tx.change(1, "insert into counted values (1)");
}

TEST(Transactions, ThatFailedCannotBeCommitted) {
    auto connection = connect();
    Transaction tx{connection};
    EXPECT_THROW(tx.run("select 1 / 0"), Failure);
    EXPECT_THROW(tx.commit(), Failure);
}

TEST(Transactions, SayWhenNobodyKnowsWhetherTheyAreIn) {
    auto connection = connect();
    const std::int64_t backend = backend_of(connection);
    Transaction tx{connection};
    end_backend(backend);
    try {
        tx.commit();
        FAIL();
    } catch (const Failure& failure) {
        EXPECT_EQ(failure.state, "08007");
        EXPECT_TRUE(failure.connection_lost());
    }
}

TEST(Pool, ReplacesAConnectionThatDiedWhileItRested) {
    Pool pool{database().app(), 1};
    std::int64_t dead = 0;
    {
        auto lease = pool.borrow();
        dead = backend_of(*lease);
    }
    end_backend(dead);
    auto lease = pool.borrow();
    EXPECT_NE(backend_of(*lease), dead);
}

TEST(Pool, ReplacesAConnectionThatDiedInUse) {
    Pool pool{database().app(), 1};
    {
        auto lease = pool.borrow();
        end_backend(backend_of(*lease));
        try {
            lease->run("select 1");
            FAIL();
        } catch (const Failure& failure) {
            EXPECT_TRUE(failure.connection_lost()) << failure.state;
        }
    }
    EXPECT_EQ(pool.borrow()->run("select 1 as n").size(), 1);
}

TEST(Pool, RollsBackWhatABorrowerLeftOpen) {
    Pool pool{database().app(), 1};
    {
        auto lease = pool.borrow();
        lease->run("begin");
        lease->run("create temp table left_behind (n int)");
    }
    {
        auto lease = pool.borrow();
        EXPECT_THROW(lease->run("select * from left_behind"), Failure);
        lease->run("begin");
        EXPECT_THROW(lease->run("select 1 / 0"), Failure);
    }
    EXPECT_NO_THROW(pool.borrow()->run("select 1"));
}

TEST(Pool, LendsOneConnectionToManyThreadsInTurn) {
    Pool pool{database().app(), 2};
    std::vector<std::jthread> threads;
    std::atomic<int> answers{0};
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            for (int n = 0; n < 50; ++n) {
                auto lease = pool.borrow();
                if (lease->run("select $1::int as n", {n})[0].integer("n") == n) ++answers;
            }
        });
    }
    threads.clear();
    EXPECT_EQ(answers, 400);
}

TEST(Pool, GivesUpWhenNothingComesFree) {
    Pool pool{database().app(), 1};
    auto lease = pool.borrow();
    try {
        pool.borrow();
        FAIL();
    } catch (const Failure& failure) {
        EXPECT_TRUE(failure.connection_lost());
    }
}

TEST(Pool, CountsAConnectionThatCouldNotBeMadeAsFree) {
    Pool pool{"host=/nonexistent dbname=none", 1};
    for (int i = 0; i < 3; ++i) EXPECT_THROW(pool.borrow(), Failure);
}

}  // namespace
}  // namespace cambio::pg
