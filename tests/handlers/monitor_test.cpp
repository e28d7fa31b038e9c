// /metrics: what Prometheus reads of the whole installation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "jobs/runs.h"
#include "support/builders.h"
#include "support/child_process.h"

namespace cambio::test {
namespace {

using testing::ContainsRegex, testing::HasSubstr, testing::Not;

class Monitor : public testing::Test {
  protected:
    Monitor() {
        world.config().set("STALE_AFTER_MS", "600000");
        world.quote("BTCUSDT", "60000", std::chrono::minutes{2});
        jobs::expect_runs(world.superuser());
    }

    /// From a new process, for one that runs keeps its answer for some seconds.
    std::string figures() {
        const HandlerProcess handler = world.handler("monitor");
        const auto answer = handler.client().get("/internal/installation");
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_THAT(answer.header("content-type"), HasSubstr("text/plain; version=0.0.4"));
        return '\n' + answer.body;
    }

    World world;
};

TEST_F(Monitor, TellsOfTheAudit) {
    world.superuser().run("delete from audits");
    auto text = figures();
    EXPECT_THAT(text, HasSubstr("\ncambio_up 1\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_audit_passed 0\n"));
    EXPECT_THAT(text, Not(HasSubstr("\ncambio_audit_age_seconds ")));
    world.superuser().run(
        "insert into audits (at, passed, accounts, transfers) "
        "values (now() - interval '90 minutes', true, 1, 1)");
    text = figures();
    EXPECT_THAT(text, HasSubstr("\ncambio_audit_passed 1\n"));
    EXPECT_THAT(text, ContainsRegex("\ncambio_audit_age_seconds 540[0-9]\n"));
    world.superuser().run("insert into audits (passed, accounts, transfers) values (false, 1, 1)");
    EXPECT_THAT(figures(), HasSubstr("\ncambio_audit_passed 0\n"));
}

TEST_F(Monitor, TellsWhichJobsAreAtWork) {
    EXPECT_THAT(figures(), HasSubstr("\ncambio_job_running{program=\"accrue_earn\"} 0\n"));
    pg::Connection runner{world.database().app()};
    ASSERT_TRUE(jobs::lock(runner, "accrue_earn"));
    const auto text = figures();
    EXPECT_THAT(text, HasSubstr("\ncambio_job_running{program=\"accrue_earn\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_job_running{program=\"send_mails\"} 0\n"));
}

TEST_F(Monitor, TellsOfPricesAndJobs) {
    world.superuser().run(
        "update job_runs set succeeded_at = now() - interval '100 seconds', took_ms = 250, "
        "expected_since = now() - interval '1 day' where name = 'fetch_books'");
    world.superuser().run(
        "update job_runs set succeeded_at = now() - interval '200 seconds', failed_at = now(), "
        "expected_since = now() - interval '1 day' where name = 'send_mails'");
    const auto text = figures();
    EXPECT_THAT(text, ContainsRegex("\ncambio_price_age_seconds.source=\"last\". 12[0-9]\\."));
    EXPECT_THAT(text, HasSubstr("\ncambio_price_stale_after_seconds 600.000000\n"));
    EXPECT_THAT(text,
                ContainsRegex("\ncambio_job_silence_seconds.program=\"fetch_books\". 10[0-9]\n"));
    EXPECT_THAT(text,
                HasSubstr("\ncambio_job_duration_seconds{program=\"fetch_books\"} 0.250000\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_job_period_seconds{program=\"accrue_earn\"} 3600\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_job_failing{program=\"fetch_books\"} 0\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_job_failing{program=\"send_mails\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_job_overdue{program=\"fetch_books\"} 0\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_job_overdue{program=\"send_mails\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_job_overdue{program=\"audit_ledger\"} 0\n"))
        << "it is expected, and has time";
}

TEST_F(Monitor, TellsOfMoneyAndNothingOfAClient) {
    Person anna = world.client("anna@example.com");
    anna.with("USDT", "321.5");
    world.liquidity("BTC", "2");
    world.superuser().run(
        "insert into outgoing_mails (client_id, name, created_at) "
        "values ($1, 'welcome', now() - interval '700 seconds')",
        {anna.id});
    world.superuser().run("insert into pauses (what) values ('withdrawals')");
    const auto text = figures();
    EXPECT_THAT(text, HasSubstr("\ncambio_books{coin=\"USDT\",account=\"clients\"} 321.5\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_books{coin=\"USDT\",account=\"demo\"} -321.5\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_books{coin=\"BTC\",account=\"liquidity\"} 2\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_house_exposure_usdt{coin=\"BTC\"} 120000\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_mails_waiting 1\n"));
    EXPECT_THAT(text, ContainsRegex("\ncambio_mails_oldest_seconds 70[0-9]\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_withdrawals{state=\"REQUESTED\"} 0\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_paused{what=\"withdrawals\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_paused{what=\"trading\"} 0\n"));
    EXPECT_THAT(text, Not(HasSubstr("anna")));
    expect_books_balance(world);
}

TEST_F(Monitor, TellsOfAStandbyThatDoesNotRead) {
    EXPECT_THAT(figures(), Not(HasSubstr("\ncambio_replication_slot_active{")));
    // The server is everybody's: the slot is gone with the test, whatever becomes of it.
    world.superuser().run("select pg_create_physical_replication_slot('monitor_test', true)");
    const auto text = figures();
    world.superuser().run("select pg_drop_replication_slot('monitor_test')");
    EXPECT_THAT(text, HasSubstr("\ncambio_replication_slot_active{standby=\"monitor_test\"} 0\n"));
    EXPECT_THAT(
        text, ContainsRegex("\ncambio_replication_slot_bytes.standby=\"monitor_test\". [0-9]+\n"));
}

TEST_F(Monitor, TellsHowLongMoneyIsHeldForWhoWaits) {
    EXPECT_THAT(figures(), HasSubstr("\ncambio_waiting_holds_oldest_seconds 0\n"));
    const Person anna = world.client("anna@example.com");
    world.superuser().run(
        "insert into waiting_holds (kind, id, reference, client_id, asset_id, amount, owner, at, "
        "ended_at) select 5, n, n, $1, id, 1, 1, now() - make_interval(secs => 40 * n), "
        "case n when 3 then now() end from assets, generate_series(1, 3) as n where code = 'USDT'",
        {anna.id});
    const auto text = figures();
    EXPECT_THAT(text, HasSubstr("\ncambio_waiting_holds 2\n"));
    EXPECT_THAT(text, ContainsRegex("\ncambio_waiting_holds_oldest_seconds 8[0-9]\n"));
}

TEST_F(Monitor, AnswersWithoutPostgresAndRedis) {
    world.redis().stop();
    world.config().set("DATABASE_URL", "host=/nonexistent dbname=none");
    const auto text = figures();
    EXPECT_THAT(text, HasSubstr("\ncambio_up 0\n"));
    EXPECT_THAT(text, HasSubstr("\ncambio_redis_up 0\n"));
    EXPECT_THAT(text, ContainsRegex("\ncambio_build_info.version=\"[0-9.]+\". 1\n"));
    EXPECT_THAT(text, Not(HasSubstr("cambio_audit")));
}

TEST_F(Monitor, KeepsAnAnswerForSomeSeconds) {
    const HandlerProcess handler = world.handler("monitor");
    auto client = handler.client();
    const auto before = client.get("/internal/installation").body;
    world.superuser().run("insert into pauses (what) values ('trading')");
    EXPECT_EQ(client.get("/internal/installation").body, before);
    wait_until("it looks again", [&] {
        return client.get("/internal/installation").body.find("{what=\"trading\"} 1") !=
               std::string::npos;
    });
}

TEST_F(Monitor, ConnectsAsARoleThatOnlyReads) {
    const HandlerProcess handler = world.handler("monitor");
    handler.client().get("/internal/installation");
    EXPECT_EQ(world.superuser()
                  .run("select string_agg(distinct usename, ',') as who from pg_stat_activity "
                       "where datname = current_database() and usename like 'cambio%' "
                       "and usename not in ('cambio_app', 'cambio_suite')")[0]
                  .str("who"),
              "cambio_monitor");
    pg::Connection reader{
        with_settings(world.database().superuser(), {{"user", "cambio_monitor"}})};
    for (const char* sql :
         {"select balance from ledger_accounts", "select name from outgoing_mails",
          "select email from clients", "select findings from audits", "delete from pauses",
          "select client_id from waiting_holds", "update job_runs set failed_at = now()",
          "select address from withdrawals",
          "insert into audits (passed, accounts, transfers) values (true, 1, 1)"})
        EXPECT_THROW(reader.run(sql), pg::Failure) << sql;
}

TEST_F(Monitor, TellsWhenTheCertificateEnds) {
    ScratchFolder folder;
    const auto file = folder.file("certificate.pem");
    // The site's, and after it the one for programs, which ends sooner.
    for (const char* days : {"90", "30"}) {
        const auto make = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=x -keyout " +
                          folder.file("key.pem") + " -days " + days + " 2>/dev/null >>" + file;
        ASSERT_EQ(std::system(make.c_str()), 0);
    }
    ASSERT_EQ(setenv("CAMBIO_CERTIFICATE", file.c_str(), 1), 0);
    const auto text = figures();
    unsetenv("CAMBIO_CERTIFICATE");
    const std::string name = "\ncambio_certificate_end_timestamp_seconds ";
    const auto at = text.find(name);
    ASSERT_NE(at, std::string::npos) << text;
    const auto left = std::stoll(text.substr(at + name.size())) - time(nullptr);
    EXPECT_GT(left, 29 * 86'400);
    EXPECT_LE(left, 30 * 86'400);
    EXPECT_THAT(figures(), Not(HasSubstr("certificate")));
}

/// promtool is the one that Prometheus brings (nginx/packages, [monitoring]).
TEST_F(Monitor, IsWrittenAsPrometheusWantsIt) {
    if (std::system("command -v promtool >/dev/null") != 0) GTEST_SKIP() << "no promtool here";
    world.liquidity("BTC", "2");
    world.superuser().run("insert into audits (passed, accounts, transfers) values (true, 1, 1)");
    ScratchFolder folder;
    const HandlerProcess spot = world.handler("spot");
    spot.client().get("/api/v3/no-such-call");
    for (const auto& text : {figures().substr(1), spot.client().get("/internal/metrics").body}) {
        const auto file = folder.write("metrics", text);
        const auto said = folder.file("said");
        const auto check = "promtool check metrics <" + file + " >" + said + " 2>&1";
        EXPECT_EQ(std::system(check.c_str()), 0) << std::ifstream{said}.rdbuf() << text;
    }
}

}  // namespace
}  // namespace cambio::test
