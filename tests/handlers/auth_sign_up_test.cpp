#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "handlers/auth_fixture.h"
#include "ledger/ledger.h"

namespace cambio {

namespace {

using testing::HasSubstr;

// -- The existence checks
// ---------------------------------------------------------------------------

TEST_F(Auth, UsernameCheckKnowsAnEmailHoweverItIsWritten) {
    const auto person = signed_up();
    auto guest = caller();
    const auto check = [&](const std::string& text) {
        return guest.get("/api/v2/username-check", {{"username", text}}).message();
    };
    EXPECT_EQ(check(person.email), "exist");
    EXPECT_EQ(check(" P" + person.email.substr(1) + " "), "exist");
    EXPECT_EQ(check("nobody@example.com"), "is not exist");
}

TEST_F(Auth, MobileCheckKnowsAPhoneHoweverItIsWritten) {
    const auto person = signed_up();
    const auto digits = person.phone.substr(2);
    auto guest = caller();
    const auto check = [&](const std::string& text) {
        return guest.get("/api/v2/mobile-check", {{"username", text}}).message();
    };
    EXPECT_EQ(check(person.phone), "is not exist");
    prove_phone(person);
    EXPECT_EQ(check(person.phone), "exist");
    EXPECT_EQ(check(digits), "exist");
    EXPECT_EQ(check("(" + digits.substr(0, 3) + ") " + digits.substr(3)), "exist");
    EXPECT_EQ(check(" 1" + digits), "exist");  // The '+' of an address that nobody encoded.
    EXPECT_EQ(check("+4915112345678"), "is not exist");
}

TEST_F(Auth, ChecksRefuseWhatIsNoIdentifier) {
    for (const std::string text :
         {"", "@", "a@", "@b", "a@b@c", "a b@c.de", "a@b..c", "<a@b.c>", "a\u00e9@b.c", "a@b_c"}) {
        expect_error(caller().get("/api/v2/username-check", {{"username", text}}), 400,
                     "invalid_email", "username");
    }
    for (const std::string text : {"", "+", "123", "123456789", "12345678901", "+0123456789",
                                   "+1234567", "+1234567890123456", "555-CALL-ME", "1e10"}) {
        expect_error(caller().get("/api/v2/mobile-check", {{"username", text}}), 400,
                     "invalid_phone", "username");
    }
    expect_error(caller().get("/api/v2/username-check"), 400, "missing_parameter", "username");
    expect_error(caller().get("/api/v2/mobile-check"), 400, "missing_parameter", "username");
    expect_error(
        caller().get("/api/v2/username-check", {{"username", std::string(300, 'a') + "@b.c"}}), 400,
        "too_long", "username");
    expect_error(caller().post_json("/api/v2/username-check", {{"username", "a@b.c"}}), 405,
                 "method_not_allowed");
}

TEST_F(Auth, ChecksAreCountedForAnAddress) {
    auto guest = caller();
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(guest.get("/api/v2/username-check", {{"username", "a@b.c"}}).status, 200);
    expect_error(guest.get("/api/v2/username-check", {{"username", "a@b.c"}}), 429, "rate_limited");
}

// -- Codes
// ------------------------------------------------------------------------------------------

TEST_F(Auth, SendCodeSendsOneCodeByPostAndByGet) {
    for (const bool post : {true, false}) {
        const auto address = new_email();
        const auto answer = post ? caller().post_json("/api/v2/send-code", {{"email", address}})
                                 : caller().get("/api/v2/send-code", {{"email", address}});
        EXPECT_EQ(answer.message(), "success") << answer.body;
        EXPECT_EQ(answer.json()["resend_after"].asInt(), 60);
        EXPECT_EQ(code_in(mail_to(address)).size(), 6u);
    }
}

TEST_F(Auth, OneCodeAMinute) {
    const auto address = new_email();
    code_for(address);
    const auto answer = caller().post_json("/api/v2/send-code", {{"email", address}});
    expect_error(answer, 429, "code_too_soon");
    const auto wait = std::stoi(answer.json()["details"]["resend_after"].asString());
    EXPECT_GT(wait, 0);
    EXPECT_LE(wait, 60);
    code_for(address);
}

TEST_F(Auth, TenCodesADay) {
    const auto address = new_email();
    for (int i = 0; i < 10; ++i) code_for(address);
    sql("update one_time_codes set created_at = created_at - interval '61 seconds' "
        "where address = $1",
        {address});
    expect_error(caller().post_json("/api/v2/send-code", {{"email", address}}), 429,
                 "code_too_many");
    sql("update one_time_codes set created_at = created_at - interval '1 day' where address = $1",
        {address});
    code_for(address);
}

TEST_F(Auth, CodesAskedForAtTheSameTimeAreOne) {
    const auto address = new_email();
    std::atomic<int> sent = 0;
    std::vector<std::thread> threads;
    {
        // Nobody can write a code before two of the requests have got as far as they can.
        pg::Transaction tx{world->owner};
        tx.run("lock table one_time_codes in share row exclusive mode");
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&, guest = std::make_shared<FastCgiClient>(caller())] {
                const auto answer = guest->post_json("/api/v2/send-code", {{"email", address}});
                if (answer.status == 200)
                    ++sent;
                else
                    EXPECT_EQ(answer.message(), "code_too_soon");
            });
        pg::Connection watcher{world->database.superuser()};
        test::wait_until("two requests wait", [&] {
            const auto waiting = watcher.run(R"sql(select count(*) as count from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock')sql");
            return waiting[0].integer("count") >= 2;
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(sent, 1);
}

TEST_F(Auth, SendCodeTellsOnlyTheOwnerThatAnAccountExists) {
    const auto person = signed_up();
    sql("delete from one_time_codes where address = $1", {person.email});
    sql("update clients set language = 'de', anti_phishing_code = 'marmalade' where email = $1",
        {person.email});
    const auto known = caller().post_json("/api/v2/send-code", {{"email", person.email}});
    const auto unknown = caller().post_json("/api/v2/send-code", {{"email", new_email()}});
    EXPECT_EQ(known.status, unknown.status);
    EXPECT_EQ(known.body, unknown.body);
    const auto mail = mail_to(person.email);
    EXPECT_THAT(mail["subject"].asString(), HasSubstr("Sie haben bereits"));
    EXPECT_THAT(mail["text"].asString(), HasSubstr("marmalade"));
    EXPECT_EQ(code_in(mail), "");
}

TEST_F(Auth, SendCodeRefusesBadInput) {
    expect_error(caller().post_json("/api/v2/send-code", Fields{}), 400, "missing_parameter",
                 "email");
    expect_error(caller().post_json("/api/v2/send-code", {{"email", "nobody"}}), 400,
                 "invalid_email", "email");
    expect_error(caller().post_json("/api/v2/send-code", {{"email", "a@b.c"}, {"to", "d@e.f"}}),
                 400, "unknown_parameter", "to");
    expect_error(caller().post_form("/api/v2/send-code", {{"email", "a@b.c"}, {"email", "d@e.f"}}),
                 400, "duplicate_parameter", "email");
    expect_error(caller().post("/api/v2/send-code", "application/json", "{\"email\":"), 400,
                 "bad_request");
    EXPECT_TRUE(mail_to("a@b.c").isNull());
    EXPECT_TRUE(mail_to("d@e.f").isNull());
}

TEST_F(Auth, ACodeThatCannotBeSentIsSaidSo) {
    ScratchFolder folder;
    auto config = ScratchConfig{{{"DATABASE_URL", world->database.app()},
                                 {"REDIS_URL", world->redis.url()},
                                 {"OUTBOX_DIR", folder.write("a-file", "") + "/outbox"}}};
    const HandlerProcess handler{"auth", config.path(), config.secret()};
    expect_error(handler.client().post_json("/api/v2/send-code", {{"email", new_email()}}), 503,
                 "unavailable");
}

// -- Sign-up
// ----------------------------------------------------------------------------------------

TEST_F(Auth, RegisterMakesAClientWithDemoMoney) {
    const auto email = new_email();
    const auto phone = new_phone();
    const auto code = code_for(email);
    const auto answer = caller().post_json(
        "/api/v2/register", application("P" + email.substr(1), phone.substr(2), code));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.message(), "SUCCESS") << answer.body;

    const auto rows = sql("select * from clients where email = $1", {email});
    ASSERT_EQ(rows.size(), 1);
    const auto client = rows[0];
    EXPECT_EQ(client.str("email"), email);
    EXPECT_EQ(client.str("mobile_number"), phone);
    EXPECT_EQ(client.str("status"), "ACTIVE");
    EXPECT_EQ(client.str("account_status"), "Unverified");
    EXPECT_EQ(client.str("user_unique_id").size(), 12u);
    EXPECT_EQ(client.str("referral_code").size(), 8u);
    EXPECT_THAT(client.str("password_hash"), testing::StartsWith("$argon2id$"));
    EXPECT_THAT(client.str("transaction_password_hash"), testing::StartsWith("$argon2id$"));

    const auto wallet = sql(R"sql(select a.code, l.wallet, l.held, l.balance from ledger_accounts l
                                  join assets a on a.id = l.asset_id where client_id = $1)sql",
                            {client.id<ClientId>("id")});
    ASSERT_EQ(wallet.size(), 1);
    EXPECT_EQ(wallet[0].str("code"), "USDT");
    EXPECT_EQ(wallet[0].integer("wallet"), 1);
    EXPECT_FALSE(wallet[0].boolean("held"));
    EXPECT_EQ(wallet[0].decimal("balance"), Decimal::of(10000));
}

TEST_F(Auth, RegisterTakesAReferralCode) {
    const auto inviter = signed_up();
    const auto referral =
        sql("select referral_code from clients where email = $1", {inviter.email})[0].str(
            "referral_code");
    const auto email = new_email();
    const auto given = application(email, new_phone(), code_for(email));
    expect_error(caller().post_json("/api/v2/register", with(given, "referral", "nobodys")), 400,
                 "invalid_parameter", "referral");
    EXPECT_EQ(caller().post_json("/api/v2/register", with(given, "referral", referral)).message(),
              "SUCCESS");
    EXPECT_EQ(count(R"sql(select count(*) from clients friend join clients inviter
                          on inviter.id = friend.referred_by
                          where friend.email = $1 and inviter.email = $2)sql",
                    {email, inviter.email}),
              1);
    const auto alone = new_email();
    EXPECT_EQ(caller()
                  .post_json("/api/v2/register",
                             with(application(alone, new_phone(), code_for(alone)), "referral", ""))
                  .message(),
              "SUCCESS");
}

TEST_F(Auth, RegisterNamesTheFieldThatIsWrong) {
    struct Case {
        const char* name;
        std::string value;
        const char* code;
        const char* field;
    };
    const auto email = new_email();
    const auto given = application(email, new_phone(), code_for(email));
    const Case cases[] = {
        {"username", "nobody", "invalid_email", "username"},
        {"mobile_number", "12", "invalid_phone", "mobile_number"},
        {"password", "12345678", "password_too_short", "password"},
        {"password", "äöüäöüäö", "password_too_short", "password"},
        {"password", "123456789", "password_common", "password"},
        {"password", "QwertyUIOP", "password_common", "password"},
        {"password", email, "password_is_address", "password"},
        {"transaction_password", "123456", "password_common", "transaction_password"},
        {"transaction_password", email.substr(0, email.find('@')), "password_is_address",
         "transaction_password"},
        {"password", std::string(257, 'x'), "too_long", "password"},
        {"password_confirmation", "something else", "password_mismatch", "password_confirmation"},
        {"transaction_password", "12345", "password_too_short", "transaction_password"},
        {"transaction_password", password, "password_same", "transaction_password"},
        {"is_admin", "true", "unknown_parameter", "is_admin"},
    };
    for (const auto& [name, value, code, field] : cases)
        expect_error(caller().post_json("/api/v2/register", with(given, name, value)), 400, code,
                     field);
    for (const auto& [name, value] : given)
        expect_error(caller().post_json("/api/v2/register", without(given, name)), 400,
                     "missing_parameter", name);
    EXPECT_EQ(count("select count(*) from clients where email = $1", {email}), 0);
    EXPECT_EQ(caller().post_json("/api/v2/register", given).message(), "SUCCESS");
}

TEST_F(Auth, AWrongCodeCostsATryAndTheFifthTheCode) {
    const auto email = new_email();
    const auto code = code_for(email);
    const auto given = application(email, new_phone(), code);
    for (int i = 0; i < 5; ++i) {
        const auto answer =
            caller().post_json("/api/v2/register", with(given, "code", another(code)));
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.message(), "CODE_DOES_NOT_MATCH");
    }
    expect_error(caller().post_json("/api/v2/register", given), 400, "code_expired", "code");
    EXPECT_EQ(count("select count(*) from clients where email = $1", {email}), 0);
    EXPECT_EQ(
        caller().post_json("/api/v2/register", with(given, "code", code_for(email))).message(),
        "SUCCESS");
}

TEST_F(Auth, ACodeDiesAfterTenMinutes) {
    const auto email = new_email();
    const auto given = application(email, new_phone(), code_for(email));
    EXPECT_EQ(count(R"sql(select count(*) from one_time_codes where address = $1
                          and expires_at = created_at + interval '10 minutes')sql",
                    {email}),
              1);
    sql("update one_time_codes set expires_at = now() where address = $1", {email});
    expect_error(caller().post_json("/api/v2/register", given), 400, "code_expired", "code");
}

TEST_F(Auth, OnlyTheNewestCodeOfTheSameAddressCounts) {
    const auto email = new_email();
    const auto other = new_email();
    const auto first = code_for(email);
    const auto newer = [&] {
        sql("update one_time_codes set expires_at = now() where address = $1", {email});
        return code_for(email);
    };
    auto second = newer();
    while (second == first) second = newer();
    const auto others = code_for(other);
    const auto given = application(email, new_phone(), first);
    EXPECT_EQ(caller().post_json("/api/v2/register", given).message(), "CODE_DOES_NOT_MATCH");
    if (others != second) {
        EXPECT_EQ(caller().post_json("/api/v2/register", with(given, "code", others)).message(),
                  "CODE_DOES_NOT_MATCH");
    }
    EXPECT_EQ(caller().post_json("/api/v2/register", with(given, "code", "")).message(),
              "CODE_DOES_NOT_MATCH");
    EXPECT_EQ(caller().post_json("/api/v2/register", with(given, "code", second)).message(),
              "SUCCESS");
}

TEST_F(Auth, ACodeOfAnotherPurposeDoesNotCount) {
    const auto email = new_email();
    const auto given = application(email, new_phone(), code_for(email));
    sql("update one_time_codes set purpose = 'reset_password' where address = $1", {email});
    EXPECT_EQ(caller().post_json("/api/v2/register", given).message(), "CODE_DOES_NOT_MATCH");
}

TEST_F(Auth, ACodeWorksOnce) {
    const auto email = new_email();
    const auto code = code_for(email);
    EXPECT_EQ(
        caller().post_json("/api/v2/register", application(email, new_phone(), code)).message(),
        "SUCCESS");
    // As if the client had never been: what is left of the code must not let anybody in.
    sql("update clients set email = $2 where email = $1", {email, new_email()});
    EXPECT_EQ(
        caller().post_json("/api/v2/register", application(email, new_phone(), code)).message(),
        "CODE_DOES_NOT_MATCH");
}

TEST_F(Auth, RegisterRefusesAnEmailThatIsTaken) {
    const auto person = signed_up();
    const auto by_email = application(person.email, new_phone(), "123456");
    EXPECT_EQ(caller().post_json("/api/v2/register", by_email).message(), "USER_ALREADY_EXIST");
}

TEST_F(Auth, NobodyIsRefusedForANumber) {
    const auto squatter = signed_up(), other = signed_up();
    prove_phone(other);
    // Neither one that somebody wrote down nor one that somebody has proved.
    for (const auto& phone : {squatter.phone, other.phone}) {
        const auto email = new_email();
        const auto given = application(email, phone, code_for(email));
        EXPECT_EQ(caller().post_json("/api/v2/register", given).message(), "SUCCESS");
        EXPECT_EQ(count("select count(*) from clients where email = $1 and mobile_number = $2 and "
                        "mobile_proved_at is null",
                        {email, phone}),
                  1);
    }
    // Whose the proved one is stays plain.
    const auto answer = caller().post_json("/api/v3/mobile-login",
                                           {{"username", other.phone}, {"password", password}});
    EXPECT_EQ(answer.json()["user"]["email"].asString(), other.email) << answer.body;
}

TEST_F(Auth, ADoubleSubmitMakesOneClient) {
    const auto email = new_email();
    const auto given = application(email, new_phone(), code_for(email));
    std::atomic<int> made = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i)
        threads.emplace_back([&, guest = std::make_shared<FastCgiClient>(caller())] {
            const auto message = guest->post_json("/api/v2/register", given).message();
            if (message == "SUCCESS")
                ++made;
            else
                EXPECT_EQ(message, "USER_ALREADY_EXIST");
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(made, 1);
    EXPECT_EQ(count(R"sql(select count(*) from ledger_transfers t join clients c
                          on c.id = t.reference where c.email = $1 and t.kind = 1)sql",
                    {email}),
              1);
}

TEST_F(Auth, AProvedNumberIsOneClientsAlone) {
    const auto person = signed_up(), other = signed_up();
    sql("update clients set mobile_number = $2 where email = $1", {other.email, person.phone});
    prove_phone(person);
    EXPECT_THROW(prove_phone(other), pg::Failure);
}

TEST_F(Auth, WithoutDemoNobodyIsGivenMoney) {
    auto config = ScratchConfig{{{"DATABASE_URL", world->database.app()},
                                 {"REDIS_URL", world->redis.url()},
                                 {"OUTBOX_DIR", world->config.outbox()},
                                 {"DEMO", "no"}}};
    const HandlerProcess handler{"auth", config.path(), config.secret()};
    const auto email = new_email();
    handler.client().post_json("/api/v2/send-code", {{"email", email}});
    const auto answer = handler.client().post_json(
        "/api/v2/register", application(email, new_phone(), code_in(mail_to(email))));
    EXPECT_EQ(answer.message(), "SUCCESS");
    EXPECT_EQ(
        count(R"sql(select count(*) from ledger_accounts l join clients c on c.id = l.client_id
                          where c.email = $1)sql",
              {email}),
        0);
}

TEST_F(Auth, TheBooksBalanceAfterAllThat) {
    pg::Connection connection{world->database.owner()};
    const auto report = ledger::audit(connection);
    EXPECT_TRUE(report.passed) << testing::PrintToString(report.findings);
    EXPECT_GT(report.transfers, 0);
}

}  // namespace

}  // namespace cambio
