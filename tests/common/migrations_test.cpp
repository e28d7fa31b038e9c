// The migrations runner, on folders made for each test and on the product's own.
#include "pg/migrations.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <future>

#include "support/scratch_database.h"

namespace cambio::pg {
namespace {

using Names = std::vector<std::string>;

class Migrations : public testing::Test {
  protected:
    Names migrate() {
        Connection owner{database_.owner()};
        return pg::migrate(owner, folder_.path());
    }
    std::string refusal() {
        try {
            migrate();
        } catch (const MigrationError& error) {
            return error.what();
        }
        return "";
    }
    std::int64_t count(const char* sql) {
        return Connection{database_.owner()}.run(sql)[0].integer("count");
    }

    test::ScratchDatabase database_{test::ScratchDatabase::Content::empty};
    test::ScratchFolder folder_;
};

TEST_F(Migrations, AreAppliedInOrderAndOnce) {
    folder_.write("002_second.sql", "insert into things values (2);");
    folder_.write("001_first.sql", "create table things (n int); insert into things values (1);");
    EXPECT_EQ(migrate(), (Names{"001_first.sql", "002_second.sql"}));
    EXPECT_EQ(migrate(), Names{});
    folder_.write("003_third.sql", "insert into things values (3);");
    EXPECT_EQ(migrate(), Names{"003_third.sql"});
    EXPECT_EQ(count("select count(*) from things"), 3);
}

TEST_F(Migrations, ThatFailLeaveNothingBehind) {
    folder_.write("001_first.sql", "create table things (n int);");
    folder_.write("002_broken.sql", "insert into things values (1); select 1 / 0;");
    EXPECT_NE(refusal().find("002_broken.sql"), std::string::npos);
    EXPECT_EQ(count("select count(*) from things"), 0);
    folder_.write("002_broken.sql", "insert into things values (1);");
    EXPECT_EQ(migrate(), Names{"002_broken.sql"});
}

TEST_F(Migrations, ThatWereChangedLaterAreRefused) {
    folder_.write("001_first.sql", "create table things (n int);");
    migrate();
    folder_.write("001_first.sql", "create table things (n bigint);");
    EXPECT_NE(refusal().find("001_first.sql was changed"), std::string::npos);
}

TEST_F(Migrations, OfANewerProgramAreRefused) {
    folder_.write("001_first.sql", "create table things (n int);");
    folder_.write("002_second.sql", "insert into things values (2);");
    migrate();
    std::filesystem::remove(folder_.file("002_second.sql"));
    EXPECT_NE(refusal().find("a newer program"), std::string::npos);
}

TEST_F(Migrations, OfANewerProgramStayWhereThisOneMayRun) {
    folder_.write("001_first.sql", "create table things (n int);");
    folder_.write("002_second.sql", "-- compatible-from: 001\ninsert into things values (2);");
    migrate();
    std::filesystem::remove(folder_.file("002_second.sql"));
    EXPECT_EQ(migrate(), Names{});
    folder_.write("002_second.sql", "-- compatible-from: 001\ninsert into things values (2);");
    folder_.write("003_third.sql", "-- compatible-from: 003\ninsert into things values (3);");
    EXPECT_EQ(migrate(), Names{"003_third.sql"});
    std::filesystem::remove(folder_.file("003_third.sql"));
    EXPECT_NE(refusal().find("only releases that know 003 may run on it; this one knows no more "
                             "than 002_second.sql"),
              std::string::npos)
        << refusal();
}

TEST_F(Migrations, AreCompatibleFromANumberThatIsNoneOfLater) {
    for (const char* number : {"002", "1", "0001", "01a", "001 ", ""}) {
        folder_.write("001_first.sql",
                      "-- compatible-from: " + std::string{number} + "\nselect 1;");
        EXPECT_NE(refusal().find("001_first.sql is compatible from"), std::string::npos) << number;
    }
}

TEST_F(Migrations, AreKnownInATableOfBeforeTheRule) {
    folder_.write("001_first.sql", "create table things (n int);");
    migrate();
    Connection owner{database_.owner()};
    owner.script("alter table schema_migrations drop column compatible_from");
    EXPECT_EQ(read_schema(owner).compatible_from, "001");
    folder_.write("002_second.sql", "-- compatible-from: 001\ninsert into things values (2);");
    EXPECT_EQ(pending(owner, folder_.path()), Names{"002_second.sql"});
    EXPECT_EQ(migrate(), Names{"002_second.sql"});
    EXPECT_EQ(read_schema(owner).newest, "002_second.sql");
    EXPECT_EQ(read_schema(owner).compatible_from, "001");
}

TEST(SchemaFit, IsWhatTheDatabaseSaysOfThePrograms) {
    const Schema schema{"005_fifth.sql", "003"};
    EXPECT_EQ(fit(schema, "005_fifth.sql"), Fit::same);
    EXPECT_EQ(fit(schema, "004_fourth.sql"), Fit::newer_schema);
    EXPECT_EQ(fit(schema, "003_third.sql"), Fit::newer_schema);
    EXPECT_EQ(fit(schema, "002_second.sql"), Fit::release_too_old);
    EXPECT_EQ(fit(schema, "006_sixth.sql"), Fit::schema_too_old);
    EXPECT_EQ(fit({}, "001_first.sql"), Fit::schema_too_old);
}

TEST_F(Migrations, ThatComeTooLateAreRefused) {
    folder_.write("002_second.sql", "create table things (n int);");
    migrate();
    folder_.write("001_first.sql", "select 1;");
    EXPECT_NE(refusal().find("give it a higher number"), std::string::npos);
}

TEST_F(Migrations, WithWrongNamesAreRefused) {
    for (const char* name : {"first.sql", "001_.sql", "01_first.sql", "001-first.sql",
                             "001_First.sql", "001_first.sql~", "a01_first.sql"}) {
        folder_.write(name, "select 1;");
        EXPECT_NE(refusal().find("NNN_name.sql"), std::string::npos) << name;
        std::filesystem::remove(folder_.file(name));
    }
    folder_.write("001_a.sql", "select 1;");
    folder_.write("001_b.sql", "select 1;");
    EXPECT_NE(refusal().find("has the number of"), std::string::npos);
}

TEST_F(Migrations, MayNotEndTheirOwnTransaction) {
    folder_.write("001_first.sql", "select 1; commit;");
    EXPECT_NE(refusal().find("ends its own transaction"), std::string::npos);
}

TEST_F(Migrations, OfTwoRunnersAreAppliedOnce) {
    folder_.write("001_first.sql", "select pg_sleep(0.2); create table things (n int);");
    auto other = std::async(std::launch::async, [this] { return migrate(); });
    const Names mine = migrate();
    EXPECT_EQ(mine.size() + other.get().size(), 1u);
}

TEST_F(Migrations, OfTheProductAreComplete) {
    Connection owner{database_.owner()};
    EXPECT_FALSE(pg::migrate(owner, test::ScratchDatabase::migrations()).empty());
    EXPECT_TRUE(pg::migrate(owner, test::ScratchDatabase::migrations()).empty());
}

TEST(Rights, OfTheProgramsEndWhereHistoryBegins) {
    test::ScratchDatabase database;
    Connection app{database.app()};
    for (const char* sql :
         {"update ledger_transfers set amount = 1", "delete from ledger_transfers",
          "truncate ledger_transfers", "update fills set price = 1", "delete from fills",
          "truncate fills", "update audits set passed = true", "delete from audits",
          "delete from ledger_accounts", "delete from orders", "delete from clients",
          "truncate orders", "update fee_levels set maker = 0",
          "insert into schema_migrations (name, checksum) values ('x', 'y')",
          "alter table ledger_transfers disable trigger all", "drop table ledger_transfers",
          "create table mine (n int)"}) {
        try {
            app.run(sql);
            ADD_FAILURE() << "the app role may: " << sql;
        } catch (const Failure& failure) {
            EXPECT_EQ(failure.state, "42501") << sql;
        }
    }
    EXPECT_NO_THROW(app.run("select from ledger_transfers"));
    EXPECT_NO_THROW(app.run("select make_partitions('candles', '2030-01-01', '2030-02-01')"));
}

}  // namespace
}  // namespace cambio::pg
