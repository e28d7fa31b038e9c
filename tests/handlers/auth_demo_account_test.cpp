// Throw-away accounts of a demonstration.
#include <atomic>
#include <set>
#include <thread>

#include "crypto/crypto.h"
#include "handlers/auth_fixture.h"
#include "ledger/ledger.h"

namespace cambio {

namespace {

constexpr const char* path = "/api/v3/demo-account";

class DemoAccount : public Auth {
  protected:
    static void SetUpTestSuite() { start({{"WORK_BITS", "8"}}); }
    void TearDown() override {
        const auto report = ledger::audit(world->owner);
        EXPECT_TRUE(report.passed) << testing::PrintToString(report.findings);
    }

    /// From a network of its own.
    static FastCgiClient guest() {
        static int last = 0;
        auto client = caller();
        client.address("172.20." + std::to_string(++last) + ".1");
        return client;
    }

    static Answer opened(FastCgiClient& by) {
        auto answer = by.post_json(path, Fields{});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer;
    }

    static std::string email_of(const Answer& answer) {
        return answer.json()["user"]["email"].asString();
    }

    static std::string solved(const std::string& challenge) {
        for (int number = 0;; ++number) {
            auto answer = challenge + '.' + std::to_string(number);
            if (crypto::sha256(answer).front() == '\0') return answer;
        }
    }

    static std::int64_t demo_accounts() { return count("select count(*) from demo_accounts"); }
    static std::int64_t clients() { return count("select count(*) from clients"); }
};

TEST_F(DemoAccount, IsSignedInHasPlayMoneyAndNoMail) {
    auto browser = guest();
    const auto answer = opened(browser);
    const auto email = email_of(answer);
    EXPECT_TRUE(email.ends_with("@guest.invalid")) << email;
    EXPECT_EQ(answer.json()["token"].asString().substr(0, 10), "v4.public.");
    EXPECT_TRUE(mail_to(email).isNull());

    const auto money = sql(R"sql(select l.wallet, l.held, l.balance from ledger_accounts l
        join clients c on c.id = l.client_id where c.email = $1)sql",
                           {email});
    ASSERT_EQ(money.size(), 1u);
    EXPECT_EQ(money[0].integer("wallet"), static_cast<std::int64_t>(ledger::Wallet::spot));
    EXPECT_FALSE(money[0].boolean("held"));
    EXPECT_EQ(money[0].decimal("balance"), Decimal::of(10000));
}

TEST_F(DemoAccount, SignsInAgainWithWhatWasShownOnce) {
    auto browser = guest();
    const auto answer = opened(browser);
    const auto shown = answer.json()["password"].asString();
    const auto again =
        caller().post_json("/api/v3/login", {{"username", email_of(answer)}, {"password", shown}});
    EXPECT_EQ(again.status, 200) << again.body;
    EXPECT_TRUE(again.json()["password"].isNull());

    const auto hash = sql("select transaction_password_hash as hash from clients where email = $1",
                          {email_of(answer)})[0]
                          .str("hash");
    const auto second = answer.json()["transaction_password"].asString();
    EXPECT_TRUE(crypto::verify_password(hash, second));
    EXPECT_NE(second, shown);
}

TEST_F(DemoAccount, IsOpenForTradingInThisSessionAlone) {
    auto browser = guest();
    const auto answer = opened(browser);
    const auto unlocked = [&] {
        return count(R"sql(select count(*) from sessions s join clients c on c.id = s.client_id
            where c.email = $1 and s.unlocked_epoch = c.epoch and s.unlocked_until
                  between now() + interval '14 minutes' and now() + interval '15 minutes')sql",
                     {email_of(answer)});
    };
    EXPECT_EQ(unlocked(), 1);
    caller().post_json("/api/v3/login", {{"username", email_of(answer)},
                                         {"password", answer.json()["password"].asString()}});
    EXPECT_EQ(unlocked(), 1);
}

TEST_F(DemoAccount, GivesAPageACookieInPlaceOfTheToken) {
    auto browser = guest();
    browser.variable("HTTP_X_CAMBIO_SESSION", "cookie");
    const auto answer = opened(browser);
    EXPECT_TRUE(answer.json()["token"].isNull());
    EXPECT_NE(answer.header("set-cookie"), "");
}

TEST_F(DemoAccount, TwentyAtOnceAreTwentyAccounts) {
    const auto before = clients();
    std::atomic<int> made = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 20; ++i)
        threads.emplace_back([&, one = std::make_shared<FastCgiClient>(guest())] {
            if (one->post_json(path, Fields{}).status == 200) ++made;
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(made, 20);
    EXPECT_EQ(clients(), before + 20);
    EXPECT_EQ(count(R"sql(select count(distinct c.email) from demo_accounts d
                  join clients c on c.id = d.client_id
                  join ledger_accounts l on l.client_id = c.id and l.balance = 10000)sql"),
              demo_accounts());
}

TEST_F(DemoAccount, OfOneNetworkAtOnceOnlyThreeComeWithoutWork) {
    const auto before = demo_accounts();
    std::atomic<int> made = 0, asked = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 20; ++i) {
        auto one = std::make_shared<FastCgiClient>(caller());
        one->address("172.21.1." + std::to_string(i + 1));
        threads.emplace_back([&, one] {
            const auto answer = one->post_json(path, Fields{});
            if (answer.status == 200) ++made;
            if (answer.message() == "work_required") ++asked;
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(made, 3);
    EXPECT_EQ(asked, 17);
    EXPECT_EQ(demo_accounts(), before + 3);
}

TEST_F(DemoAccount, TheFourthOfANetworkCostsWorkWhichIsGoodOnce) {
    auto browser = guest();
    for (int i = 0; i < 3; ++i) opened(browser);
    const auto refused = browser.post_json(path, Fields{});
    expect_error(refused, 428, "work_required");
    const auto work = solved(refused.json()["details"]["challenge"].asString());
    EXPECT_EQ(browser.post_json(path, {{"work", work}}).status, 200);
    const auto before = clients();
    expect_error(browser.post_json(path, {{"work", work}}), 428, "work_required");
    expect_error(browser.post_json(path, {{"work", "1.2.3"}}), 428, "work_required");
    EXPECT_EQ(clients(), before);
}

TEST_F(DemoAccount, AreFiftyADayForANetwork) {
    auto browser = guest();
    const auto one = email_of(opened(browser));
    // Forty-nine more of the same network, made long ago enough to be others' business.
    sql(R"sql(with made as (
            insert into clients (user_unique_id, email, password_hash, transaction_password_hash,
                                 referral_code)
            select 'full' || n, 'full' || n || '@example.com', '-', '-', 'full' || n
              from generate_series(1, 49) n returning id)
        insert into demo_accounts (client_id, network)
        select made.id, d.network from made, demo_accounts d join clients c on c.id = d.client_id
         where c.email = $1)sql",
        {one});
    const auto before = clients();
    expect_error(browser.post_json(path, Fields{}), 429, "too_many_demo_accounts");
    EXPECT_EQ(clients(), before);
    sql("update demo_accounts set opened_at = opened_at - interval '1 day'");
    opened(browser);
}

TEST_F(DemoAccount, AreLimitedForAnAddress) {
    auto browser = guest();
    Answer answer;
    for (int i = 0; i < 20; ++i) answer = browser.post_json(path, Fields{});
    expect_error(answer, 428, "work_required");
    expect_error(browser.post_json(path, Fields{}), 429, "rate_limited");
}

TEST_F(DemoAccount, TakeNoReferralAndGiveNone) {
    auto browser = guest();
    const auto person = signed_up();
    const auto code_of = [](const std::string& email) {
        return sql("select referral_code from clients where email = $1", {email})[0].str(
            "referral_code");
    };
    expect_error(browser.post_json(path, {{"referral", code_of(person.email)}}), 400,
                 "unknown_parameter", "referral");
    const auto email = email_of(opened(browser));
    const auto friend_email = new_email();
    const auto refused = caller().post_json(
        "/api/v2/register", with(application(friend_email, new_phone(), code_for(friend_email)),
                                 "referral", code_of(email)));
    expect_error(refused, 400, "invalid_parameter", "referral");
    EXPECT_EQ(count("select count(*) from clients where email = $1", {friend_email}), 0);
    EXPECT_EQ(count("select count(*) from referrals"), 0);
}

TEST_F(DemoAccount, AreMadeByPostAlone) {
    const auto before = clients();
    expect_error(caller().get(path), 405, "method_not_allowed");
    expect_error(caller().post_json(path, {{"work", std::string(300, '1')}}), 400, "too_long",
                 "work");
    EXPECT_EQ(clients(), before);
}

TEST_F(DemoAccount, AreRefusedWithoutADemonstration) {
    auto config = ScratchConfig{{{"DATABASE_URL", world->database.app()},
                                 {"REDIS_URL", world->redis.url()},
                                 {"OUTBOX_DIR", world->config.outbox()},
                                 {"DEMO", "no"}}};
    const HandlerProcess handler{"auth", config.path(), config.secret()};
    const auto before = clients();
    expect_error(handler.client().post_json(path, Fields{}), 404, "demo_only");
    EXPECT_EQ(clients(), before);
}

TEST_F(DemoAccount, LeavesNoPasswordInALog) {
    auto browser = guest();
    const auto answer = opened(browser);
    std::string logs = world->handler->log();
    for (const auto& entry : std::filesystem::directory_iterator{world->logs.path()})
        logs += read_file(entry.path());
    EXPECT_NE(logs.find("auth"), std::string::npos);
    for (const char* name : {"password", "transaction_password"}) {
        const auto secret = answer.json()[name].asString();
        EXPECT_EQ(logs.find(secret), std::string::npos) << name;
    }
}

}  // namespace

}  // namespace cambio
