// A forgotten password: code, token, new password.
#include <gmock/gmock.h>

#include <future>

#include "handlers/auth_fixture.h"
#include "token/one_time.h"

namespace cambio {

namespace {

using testing::HasSubstr, testing::Not;

constexpr const char* new_password = "canary-new-password";

class AuthRecovery : public Auth {
  protected:
    static Answer send(const std::string& email) {
        sql("update one_time_codes set created_at = created_at - interval '61 seconds' "
            "where address = $1",
            {email});
        return caller().post_json("/api/v3/forgot-password/send-code", {{"email", email}});
    }
    static std::string code_of(const Person& person) {
        EXPECT_EQ(send(person.email).message(), "success");
        return code_in(mail_to(person.email));
    }
    static Answer verify(const std::string& email, const std::string& code) {
        return caller().post_json("/api/v3/forget-password-code/verify",
                                  {{"email", email}, {"code", code}});
    }
    static std::string reset_token(const Person& person) {
        const auto answer = verify(person.email, code_of(person));
        EXPECT_EQ(answer.message(), "success") << answer.body;
        return answer.json()["token"].asString();
    }
    static Answer reset(const std::string& email, const std::string& with_password,
                        const std::string& token) {
        return caller().post_json(
            "/api/v3/reset-password",
            {{"email", email}, {"password", with_password}, {"token", token}});
    }
    static Answer finish_login(const Person& person, const std::string& with_password,
                               const std::string& code) {
        const auto challenge = login(person, with_password).json()["challenge"].asString();
        return caller().post_json("/api/v3/login/two-factor",
                                  {{"challenge", challenge}, {"code", code}});
    }
};

TEST_F(AuthRecovery, ANewPasswordTakesTheOldOnesPlace) {
    const auto person = signed_up();
    const auto session = token_of(person);
    EXPECT_EQ(reset(person.email, new_password, reset_token(person)).message(), "success");

    EXPECT_EQ(login(person, password).status, 401);
    EXPECT_EQ(login(person, new_password).status, 200);
    test::wait_until("the old session has ended", [&] {
        auto client = caller();
        client.bearer(session);
        return client.get("/api/v3/account-client").status == 401;
    });
    EXPECT_THAT(activity_of(person), testing::Contains("password_changed"));
    EXPECT_EQ(count("select count(*) as count from outgoing_mails where client_id = $1 and "
                    "name = 'password_changed'",
                    {id_of(person)}),
              1);
    EXPECT_EQ(count("select count(*) as count from clients where id = $1 and "
                    "password_changed_at > now() - interval '1 minute' and "
                    "withdrawals_rest_until > now() + interval '23 hours'",
                    {id_of(person)}),
              1);
}

// A reset forgets every browser: from then on the owner is a stranger, too.
TEST_F(AuthRecovery, ForgetsHowOftenStrangersHaveGuessedTheCodesOfTheApp) {
    const auto person = signed_up();
    const auto secret = guard(person);
    sql("insert into password_attempts (subject, at) "
        "select 'two_factor:' || id || '/strangers', now() - interval '20 minutes' "
        "from clients, generate_series(1, 20) where email = $1",
        {person.email});
    expect_error(finish_login(person, password, app_code(secret)), 429, "too_many_attempts");
    EXPECT_EQ(reset(person.email, new_password, reset_token(person)).message(), "success");
    EXPECT_EQ(finish_login(person, new_password, app_code(secret)).status, 200);
}

TEST_F(AuthRecovery, ForgetsNoMoreThanFortyGuessesADay) {
    const auto person = signed_up();
    const auto secret = guard(person);
    expect_error(finish_login(person, password, "000000"), 400, "two_factor_wrong", "code");
    sql("insert into password_attempts (subject, at) "
        "select subject, at from password_attempts, generate_series(1, 39) "
        "where subject like 'two_factor:%/unforgiven'");
    EXPECT_EQ(reset(person.email, new_password, reset_token(person)).message(), "success");
    expect_error(finish_login(person, new_password, app_code(secret)), 429, "too_many_attempts");
    EXPECT_EQ(finish_login(person, new_password, recovery_codes.front()).status, 200);
}

// Whoever had the old password and was just signing in: the hash was read, and then it changed.
TEST_F(AuthRecovery, ASignInUnderWayDoesNotOutliveTheNewPassword) {
    const auto person = signed_up();
    const auto token = reset_token(person);
    pg::Connection other{world->database.owner()};
    pg::Transaction turn{other};
    turn.run(
        "select pg_advisory_xact_lock(hashtextextended('attempt:login:' || $1 || "
        "'/strangers', 0))",
        {person.email});
    auto thief = std::async(std::launch::async, [client = caller(), &person]() mutable {
        return client.post_json("/api/v3/login",
                                {{"username", person.email}, {"password", password}});
    });
    test::wait_until("the sign-in waits for its turn", [] {
        return count(
                   "select count(*) as count from pg_locks where locktype = 'advisory' and "
                   "not granted") == 1;
    });
    EXPECT_EQ(reset(person.email, new_password, token).message(), "success");
    turn.commit();
    EXPECT_EQ(thief.get().status, 401);
    EXPECT_EQ(count("select count(*) as count from sessions where client_id = $1 and "
                    "revoked_at is null",
                    {id_of(person)}),
              0);
}

// The owner changes the password while somebody resets it: the change has the client's row, and
// then ends all tokens. Neither waits for the other forever.
TEST_F(AuthRecovery, AResetWaitsForAChangeAndComesTooLate) {
    const auto person = signed_up();
    const auto token = reset_token(person);
    const auto id = id_of(person);
    pg::Connection other{world->database.owner()};
    pg::Transaction change{other};
    change.run("select from clients where id = $1 for no key update", {id});
    auto late =
        std::async(std::launch::async, [&] { return reset(person.email, new_password, token); });
    test::wait_until("the reset waits for the client", [] {
        return count("select count(*) as count from pg_locks where not granted") == 1;
    });
    EXPECT_NO_THROW(token::end_one_time(change, id));
    change.commit();
    expect_error(late.get(), 400, "token_expired", "token");
    EXPECT_EQ(login(person, password).status, 200);
}

TEST_F(AuthRecovery, APasswordOfLateIsRefusedAndTheTokenStaysGood) {
    const auto person = signed_up();
    EXPECT_EQ(reset(person.email, new_password, reset_token(person)).message(), "success");
    const auto token = reset_token(person);
    for (const char* recent : {new_password, password})
        expect_error(reset(person.email, recent, token), 400, "password_recent", "password");
    EXPECT_EQ(reset(person.email, "canary-newest-password", token).message(), "success");
}

TEST_F(AuthRecovery, NoSecretIsTakenByGet) {
    const auto person = signed_up();
    const auto code = code_of(person);
    const Fields proof{{"email", person.email}, {"code", code}};
    expect_error(caller().get("/api/v3/forget-password-code/verify", proof), 405,
                 "method_not_allowed");
    const auto token = verify(person.email, code).json()["token"].asString();
    const Fields change{{"email", person.email}, {"password", new_password}, {"token", token}};
    expect_error(caller().get("/api/v3/reset-password", change), 405, "method_not_allowed");
    EXPECT_EQ(caller().post_form("/api/v3/reset-password", change).message(), "success");
}

TEST_F(AuthRecovery, ALockedSignInIsOpenAgainAfterwards) {
    const auto person = signed_up();
    for (int i = 0; i < 5; ++i) login(person, "wrong");
    expect_error(login(person, password), 429, "too_many_attempts");
    EXPECT_EQ(reset(person.email, new_password, reset_token(person)).message(), "success");
    EXPECT_EQ(login(person, new_password).status, 200);
}

TEST_F(AuthRecovery, CodesAndTokensOfTheOldPasswordEnd) {
    const auto person = signed_up();
    const auto token = reset_token(person);
    sql("insert into one_time_codes (purpose, address, code_hash, expires_at, asker) "
        "select purpose, address, '', now() + interval '10 minutes', 'client:' || $2::bigint "
        "from (values ('withdrawal', $1), ('bind_mobile', '+15550142003')) c (purpose, address)",
        {person.email, id_of(person)});
    sql("insert into one_time_tokens (token_hash, purpose, client_id, expires_at) "
        "values (decode(md5($1), 'hex'), 'google_login', $2, now() + interval '1 minute')",
        {person.email, id_of(person)});
    EXPECT_EQ(reset(person.email, new_password, token).message(), "success");
    EXPECT_EQ(count("select count(*) from one_time_codes where used_at is null "
                    "and (address = $1 or asker = 'client:' || $2::bigint)",
                    {person.email, id_of(person)}),
              0);
    EXPECT_EQ(count("select count(*) from one_time_tokens where client_id = $1 "
                    "and used_at is null",
                    {id_of(person)}),
              0);
}

TEST_F(AuthRecovery, TheSecondFactorStaysInItsPlace) {
    const auto person = signed_up();
    guard(person);
    EXPECT_EQ(reset(person.email, new_password, reset_token(person)).message(), "success");
    EXPECT_EQ(login(person, new_password).message(), "two_factor_required");
}

TEST_F(AuthRecovery, WhatSomebodyElseMayHaveLeftToComeBackByIsClosed) {
    const auto person = signed_up(), neighbor = signed_up();
    for (const auto& one : {person, neighbor}) {
        sql("update clients set wallet_address = '0x' || id, google_subject = 'subject-' || id, "
            "google_email = email where id = $1",
            {id_of(one)});
        sql("insert into earn_plans (client_id, content_hash, amount, cycle, next_run) "
            "values ($1, 0, 20, 1, now())",
            {id_of(one)});
    }
    EXPECT_EQ(reset(person.email, new_password, reset_token(person)).message(), "success");

    constexpr const char* still_open = R"sql(
        select (select count(*) from clients c where c.id = $1
                and (c.wallet_address is not null or c.google_subject is not null
                     or c.google_email is not null))
             + (select count(*) from earn_plans p where p.client_id = $1
                and (p.state = 1 or p.next_run is not null)) as count
    )sql";
    EXPECT_EQ(count(still_open, {id_of(person)}), 0);
    EXPECT_EQ(count(still_open, {id_of(neighbor)}), 2);
    for (const char* line : {"password_changed", "connection_changed", "plans_paused"}) {
        EXPECT_THAT(activity_of(person), testing::Contains(line));
        EXPECT_EQ(count("select count(*) as count from notifications where client_id = $1 "
                        "and kind = $2",
                        {id_of(person), line}),
                  1);
    }
}

TEST_F(AuthRecovery, AnAddressWithoutAnAccountGetsTheSameAnswerAndNoMail) {
    const std::string nobody = "nobody.here@example.com";
    const auto answer = send(nobody);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.json()["resend_after"].asInt(), 60);
    EXPECT_TRUE(mail_to(nobody).isNull());
    expect_error(caller().post_json("/api/v3/forgot-password/send-code", {{"email", nobody}}), 429,
                 "code_too_soon");
    expect_error(verify(nobody, "123456"), 400, "code_wrong", "code");
}

TEST_F(AuthRecovery, TheMailCarriesTheAntiPhishingCode) {
    const auto person = signed_up();
    sql("update clients set anti_phishing_code = 'blueheron' where id = $1", {id_of(person)});
    code_of(person);
    EXPECT_THAT(mail_to(person.email)["text"].asString(), HasSubstr("blueheron"));
}

TEST_F(AuthRecovery, AWrongCodeCostsATryAndTheFifthTheCode) {
    const auto person = signed_up();
    const auto code = code_of(person);
    for (int i = 0; i < 5; ++i)
        expect_error(verify(person.email, another(code)), 400, "code_wrong", "code");
    expect_error(verify(person.email, code), 400, "code_expired", "code");
}

TEST_F(AuthRecovery, ACodeForSignUpOpensNothingHere) {
    const auto person = signed_up();
    const auto email = new_email();
    const auto code = code_for(email);
    expect_error(verify(email, code), 400, "code_wrong", "code");
    const auto mine = code_of(person);
    expect_error(verify(new_email(), mine), 400, "code_wrong", "code");
    EXPECT_EQ(verify(person.email, mine).message(), "success");
    expect_error(verify(person.email, mine), 400, "code_wrong", "code");
}

TEST_F(AuthRecovery, ATokenIsForOneAccountAndOneTime) {
    const auto person = signed_up(), stranger = signed_up();
    const auto token = reset_token(person);
    expect_error(reset(stranger.email, new_password, token), 400, "token_expired", "token");
    expect_error(reset(person.email, new_password, std::string(64, 'a')), 400, "token_expired",
                 "token");
    // What is refused for another reason does not use the token up.
    const auto short_one = reset(person.email, "12345", token);
    expect_error(short_one, 400, "password_too_short", "password");
    EXPECT_EQ(short_one.json()["details"]["minimum"].asString(), "9");
    expect_error(reset(person.email, "12345678", token), 400, "password_too_short", "password");
    expect_error(reset(person.email, "qwerty123456", token), 400, "password_common", "password");
    expect_error(reset(person.email, person.email, token), 400, "password_is_address", "password");
    expect_error(reset(person.email, trading_password, token), 400, "password_same", "password");
    EXPECT_EQ(reset(person.email, "nine-char", token).message(), "success");
    expect_error(reset(person.email, new_password, token), 400, "token_expired", "token");

    const auto late = reset_token(person);
    sql("update one_time_tokens set expires_at = now() where client_id = $1", {id_of(person)});
    expect_error(reset(person.email, new_password, late), 400, "token_expired", "token");
    EXPECT_EQ(login(stranger, password).status, 200);
}

TEST_F(AuthRecovery, ANewPasswordEndsWhatElseWasSentForOne) {
    const auto person = signed_up();
    const auto first = reset_token(person), second = reset_token(person);
    const auto code = code_of(person);
    EXPECT_EQ(reset(person.email, new_password, first).message(), "success");
    expect_error(reset(person.email, "another-new-password", second), 400, "token_expired",
                 "token");
    expect_error(verify(person.email, code), 400, "code_wrong", "code");
    EXPECT_EQ(login(person, new_password).status, 200);
}

TEST_F(AuthRecovery, BadInputIsNamed) {
    expect_error(caller().post_json("/api/v3/forgot-password/send-code", {{"email", "x"}}), 400,
                 "invalid_email", "email");
    expect_error(caller().post_json("/api/v3/forgot-password/send-code", Fields{}), 400,
                 "missing_parameter", "email");
    expect_error(
        caller().post_json("/api/v3/forget-password-code/verify", {{"email", "a@b.example"}}), 400,
        "missing_parameter", "code");
    expect_error(caller().post_json("/api/v3/reset-password",
                                    {{"email", "a@b.example"}, {"password", new_password}}),
                 400, "missing_parameter", "token");
    expect_error(caller().post_json("/api/v3/reset-password", {{"email", "a@b.example"},
                                                               {"password", new_password},
                                                               {"token", "t"},
                                                               {"client_id", "1"}}),
                 400, "unknown_parameter", "client_id");
}

TEST_F(AuthRecovery, TheLogsHoldNoPasswordCodeOrToken) {
    const auto person = signed_up();
    const auto code = code_of(person);
    const auto token = verify(person.email, code).json()["token"].asString();
    reset(person.email, new_password, token);
    std::string logs = world->handler->log();
    for (const auto& file : std::filesystem::directory_iterator{world->logs.path()})
        logs += read_file(file.path());
    EXPECT_FALSE(logs.empty());
    for (const auto& word : {code, token, std::string{new_password}})
        EXPECT_THAT(logs, Not(HasSubstr(word)));
}

}  // namespace

}  // namespace cambio
