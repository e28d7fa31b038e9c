// What jobs leave behind of how they ran, and what is read from the crontab.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <set>
#include <thread>

#include "jobs/runs.h"
#include "pg/migrations.h"
#include "support/builders.h"
#include "support/later_migration.h"
#include "support/scheduling.h"

namespace cambio::test {
namespace {

using std::chrono::minutes;

struct Noted {
    bool succeeded = false, failed = false;
    std::int64_t took_ms = 0;
};

Noted noted(World& world, const char* job) {
    const auto rows = world.app().run(
        "select succeeded_at > now() - interval '1 minute' as succeeded, took_ms, "
        "failed_at is not null as failed from job_runs where name = $1",
        {job});
    if (rows.empty()) return {};
    return {!rows[0].null("succeeded") && rows[0].boolean("succeeded"), rows[0].boolean("failed"),
            rows[0].maybe_integer("took_ms").value_or(0)};
}

TEST(JobRuns, EveryJobNotesItsSuccessByTheRoleThatItHas) {
    World world;
    world.config().set("NEWS_URL", "");
    world.config().set("COIN_FACTS_URL", "");
    const std::set<std::string> ask_the_provider{"fetch_tickers", "fetch_books", "fetch_trades",
                                                 "fetch_marks", "backfill_candles"};
    for (const auto& job : jobs::schedule()) {
        if (ask_the_provider.contains(job.name)) continue;
        std::string log;
        const int status = run_job(job.name, world.config().path(),
                                   job.name == "audit_ledger" ? std::vector<std::string>{}
                                                              : std::vector<std::string>{"--once"},
                                   &log);
        const auto row = noted(world, job.name.c_str());
        EXPECT_EQ(status, 0) << job.name << log;
        EXPECT_TRUE(row.succeeded) << job.name << log;
        EXPECT_FALSE(row.failed) << job.name << log;
        EXPECT_THAT(log, testing::Not(testing::HasSubstr("run_not_noted")));
    }
}

TEST(JobRuns, AStepThatFailsIsNoSuccess) {
    World world;
    const auto client = world.client("alice@example.com");
    world.superuser().run(
        "insert into outgoing_mails (client_id, name) values ($1, 'no such mail')", {client.id});
    EXPECT_EQ(run_job("send_mails", world.config().path(), {"--once"}), 1);
    EXPECT_FALSE(noted(world, "send_mails").succeeded);
    EXPECT_TRUE(noted(world, "send_mails").failed);
    EXPECT_EQ(run_job("send_mails", world.config().path(), {"--once"}), 0);
    EXPECT_TRUE(noted(world, "send_mails").succeeded);

    world.superuser().run("revoke select on outgoing_mails from cambio_app");
    world.superuser().run("delete from job_runs");
    EXPECT_EQ(run_job("send_mails", world.config().path(), {"--once"}), 1);
    EXPECT_FALSE(noted(world, "send_mails").succeeded) << "it ended with an exception";
    EXPECT_TRUE(noted(world, "send_mails").failed);
}

TEST(JobRuns, AJobRefusesASchemaOnWhichItsReleaseMayNotRun) {
    World world;
    const auto run = [&](const std::string& oldest) {
        add_later_migration(world.superuser(), oldest);
        std::string log;
        const int status = run_job("send_mails", world.config().path(), {"--once"}, &log);
        EXPECT_EQ(status != 0, testing::Value(log, testing::HasSubstr("release_too_old"))) << log;
        return status;
    };
    EXPECT_EQ(run("998"), 1);
    EXPECT_FALSE(noted(world, "send_mails").succeeded);
    EXPECT_EQ(run(pg::known_schema().substr(0, 3)), 0);
    EXPECT_TRUE(noted(world, "send_mails").succeeded);
}

TEST(JobRuns, AJobThatIsNewerThanTheSchemaWaitsForTheMigration) {
    World world;
    auto& db = world.superuser();
    db.run("update schema_migrations set name = '000_' || name where name = $1",
           {pg::known_schema()});
    db.script("alter table outgoing_mails rename to not_there_yet");
    const ScratchFolder folder;
    ChildProcess::Options options;
    options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
    options.output = folder.file("log");
    ChildProcess process{{program_path("send_mails"), "--once"}, options};
    wait_until("the job to look at the schema", [&] {
        return !db.run(
                      "select from pg_stat_activity where datname = current_database() "
                      "and application_name = 'cambio send_mails' "
                      "and query like '%schema_migrations%'")
                    .empty();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds{1500});
    EXPECT_TRUE(process.running());
    db.script("alter table not_there_yet rename to outgoing_mails");
    db.run("update schema_migrations set name = $1 where name = '000_' || $1::text",
           {pg::known_schema()});
    EXPECT_EQ(process.wait(), 0);
    EXPECT_TRUE(noted(world, "send_mails").succeeded);
    EXPECT_FALSE(noted(world, "send_mails").failed);
}

TEST(JobRuns, AJobGivesWayToOrdersAndMoreSoWhereNobodyWaitsForIt) {
    World world;
    const Scheduling own = scheduling_of("/proc/self/stat");
    const struct {
        const char* job;
        int nicer, policy;
    } cases[] = {{"send_mails", 10, SCHED_BATCH}, {"settle_futures", 5, own.policy}};
    for (const auto& [job, nicer, policy] : cases) {
        const ScratchFolder folder;
        ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path()};
        options.output = folder.file("log");
        ChildProcess process{{program_path(job)}, options};
        const auto found = [&, pid = process.pid()] {
            return scheduling_of("/proc/" + std::to_string(pid) + "/stat");
        };
        wait_until(std::string{job} + " gives way", [&, nice = std::min(own.nice + nicer, 19)] {
            return found().nice == nice && found().policy == policy;
        });
        process.signal(SIGTERM);
        EXPECT_EQ(process.wait(), 0) << job;
    }
}

TEST(JobRuns, AJobGoesOnWithoutThem) {
    World world;
    world.superuser().run("drop table job_runs");
    std::string log;
    EXPECT_EQ(run_job("send_mails", world.config().path(), {"--once"}, &log), 0);
    EXPECT_THAT(log, testing::HasSubstr("run_not_noted"));
}

TEST(JobRuns, ManyStepsAreNotedAFewTimes) {
    World world;
    world.superuser().script(R"sql(
        create table writes (at timestamptz default clock_timestamp());
        grant insert on writes to cambio_app;
        create function count_writes() returns trigger language plpgsql as
            $$ begin insert into writes default values; return new; end $$;
        create trigger count_writes after insert or update on job_runs
            for each row execute function count_writes();
    )sql");
    jobs::RunNotes notes{"quick"};
    auto& db = world.app();
    for (int step = 0; step < 100; ++step) notes.ended(db, true, std::chrono::milliseconds{7});
    const auto writes = [&] {
        return world.superuser().run("select count(*) as n from writes")[0].integer("n");
    };
    EXPECT_EQ(writes(), 1);
    EXPECT_EQ(noted(world, "quick").took_ms, 7);
    notes.ended(db, false, {});
    EXPECT_EQ(writes(), 2) << "what is new is written at once";
    EXPECT_TRUE(noted(world, "quick").failed);
    EXPECT_TRUE(noted(world, "quick").succeeded) << "the last success stays";
}

TEST(JobRuns, TheCrontabSaysHowOftenAJobRuns) {
    const auto jobs = jobs::parse_crontab(
        "# minute hour day month weekday program\n"
        "* * * * *  each_minute\n*/15 * * * *  each_quarter\n10 * * * *  each_hour\n\n"
        "5 0 * * *  each_day\n");
    ASSERT_EQ(jobs.size(), 4u);
    const std::pair<const char*, minutes> expected[] = {{"each_minute", minutes{3}},
                                                        {"each_quarter", minutes{31}},
                                                        {"each_hour", minutes{121}},
                                                        {"each_day", minutes{2881}}};
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        EXPECT_EQ(jobs[i].name, expected[i].first);
        EXPECT_EQ(jobs[i].patience(), expected[i].second);
    }
    for (const char* line : {"* * * * 1 mondays", "0-9 * * * * some", "* 3 * * * at_three",
                             "*/7 * * * * uneven", "* * * * *", "* * * *", "x * * * * odd"})
        EXPECT_THROW(jobs::parse_crontab(line), std::invalid_argument) << line;
    EXPECT_GE(jobs::schedule().size(), 20u);
}

}  // namespace
}  // namespace cambio::test
