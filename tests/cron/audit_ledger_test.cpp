// The audit job as cron starts it: its exit status and the row that it leaves.
#include <gtest/gtest.h>

#include "jobs/runs.h"
#include "support/builders.h"

namespace cambio::test {
namespace {

constexpr const char* last_audit = R"sql(
    select passed, accounts, transfers, cardinality(findings) as findings from audits
    order by id desc limit 1
)sql";

TEST(AuditLedger, WritesWhatItProved) {
    World world;
    world.client("alice@example.com").with("USDT", "10").with("BTC", "1");
    world.superuser().run("delete from audits");
    for (int run = 1; run <= 2; ++run) {
        std::string log;
        EXPECT_EQ(run_job("audit_ledger", world.config().path(), {"--now"}, &log), 0) << log;
        const auto row = world.app().run(last_audit);
        ASSERT_EQ(row.size(), 1);
        EXPECT_TRUE(row[0].boolean("passed"));
        EXPECT_EQ(row[0].integer("accounts"), 4);
        EXPECT_EQ(row[0].integer("transfers"), 2);
        EXPECT_EQ(world.app().run("select id from audits").size(), run);
    }
}

TEST(AuditLedger, FailsAloudWhenTheBooksDoNotBalance) {
    World world;
    world.client("alice@example.com").with("USDT", "10");
    world.superuser().run("update ledger_accounts set balance = balance + 1 where balance > 0");
    world.superuser().run("delete from audits");
    std::string log;
    EXPECT_EQ(world.job("audit_ledger", &log), 1);
    EXPECT_NE(log.find("audit_finding"), std::string::npos) << log;
    const auto row = world.app().run(last_audit);
    EXPECT_FALSE(row[0].boolean("passed"));
    EXPECT_EQ(row[0].integer("findings"), 2);
}

TEST(AuditLedger, LeavesTheWorkToOneRunner) {
    World world;
    world.superuser().run("delete from audits");
    ASSERT_TRUE(jobs::lock(world.app(), "audit_ledger"));
    EXPECT_EQ(world.job("audit_ledger"), 0);
    EXPECT_TRUE(world.app().run("select id from audits").empty());
}

// Cron calls it each minute: a new installation does not wait for its first audit until the clock
// strikes, nor one that was away for its next.
TEST(AuditLedger, LooksOnceAnHourAndWhereNobodyHasLookedYet) {
    World world;
    const auto audits_after = [&](const char* last) {
        world.superuser().run("delete from audits");
        if (*last != '\0')
            world.superuser().run((std::string{"insert into audits (at, passed, accounts, "
                                               "transfers) values ("} +
                                   last + ", false, 1, 1)")
                                      .c_str());
        EXPECT_EQ(world.job("audit_ledger"), 0);
        return world.app().run("select id from audits").size();
    };
    EXPECT_EQ(audits_after(""), 1);
    EXPECT_EQ(audits_after("now() - interval '60 minutes'"), 2);
    EXPECT_EQ(audits_after("now() - interval '59 minutes'"), 1);
    EXPECT_EQ(audits_after("now() + interval '4 minutes'"), 1);
    EXPECT_EQ(audits_after("now() + interval '6 minutes'"), 2) << "the clock was ahead";
}

TEST(AuditLedger, NotesThatItRanWhateverItFound) {
    World world;
    const auto noted = [&] {
        const bool yes = world.app()
                             .run(
                                 "select exists (select from job_runs where name = 'audit_ledger' "
                                 "and succeeded_at is not null) as yes")[0]
                             .boolean("yes");
        world.superuser().run("delete from job_runs");
        return yes;
    };
    EXPECT_EQ(world.job("audit_ledger"), 0);
    EXPECT_TRUE(noted());
    EXPECT_EQ(world.job("audit_ledger"), 0) << "not yet due";
    EXPECT_TRUE(noted());
    world.superuser().run(
        "insert into audits (passed, accounts, transfers, at) "
        "values (true, 1, 1, now() - interval '2 hours')");
    world.superuser().run("delete from audits where at > now() - interval '1 hour'");
    world.client("alice@example.com").with("USDT", "10");
    world.superuser().run("update ledger_accounts set balance = balance + 1 where balance > 0");
    EXPECT_EQ(world.job("audit_ledger"), 1) << "it has looked, and that is what counts here";
    EXPECT_TRUE(noted());
}

TEST(AuditLedger, SaysThatItCouldNotLook) {
    World world;
    world.config().set("DATABASE_URL", "host=/nonexistent dbname=none");
    std::string log;
    EXPECT_EQ(world.job("audit_ledger", &log), 2);
    EXPECT_NE(log.find("audit_impossible"), std::string::npos) << log;
}

}  // namespace
}  // namespace cambio::test
