#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "handlers/account_fixture.h"
#include "token/two_factor.h"

namespace cambio {

namespace {

using account::Act;
using testing::HasSubstr, testing::Not;

constexpr const char* new_password = "A-New-Password-9";

Fields change(const std::string& old_one, const std::string& new_one) {
    return {{"oldLoginPassword", old_one}, {"password", new_one}};
}
Fields change_transaction(const std::string& old_one, const std::string& new_one) {
    return {{"oldTransactionPassword", old_one}, {"transactionPassword", new_one}};
}

class Passwords : public Account {
  protected:
    static Answer update(const Person& person, const Fields& fields) {
        return post(person, "/api/v3/update-password",
                    proved(person, Act::change_password, fields));
    }
    static Answer update_transaction(const Person& person, const Fields& fields) {
        return post(person, "/api/v3/update-transaction-password",
                    proved(person, Act::change_transaction_password, fields));
    }
    /// The person in the session that a change of password opened.
    static Person in_new_session(Person person, const Answer& answer) {
        person.token = answer.json()["token"].asString();
        return person;
    }
    /// Whether a session may still change something.
    static bool may_change(const std::string& token) {
        return as(token).post_json("/api/v3/language", {{"language", "en"}}).status == 200;
    }
};

TEST_F(Passwords, ANewPasswordEndsEverySessionButThisDevices) {
    const auto mira = person();
    const auto phone = another_device(mira);
    ASSERT_TRUE(may_change(phone));
    const auto answer = update(mira, change(password, new_password));
    expect_message(answer, "saved");
    EXPECT_FALSE(may_change(phone));
    EXPECT_FALSE(may_change(mira.token));
    const auto token = answer.json()["token"].asString();
    EXPECT_TRUE(may_change(token));
    EXPECT_TRUE(withdrawals_rest(mira));
    EXPECT_EQ(mails_waiting(mira, "password_changed"), 1);
    EXPECT_EQ(activities(mira, "password_changed"), 1);
    EXPECT_EQ(count("select count(*) from notifications where client_id = $1", {mira.id}), 1);
    EXPECT_FALSE(client_of(mira)[0].null("password_changed_at"));
    expect_message(update(in_new_session(mira, answer), change(password, "Something-Else-1")),
                   "dont_match");
}

// Each that is taken says that it is not the transaction password.
TEST_F(Passwords, ANewOneTriesTheTransactionPasswordTenTimesADay) {
    auto mira = person();
    auto current = std::string{password};
    const auto change_to = [&](const std::string& wanted) {
        sql("delete from one_time_codes where address like '%' || $1", {mira.email});
        return update(mira, change(current, wanted));
    };
    for (int i = 0; i < 10; ++i) {
        const auto next = "A-Guess-Of-" + std::to_string(1000 + i);
        const auto answer = change_to(next);
        expect_message(answer, "saved");
        mira = in_new_session(mira, answer);
        current = next;
    }
    expect_error(change_to("A-Guess-Of-2000"), 429, "too_many_attempts");
    expect_error(change_to(transaction_password), 429, "too_many_attempts");
    sql("update password_attempts set at = at - interval '1 day'");
    expect_error(change_to(transaction_password), 400, "password_same", "password");
    expect_message(change_to("A-Guess-Of-2000"), "saved");
}

/// A code of each kind that a session can have sent: of an act, to the mailbox, to a number.
void ask_for_codes(FastCgiClient session, const std::string& number) {
    expect_message(session.post_json("/api/v3/step-up/send-code", {{"act", "bind_mobile"}}),
                   "success");
    expect_message(session.post_json("/api/v3/get-code/anti-phishing", {}), "success");
    expect_message(
        session.post_json("/api/v3/sendSMSCode", {{"type", "REGISTER"}, {"mobile_number", number}}),
        "success");
}

TEST_F(Passwords, ANewOneEndsTheCodesThatWereAskedForUnderTheOldOne) {
    const auto alive = [](const Person& person) {
        return count(
            "select count(*) from one_time_codes where used_at is null and (address = $1 or "
            "address like '%:' || $1 or asker = 'client:' || $2::bigint)",
            {person.email, person.id});
    };
    const auto mira = person(), noor = person();
    ask_for_codes(as(mira), "+15550142001");
    ask_for_codes(as(noor), "+15550142002");
    ASSERT_EQ(alive(mira), 3);
    expect_message(update(mira, change(password, new_password)), "saved");
    EXPECT_EQ(alive(mira), 0);
    EXPECT_EQ(alive(noor), 3) << "nobody else's";
    expect_message(update_transaction(noor, change_transaction(transaction_password, "654-abc")),
                   "saved");
    EXPECT_EQ(alive(noor), 0);
}

/// A page of the site as its own requests come.
FastCgiClient page_of(FastCgiClient client, ClientId shows, const std::string& token) {
    client.bearer("")
        .variable("HTTP_COOKIE", "cambio=" + token)
        .variable("HTTP_X_CAMBIO_CLIENT", std::to_string(shows.value))
        .variable("HTTP_X_CAMBIO_SESSION", "cookie");
    return client;
}

std::string token_in(const Answer& answer) {
    const auto cookie = answer.header("set-cookie");
    const auto from = cookie.find('=') + 1;
    return cookie.substr(from, cookie.find(';') - from);
}

TEST_F(Passwords, ANewPasswordBringsThePageItsNewCookie) {
    const auto mira = person();
    auto elsewhere = as("");
    elsewhere.variable("HTTP_COOKIE", "cambio=" + mira.token);
    expect_error(elsewhere.post_json("/api/v3/update-password", change(password, new_password)),
                 403, "cross_site");
    EXPECT_TRUE(client_of(mira)[0].null("password_changed_at"));

    const auto answer =
        page_of(as(mira), mira.id, mira.token)
            .post_json("/api/v3/update-password",
                       proved(mira, Act::change_password, change(password, new_password)));
    expect_message(answer, "saved");
    EXPECT_FALSE(answer.json().isMember("token"));
    EXPECT_THAT(token_in(answer), testing::StartsWith("v4.public."));
    EXPECT_FALSE(may_change(mira.token));
    auto page = page_of(as(mira), mira.id, token_in(answer));
    EXPECT_EQ(page.post_json("/api/v3/language", {{"language", "en"}}).status, 200);

    const auto out = page.post_json("/api/v3/sessions/revoke-all",
                                    {{"which", "all"}, {"password", new_password}});
    expect_message(out, "success");
    EXPECT_THAT(out.header("set-cookie"), testing::StartsWith("cambio=; Path=/; Max-Age=0;"));
}

TEST_F(Passwords, TheMailCarriesTheAntiPhishingCode) {
    const auto mira = person();
    sql("update clients set anti_phishing_code = 'bluewhale' where id = $1", {mira.id});
    expect_message(update(mira, change(password, new_password)), "saved");
    send_mails();
    const auto mail = message_to(mira.email);
    EXPECT_THAT(mail["text"].asString(), HasSubstr("bluewhale"));
    EXPECT_THAT(mail["text"].asString(), HasSubstr("withdrawals are paused for 24 hours"));
}

TEST_F(Passwords, WrongOldPasswordsAreCountedAndLock) {
    const auto mira = person();
    for (int i = 0; i < 5; ++i)
        expect_message(update(mira, change("wrong", new_password)), "dont_match");
    expect_error(update(mira, change(password, new_password)), 429, "too_many_attempts");
    // Signing in is guessing at the same password.
    EXPECT_EQ(count("select count(*) from password_attempts where subject like $1",
                    {"login:" + mira.email + "/%"}),
              5);
    EXPECT_FALSE(withdrawals_rest(mira));
}

TEST_F(Passwords, RecentlyUsedPasswordsAreRefused) {
    auto mira = person();
    std::string current = password;
    for (int i = 1; i <= 6; ++i) {
        const auto next = "Password-Number-" + std::to_string(i);
        const auto answer = update(mira, change(current, next));
        expect_message(answer, "saved");
        mira = in_new_session(mira, answer);
        current = next;
    }
    for (const auto& recent : {current, std::string{"Password-Number-1"}})
        expect_message(update(mira, change(current, recent)), "same_previous_password");
    EXPECT_EQ(count("select count(*) from password_history where client_id = $1", {mira.id}), 5);
    expect_message(update(mira, change(current, password)), "saved");
}

TEST_F(Passwords, ANewPasswordHasRules) {
    const auto mira = person();
    const auto refuse = [&](const std::string& next, const char* why) {
        expect_error(update(mira, change(password, next)), 400, why, "password");
    };
    refuse("eight888", "password_too_short");
    refuse("Password123", "password_common");
    refuse(mira.email, "password_is_address");
    expect_error(as(mira.token).get("/api/v3/update-password", change(password, new_password)), 405,
                 "method_not_allowed");
    expect_error(update(mira, change(password, transaction_password)), 400, "password_same",
                 "password");
    expect_error(update(mira, {{"password", new_password}}), 400, "missing_parameter",
                 "oldLoginPassword");
    EXPECT_TRUE(may_change(mira.token));
}

TEST_F(Passwords, WithTheMailedCode) {
    const auto mira = person();
    sql("update clients set anti_phishing_code = 'bluewhale' where id = $1", {mira.id});
    const auto sent = get(mira, "/api/v2/get-code-for-password");
    expect_message(sent, "success");
    EXPECT_EQ(sent.json()["resend_after"].asInt(), 60);
    expect_error(post(mira, "/api/v2/get-code-for-password"), 429, "code_too_soon");
    EXPECT_THAT(message_to(mira.email)["text"].asString(), HasSubstr("bluewhale"));
    const auto code = code_to(mira.email);

    auto fields = change(password, new_password);
    expect_error(post(mira, "/api/v2/update-password", fields), 400, "missing_parameter",
                 "verification_code");
    fields.emplace_back("verification_code", another(code));
    expect_error(post(mira, "/api/v2/update-password", fields), 400, "code_wrong",
                 "verification_code");
    fields.back().second = code;
    sql("update one_time_codes set expires_at = now() where address = $1", {mira.email});
    expect_error(post(mira, "/api/v2/update-password", fields), 400, "code_expired",
                 "verification_code");
    sql("update one_time_codes set expires_at = now() + interval '1 minute' where address = $1",
        {mira.email});
    const auto answer = post(mira, "/api/v2/update-password", fields);
    expect_message(answer, "saved");
    // Once.
    fields = change(new_password, "Yet-Another-10");
    fields.emplace_back("verification_code", code);
    expect_error(as(answer.json()["token"].asString()).post_json("/api/v2/update-password", fields),
                 400, "code_wrong", "verification_code");
}

TEST_F(Passwords, ACodeOfAnotherClientIsWorthNothing) {
    const auto mira = person();
    const auto stranger = person();
    expect_message(post(stranger, "/api/v2/get-code-for-password"), "success");
    auto fields = change(password, new_password);
    fields.emplace_back("verification_code", code_to(stranger.email));
    expect_error(post(mira, "/api/v2/update-password", fields), 400, "code_wrong",
                 "verification_code");
}

TEST_F(Passwords, TheTransactionPasswordChanges) {
    const auto mira = person();
    const auto phone = another_device(mira);
    const auto path = "/api/v3/update-transaction-password";
    expect_message(post(mira, path, change_transaction("wrong", new_password)), "dont_match");
    expect_error(post(mira, path, change_transaction(transaction_password, "short")), 400,
                 "password_too_short", "transactionPassword");
    expect_error(update_transaction(mira, change_transaction(transaction_password, password)), 400,
                 "password_same", "transactionPassword");
    expect_error(update_transaction(mira, change_transaction(transaction_password, "123456")), 400,
                 "password_common", "transactionPassword");
    expect_error(update_transaction(mira, change_transaction(transaction_password, mira.email)),
                 400, "password_is_address", "transactionPassword");
    const auto answer =
        update_transaction(mira, change_transaction(transaction_password, new_password));
    expect_message(answer, "saved");
    EXPECT_FALSE(may_change(phone));
    EXPECT_TRUE(withdrawals_rest(mira));
    EXPECT_EQ(mails_waiting(mira, "transaction_password_changed"), 1);
    const auto again = in_new_session(mira, answer);
    expect_message(
        update_transaction(again, change_transaction(transaction_password, "Third-One-3")),
        "dont_match");
    expect_message(update_transaction(again, change_transaction(new_password, "Third-One-3")),
                   "saved");
}

// Whoever has the old ones shall not undo with them what the owner did while reacting.
TEST_F(Passwords, AfterANewOneOrASignOutALoweredLimitIsRaisedOnlyWithARest) {
    const auto path = "/api/v3/update-withdraw-limit";
    for (const char* way : {"none", "login", "transaction", "sign_out"}) {
        auto mira = person();
        const std::string how{way};
        sql("update clients set withdraw_limit = 1500 where id = $1", {mira.id});
        expect_message(post(mira, path, {{"withdraw_limit", "500"}}), "saved");
        if (how == "login")
            mira = in_new_session(mira, update(mira, change(password, new_password)));
        if (how == "transaction")
            mira = in_new_session(
                mira,
                update_transaction(mira, change_transaction(transaction_password, new_password)));
        if (how == "sign_out") {
            expect_message(post(mira, "/api/v3/sessions/revoke-all",
                                {{"which", "all"}, {"password", password}}),
                           "success");
            mira.token = another_device(mira);
        }
        sql("update clients set withdrawals_rest_until = null where id = $1", {mira.id});
        const auto now = how == "transaction" ? new_password : transaction_password;
        expect_message(post(mira, path,
                            proved(mira, Act::raise_limit,
                                   {{"withdraw_limit", "1500"}, {"transaction_password", now}})),
                       "saved");
        EXPECT_EQ(withdrawals_rest(mira), how != "none") << way;
    }
}

TEST_F(Passwords, WrongTransactionPasswordsLock) {
    const auto mira = person();
    const auto path = "/api/v3/update-transaction-password";
    for (int i = 0; i < 5; ++i)
        expect_message(post(mira, path, change_transaction("wrong", new_password)), "dont_match");
    expect_error(post(mira, path, change_transaction(transaction_password, new_password)), 429,
                 "trading_locked");
    EXPECT_EQ(mails_waiting(mira, "trading_locked"), 1);
}

TEST_F(Passwords, OfManyChangesAtOnceOneIsMade) {
    const auto mira = person();
    const auto code = code_of_act(world->superuser(), world->config().hash_key(), mira.id,
                                  mira.email, Act::change_password);
    std::vector<std::thread> threads;
    std::atomic<int> saved = 0;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&, i] {
            const auto next = "Racing-Password-" + std::to_string(i);
            auto fields = change(password, next);
            fields.emplace_back("verification_code", code);
            if (post(mira, "/api/v3/update-password", fields).message() == "saved") ++saved;
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(saved, 1);
    EXPECT_EQ(count("select count(*) from sessions where client_id = $1 and revoked_at is null",
                    {mira.id}),
              1);
}

// -- The authenticator app ------------------------------------------------------------------------

std::string code_of_app(const std::string& secret, int steps_ahead = 0) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return token::authenticator_code(secret, now + std::chrono::seconds{30} * steps_ahead);
}

class TwoFactor : public Passwords {
  protected:
    struct Guarded {
        Person person;
        std::string secret;
        std::vector<std::string> recovery_codes;
    };
    static Guarded guarded() {
        Guarded result{person(), {}, {}};
        const auto begun =
            post(result.person, "/api/v3/two-factor/begin",
                 proved(result.person, Act::two_factor_on, {{"password", password}}));
        EXPECT_EQ(begun.status, 200) << begun.body;
        result.secret = begun.json()["secret"].asString();
        EXPECT_THAT(begun.json()["uri"].asString(), HasSubstr("otpauth://totp/"));
        EXPECT_THAT(begun.json()["uri"].asString(), HasSubstr(result.secret));
        const auto confirmed = post(result.person, "/api/v3/two-factor/confirm",
                                    {{"code", code_of_app(result.secret)}});
        EXPECT_EQ(confirmed.status, 200) << confirmed.body;
        const auto reply = confirmed.json();
        for (const auto& code : reply["recovery_codes"])
            result.recovery_codes.push_back(code.asString());
        return result;
    }
    static Json::Value state(const Person& person) {
        return get(person, "/api/v3/two-factor").json();
    }
    static Fields both(const std::string& with_password, const std::string& code) {
        return {{"password", with_password}, {"code", code}};
    }
};

TEST_F(TwoFactor, IsOnFromTheConfirmation) {
    const auto mira = guarded();
    EXPECT_EQ(mira.recovery_codes.size(), 10u);
    EXPECT_TRUE(state(mira.person)["enabled"].asBool());
    EXPECT_TRUE(state(mira.person)["since"].isString());
    EXPECT_EQ(state(mira.person)["recovery_codes_left"].asInt(), 10);
    EXPECT_TRUE(withdrawals_rest(mira.person));
    EXPECT_EQ(mails_waiting(mira.person, "two_factor_on"), 1);
    EXPECT_TRUE(get(mira.person, "/api/v3/security").json()["two_factor"].asBool());
    expect_error(post(mira.person, "/api/v3/two-factor/begin", {{"password", password}}), 409,
                 "two_factor_already_on");
}

TEST_F(TwoFactor, BeginsOnlyWithThePasswordAndGuardsNothingBefore) {
    const auto mira = person();
    expect_error(post(mira, "/api/v3/two-factor/confirm", {{"code", "123456"}}), 409,
                 "two_factor_off");
    expect_error(post(mira, "/api/v3/two-factor/begin", {{"password", "wrong"}}), 400,
                 "wrong_password", "password");
    const auto secret = post(mira, "/api/v3/two-factor/begin",
                             proved(mira, Act::two_factor_on, {{"password", password}}))
                            .json()["secret"]
                            .asString();
    EXPECT_FALSE(state(mira)["enabled"].asBool());
    expect_error(post(mira, "/api/v3/two-factor/confirm", {{"code", another(code_of_app(secret))}}),
                 400, "two_factor_wrong", "code");
    EXPECT_FALSE(state(mira)["enabled"].asBool());
    EXPECT_FALSE(withdrawals_rest(mira));
}

TEST_F(TwoFactor, IsRemovedWithPasswordAndCode) {
    const auto mira = guarded();
    const auto path = "/api/v3/two-factor/remove";
    const auto next = code_of_app(mira.secret, 1);
    expect_error(post(mira.person, path, both("wrong", next)), 400, "wrong_password", "password");
    expect_error(post(mira.person, path, both(password, another(next))), 400, "two_factor_wrong",
                 "code");
    EXPECT_TRUE(state(mira.person)["enabled"].asBool());
    expect_message(post(mira.person, path, both(password, next)), "saved");
    EXPECT_FALSE(state(mira.person)["enabled"].asBool());
    EXPECT_EQ(mails_waiting(mira.person, "two_factor_off"), 1);
    expect_error(post(mira.person, path, both(password, next)), 409, "two_factor_off");
}

TEST_F(TwoFactor, ARecoveryCodeStandsInForTheApp) {
    const auto mira = guarded();
    expect_message(
        post(mira.person, "/api/v3/two-factor/remove", both(password, mira.recovery_codes[3])),
        "saved");
    EXPECT_FALSE(state(mira.person)["enabled"].asBool());
}

TEST_F(TwoFactor, NewRecoveryCodesReplaceTheOldOnes) {
    const auto mira = guarded();
    const auto answer = post(mira.person, "/api/v3/two-factor/recovery-codes",
                             both(password, mira.recovery_codes[0]));
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["recovery_codes"].size(), 10u);
    EXPECT_EQ(state(mira.person)["recovery_codes_left"].asInt(), 10);
    expect_error(post(mira.person, "/api/v3/two-factor/recovery-codes",
                      both(password, mira.recovery_codes[1])),
                 400, "two_factor_wrong", "code");
}

TEST_F(TwoFactor, WrongCodesAreCountedAndLock) {
    const auto mira = guarded();
    const auto path = "/api/v3/two-factor/remove";
    const auto next = code_of_app(mira.secret, 1);
    for (int i = 0; i < 5; ++i)
        expect_error(post(mira.person, path, both(password, another(next))), 400,
                     "two_factor_wrong", "code");
    expect_error(post(mira.person, path, both(password, next)), 429, "too_many_attempts");
    EXPECT_TRUE(state(mira.person)["enabled"].asBool());
}

TEST_F(TwoFactor, AStrangersAppOpensNothing) {
    const auto mira = guarded();
    const auto stranger = guarded();
    expect_error(
        post(mira.person, "/api/v3/two-factor/remove", both(password, stranger.recovery_codes[0])),
        400, "two_factor_wrong", "code");
}

TEST_F(Passwords, NothingSecretIsLogged) {
    const auto mira = person();
    post(mira, "/api/v3/update-password", change("canary-old-password", "canary-new-password"));
    get(mira, "/api/v3/update-password", change("canary-old-password", "canary-new-password"));
    EXPECT_THAT(handler->log(), Not(HasSubstr("canary")));
}

}  // namespace

}  // namespace cambio
