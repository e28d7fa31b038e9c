// What every sign-in goes through: the second factor, new devices, places, the account's activity.
#include <gmock/gmock.h>

#include <thread>

#include "account/browsers.h"
#include "handlers/auth_fixture.h"

namespace cambio {

namespace {

using testing::ElementsAre, testing::HasSubstr;

constexpr const char* windows =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36";
constexpr const char* newer_windows =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/141.0.0.0 Safari/537.36";
constexpr const char* android =
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Mobile Safari/537.36";

class AuthEntry : public Auth {
  protected:
    static std::string challenge_of(const Person& person) {
        const auto answer = login(person, password);
        EXPECT_EQ(answer.status, 200) << answer.body;
        const auto reply = answer.json();
        EXPECT_EQ(reply["status"].asInt(), 202);
        EXPECT_EQ(reply["message"].asString(), "two_factor_required");
        EXPECT_FALSE(reply.isMember("token"));
        EXPECT_FALSE(reply.isMember("client"));
        return reply["challenge"].asString();
    }

    static Answer second(const std::string& challenge, const std::string& code) {
        return caller().post_json("/api/v3/login/two-factor",
                                  {{"challenge", challenge}, {"code", code}});
    }

    /// The cookie by which the browser is known from then on.
    static std::string sign_in_from(const Person& person, const char* agent, const char* ip,
                                    const std::string& cookie = "") {
        auto client = caller();
        client.address(ip).variable("HTTP_USER_AGENT", agent).variable("HTTP_COOKIE", cookie);
        const auto answer =
            client.post_json("/api/v3/login", {{"username", person.email}, {"password", password}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        const auto set = answer.header("set-cookie");
        return set.starts_with("cambio_device_") ? set.substr(0, set.find(';')) : cookie;
    }

    static std::int64_t new_devices(const Person& person) {
        return count(
            "select count(*) as count from notifications where kind = 'new_device' and client_id = "
            "$1",
            {id_of(person)});
    }
};

TEST_F(AuthEntry, ASecondFactorIsAskedForAndCompletesTheSignIn) {
    const auto person = signed_up();
    const auto secret = guard(person);
    const auto answer = second(challenge_of(person), app_code(secret));
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["user"]["email"].asString(), person.email);
    auto client = caller();
    client.bearer(answer.json()["token"].asString());
    EXPECT_EQ(client.get("/api/v3/account-client").status, 200);

    prove_phone(person);
    const auto by_phone = caller().post_json("/api/v3/mobile-login",
                                             {{"username", person.phone}, {"password", password}});
    EXPECT_EQ(by_phone.message(), "two_factor_required");
}

TEST_F(AuthEntry, ARecoveryCodeStandsInForTheAppOnce) {
    const auto person = signed_up();
    guard(person);
    const auto code = recovery_codes[3];
    EXPECT_EQ(second(challenge_of(person), code).status, 200);
    expect_error(second(challenge_of(person), code), 400, "two_factor_wrong", "code");
    EXPECT_EQ(count("select count(*) as count from outgoing_mails where client_id = $1 and "
                    "name = 'recovery_code_used'",
                    {id_of(person)}),
              1);
}

TEST_F(AuthEntry, AChallengeIsGoodForOneSignIn) {
    const auto person = signed_up();
    const auto secret = guard(person);
    const auto challenge = challenge_of(person);
    EXPECT_EQ(second(challenge, app_code(secret)).status, 200);
    expect_error(second(challenge, app_code(secret, 1)), 400, "token_expired", "challenge");
    expect_error(second("", app_code(secret, 1)), 400, "token_expired", "challenge");
    expect_error(second(std::string(64, '0'), app_code(secret, 1)), 400, "token_expired",
                 "challenge");

    const auto late = challenge_of(person);
    sql("update one_time_tokens set expires_at = now() where client_id = $1", {id_of(person)});
    expect_error(second(late, app_code(secret, 1)), 400, "token_expired", "challenge");
    expect_error(caller().post_json("/api/v3/login/two-factor", {{"challenge", late}}), 400,
                 "missing_parameter", "code");
    expect_error(caller().post_json("/api/v3/login/two-factor",
                                    {{"challenge", late}, {"code", "1"}, {"trust", "yes"}}),
                 400, "unknown_parameter", "trust");
}

TEST_F(AuthEntry, AChangeOfPasswordEndsWhatWasBegunWithTheOldOne) {
    const auto person = signed_up();
    const auto secret = guard(person);
    const auto challenge = challenge_of(person);
    sql("update clients set epoch = epoch + 1 where id = $1", {id_of(person)});
    expect_error(second(challenge, app_code(secret)), 400, "token_expired", "challenge");
}

TEST_F(AuthEntry, FiveWrongCodesLockTheSecondStep) {
    const auto person = signed_up();
    const auto secret = guard(person);
    for (int i = 0; i < 5; ++i)
        expect_error(second(challenge_of(person), "00000" + std::to_string(i)), 400,
                     "two_factor_wrong", "code");
    expect_error(second(challenge_of(person), app_code(secret)), 429, "too_many_attempts");
    sql("update password_attempts set at = at - interval '15 minutes' where subject like $1",
        {"two_factor:" + std::to_string(id_of(person).value) + "/%"});
    EXPECT_EQ(second(challenge_of(person), app_code(secret)).status, 200);
}

TEST_F(AuthEntry, WhoKnowsThePasswordLocksNoKnownBrowser) {
    const auto person = signed_up();
    auto browser = caller();
    const auto entered =
        browser.post_json("/api/v3/login", {{"username", person.email}, {"password", password}});
    const auto cookie = entered.header("set-cookie");
    browser.variable("HTTP_COOKIE", cookie.substr(0, cookie.find(';')));
    const auto secret = guard(person);
    for (int i = 0; i < 5; ++i)
        expect_error(second(challenge_of(person), "00000" + std::to_string(i)), 400,
                     "two_factor_wrong", "code");
    expect_error(second(challenge_of(person), app_code(secret)), 429, "too_many_attempts");
    const Fields right{{"challenge", challenge_of(person)}, {"code", app_code(secret)}};
    EXPECT_EQ(browser.post_json("/api/v3/login/two-factor", right).status, 200);
}

TEST_F(AuthEntry, OneCodeAtTheSameTimeOpensOneSession) {
    const auto person = signed_up();
    const auto secret = guard(person);
    const auto code = app_code(secret);
    std::vector<std::string> challenges;
    for (int i = 0; i < 4; ++i) challenges.push_back(challenge_of(person));
    std::atomic<int> opened = 0;
    std::vector<std::thread> threads;
    for (const auto& challenge : challenges)
        threads.emplace_back([&, guest = std::make_shared<FastCgiClient>(caller())] {
            if (guest
                    ->post_json("/api/v3/login/two-factor",
                                {{"challenge", challenge}, {"code", code}})
                    .status == 200)
                ++opened;
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(opened, 1);
}

TEST_F(AuthEntry, WhoWasFrozenBetweenTheStepsStaysOut) {
    const auto person = signed_up();
    const auto secret = guard(person);
    const auto challenge = challenge_of(person);
    // A freeze without the epoch that usually rises with it.
    sql("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {id_of(person)});
    expect_error(second(challenge, app_code(secret)), 403, "frozen_account");
    expect_error(login(person, password), 403, "frozen_account");
}

TEST_F(AuthEntry, TheOwnerIsToldOfANewDeviceButNotOfTheFirst) {
    const auto person = signed_up();
    const auto desk = sign_in_from(person, windows, "8.8.8.8");
    sign_in_from(person, newer_windows, "8.8.4.4", desk);
    EXPECT_EQ(new_devices(person), 0) << "an update and another address are no news";
    const auto phone = sign_in_from(person, android, "8.8.8.8");
    EXPECT_EQ(new_devices(person), 1);
    sign_in_from(person, windows, "193.0.6.139", desk);
    EXPECT_EQ(new_devices(person), 2) << "the same browser in another country";
    sign_in_from(person, windows, "193.0.6.139", desk);
    sign_in_from(person, android, "8.8.8.8", phone);
    EXPECT_EQ(new_devices(person), 2);

    const auto mails = sql(
        "select data->>'device' as device, data->>'place' as place, data->>'ip' as ip, "
        "data->>'time' as time from outgoing_mails where name = 'new_device' and client_id = $1 "
        "order by id",
        {id_of(person)});
    ASSERT_EQ(mails.size(), 2);
    EXPECT_EQ(mails[0].str("device"), "Chrome on Android");
    EXPECT_EQ(mails[0].str("place"), "United States");
    EXPECT_EQ(mails[1].str("place"), "Netherlands");
    EXPECT_EQ(mails[1].str("ip"), "193.0.6.139");
    EXPECT_THAT(mails[1].str("time"),
                testing::MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}"));
}

TEST_F(AuthEntry, TheOwnerIsToldOfWhoeverOnlyLooksLikeADeviceOfHis) {
    const auto person = signed_up();
    const auto own = sign_in_from(person, windows, "8.8.8.8");
    sign_in_from(person, windows, "8.8.4.4");
    EXPECT_EQ(new_devices(person), 1) << "the same look and country, and no mark of ours";
    sign_in_from(person, windows, "8.8.4.4");
    EXPECT_EQ(new_devices(person), 1) << "once a day";
    sql("update known_devices set told_at = now() - interval '25 hours' where client_id = $1",
        {id_of(person)});
    sign_in_from(person, windows, "8.8.8.8", own);
    EXPECT_EQ(new_devices(person), 1);
    sign_in_from(person, windows, "8.8.4.4");
    EXPECT_EQ(new_devices(person), 2);
    {
        pg::Transaction tx{world->owner};
        account::forget_browsers(tx, id_of(person));
        tx.commit();
    }
    sign_in_from(person, windows, "8.8.4.4");
    EXPECT_EQ(new_devices(person), 3) << "whoever was put out and is back";
}

/// The way of nginx/rotate_hash_key: what the former key has hashed is known as long as it is kept.
TEST_F(AuthEntry, KnownDevicesAndBrowsersOutliveTheHashKey) {
    const auto person = signed_up();
    const auto secret = guard(person);
    const ScratchConfig other{{{"DATABASE_URL", world->database.app()},
                               {"REDIS_URL", world->redis.url()},
                               {"TOKEN_KEY_FILE", world->config.get("TOKEN_KEY_FILE")},
                               {"GEOIP_FILE", world->config.get("GEOIP_FILE")},
                               {"HASH_FORMER_KEYS_FILE", world->config.get("HASH_KEY_FILE")}}};
    const HandlerProcess rotated{"auth", other.path(), other.secret()};
    // The cookie of the browser, or what it had before where it gets none.
    const auto enter = [&](const HandlerProcess& handler, const std::string& cookie) {
        auto client = handler.client();
        client.address("8.8.8.8")
            .variable("HTTP_USER_AGENT", windows)
            .variable("HTTP_COOKIE", cookie);
        const auto asked =
            client.post_json("/api/v3/login", {{"username", person.email}, {"password", password}});
        EXPECT_EQ(asked.status, 200) << asked.body;
        sql("update two_factor set last_step = 0 where client_id = $1", {id_of(person)});
        const auto answer = client.post_json(
            "/api/v3/login/two-factor",
            {{"challenge", asked.json()["challenge"].asString()}, {"code", app_code(secret)}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        const auto set = answer.header("set-cookie");
        return set.starts_with("cambio_device_") ? set.substr(0, set.find(';')) : cookie;
    };
    const auto marks = [&] {
        return count("select count(*) as count from device_marks where client_id = $1",
                     {id_of(person)});
    };
    const auto before = enter(*world->handler, "");
    const auto known = marks();
    EXPECT_EQ(enter(*world->handler, before), before);
    // Another device, so that a new one would be told of.
    sql("insert into known_devices (client_id, device_hash) values ($1, 'another')",
        {id_of(person)});

    const auto after = enter(rotated, before);
    EXPECT_NE(after, before);
    EXPECT_EQ(after.substr(after.find('=')), before.substr(before.find('=')))
        << "the same mark by another name";
    EXPECT_EQ(enter(rotated, after), after);
    EXPECT_EQ(marks(), known);
    EXPECT_EQ(new_devices(person), 0);
    EXPECT_EQ(count("select count(*) as count from known_devices where client_id = $1 and "
                    "key_id = $2",
                    {id_of(person), token::HashKeys{other.hash_key()}.id()}),
              1);
}

TEST_F(AuthEntry, ASessionNamesItsPlaceAndDevice) {
    const auto person = signed_up();
    sign_in_from(person, windows, "193.0.6.139");
    sign_in_from(person, android, "192.168.1.5");
    sign_in_from(person, "somebody's program", "203.0.113.9");
    const auto rows = sql("select place, device, ip from sessions where client_id = $1 order by id",
                          {id_of(person)});
    ASSERT_EQ(rows.size(), 3);
    EXPECT_EQ(rows[0].str("place"), "NL");
    EXPECT_EQ(rows[0].str("device"), windows);
    EXPECT_EQ(rows[1].str("place"), "local");
    EXPECT_EQ(rows[2].str("place"), "");
    EXPECT_EQ(rows[2].str("ip"), "203.0.113.9");
}

TEST_F(AuthEntry, TheActivityHasEverySignInAndFailure) {
    const auto person = signed_up();
    EXPECT_EQ(login(person, "wrong").status, 401);
    auto client = caller();
    client.bearer(token_of(person));
    EXPECT_EQ(client.post_json("/api/v3/logout", {}).message(), "success");
    guard(person);
    second(challenge_of(person), "000000");
    freeze(person);
    login(person, password);
    EXPECT_THAT(activity_of(person), ElementsAre("sign_in_failed", "signed_in", "signed_out",
                                                 "sign_in_failed", "sign_in_failed"));
    const auto rows =
        sql("select ip, device, place from account_activity where client_id = $1 "
            "order by id limit 1",
            {id_of(person)});
    const auto row = rows[0];
    EXPECT_THAT(row.str("ip"), testing::StartsWith("10.0."));
    EXPECT_EQ(row.str("device"), "cambio tests");
    EXPECT_EQ(row.str("place"), "local");
}

TEST_F(AuthEntry, TheLogsHoldNoChallengeAndNoCode) {
    const auto person = signed_up();
    const auto secret = guard(person);
    const auto challenge = challenge_of(person);
    second(challenge, "987123");
    second(challenge, app_code(secret));
    std::string logs = world->handler->log();
    for (const auto& file : std::filesystem::directory_iterator{world->logs.path()})
        logs += read_file(file.path());
    EXPECT_THAT(logs, HasSubstr("second_factor_wrong"));
    for (const auto& word : {challenge, std::string{"987123"}, secret, recovery_codes[0]})
        EXPECT_EQ(logs.find(word), std::string::npos);
}

}  // namespace

}  // namespace cambio
