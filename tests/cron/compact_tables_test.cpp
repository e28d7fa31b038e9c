// Tables of a few rows that change all the time become small again.
#include <gtest/gtest.h>

#include "support/builders.h"

namespace cambio::test {
namespace {

class CompactTables : public testing::Test {
  protected:
    CompactTables() {
        owner.run(
            "insert into job_marks (name, value) select 'm' || n, n from generate_series(1, 9) n");
    }

    /// As if each row had changed so often beside a transaction that has been open all the time.
    void spread() {
        owner.run("alter table job_marks set (autovacuum_enabled = off)");
        owner.run(
            "insert into job_marks (name, value) select 'gone' || n, repeat('x', 100) "
            "from generate_series(1, 5000) n");
        owner.run("delete from job_marks where name like 'gone%'");
    }
    void compact() { EXPECT_EQ(run_job("compact_tables", world.config().path(), {"--once"}), 0); }
    std::int64_t pages() {
        return owner.run("select pg_relation_size('job_marks') / 8192 as pages")[0].integer(
            "pages");
    }
    std::int64_t rows() {
        return owner.run("select count(*) as n from job_marks where name like 'm_'")[0].integer(
            "n");
    }

    World world;
    pg::Connection owner{world.database().owner()};
};

TEST_F(CompactTables, WritesATableAnewThatIsFarLargerThanItsRows) {
    spread();
    ASSERT_GT(pages(), 32);
    // Beside a transaction of the server's own, which gathers statistics, nothing old can go yet.
    wait_until("the table is small", [&] {
        compact();
        return pages() == 1;
    });
    EXPECT_EQ(rows(), 9);
}

TEST_F(CompactTables, LeavesATableAloneThatSomebodyReads) {
    spread();
    const auto before = pages();
    pg::Transaction reader{world.app()};
    reader.run("select count(*) from job_marks");
    compact();
    EXPECT_EQ(pages(), before);
    reader.commit();
}

TEST_F(CompactTables, LeavesASmallTableAlone) {
    const auto file = "select pg_relation_filenode('job_marks') as file";
    const auto before = owner.run(file)[0].integer("file");
    compact();
    EXPECT_EQ(owner.run(file)[0].integer("file"), before);
}

TEST_F(CompactTables, TakesNoOtherTable) {
    EXPECT_THROW(world.app().run("select compact_table('orders')"), pg::Failure);
}

}  // namespace
}  // namespace cambio::test
