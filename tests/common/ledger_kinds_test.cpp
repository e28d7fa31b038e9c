// What transfers are for is said twice, in the database and in the programs: here both say the
// same.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "ledger/statement.h"
#include "support/builders.h"

namespace cambio::test {
namespace {

class LedgerKindsTest : public testing::Test {
  protected:
    std::string plan_of(const std::string& where) {
        std::string text;
        const std::string statement =
            "explain (costs off) select from ledger_transfers where "
            "credit = 1 and at >= now() and " +
            where;
        world.superuser().script("set enable_seqscan = off; set enable_bitmapscan = off");
        for (const auto row : world.superuser().run(statement.c_str()))
            text += row.str("QUERY PLAN") + '\n';
        return text;
    }

    World world;
};

TEST_F(LedgerKindsTest, HaveOneNameForEachNumber) {
    std::map<std::int64_t, std::string> programs, database;
#define X(name, number) programs[number] = #name;
#include "ledger/kinds.def"
#undef X
    for (const auto row : world.app().run("select kind, name from ledger_kinds"))
        database[row.integer("kind")] = row.str("name");
    EXPECT_EQ(database, programs);
    for (const auto& [number, name] : programs)
        EXPECT_EQ(ledger::name_of(static_cast<ledger::Kind>(number)), name);
}

TEST_F(LedgerKindsTest, AreFlowsWhereTheTableSaysSo) {
    for (const auto row : world.app().run(
             "select name, is_flow, ledger_is_flow(kind) as said, kind in (5, 6, 7, 8) as trades, "
             "ledger_is_trading(kind) as trading from ledger_kinds")) {
        SCOPED_TRACE(row.str("name"));
        EXPECT_EQ(row.boolean("said"), row.boolean("is_flow"));
        EXPECT_EQ(row.boolean("trading"), row.boolean("trades"));
        EXPECT_FALSE(row.boolean("trading") && row.boolean("is_flow"));
    }
}

/// Nothing posts what has no name.
TEST_F(LedgerKindsTest, AreAllThatMayBePosted) {
    EXPECT_EQ(world.superuser()
                  .run("select count(*) as number from ledger.paths p where not exists "
                       "(select from ledger_kinds k where k.kind = p.kind)")[0]
                  .integer("number"),
              0);
}

TEST_F(LedgerKindsTest, AreFoundByTheIndexOfTheRest) {
    for (const char* where : {"ledger_is_flow(kind)", "not ledger_is_trading(kind)"})
        EXPECT_NE(plan_of(where).find("ledger_transfers_in"), std::string::npos) << plan_of(where);
}

}  // namespace
}  // namespace cambio::test
