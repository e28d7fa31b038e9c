// One-time tokens: once, for one purpose, for a while.
#include "token/one_time.h"

#include <gtest/gtest.h>

#include "support/builders.h"

namespace cambio::test {
namespace {

using namespace std::chrono_literals;

class OneTimeTest : public testing::Test {
  protected:
    std::string issue(const std::string& purpose, std::chrono::seconds lifetime = 60s) {
        Json::Value data;
        data["mail"] = "ann@example.com";
        pg::Transaction tx{world.app()};
        auto token = token::issue_one_time(tx, purpose, ann.id, data, lifetime);
        tx.commit();
        return token;
    }

    std::optional<token::OneTime> take(const std::string& purpose, const std::string& token,
                                       bool commit = true) {
        pg::Transaction tx{world.app()};
        auto found = token::take_one_time(tx, purpose, token);
        if (commit) tx.commit();
        return found;
    }

    World world;
    Person ann = world.client("ann@example.com");
};

TEST_F(OneTimeTest, StandsOnceForWhatItWasMadeFor) {
    const auto token = issue("login");
    const auto found = take("login", token);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->client, ann.id);
    EXPECT_EQ(found->data["mail"], "ann@example.com");
    EXPECT_FALSE(take("login", token));
}

TEST_F(OneTimeTest, IsOfNoUseForAnotherPurposeOrTooLate) {
    const auto token = issue("login");
    EXPECT_FALSE(take("reset_password", token));
    EXPECT_FALSE(take("login", token + "x"));
    EXPECT_FALSE(take("login", ""));
    EXPECT_FALSE(take("login", issue("login", 0s)));
    EXPECT_TRUE(take("login", token));
}

TEST_F(OneTimeTest, IsUsedUpOnlyWithTheTransaction) {
    const auto token = issue("login");
    EXPECT_TRUE(take("login", token, false));
    EXPECT_TRUE(take("login", token));
}

TEST_F(OneTimeTest, IsTriedAFewTimesOnly) {
    const auto token = issue("login");
    const auto attempt = [&] {
        pg::Transaction tx{world.app()};
        const bool found = token::try_one_time(tx, "login", token, 3).has_value();
        tx.commit();
        return found;
    };
    EXPECT_TRUE(attempt());
    EXPECT_TRUE(attempt());
    EXPECT_TRUE(attempt());
    EXPECT_FALSE(attempt());
}

TEST_F(OneTimeTest, IsStoredAsAHashAlone) {
    const auto token = issue("login");
    const auto rows = world.superuser().run("select t::text as row from one_time_tokens t");
    ASSERT_EQ(rows.size(), 1);
    EXPECT_EQ(rows[0].str("row").find(token), std::string::npos);
}

}  // namespace
}  // namespace cambio::test
