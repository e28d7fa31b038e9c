// `cambioctl check`: what it finds, and that it ends as a plugin of Nagios does.
#include "cambioctl_fixture.h"
#include "jobs/runs.h"
#include "support/contracts.h"
#include "support/http_server.h"

namespace cambio::test {
namespace {

class Check : public testing::Test {
  protected:
    Check() {
        world.config().set("STALE_AFTER_MS", "600000");
        world.quote("BTCUSDT", "60000");
        jobs::expect_runs(world.superuser());
        audit("true, now()");
    }

    void audit(const std::string& values) {
        world.superuser().run(
            ("insert into audits (passed, at, accounts, transfers) values (" + values + ", 1, 1)")
                .c_str());
    }
    void does(const char* sql) { world.superuser().run(sql); }

    void expect(int status, const std::string& output) {
        std::string printed;
        EXPECT_EQ(run_job("cambioctl", world.config().path(), {"check"}, &printed), status)
            << printed;
        EXPECT_THAT(printed, testing::MatchesRegex(output));
    }

    World world;
};

constexpr const char* well = "OK: nothing needs attention.\n";

TEST_F(Check, IsContentWithAWholeInstallation) {
    expect(0, well);
    does("delete from audits");
    expect(2, "CRITICAL: The books have never been audited.\n");
}

TEST_F(Check, FindsBooksThatAreNotProved) {
    audit("true, now() - interval '119 minutes'");
    expect(0, well);
    audit("true, now() - interval '121 minutes'");
    expect(2, "CRITICAL: The last audit of the books was at 20[^ ]*, which is too long ago.\n");
    audit("false, now()");
    expect(2, "CRITICAL: The audit of the books failed at 20[^ ]*\\.\n");
}

TEST_F(Check, FindsBackupsAndDrillsThatHaveStopped) {
    does(
        "insert into job_marks (name, value, at) values ('backup 1', '', now()), "
        "('backup 2', '', now() - interval '35 hours')");
    expect(0, well);
    does("update job_marks set at = now() - interval '37 hours' where name = 'backup 2'");
    expect(2, "CRITICAL: The last backup into repository 2 was made 37 hours ago\\.\n");
    does("delete from job_marks where name = 'backup 2'");
    does(
        "insert into job_marks (name, value, at) values ('backup_drill', '', now() - interval '34 "
        "days')");
    expect(0, well);
    does("update job_marks set at = now() - interval '36 days' where name = 'backup_drill'");
    expect(1, "WARNING: A backup was last restored for trial 36 days ago\\.\n");
}

TEST_F(Check, FindsADrillThatHasNeverSucceeded) {
    does(
        "insert into job_marks (name, value, at) values ('backup 1', '', now()), "
        "('backup_drill', 'never', now() - interval '34 days')");
    expect(0, well);
    does("update job_marks set at = now() - interval '36 days' where name = 'backup_drill'");
    expect(1, "WARNING: No backup has been restored for trial for 36 days\\.\n");
}

TEST_F(Check, FindsARepositoryThatNeverGotABackup) {
    does(
        "insert into job_marks (name, value, at) values ('backup 1', '', now()), "
        "('backup 2', 'never', now() - interval '35 hours')");
    expect(0, well);
    does("update job_marks set at = now() - interval '37 hours' where name = 'backup 2'");
    expect(2, "CRITICAL: No backup has been made into repository 2\\.\n");
}

TEST_F(Check, FindsWhatAClockThatWasAheadHasNoted) {
    does(
        "insert into job_marks (name, value, at) values "
        "('backup 1', '', now() + interval '4 minutes'), "
        "('backup_drill', '', now() + interval '4 minutes')");
    audit("true, now() + interval '4 minutes'");
    does("update job_runs set succeeded_at = now() + interval '4 minutes'");
    expect(0, well);
    const std::string ahead = " is noted for a time that is yet to come: the clock was ahead\\.\n";
    does("update job_marks set at = now() + interval '6 minutes' where name = 'backup 1'");
    expect(2, "CRITICAL: The last backup into repository 1" + ahead);
    does("delete from job_marks where name = 'backup 1'");
    does("update job_marks set at = now() + interval '6 minutes'");
    expect(2, "CRITICAL: The last restore for trial" + ahead);
    does("delete from job_marks");
    audit("true, now() + interval '6 minutes'");
    expect(2, "CRITICAL: The last audit of the books" + ahead);
    audit("true, now()");
    does("update job_runs set expected_since = now() - interval '3 days'");
    does(
        "update job_runs set succeeded_at = now() + interval '6 minutes' "
        "where name = 'send_mails'");
    expect(2,
           "CRITICAL: The last success of the job send_mails is noted for 20[^ ]*, which is yet to "
           "come: the clock was ahead\\.\n");
    does(
        "update job_runs set succeeded_at = now() - interval '185 seconds', "
        "expected_since = now() + interval '6 minutes' where name = 'send_mails'");
    expect(2, "CRITICAL: The job send_mails has not succeeded since 20[^ ]*\\.\n");
}

TEST_F(Check, FindsStalePrices) {
    does("update quotes set provider_at = now() - interval '601 seconds'");
    expect(2, "CRITICAL: Prices are stale: the oldest .last of BTCUSDT. is of 20[^ ]*\\.\n");
    does("delete from quotes");
    expect(2, "CRITICAL: There are no prices.\n");
}

TEST_F(Check, FindsWhatTheHouseHasAtStakeBeyondItsLimit) {
    world.quote("ETHUSDT", "3000");
    world.liquidity("BTC", "2");
    world.fund(ledger::House::insurance, "ETH", "1");
    expect(0, well);
    world.config().set("HOUSE_EXPOSURE_LIMIT", "120000");
    expect(0, well);
    world.config().set("HOUSE_EXPOSURE_LIMIT", "119999.99");
    expect(2,
           "CRITICAL: The house's exposure to BTC is worth 120000 USDT .2 BTC., beyond "
           "HOUSE_EXPOSURE_LIMIT of 119999.99\\.\n");
    world.config().set("HOUSE_EXPOSURE_LIMIT", "120000");
    // Clients who are long have the house short: 0.02 for 100 at ten times 50,000.
    make_contract(world, "F1");
    world.quote("F1USDT", "6000001");
    const auto anna = world.client("anna@example.com").with("USDT", "100", ledger::Wallet::future);
    open(world, anna, {.pair = "F1USDT"});
    expect(2,
           "CRITICAL: The house's exposure to F1 is worth -120000.02 USDT .-0.02 F1., beyond "
           "HOUSE_EXPOSURE_LIMIT of 120000\\.\n");
}

TEST_F(Check, ListensToTheStreams) {
    bool deaf = false;
    HttpServer nchan{HttpServer::Where::unix_socket, [&](const HttpRequest& request) {
                         if (deaf && request.target == "/subscribe/market.BTCUSDT")
                             return HttpServer::ok(": hi\n\n");
                         return HttpServer::ok(": hi\n\ndata: " + std::string(200, 'x') + "\n\n");
                     }};
    world.config().set("PUSH_URL", "unix:" + nchan.socket());
    expect(0, well);
    deaf = true;
    expect(2, "CRITICAL: Who listens to these streams hears nothing: market.BTCUSDT\\.\n");
}

TEST_F(Check, FindsJobsThatHaveNotSucceededForLong) {
    const auto age = [&](const char* name, int seconds) {
        world.superuser().run(
            "update job_runs set succeeded_at = now() - make_interval(secs => $2), "
            "expected_since = now() - interval '3 days' where name = $1",
            {name, seconds});
    };
    // A minute below each limit, for what is asked here takes its time, too.
    age("send_mails", 120);
    age("fetch_news", 30 * 60);
    age("snapshot_balances", 120 * 60);
    age("update_levels", 48 * 3600);
    expect(0, well);
    age("send_mails", 185);
    expect(2, "CRITICAL: The job send_mails has not succeeded since 20[^ ]*\\.\n");
    age("send_mails", 0);
    age("fetch_news", 31 * 60 + 5);
    expect(1, "WARNING: The job fetch_news has not succeeded since .*\n");
    age("fetch_news", 0);
    age("snapshot_balances", 121 * 60 + 5);
    does("update job_runs set failed_at = now() where name = 'snapshot_balances'");
    expect(2,
           "CRITICAL: The job snapshot_balances has not succeeded since 20[^ ]* and last failed "
           "at 20[^ ]*\\.\n");
    age("snapshot_balances", 0);
    age("update_levels", 48 * 3600 + 65);
    expect(2, "CRITICAL: The job update_levels has not succeeded since .*\n");
    does("update job_runs set expected_since = now() where name = 'update_levels'");
    does("update job_runs set failed_at = '2026-01-01' where name = 'update_levels'");
    expect(0, well);
    does("delete from job_runs where name = 'settle_fees'");
    expect(2, "CRITICAL: The job settle_fees has never succeeded\\.\n");
}

TEST_F(Check, WarnsOfWhatWaits) {
    does("insert into job_marks (name, value) values ('futures_waiting', '2')");
    expect(1, "WARNING: Futures closings waiting for the house's money: 2\\.\n");
    does("update job_marks set name = 'earn_waiting'");
    expect(1, "WARNING: Earn subscriptions waiting for interest from house:earn: 2\\.\n");
    does("update job_marks set name = 'fees_waiting'");
    expect(1, "WARNING: Fee refunds waiting for money of house:fees: 2\\.\n");
    does("update job_marks set value = '0'");
    expect(0, well);

    const auto client = world.client("alice@example.com");
    world.superuser().run(
        "insert into outgoing_mails (client_id, name, created_at) "
        "values ($1, 'login', now() - interval '9 minutes')",
        {client.id});
    expect(0, well);
    does("update outgoing_mails set created_at = now() - interval '11 minutes'");
    expect(1, "WARNING: Emails waiting for more than 10 minutes: 1\\.\n");
    does("update outgoing_mails set sent_at = now()");
    expect(0, well);
}

TEST_F(Check, WarnsOfMoneyThatIsHeldForTooLong) {
    const auto client = world.client("alice@example.com");
    world.superuser().run(R"sql(
        insert into waiting_holds (kind, id, reference, client_id, asset_id, amount, owner, at)
        select kind, 1, 1, $1, id, 1, 1, now() - interval '5 seconds'
          from assets, unnest('{5,20,41}'::int[]) as k (kind) where code = 'USDT')sql",
                          {client.id});
    expect(0, well);
    does("update waiting_holds set at = now() - interval '31 seconds' where kind in (20, 41)");
    expect(1,
           "WARNING: Requests that wait for the house's price have held money for more than 30 "
           "seconds: 2\\.\n");
    does("update waiting_holds set ended_at = now()");
    expect(0, well);
}

TEST_F(Check, WarnsOfPushServicesThatRefuse) {
    auto& db = world.superuser();
    for (int n = 0; n < 6; ++n) {
        const auto client = world.client("c" + std::to_string(n) + "@example.com");
        world.token(client);
        db.run(R"sql(
            insert into push_subscriptions (client_id, session_id, endpoint, p256dh, auth)
            select client_id, max(id), 'https://push.example.com/' || client_id,
                   decode(repeat('00', 65), 'hex'), decode(repeat('00', 16), 'hex')
              from sessions where client_id = $1 group by client_id)sql",
               {client.id});
    }
    const auto refuse = [&](int most, const char* answer) {
        db.run(R"sql(
            update push_subscriptions set last_error = $2, last_error_at = now()
             where id in (select id from push_subscriptions order by id limit $1))sql",
               {most, answer});
    };
    refuse(2, "403");
    expect(0, well);
    refuse(5, "500");
    expect(0, well);
    refuse(3, "403");
    expect(1,
           "WARNING: Push services have refused the messages to 3 of 6 clients within a day: the "
           "log of send_pushes has their answers\\.\n");
    does(
        "update push_subscriptions set last_error_at = now() - interval '25 hours',"
        " hour_began = now() - interval '25 hours'");
    expect(0, well);
}

TEST_F(Check, WarnsOfWithdrawalsThatStandStill) {
    const auto client = world.client("alice@example.com");
    const auto insert = [&](int stage, const char* age) {
        world.superuser().run(R"sql(
            insert into withdrawals (client_id, content_hash, asset_id, network, address, amount,
                                     fee, worth, one_step, confirmations_needed, stage, updated_at)
            select $1, 0, id, 'ERC20', '0x', 2, 1, 1, false, 1, $2, now() - $3::interval
              from assets where code = 'USDT')sql",
                              {client.id, stage, age});
    };
    insert(1, "3 days");
    insert(2, "23 hours");
    insert(7, "3 days");
    expect(0, well);
    insert(2, "25 hours");
    insert(6, "25 hours");
    expect(1,
           "WARNING: Approved withdrawals without progress for 24 hours: 2, the first is "
           "[0-9]+\\.\n");
}

/// In its file stands a certificate for each: the days until it ends.
struct ShownCertificates {
    explicit ShownCertificates(std::initializer_list<int> days) {
        const auto key = folder.file("key.pem");
        const auto make = "openssl req -new -newkey rsa:2048 -nodes -subj /CN=x -keyout " + key +
                          " -out " + folder.file("request.pem") + " 2>/dev/null";
        EXPECT_EQ(std::system(make.c_str()), 0);
        for (const int left : days) {
            const auto sign = "openssl x509 -req -in " + folder.file("request.pem") + " -signkey " +
                              key + " -days " + std::to_string(left) + " 2>/dev/null >>" + file;
            EXPECT_EQ(std::system(sign.c_str()), 0);
        }
        EXPECT_EQ(setenv("CAMBIO_CERTIFICATE", file.c_str(), 1), 0);
    }
    ~ShownCertificates() { unsetenv("CAMBIO_CERTIFICATE"); }
    ShownCertificates(const ShownCertificates&) = delete;
    ShownCertificates& operator=(const ShownCertificates&) = delete;

    ScratchFolder folder;
    std::string file = folder.file("certificates.pem");
};

TEST_F(Check, FindsCertificatesThatEnd) {
    const auto shows = [this](std::initializer_list<int> days, int status,
                              const std::string& output) {
        const ShownCertificates shown{days};
        expect(status, output);
    };
    const std::string of_it = ": A certificate of the site or for programs ";
    // A day is over a moment after it has begun.
    shows({22}, 0, well);
    shows({21}, 1, "WARNING" + of_it + "ends at 20[^ ]*\\.\n");
    shows({90, 8}, 1, "WARNING" + of_it + "ends at 20[^ ]*\\.\n");
    shows({7, 90}, 2, "CRITICAL" + of_it + "ends at 20[^ ]*\\.\n");
    shows({-1}, 2, "CRITICAL" + of_it + "ended at 20[^ ]*\\.\n");
    shows({}, 1, "WARNING: There is no certificate in [^ ]*/certificates.pem\\.\n");
    expect(0, well);
}

TEST_F(Check, WarnsOfWhatIsStoppedAfterWhatIsCritical) {
    does("insert into pauses (what) values ('withdrawals')");
    does("update markets set halted = true where pair = 'BTCUSDT'");
    const std::string stopped =
        "WARNING: Paused since 20[^ ]*: withdrawals\\.\n"
        "WARNING: The market BTCUSDT is halted\\.\n";
    expect(1, stopped);
    audit("false, now()");
    expect(2, "CRITICAL: The audit of the books failed at 20[^ ]*\\.\n" + stopped);

    std::string output;
    EXPECT_EQ(run_job("cambioctl", world.config().path(), {"check", "--json"}, &output), 2);
    Json::Value found;
    std::istringstream{output} >> found;
    EXPECT_EQ(found["status"].asString(), "CRITICAL");
    ASSERT_EQ(found["findings"].size(), 3u);
    EXPECT_EQ(found["findings"][0]["subject"].asString(), "audit");
    EXPECT_EQ(found["findings"][2]["severity"].asString(), "WARNING");
    EXPECT_EQ(found["findings"][2]["subject"].asString(), "market BTCUSDT");
}

TEST_F(Check, SaysThatItCannotLook) {
    world.config().set("DATABASE_URL", "host=/nonexistent dbname=none");
    std::string output;
    EXPECT_EQ(run_job("cambioctl", world.config().path(), {"check"}, &output), 3);
}

}  // namespace
}  // namespace cambio::test
