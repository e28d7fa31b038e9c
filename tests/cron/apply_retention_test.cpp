// What is deleted when, by what the operator has set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/builders.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::IsEmpty;

class ApplyRetention : public testing::Test {
  protected:
    ApplyRetention() {
        for (const int days : {1, 29, 31, 400}) {
            world.app().run(
                "insert into notifications (client_id, kind, created_at) "
                "values ($1, 'n' || $2::int, now() - make_interval(days => $2::int))",
                {ann.id, days});
            world.app().run(
                "insert into outgoing_mails (client_id, name, created_at) "
                "values ($1, 'm' || $2::int, now() - make_interval(days => $2::int))",
                {ann.id, days});
        }
    }

    std::vector<std::string> kept(const char* sql) {
        EXPECT_EQ(run_job("apply_retention", world.config().path(), {"--once"}), 0);
        std::vector<std::string> names;
        for (const auto row : world.app().run(sql)) names.push_back(row.str("name"));
        return names;
    }
    std::vector<std::string> notifications() {
        return kept("select kind as name from notifications order by created_at");
    }
    std::vector<std::string> mails() {
        return kept("select name from outgoing_mails order by created_at");
    }

    World world;
    Person ann = world.client("ann@example.com");
};

TEST_F(ApplyRetention, KeepsNotificationsForGoodAndMailsForNinetyDays) {
    EXPECT_THAT(notifications(), ElementsAre("n400", "n31", "n29", "n1"));
    EXPECT_THAT(mails(), ElementsAre("m31", "m29", "m1"));
}

TEST_F(ApplyRetention, DeletesWhatIsOlderThanTheOperatorKeepsIt) {
    world.config().set("KEEP_NOTIFICATIONS_DAYS", "30");
    world.config().set("KEEP_MAILS_DAYS", "0");
    EXPECT_THAT(notifications(), ElementsAre("n29", "n1"));
    EXPECT_THAT(mails(), ElementsAre("m400", "m31", "m29", "m1"));
    world.config().set("KEEP_MAILS_DAYS", "30");
    EXPECT_THAT(mails(), ElementsAre("m29", "m1"));
}

}  // namespace
}  // namespace cambio::test
