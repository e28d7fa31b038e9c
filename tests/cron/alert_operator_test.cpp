// The job that tells the operator what is critical: one mail when it begins, one when it is over.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <filesystem>
#include <fstream>

#include "jobs/runs.h"
#include "support/builders.h"

namespace cambio::test {
namespace {

using testing::HasSubstr, testing::Not;

class AlertOperator : public testing::Test {
  protected:
    AlertOperator() {
        world.config().set("SUPPORT_EMAIL", "operator@example.com");
        world.config().set("STALE_AFTER_MS", "600000");
        world.quote("BTCUSDT", "60000");
        jobs::expect_runs(world.superuser());
        audited(true);
    }

    void audited(bool passed) {
        world.superuser().run("insert into audits (passed, accounts, transfers) values ($1, 1, 1)",
                              {passed});
    }
    /// As if what is known now had been known for so long.
    void alarms_age() {
        world.superuser().run("update alarms set since = since - interval '121 seconds'");
    }
    /// The mails that are in the outbox after one more run of the job, the oldest first.
    std::vector<Json::Value> mails_after_a_run(int status = 0) {
        std::string log;
        EXPECT_EQ(world.job("alert_operator", &log), status) << log;
        std::vector<std::filesystem::path> files;
        if (std::filesystem::exists(world.config().outbox()))
            for (const auto& entry : std::filesystem::directory_iterator{world.config().outbox()})
                files.push_back(entry.path());
        std::ranges::sort(files);
        std::vector<Json::Value> mails;
        for (const auto& file : files) std::ifstream{file} >> mails.emplace_back();
        return mails;
    }

    World world;
};

TEST_F(AlertOperator, SaysNothingWhereAllIsWell) {
    EXPECT_TRUE(mails_after_a_run().empty());
    world.superuser().run("insert into pauses (what) values ('deposits')");
    EXPECT_TRUE(mails_after_a_run().empty()) << "a warning is for who looks";
}

TEST_F(AlertOperator, TellsOfAFailedAuditOnceAndWhenItIsGoodAgain) {
    audited(false);
    auto mails = mails_after_a_run();
    ASSERT_EQ(mails.size(), 1u);
    EXPECT_EQ(mails[0]["to"].asString(), "operator@example.com");
    EXPECT_EQ(mails[0]["subject"].asString(), "Cambio: critical: audit");
    EXPECT_THAT(mails[0]["text"].asString(), HasSubstr("The audit of the books failed at 20"));
    EXPECT_EQ(mails_after_a_run().size(), 1u);
    audited(false);
    EXPECT_EQ(mails_after_a_run().size(), 1u) << "it still fails";

    audited(true);
    mails = mails_after_a_run();
    ASSERT_EQ(mails.size(), 2u);
    EXPECT_EQ(mails[1]["subject"].asString(), "Cambio: over: audit");
    EXPECT_THAT(mails[1]["text"].asString(),
                HasSubstr("This is over:\n\n- The audit of the books"));
    EXPECT_EQ(mails_after_a_run().size(), 2u);

    audited(false);
    EXPECT_EQ(mails_after_a_run().size(), 3u) << "it is new once more";
}

TEST_F(AlertOperator, TellsOfAnExposureBeyondItsLimitAndMetricsShowIt) {
    world.liquidity("BTC", "2");
    const auto metrics = [&] {
        const HandlerProcess monitor = world.handler("monitor");
        return monitor.client().get("/internal/installation").body;
    };
    EXPECT_THAT(metrics(), HasSubstr("\ncambio_house_exposure_usdt{coin=\"BTC\"} 120000\n"));
    EXPECT_THAT(metrics(), HasSubstr("\ncambio_alarm{subject=\"streams\"} 0\n"));
    EXPECT_TRUE(mails_after_a_run().empty());
    world.config().set("HOUSE_EXPOSURE_LIMIT", "100000");
    EXPECT_TRUE(mails_after_a_run().empty()) << "it may pass by itself";
    EXPECT_THAT(metrics(), HasSubstr("\ncambio_alarm{subject=\"exposure BTC\"} 1\n"));
    alarms_age();
    const auto mails = mails_after_a_run();
    ASSERT_EQ(mails.size(), 1u);
    EXPECT_EQ(mails[0]["subject"].asString(), "Cambio: critical: exposure BTC");
    EXPECT_THAT(mails[0]["text"].asString(), HasSubstr("is worth 120000 USDT (2 BTC)"));
}

TEST_F(AlertOperator, TellsOfWhatStaysCriticalForTwoMinutes) {
    world.superuser().run("update quotes set provider_at = now() - interval '700 seconds'");
    EXPECT_TRUE(mails_after_a_run().empty());
    world.superuser().run("update quotes set provider_at = now()");
    EXPECT_TRUE(mails_after_a_run().empty());
    world.superuser().run("update quotes set provider_at = now() - interval '700 seconds'");
    EXPECT_TRUE(mails_after_a_run().empty()) << "the time begins anew";
    alarms_age();
    world.superuser().run(
        "update job_runs set expected_since = now() - interval '181 seconds' "
        "where name = 'fetch_books'");
    auto mails = mails_after_a_run();
    ASSERT_EQ(mails.size(), 1u);
    EXPECT_THAT(mails[0]["text"].asString(), HasSubstr("(last of BTCUSDT)"));
    EXPECT_THAT(mails[0]["text"].asString(), Not(HasSubstr("fetch_books")));
    alarms_age();
    mails = mails_after_a_run();
    ASSERT_EQ(mails.size(), 2u);
    EXPECT_EQ(mails[1]["subject"].asString(), "Cambio: critical: job fetch_books");
    EXPECT_THAT(mails[1]["text"].asString(), Not(HasSubstr("Prices")));
}

TEST_F(AlertOperator, TellsOfWhatHasBegunByAClockThatWasAhead) {
    world.superuser().run("update quotes set provider_at = now() - interval '700 seconds'");
    EXPECT_TRUE(mails_after_a_run().empty());
    world.superuser().run("update alarms set since = now() + interval '6 hours'");
    EXPECT_EQ(mails_after_a_run().size(), 1u);
}

TEST_F(AlertOperator, TriesAgainWhatWasNotHandedOver) {
    audited(false);
    std::ofstream{world.config().outbox() + ".blocked"} << "";
    const auto outbox = world.config().outbox();
    world.config().set("OUTBOX_DIR", outbox + ".blocked");
    EXPECT_TRUE(mails_after_a_run(1).empty());
    world.config().set("OUTBOX_DIR", outbox);
    EXPECT_EQ(mails_after_a_run().size(), 1u);
    EXPECT_EQ(mails_after_a_run().size(), 1u);
}

TEST_F(AlertOperator, WritesToTheAddressForClientsOnlyWhereThereIsNoOther) {
    world.config().set("OPERATOR_EMAIL", "duty@example.com");
    audited(false);
    auto mails = mails_after_a_run();
    ASSERT_EQ(mails.size(), 1u);
    EXPECT_EQ(mails[0]["to"].asString(), "duty@example.com");
    world.config().set("OPERATOR_EMAIL", "");
    audited(true);
    mails = mails_after_a_run();
    ASSERT_EQ(mails.size(), 2u);
    EXPECT_EQ(mails[1]["to"].asString(), "operator@example.com");
}

TEST_F(AlertOperator, WritesNoMailWhereThereIsNoAddress) {
    world.config().set("SUPPORT_EMAIL", "");
    audited(false);
    std::string log;
    EXPECT_EQ(world.job("alert_operator", &log), 0);
    EXPECT_THAT(log, HasSubstr("\"alarm\""));
    EXPECT_TRUE(mails_after_a_run().empty());
}

}  // namespace
}  // namespace cambio::test
