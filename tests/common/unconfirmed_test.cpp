// Commits that the synchronous standby has not confirmed, servers that only read, and those that
// have no standby.
#include "support/unconfirmed.h"

#include <gtest/gtest.h>

#include <functional>
#include <future>

#include "pg/binary.h"
#include "pg/pg.h"
#include "pg/pipeline.h"
#include "pg/roles.h"
#include "support/postgres_server.h"

namespace cambio::pg {
namespace {

using test::Unconfirmed, test::wait_until, test::with_settings;

/// A server of the suite's own: tests change how it commits.
const std::string& superuser() {
    static const test::PostgresServer own{"max_connections=30"};
    return own.superuser();
}

std::string with_option(const std::string& option) {
    return with_settings(superuser(), {{"options", "-c " + option}});
}

std::string state_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Failure& failure) {
        EXPECT_TRUE(failure.connection_lost()) << failure.state;
        return failure.state;
    }
    return "";
}

std::int64_t rows() {
    return Connection{superuser()}.run("select count(*) as n from things")[0].integer("n");
}

class UnconfirmedCommits : public testing::Test {
  protected:
    UnconfirmedCommits() {
        connection.script("drop table if exists things; create table things (n bigint)");
    }

    /// The state of the failure of a commit whose wait is ended by `cut`; empty: it was
    /// acknowledged.
    std::string commit_cut_by(void (Unconfirmed::*cut)(), const std::function<void()>& commit) {
        Unconfirmed commits{superuser()};
        auto state = std::async(std::launch::async, [&] { return state_of(commit); });
        wait_until("the commit to wait", [&] { return commits.waiting(); });
        (commits.*cut)();
        return state.get();
    }

    void in_a_transaction() {
        Transaction tx{connection};
        tx.change(1, "insert into things values (1)");
        tx.commit();
    }
    void in_a_pipeline() {
        BinaryArray numbers{BinaryArray::Element::bigint};
        numbers.add(1);
        Pipeline pipeline{connection};
        pipeline.send("add", {numbers.bytes()});
        pipeline.finish();
    }

    Connection connection{superuser()};
};

TEST_F(UnconfirmedCommits, OfATransactionAreNotAcknowledged) {
    const auto commit = [&] { in_a_transaction(); };
    EXPECT_EQ(commit_cut_by(&Unconfirmed::cancel, commit), "08007");
    EXPECT_TRUE(connection.given_up());
    EXPECT_FALSE(connection.alive());
    EXPECT_EQ(rows(), 1) << "on this server it is in";

    connection = Connection{superuser()};
    EXPECT_EQ(commit_cut_by(&Unconfirmed::terminate, commit), "08007");
    EXPECT_FALSE(connection.alive());
}

TEST_F(UnconfirmedCommits, OfOneStatementAreNotAcknowledged) {
    const auto commit = [&] { connection.run("insert into things values (1)"); };
    EXPECT_EQ(commit_cut_by(&Unconfirmed::cancel, commit), "08007");
    EXPECT_FALSE(connection.alive());

    connection = Connection{superuser()};
    EXPECT_NE(commit_cut_by(&Unconfirmed::terminate, commit), "");
    EXPECT_FALSE(connection.alive());
}

TEST_F(UnconfirmedCommits, OfAScriptAreNotAcknowledged) {
    const auto commit = [&] { connection.script("insert into things values (1), (2)"); };
    EXPECT_EQ(commit_cut_by(&Unconfirmed::cancel, commit), "08007");
    EXPECT_FALSE(connection.alive());
}

TEST_F(UnconfirmedCommits, OfAPipelineAreNotAcknowledged) {
    const auto begin = [&] {
        connection = Connection{superuser()};
        prepare(connection, "add", "insert into things select unnest($1::bigint[])");
    };
    const auto commit = [&] { in_a_pipeline(); };
    begin();
    EXPECT_EQ(commit_cut_by(&Unconfirmed::cancel, commit), "08007");
    EXPECT_FALSE(connection.alive());
    begin();
    EXPECT_NE(commit_cut_by(&Unconfirmed::terminate, commit), "");
    EXPECT_FALSE(connection.alive());
}

/// Whoever does not want to hear warnings does not hear of these either.
TEST_F(UnconfirmedCommits, AreHeardOfWhateverTheServerIsToldOfMessages) {
    connection = Connection{with_option("client_min_messages=error")};
    EXPECT_EQ(commit_cut_by(&Unconfirmed::cancel, [&] { in_a_transaction(); }), "08007");
}

/// A commit that somebody waited for in vain can be seen, but is not told of before it is sure.
TEST_F(UnconfirmedCommits, AreConfirmedBeforeSomebodyTellsOfThem) {
    ASSERT_EQ(commit_cut_by(&Unconfirmed::cancel, [&] { in_a_transaction(); }), "08007");
    connection = Connection{superuser()};
    const auto tell = [&] {
        Transaction tx{connection};
        EXPECT_EQ(tx.one("select n from things").integer("n"), 1);
        tx.mark_as_change();
        tx.commit();
    };
    EXPECT_EQ(commit_cut_by(&Unconfirmed::cancel, tell), "08007");
    connection = Connection{superuser()};
    EXPECT_EQ(state_of(tell), "");
}

TEST_F(UnconfirmedCommits, CostThePoolTheirConnection) {
    Pool pool{superuser(), 1};
    const auto backend = [&] {
        return pool.borrow()->run("select pg_backend_pid() as pid")[0].integer("pid");
    };
    const auto before = backend();
    EXPECT_EQ(commit_cut_by(&Unconfirmed::cancel,
                            [&] { pool.borrow()->run("insert into things values (1)"); }),
              "08007");
    EXPECT_NE(backend(), before);
}

/// Other warnings say nothing of a commit.
TEST_F(UnconfirmedCommits, AreNotMistakenForOtherWarnings) {
    connection.script("do $$ begin raise warning 'of no consequence'; end $$");
    EXPECT_FALSE(connection.given_up());
    in_a_transaction();
    EXPECT_TRUE(connection.alive());
}

TEST(ReadOnlyServer, IsLikeOneThatIsAway) {
    Connection{superuser()}.script("create table if not exists kept (n bigint)");
    Connection connection{with_option("default_transaction_read_only=on")};
    EXPECT_FALSE(connection.writable());
    EXPECT_EQ(connection.run("select 1 as n").size(), 1) << "it can be read";
    EXPECT_TRUE(connection.alive());
    EXPECT_EQ(state_of([&] { connection.run("insert into kept values (1)"); }), "25006");
    EXPECT_FALSE(connection.alive());
    EXPECT_TRUE(Connection{superuser()}.writable());
}

TEST(ReadOnlyServer, TellsThatItHasBecomeOne) {
    Connection connection{superuser()};
    EXPECT_TRUE(connection.writable());
    connection.script("set default_transaction_read_only = on");
    EXPECT_FALSE(connection.writable());
}

TEST(ReadOnlyServer, IsPassedOverWhereThereAreSeveral) {
    const test::PostgresServer standby{"default_transaction_read_only=on"};
    const auto folder_of = [](const std::string& conninfo) { return setting_of(conninfo, "host"); };
    const std::string both = with_settings(
        superuser(), {{"host", folder_of(standby.superuser()) + "," + folder_of(superuser())}});
    EXPECT_TRUE(Connection{both}.writable());
    // Whoever says which one is wanted gets that one.
    EXPECT_FALSE(
        Connection{with_settings(both, {{"target_session_attrs", "read-only"}})}.writable());
    EXPECT_EQ(state_of([&] {
                  Connection{with_settings(both, {{"host", folder_of(standby.superuser()) + "," +
                                                               folder_of(standby.superuser())}})};
              }),
              "08001");
}

class RequiredStandby : public testing::Test {
  protected:
    RequiredStandby() { require_sync_standby(true); }
    ~RequiredStandby() override { require_sync_standby(false); }
};

TEST_F(RequiredStandby, IsMissedWhereTheServerNamesNone) {
    EXPECT_EQ(state_of([] { Connection{superuser()}; }), "08004");
    require_sync_standby(false);
    EXPECT_EQ(state_of([] { Connection{superuser()}; }), "");
}

TEST_F(RequiredStandby, HasToConfirmCommits) {
    require_sync_standby(false);
    const Unconfirmed commits{superuser()};
    require_sync_standby(true);
    for (const char* weak : {"local", "remote_write"})
        EXPECT_EQ(
            state_of([&] { Connection{with_option(std::string{"synchronous_commit="} + weak)}; }),
            "08004")
            << weak;
    for (const char* enough : {"on", "remote_apply"})
        EXPECT_EQ(
            state_of([&] { Connection{with_option(std::string{"synchronous_commit="} + enough)}; }),
            "")
            << enough;
}

}  // namespace
}  // namespace cambio::pg
