// Membership levels follow the volume of the last 30 days.
#include <gtest/gtest.h>

#include "support/builders.h"

namespace cambio::test {
namespace {

class UpdateLevels : public testing::Test {
  protected:
    void traded(const Person& who, const char* volume, int days_ago = 0) {
        world.app().run(
            "insert into trading_days (client_id, day, volume, trades) "
            "values ($1, (now() at time zone 'UTC')::date - $2::int, $3, 1)",
            {who.id, days_ago, volume});
    }
    std::string level(const Person& of) {
        return world.app()
            .run("select membership_level from clients where id = $1", {of.id})[0]
            .str("membership_level");
    }
    void set_level(const Person& of, const char* to, bool by_operator = false) {
        world.app().run(
            "update clients set membership_level = $2, level_by_operator = $3 where id = $1",
            {of.id, to, by_operator});
    }
    void update() { EXPECT_EQ(world.job("update_levels"), 0); }
    std::int64_t count(const char* table, const Person& of) {
        const std::string sql =
            std::string{"select count(*) as n from "} + table + " where client_id = $1";
        return world.app().run(sql.c_str(), {of.id})[0].integer("n");
    }

    World world;
    Person ann = world.client("ann@example.com");
};

TEST_F(UpdateLevels, RisesWithTheVolumeAndSaysSoOnce) {
    traded(ann, "400000");
    traded(ann, "600000", 29);
    update();
    update();
    EXPECT_EQ(level(ann), "SILVER");
    EXPECT_EQ(count("notifications", ann), 1);
    EXPECT_EQ(count("outgoing_mails", ann), 1);
    const auto row = world.app().run("select kind, data ->> 'level' as level from notifications");
    EXPECT_EQ(row[0].str("kind"), "level_changed");
    EXPECT_EQ(row[0].str("level"), "SILVER");
}

TEST_F(UpdateLevels, BeginsExactlyAtTheMinimum) {
    traded(ann, "99999.999999999999999999");
    const Person ben = world.client("ben@example.com");
    traded(ben, "100000");
    update();
    EXPECT_EQ(level(ann), "NO_BADGE");
    EXPECT_EQ(level(ben), "BRONZE");
}

TEST_F(UpdateLevels, FallsWhenTheVolumeIsOver) {
    traded(ann, "99999999", 30);
    set_level(ann, "PLATINUM");
    const Person ben = world.client("ben@example.com");
    set_level(ben, "GOLD");
    traded(ben, "100000", 1);
    update();
    EXPECT_EQ(level(ann), "NO_BADGE");
    EXPECT_EQ(level(ben), "BRONZE");
    const auto row = world.app().run(
        "select data ->> 'level' as level from notifications "
        "where client_id = $1",
        {ann.id});
    EXPECT_EQ(row[0].str("level"), "Standard");
}

TEST_F(UpdateLevels, LeavesWhatTheOperatorChose) {
    set_level(ann, "GOLD", true);
    update();
    EXPECT_EQ(level(ann), "GOLD");
    EXPECT_EQ(count("notifications", ann), 0);
}

TEST_F(UpdateLevels, LeavesWhoNeverTraded) {
    update();
    EXPECT_EQ(level(ann), "NO_BADGE");
    EXPECT_EQ(count("notifications", ann), 0);
}

}  // namespace
}  // namespace cambio::test
