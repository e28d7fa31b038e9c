// `cambioctl schema`: which releases may run on the database, and that it ends as a plugin of
// Nagios does.
#include "cambioctl_fixture.h"
#include "pg/migrations.h"
#include "support/later_migration.h"

namespace cambio::test {
namespace {

class SchemaCommand : public Cambioctl {
  protected:
    SchemaCommand() { world().superuser().script("create table kept as table schema_migrations"); }
    ~SchemaCommand() override {
        world().superuser().script(
            "delete from schema_migrations; "
            "insert into schema_migrations select * from kept; drop table kept");
    }

    static void expect(int status, const char* verdict, const std::string& sentence) {
        const auto told = call({"schema"});
        EXPECT_EQ(told.status, status) << told.output;
        EXPECT_THAT(told.output, HasSubstr(std::string{verdict} + ": "));
        EXPECT_THAT(told.output, HasSubstr(sentence));
        const auto card = call({"schema", "--json"});
        EXPECT_EQ(card.status, status);
        EXPECT_EQ(card.json()["status"], verdict);
        EXPECT_EQ(card.json()["release"], pg::known_schema());
    }

    const std::string number_ = pg::known_schema().substr(0, 3);
};

TEST_F(SchemaCommand, IsContentWithARunningRelease) {
    expect(0, "OK", "are of the same time");
    EXPECT_EQ(call({"schema", "--json"}).json()["schema"], pg::known_schema());
}

TEST_F(SchemaCommand, SaysThatAReleaseMayRunOnALaterSchema) {
    add_later_migration(world().superuser(), number_);
    expect(1, "WARNING", "may run on it");
    EXPECT_THAT(call({"schema"}).output,
                HasSubstr("Releases that know " + number_ + " or a later one may run on it."));
}

TEST_F(SchemaCommand, SaysThatAReleaseMayNotRunOnALaterSchema) {
    add_later_migration(world().superuser(), "998");
    expect(2, "CRITICAL", "only releases that know 998 may run on it");
}

TEST_F(SchemaCommand, SaysThatAMigrationIsMissing) {
    world().superuser().run("delete from schema_migrations where name = $1", {pg::known_schema()});
    expect(2, "CRITICAL", "which needs " + pg::known_schema());
}

}  // namespace
}  // namespace cambio::test
