// The audit job as cron starts it: its exit status and the row that it leaves.
#include <gtest/gtest.h>

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
    for (int run = 1; run <= 2; ++run) {
        std::string log;
        EXPECT_EQ(world.job("audit_ledger", &log), 0) << log;
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
    std::string log;
    EXPECT_EQ(world.job("audit_ledger", &log), 1);
    EXPECT_NE(log.find("audit_finding"), std::string::npos) << log;
    const auto row = world.app().run(last_audit);
    EXPECT_FALSE(row[0].boolean("passed"));
    EXPECT_EQ(row[0].integer("findings"), 2);
}

TEST(AuditLedger, LeavesTheWorkToOneRunner) {
    World world;
    world.app().run("select pg_advisory_lock($1)", {std::int64_t{0x43616d62696f0010}});
    EXPECT_EQ(world.job("audit_ledger"), 0);
    EXPECT_TRUE(world.app().run("select id from audits").empty());
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
