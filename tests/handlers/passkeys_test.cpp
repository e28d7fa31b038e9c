// Passkeys through the handlers: adding one, signing in by it, proving changes and opening a
// session for trading, and what a thief of a session, another site or an old answer comes to.
#include <future>

#include "handlers/passkeys_fixture.h"
#include "token/two_factor.h"

namespace cambio {
namespace {

TEST_F(Passkeys, OneIsAddedAndSignsIn) {
    Authenticator device;
    const auto anna = person();
    expect_message(add(anna, device, "My phone"), "saved");
    EXPECT_EQ(activities(anna, "passkey_added"), 1);
    EXPECT_EQ(mails_waiting(anna, "passkey_added"), 1);
    EXPECT_TRUE(withdrawals_rest(anna));
    const auto all = list(anna);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0]["name"], "My phone");
    EXPECT_TRUE(all[0]["last_used_at"].isNull());
    EXPECT_TRUE(all[0]["backed_up"].asBool());

    const auto answer = Browser{}.sign_in(device);
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["user"]["email"], anna.email);
    const auto token = answer.json()["token"].asString();
    EXPECT_EQ(at("account", token).get("/api/v3/profile").status, 200);
    EXPECT_EQ(activities(anna, "signed_in"), 1);
    EXPECT_FALSE(list(anna)[0]["last_used_at"].isNull());
}

TEST_F(Passkeys, AllThreeAlgorithmsSignIn) {
    for (const auto algorithm : {token::CoseAlgorithm::eddsa, token::CoseAlgorithm::rs256}) {
        Authenticator device{algorithm};
        with(device);
        EXPECT_EQ(Browser{}.sign_in(device).status, 200);
    }
}

TEST_F(Passkeys, AStolenSessionAddsNone) {
    const auto anna = person();
    const auto thief = another_device(anna);
    Authenticator stolen;
    expect_error(call(thief, "/api/v3/passkeys/begin"), 400, "missing_parameter", "password");
    expect_error(call(thief, "/api/v3/passkeys/begin", {{"password", password}}), 400,
                 "missing_parameter", "verification_code");
    expect_error(call(thief, "/api/v3/passkeys/begin",
                      {{"password", "a guess"}, {"verification_code", "123456"}}),
                 400, "wrong_password", "password");

    // Nor by a challenge of the owner's session, nor by one of another kind.
    const auto begun = begin_adding(anna).json();
    expect_error(
        call(thief, "/api/v3/passkeys/add", {{"name", "Mine"}, {"passkey", stolen.create(begun)}}),
        400, "token_expired", "passkey");
    auto sign_in = Browser{}.begin();
    sign_in["rp"] = begun["rp"];
    sign_in["user"] = begun["user"];
    expect_error(call(thief, "/api/v3/passkeys/add",
                      {{"name", "Mine"}, {"passkey", stolen.create(sign_in)}}),
                 400, "token_expired", "passkey");
    EXPECT_EQ(list(anna).size(), 0u);
    EXPECT_EQ(mails_waiting(anna, "passkey_added"), 0);
    // The owner's own challenge is as good as before.
    Authenticator device;
    expect_message(
        call(anna, "/api/v3/passkeys/add", {{"name", "Mine"}, {"passkey", device.create(begun)}}),
        "saved");
}

TEST_F(Passkeys, OneThatAnotherSiteMadeOrNobodyVerifiedIsNotAdded) {
    const auto anna = person();
    Authenticator device;
    device.origin = "http://localhost.example";
    expect_error(add(anna, device), 400, "passkey_wrong", "passkey");
    device.origin = Authenticator{}.origin;
    device.user_verified = false;
    expect_error(add(anna, device), 400, "passkey_wrong", "passkey");
    for (const char* nonsense : {"{}", "passkey", R"({"type":"public-key","id":"AAAA"})"})
        expect_error(call(anna, "/api/v3/passkeys/add", {{"name", "x"}, {"passkey", nonsense}}),
                     400, "passkey_wrong", "passkey");
    EXPECT_EQ(list(anna).size(), 0u);
}

TEST_F(Passkeys, OneBelongsToOneAccountAndTenToAClient) {
    Authenticator device;
    const auto anna = with(device), ben = person();
    // Each is proved by the first.
    const auto begin = [&] {
        return call(anna, "/api/v3/passkeys/begin",
                    {{"password", password}, {"passkey", device.get(asked(anna, "add_passkey"))}});
    };
    for (int i = 1; i < 10; ++i) {
        Authenticator another;
        const auto begun = begin().json();
        EXPECT_EQ(begun["excludeCredentials"].size(), static_cast<unsigned>(i));
        expect_message(call(anna, "/api/v3/passkeys/add",
                            {{"name", "More"}, {"passkey", another.create(begun)}}),
                       "saved");
    }
    expect_error(begin(), 409, "too_many_passkeys");

    expect_error(add(ben, device), 409, "passkey_taken", "passkey");
    // The device now names Ben with a passkey of Anna's.
    expect_error(Browser{}.sign_in(device), 404, "passkey_unknown", "passkey");
}

TEST_F(Passkeys, AnAnswerCountsOnceAndInTheBrowserThatAsked) {
    Authenticator device;
    with(device);
    Browser browser, another;
    const auto answer = device.get(browser.begin());
    another.begin();
    expect_error(another.finish(answer), 400, "token_expired", "passkey");
    expect_error(Browser{}.finish(answer), 400, "token_expired", "passkey");
    EXPECT_EQ(browser.finish(answer).status, 200);
    expect_error(browser.finish(answer), 400, "token_expired", "passkey");

    const auto old = device.get(browser.begin());
    sql("update one_time_tokens set expires_at = now() where used_at is null");
    expect_error(browser.finish(old), 400, "token_expired", "passkey");
}

TEST_F(Passkeys, AnotherSitesAnswerIsRefusedAndCounted) {
    Authenticator device;
    const auto anna = with(device);
    Browser browser;
    const auto begun = browser.begin();
    device.origin = "https://cambio.example";
    expect_error(browser.finish(device.get(begun)), 400, "passkey_wrong", "passkey");
    EXPECT_EQ(activities(anna, "sign_in_failed"), 1);
    device.origin = Authenticator{}.origin;
    expect_error(browser.finish(device.get(begun)), 400, "token_expired", "passkey");
    device.user_verified = false;
    for (int i = 0; i < 4; ++i)
        expect_error(browser.sign_in(device), 400, "passkey_wrong", "passkey");
    device.user_verified = true;
    expect_error(browser.sign_in(device), 429, "too_many_attempts");
    EXPECT_EQ(activities(anna, "signed_in"), 0);
}

TEST_F(Passkeys, ACopyIsRefusedAndItsOwnerTold) {
    Authenticator device;
    device.sign_count = 7;
    const auto anna = with(device);
    EXPECT_EQ(Browser{}.sign_in(device).status, 200);
    device.sign_count -= 1;
    expect_error(Browser{}.sign_in(device), 400, "passkey_wrong", "passkey");
    EXPECT_EQ(mails_waiting(anna, "passkey_copied"), 1);
    device.sign_count += 1;
    EXPECT_EQ(Browser{}.sign_in(device).status, 200);
}

TEST_F(Passkeys, ARenamedOneStaysAndARemovedOneIsUnknown) {
    Authenticator device;
    const auto anna = with(device), ben = person();
    const auto id = id_of_first(anna);
    expect_error(call(ben, "/api/v3/passkeys/rename", {{"id", id}, {"name", "Ben's"}}), 404,
                 "not_found", "id");
    expect_error(call(anna, "/api/v3/passkeys/rename", {{"id", id}, {"name", " "}}), 400,
                 "missing_parameter", "name");
    expect_message(call(anna, "/api/v3/passkeys/rename", {{"id", id}, {"name", "Key ring"}}),
                   "saved");
    EXPECT_EQ(list(anna)[0]["name"], "Key ring");
    EXPECT_EQ(activities(anna, "passkey_renamed"), 1);
    EXPECT_EQ(Browser{}.sign_in(device).status, 200);

    const auto fields = [&](const Person& person) {
        return proved(person, account::Act::remove_passkey, {{"id", id}, {"password", password}});
    };
    expect_error(call(ben, "/api/v3/passkeys/remove", fields(ben)), 404, "not_found", "id");
    expect_message(call(anna, "/api/v3/passkeys/remove", fields(anna)), "saved");
    EXPECT_EQ(activities(anna, "passkey_removed"), 1);
    EXPECT_EQ(mails_waiting(anna, "passkey_removed"), 1);
    EXPECT_TRUE(withdrawals_rest(anna));
    expect_error(Browser{}.sign_in(device), 404, "passkey_unknown", "passkey");
}

TEST_F(Passkeys, AFrozenClientIsNotLetIn) {
    Authenticator device;
    const auto anna = with(device);
    freeze(anna);
    expect_error(Browser{}.sign_in(device), 403, "frozen_account");
}

TEST_F(Passkeys, AfterThePasswordOneIsTheSecondFactor) {
    Authenticator device, strangers;
    const auto anna = with(device);
    with(strangers);
    const auto first = log_in(anna);
    EXPECT_EQ(first.message(), "two_factor_required");
    ASSERT_EQ(first.json()["factors"].size(), 1u);
    EXPECT_EQ(first.json()["factors"][0], "passkey");
    const auto challenge = first.json()["challenge"].asString();
    Browser browser;
    const auto begin = [&] {
        return browser.client.post_json("/api/v3/login/passkey/begin", {{"challenge", challenge}})
            .json();
    };
    const auto finish = [&](const std::string& with_challenge, const std::string& answer) {
        return browser.client.post_json("/api/v3/login/passkey",
                                        {{"challenge", with_challenge}, {"passkey", answer}});
    };
    expect_error(finish(challenge, strangers.get(begin())), 404, "passkey_unknown", "passkey");
    expect_error(finish(challenge, device.get(browser.begin())), 400, "token_expired", "passkey");
    const auto another = log_in(anna).json()["challenge"].asString();
    const auto answer = device.get(begin());
    expect_error(finish(another, answer), 400, "token_expired", "passkey");
    EXPECT_EQ(begin()["allowCredentials"].size(), 1u);
    EXPECT_EQ(finish(challenge, answer).status, 200);
    expect_error(finish(challenge, device.get(asked(anna, "raise_limit"))), 400, "token_expired",
                 "challenge");
}

TEST_F(Passkeys, OneProvesTheChangeThatItWasAskedForInItsSession) {
    Authenticator device;
    const auto anna = with(device);
    const auto thief = another_device(anna);
    expect_error(raise_limit(anna.token, device.get(asked(anna, "whitelist_off"))), 400,
                 "token_expired", "passkey");
    const auto answer = device.get(asked(anna, "raise_limit"));
    expect_error(raise_limit(thief, answer), 400, "token_expired", "passkey");
    EXPECT_EQ(client_of(anna)[0].integer("withdraw_limit"), 500);
    expect_message(raise_limit(anna.token, answer), "saved");
    EXPECT_EQ(client_of(anna)[0].integer("withdraw_limit"), 1500);
    EXPECT_TRUE(withdrawals_rest(anna));
    sql("update clients set withdraw_limit = 500 where id = $1", {anna.id});
    expect_error(raise_limit(anna.token, answer), 400, "token_expired", "passkey");

    const auto nobody = person();
    expect_error(call(nobody, "/api/v3/step-up/passkey", {{"act", "raise_limit"}}), 404,
                 "not_found");
    expect_error(call(anna, "/api/v3/step-up/passkey", {{"act", "everything"}}), 400,
                 "invalid_parameter", "act");
}

TEST_F(Passkeys, OneStandsForTheAppWhereThereIsOne) {
    Authenticator device;
    const auto anna = with(device);
    const auto key = world->config().hash_key();
    pg::Transaction tx{world->app()};
    const auto setup = token::begin_two_factor(tx, key, anna.id, SessionId{1}, anna.email);
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    token::confirm_two_factor(tx, key, anna.id, SessionId{1},
                              token::authenticator_code(setup.secret, now));
    tx.commit();
    EXPECT_EQ(log_in(anna).json()["factors"].size(), 2u);
    expect_message(
        call(anna, "/api/v3/two-factor/remove",
             {{"password", password}, {"passkey", device.get(asked(anna, "two_factor_off"))}}),
        "saved");
}

TEST_F(Passkeys, OneOpensItsSessionForTrading) {
    Authenticator device;
    const auto anna = with(device);
    const auto thief = another_device(anna);
    const auto ask = [&] { return asked_to_trade(anna.token, device); };
    expect_error(call(anna, "/api/v3/trading-unlock"), 400, "missing_parameter",
                 "transaction_password");
    expect_error(unlock(anna.token, device.get(asked(anna, "raise_limit"))), 400, "token_expired",
                 "passkey");
    const auto answer = ask();
    expect_error(unlock(thief, answer), 400, "token_expired", "passkey");
    const auto opened = unlock(anna.token, answer);
    EXPECT_EQ(opened.status, 200) << opened.body;
    EXPECT_FALSE(opened.json()["unlocked_until"].isNull());
    expect_error(unlock(anna.token, answer), 400, "token_expired", "passkey");
    EXPECT_EQ(count("select count(*) from sessions where client_id = $1 and unlocked_until "
                    "between now() + interval '14 minutes' and now() + interval '15 minutes'",
                    {anna.id}),
              1);

    // Guesses in other sessions stop no passkey; those of its own session do.
    sql("update sessions set unlocked_until = null, trading_passkey_epoch = null "
        "where client_id = $1",
        {anna.id});
    sql("update clients set trading_locked_until = now() + interval '1 minute' where id = $1",
        {anna.id});
    EXPECT_FALSE(unlock(anna.token, ask()).json()["unlocked_until"].isNull());
    sql("update sessions set trading_locked_until = now() + interval '1 minute' "
        "where client_id = $1",
        {anna.id});
    expect_error(unlock(anna.token, ask()), 429, "trading_locked");
}

// A thief who has the mailbox and the login password can add a passkey and open sessions by it.
TEST_F(Passkeys, SessionsThatOneHasOpenedGuessNoMoreThanOthers) {
    Authenticator device;
    const auto anna = with(device);
    const auto guess = [](const std::string& token, const std::string& text) {
        return call(token, "/api/v3/trading-unlock", {{"transaction_password", text}});
    };
    const auto opened = [&] {
        const auto token = another_device(anna);
        EXPECT_EQ(unlock(token, asked_to_trade(token, device)).status, 200);
        return token;
    };
    const auto first = opened(), second = opened();
    for (int i = 0; i < 5; ++i)
        expect_error(guess(first, "a guess"), 400, "wrong_password", "transaction_password");
    // Not one more is looked at, wherever it comes from; not even the right one.
    for (const auto& token : {first, second, opened(), anna.token}) {
        expect_error(guess(token, "a guess"), 429, "trading_locked");
        expect_error(guess(token, transaction_password), 429, "trading_locked");
    }
    EXPECT_EQ(count("select count(*) from password_attempts where subject = 'transaction:' || $1 "
                    "|| '/unproved'",
                    {std::to_string(anna.id.value)}),
              5);
    EXPECT_EQ(mails_waiting(anna, "trading_locked"), 1);
    // What a passkey has opened trades on; whoever guessed there does not.
    const auto open = [](const std::string& token) {
        const auto state = at("account", token).get("/api/v3/trading-unlock");
        return !state.json()["unlocked_until"].isNull();
    };
    EXPECT_TRUE(open(second));
    EXPECT_FALSE(open(first));
    expect_error(unlock(first, asked_to_trade(first, device)), 429, "trading_locked");

    // After the lock the count of the day goes on, in whichever session.
    const auto lifted = [&] {
        sql("update clients set trading_locked_until = null where id = $1", {anna.id});
        sql("update password_attempts set at = at - interval '15 minutes'");
    };
    for (int i = 0; i < 15; ++i) {
        lifted();
        expect_error(guess(opened(), "a guess"), 400, "wrong_password", "transaction_password");
    }
    expect_error(guess(opened(), "a guess"), 429, "trading_locked");
    lifted();
    expect_error(guess(opened(), "a guess"), 400, "wrong_password", "transaction_password");
    expect_error(guess(opened(), "a guess"), 429, "trading_locked");
}

TEST_F(Passkeys, ALockThatComesAgainAndAgainIsToldAFewTimesADay) {
    const auto anna = person();
    for (int i = 0; i < 8; ++i) {
        const auto thief = another_device(anna);
        for (int tried = 0; tried < 5; ++tried)
            call(thief, "/api/v3/trading-unlock", {{"transaction_password", "a guess"}});
        sql("update clients set trading_locked_until = null where id = $1", {anna.id});
    }
    EXPECT_EQ(mails_waiting(anna, "trading_locked"), 5);
}

TEST_F(Passkeys, ANewPasswordByMailRemovesThemAll) {
    Authenticator device;
    const auto anna = with(device);
    Browser browser;
    expect_message(reset(browser, anna, reset_token(anna)), "success");
    expect_error(Browser{}.sign_in(device), 404, "passkey_unknown", "passkey");
    EXPECT_EQ(activities(anna, "passkey_removed"), 1);
    EXPECT_EQ(mails_waiting(anna, "passkey_removed"), 1);
    EXPECT_TRUE(withdrawals_rest(anna));
}

// Whoever changes a password may have been spied on, and hears what still opens the account.
TEST_F(Passkeys, AChangeOfPasswordKeepsThemAndTellsTheOwnerWhichThereAre) {
    Authenticator device;
    const auto anna = with(device);
    expect_message(change_password(anna), "saved");
    EXPECT_EQ(Browser{}.sign_in(device).status, 200);
    EXPECT_EQ(mails_waiting(anna, "other_sign_ins_stay"), 1);
    EXPECT_EQ(told(anna, "other_sign_ins_stay"), "My laptop");
    EXPECT_EQ(mails_waiting(anna, "passkey_removed"), 0);
}

TEST_F(Passkeys, AChangeOfPasswordEndsThemAllWhereTheOwnerSaysSo) {
    Authenticator device;
    const auto anna = with(device);
    sql("update clients set google_subject = 'subject-' || id, google_email = email, "
        "wallet_address = '0x' || id where id = $1",
        {anna.id});
    expect_message(change_password(anna, {{"end_other_sign_ins", "true"}}), "saved");
    expect_error(Browser{}.sign_in(device), 404, "passkey_unknown", "passkey");
    EXPECT_TRUE(client_of(anna)[0].null("google_subject"));
    EXPECT_TRUE(client_of(anna)[0].null("wallet_address"));
    for (const char* kind : {"passkey_removed", "connection_changed", "password_changed"}) {
        EXPECT_EQ(activities(anna, kind), 1) << kind;
        EXPECT_EQ(mails_waiting(anna, kind), 1) << kind;
    }
    EXPECT_EQ(mails_waiting(anna, "other_sign_ins_stay"), 0);
}

TEST_F(Passkeys, ASignInUnderWayDoesNotOutliveTheNewPassword) {
    Authenticator device;
    const auto anna = with(device);
    const auto token = reset_token(anna);
    Browser thief, owner;
    const auto answer = device.get(thief.begin());
    pg::Connection other{world->database().superuser()};
    pg::Transaction held{other};
    held.run("select from passkeys where client_id = $1 for update", {anna.id});
    auto entered = std::async(std::launch::async, [&] { return thief.finish(answer); });
    test::wait_until("the sign-in waits", [] { return who_wait() == 1; });
    auto renewed = std::async(std::launch::async, [&] { return reset(owner, anna, token); });
    test::wait_until("the new password waits", [] { return who_wait() == 2; });
    held.commit();
    expect_message(renewed.get(), "success");
    entered.get();
    EXPECT_EQ(count("select count(*) as count from sessions where client_id = $1 and "
                    "revoked_at is null",
                    {anna.id}),
              0);
}

}  // namespace
}  // namespace cambio
