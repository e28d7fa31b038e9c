#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "account/api_keys.h"
#include "crypto/crypto.h"
#include "handlers/auth_fixture.h"
#include "token/networks.h"
#include "token/paseto.h"
#include "token/sessions.h"

namespace cambio {

namespace {

using testing::HasSubstr, testing::Not;

// -- Sign-in
// ----------------------------------------------------------------------------------------

TEST_F(Auth, LoginGivesATokenAndTheClient) {
    const auto person = signed_up();
    const Fields by_number{{"username", person.phone}, {"password", password}};
    EXPECT_EQ(caller().post_json("/api/v3/mobile-login", by_number).status, 401);
    prove_phone(person);
    for (const bool by_phone : {false, true}) {
        const auto answer =
            by_phone ? caller().post_json("/api/v3/mobile-login", {{"username", person.phone},
                                                                   {"password", password},
                                                                   {"mobile", person.phone}})
                     : caller().post_form("/api/v3/login",
                                          {{"username", person.email}, {"password", password}});
        ASSERT_EQ(answer.status, 200) << answer.body;
        const auto reply = answer.json();
        EXPECT_EQ(reply["status"].asInt(), 200);
        EXPECT_THAT(reply["token"].asString(), testing::StartsWith("v4.public."));
        for (const auto& user : {reply["user"], reply["client"]["user"]}) {
            EXPECT_EQ(user["email"].asString(), person.email);
            EXPECT_EQ(user["mobile_number"].asString(), person.phone);
            EXPECT_EQ(user["account_status"].asString(), "Unverified");
            EXPECT_EQ(user["user_unique_id"].asString().size(), 12u);
        }
        const auto& client = reply["client"];
        EXPECT_TRUE(client["id"].isString());
        EXPECT_EQ(client["status"].asString(), "ACTIVE");
        EXPECT_EQ(client["membership_level"].asString(), "NO_BADGE");
        EXPECT_EQ(client["withdraw_transfer_status"].asString(), "ALLOWED");
        EXPECT_EQ(client["withdraw_restriction"].asString(), "");
        EXPECT_THAT(answer.body, Not(HasSubstr("argon2")));
    }
}

TEST_F(Auth, LoginRefusesWrongPasswordsAndUnknownPeopleAlike) {
    const auto person = signed_up();
    const auto wrong = login(person, "something else");
    const auto unknown = login({"nobody.at.all@example.com", ""}, password);
    for (const auto& answer : {wrong, unknown}) {
        EXPECT_EQ(answer.status, 401);
        EXPECT_EQ(answer.message(), "invalid_credentials");
        EXPECT_EQ(answer.json()["status"].asInt(), 401);
        EXPECT_FALSE(answer.json().isMember("token"));
    }
    expect_error(caller().post_json("/api/v3/login", {{"username", person.email}}), 400,
                 "missing_parameter", "password");
    expect_error(caller().post_json("/api/v3/login", {{"password", password}}), 400,
                 "missing_parameter", "username");
    expect_error(
        caller().post_json("/api/v3/mobile-login", {{"username", "1"}, {"password", password}}),
        400, "invalid_phone", "username");
    expect_error(
        caller().get("/api/v3/login", {{"username", person.email}, {"password", password}}), 405,
        "method_not_allowed");
    expect_error(caller().post_json(
                     "/api/v3/login",
                     {{"username", person.email}, {"password", password}, {"remember", "yes"}}),
                 400, "unknown_parameter", "remember");
}

TEST_F(Auth, FiveWrongPasswordsLockForFifteenMinutes) {
    const auto person = signed_up();
    prove_phone(person);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(login(person, "wrong").status, 401);
    // The phone is another way to the same password.
    EXPECT_EQ(
        caller()
            .post_json("/api/v3/mobile-login", {{"username", person.phone}, {"password", "wrong"}})
            .status,
        401);
    const auto locked = login(person, password);
    expect_error(locked, 429, "too_many_attempts");
    const auto wait = std::stoi(locked.json()["details"]["retry_after_seconds"].asString());
    EXPECT_GT(wait, 14 * 60);
    EXPECT_LE(wait, 15 * 60);

    sql("update password_attempts set at = at - interval '15 minutes' where subject like $1",
        {"login:" + person.email + "/%"});
    EXPECT_EQ(login(person, "wrong").status, 401);
    EXPECT_EQ(login(person, password).status, 200);
}

TEST_F(Auth, AnUnknownEmailLocksLikeAKnownOne) {
    const Person nobody{"still.nobody@example.com", ""};
    for (int i = 0; i < 5; ++i) EXPECT_EQ(login(nobody, "wrong").status, 401);
    expect_error(login(nobody, "wrong"), 429, "too_many_attempts");
}

TEST_F(Auth, ARightPasswordStartsTheCountAnew) {
    const auto person = signed_up();
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 4; ++i) EXPECT_EQ(login(person, "wrong").status, 401);
        EXPECT_EQ(login(person, password).status, 200);
    }
}

TEST_F(Auth, GuessesInParallelAreCounted) {
    const auto person = signed_up();
    std::atomic<int> tried = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 12; ++i)
        threads.emplace_back([&, guest = std::make_shared<FastCgiClient>(caller())] {
            const auto answer = guest->post_json(
                "/api/v3/login", {{"username", person.email}, {"password", "wrong"}});
            if (answer.status == 401)
                ++tried;
            else
                EXPECT_EQ(answer.message(), "too_many_attempts");
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(tried, 5);
}

TEST_F(Auth, LoginsAreCountedForAnAddress) {
    auto guest = caller();
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(guest.post_json("/api/v3/login", {{"username", "x"}, {"password", "y"}}).status,
                  400);
    expect_error(guest.post_json("/api/v3/login", {{"username", "x"}, {"password", "y"}}), 429,
                 "rate_limited");
}

// The page begins a sign-in by passkey by itself, for everybody behind one address.
TEST_F(Auth, WhatNeighborsBeginKeepsNobodyOut) {
    const auto person = signed_up();
    auto guest = caller();
    for (int i = 0; i < 50; ++i) EXPECT_EQ(guest.get("/api/v3/web3-nonce").status, 200);
    EXPECT_EQ(guest.post_json("/api/v3/login", {{"username", person.email}, {"password", password}})
                  .status,
              200);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(guest.get("/api/v3/web3-nonce").status, 200);
    expect_error(guest.get("/api/v3/web3-nonce"), 429, "rate_limited");
}

TEST_F(Auth, AFrozenClientLearnsItOnlyWithTheRightPassword) {
    const auto person = signed_up();
    freeze(person);
    EXPECT_EQ(login(person, "wrong").status, 401);
    expect_error(login(person, password), 403, "frozen_account");
    EXPECT_EQ(count(R"sql(select count(*) from sessions s join clients c on c.id = s.client_id
                          where c.email = $1)sql",
                    {person.email}),
              0);
}

// -- Sessions
// ---------------------------------------------------------------------------------------

TEST_F(Auth, AccountClientShowsTheCaller) {
    const auto person = signed_up();
    auto client = caller();
    const auto answer = client.bearer(token_of(person)).get("/api/v3/account-client");
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["client"]["user"]["email"].asString(), person.email);
    EXPECT_EQ(answer.json()["client"]["status"].asString(), "ACTIVE");
}

TEST_F(Auth, LogoutEndsOneSession) {
    const auto person = signed_up();
    const auto token = token_of(person);
    auto phone = caller();
    auto laptop = caller();
    phone.bearer(token);
    laptop.bearer(token_of(person));
    EXPECT_EQ(phone.get("/api/v3/account-client").status, 200);
    EXPECT_EQ(phone.post_json("/api/v3/logout", Fields{}).message(), "success");
    expect_error(phone.get("/api/v3/account-client"), 401, "unauthorized");
    expect_error(phone.post_json("/api/v3/logout", Fields{}), 401, "unauthorized");
    EXPECT_EQ(laptop.get("/api/v3/account-client").status, 200);
}

TEST_F(Auth, WhoHasUsedUpTheCallsOfASessionKeepsNobodyFromEndingIt) {
    const auto person = signed_up();
    auto thief = caller(), owner = caller();
    const auto token = token_of(person);
    thief.bearer(token);
    owner.bearer(token);
    int refused = 0;
    for (int i = 0; i < 61; ++i) {
        refused += thief.post_json("/api/v3/stream-ticket", Fields{}).status == 429;
        thief.post_json("/api/v3/logout", {{"unknown", "parameter"}});
    }
    EXPECT_GT(refused, 0);
    EXPECT_EQ(owner.post_json("/api/v3/stream-ticket", Fields{}).status, 429);
    EXPECT_EQ(owner.post_json("/api/v3/logout", Fields{}).status, 200);
}

TEST_F(Auth, NoTokenButAValidOneIsASession) {
    const auto person = signed_up();
    const auto token = token_of(person);
    const auto expired = token_of(person);
    sql(R"sql(update sessions set expires_at = now() where id =
              (select max(s.id) from sessions s join clients c on c.id = s.client_id
               where c.email = $1))sql",
        {person.email});
    auto forged = token;
    forged[forged.size() / 2] = forged[forged.size() / 2] == 'A' ? 'B' : 'A';
    ScratchConfig stranger{
        {{"DATABASE_URL", world->database.app()}, {"REDIS_URL", world->redis.url()}}};
    const auto foreign = token::sign(
        stranger.token_secret_key(),
        token::verify(std::string_view{world->config.token_secret_key()}.substr(32), token)
            ->payload);

    for (const auto& bad : {std::string{}, expired, forged, foreign, token.substr(0, 40),
                            "v4.public." + std::string(4000, 'A'), std::string{"Basic abc"}}) {
        auto client = caller();
        client.bearer(bad);
        expect_error(client.get("/api/v3/account-client"), 401, "unauthorized");
        expect_error(client.post_json("/api/v3/logout", Fields{}), 401, "unauthorized");
        expect_error(client.post_json("/api/v3/stream-ticket", Fields{}), 401, "unauthorized");
    }
    auto client = caller();
    EXPECT_EQ(client.bearer(token).get("/api/v3/account-client").status, 200);
}

TEST_F(Auth, AFrozenClientMayAskWhyAndLeave) {
    const auto person = signed_up();
    auto client = caller();
    client.bearer(token_of(person));
    freeze(person);
    const auto answer = client.get("/api/v3/account-client");
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["client"]["status"].asString(), "FREEZE_ACCOUNT");
    expect_error(client.post_json("/api/v3/stream-ticket", Fields{}), 403, "frozen_account");
    EXPECT_EQ(client.post_json("/api/v3/logout", Fields{}).message(), "success");
}

// -- Tickets
// ----------------------------------------------------------------------------------------

Answer authorize(FastCgiClient& nginx, const std::string& uri, const std::string& protocol) {
    return nginx.raw({{"DOCUMENT_URI", "/internal/stream-auth"},
                      {"HTTP_X_ORIGINAL_URI", uri},
                      {"HTTP_SEC_WEBSOCKET_PROTOCOL", protocol}},
                     "");
}

TEST_F(Auth, ATicketOpensTheClientsChannelOnce) {
    const auto person = signed_up();
    auto client = caller();
    client.bearer(token_of(person));
    const auto reply = client.post_json("/api/v3/stream-ticket", Fields{}).json();
    const auto ticket = reply["ticket"].asString();
    const auto channel = reply["channel"].asString();
    EXPECT_EQ(
        channel,
        client.get("/api/v3/account-client").json()["client"]["user"]["user_unique_id"].asString());
    auto nginx = caller();
    EXPECT_EQ(authorize(nginx, "/stream/client/" + channel, "json, cambio." + ticket).status, 200);
    expect_error(authorize(nginx, "/stream/client/" + channel, "cambio." + ticket), 403,
                 "forbidden");
}

TEST_F(Auth, ATicketOpensNothingElse) {
    const auto person = signed_up();
    const auto other = signed_up();
    auto client = caller();
    client.bearer(token_of(person));
    auto stranger = caller();
    stranger.bearer(token_of(other));
    const auto channel =
        client.post_json("/api/v3/stream-ticket", Fields{}).json()["channel"].asString();
    const auto others = stranger.post_json("/api/v3/stream-ticket", Fields{}).json();
    auto nginx = caller();
    for (const auto& protocol :
         {"cambio." + others["ticket"].asString(), std::string{}, std::string{"cambio."},
          std::string{"json"}, "cambio." + std::string(3000, 'x'), std::string{",,,"}})
        expect_error(authorize(nginx, "/stream/client/" + channel, protocol), 403, "forbidden");
    const auto ticket =
        client.post_json("/api/v3/stream-ticket", Fields{}).json()["ticket"].asString();
    expect_error(authorize(nginx, "/stream/market/" + channel, "cambio." + ticket), 403,
                 "forbidden");
    expect_error(authorize(nginx, "", "cambio." + ticket), 403, "forbidden");
    EXPECT_EQ(authorize(nginx, "/stream/client/" + channel + "?x=1", "cambio." + ticket).status,
              200);
}

TEST_F(Auth, ATicketEndsAfterHalfAMinute) {
    const auto person = signed_up();
    auto client = caller();
    client.bearer(token_of(person));
    const auto reply = client.post_json("/api/v3/stream-ticket", Fields{}).json();
    const auto ticket = reply["ticket"].asString();
    const auto uri = "/stream/client/" + reply["channel"].asString();
    const auto signed_for = [&](std::int64_t ends) {
        const auto statement =
            std::to_string(ends) +
            ticket.substr(ticket.find('.'), ticket.rfind('.') - ticket.find('.'));
        const auto hash =
            crypto::keyed_hash(world->config.hash_key(),
                               "stream ticket:" + statement + ':' + reply["channel"].asString());
        return "cambio." + statement + '.' + crypto::base64url(hash);
    };
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count();
    const auto ends = std::stoll(ticket);
    EXPECT_GT(ends, now);
    EXPECT_LE(ends, now + 30'000);
    auto nginx = caller();
    expect_error(authorize(nginx, uri, signed_for(now - 1)), 403, "forbidden");
    // The same with another end, unsigned: its owner cannot make it last.
    expect_error(authorize(nginx, uri,
                           "cambio." + std::to_string(ends + 1) + ticket.substr(ticket.find('.'))),
                 403, "forbidden");
    EXPECT_EQ(authorize(nginx, uri, signed_for(now + 30'000)).status, 200);
}

TEST_F(Auth, ATicketEndsWithItsSession) {
    const auto person = signed_up();
    auto nginx = caller();
    const auto ticket_of = [](FastCgiClient& client) {
        const auto reply = client.post_json("/api/v3/stream-ticket", Fields{}).json();
        return std::pair{"/stream/client/" + reply["channel"].asString(),
                         "cambio." + reply["ticket"].asString()};
    };
    auto leaving = caller();
    leaving.bearer(token_of(person));
    auto staying = caller();
    staying.bearer(token_of(person));
    const auto [uri, dead] = ticket_of(leaving);
    EXPECT_EQ(leaving.post_json("/api/v3/logout", Fields{}).message(), "success");
    expect_error(authorize(nginx, uri, dead), 403, "forbidden");
    const auto [same, alive] = ticket_of(staying);
    EXPECT_EQ(authorize(nginx, same, alive).status, 200);

    const auto frozen = ticket_of(staying).second;
    freeze(person);
    expect_error(authorize(nginx, uri, frozen), 403, "forbidden");
}

// A program hears the same channel by its key, which may be one that only reads, from where the key
// may be used and for as long as it lives.
TEST_F(Auth, AKeysTicketOpensTheClientsChannelWhileTheKeyLives) {
    const auto person = signed_up();
    pg::Connection app{world->database.app()};
    const ClientId client{
        sql("select id from clients where email = $1", {person.email})[0].integer("id")};
    const auto made = [&](const account::KeyScope& scope) {
        pg::Transaction tx{app};
        auto key = account::make_api_key(tx, world->config.hash_key(), client, {"A bot", {}, scope},
                                         {"127.0.0.1", "a test", {}});
        tx.commit();
        return key;
    };
    const std::string home = "203.0.113.7";
    const auto ticket_of = [&](const account::MadeApiKey& key) {
        auto program = caller();
        program.address(home);
        const auto at = std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(
                                           std::chrono::system_clock::now().time_since_epoch())
                                           .count());
        const auto text = at + "\nPOST\n/api/v3/stream-ticket\n\n{}";
        const auto answer = program.raw(
            {{"REQUEST_METHOD", "POST"},
             {"DOCUMENT_URI", "/api/v3/stream-ticket"},
             {"CONTENT_TYPE", "application/json"},
             {"HTTP_X_CAMBIO_KEY", key.public_id},
             {"HTTP_X_CAMBIO_TIMESTAMP", at},
             {"HTTP_X_CAMBIO_SIGNATURE", crypto::hex(crypto::hmac_sha256(key.secret, text))}},
            "{}");
        EXPECT_EQ(answer.status, 200) << answer.body;
        const auto reply = answer.json();
        return std::pair{"/stream/client/" + reply["channel"].asString(),
                         "cambio." + reply["ticket"].asString()};
    };
    auto nginx = caller();
    nginx.address(home);
    const auto key = made({false, {}, {*token::Network::parse("203.0.113.0/24")}, {}});
    const auto [uri, ticket] = ticket_of(key);
    auto elsewhere = caller();
    elsewhere.address("198.51.100.1");
    expect_error(authorize(elsewhere, uri, ticket_of(key).second), 403, "forbidden");
    EXPECT_EQ(authorize(nginx, uri, ticket).status, 200);

    const auto late = ticket_of(key).second;
    sql("update sessions set revoked_at = now() where id = (select session_id from api_keys where "
        "public_id = $1)",
        {key.public_id});
    expect_error(authorize(nginx, uri, late), 403, "forbidden");
    const auto dated = made({false, {}, {}, pg::now() + std::chrono::hours{1}});
    EXPECT_EQ(authorize(nginx, uri, ticket_of(dated).second).status, 200);
}

TEST_F(Auth, WithoutRedisTicketsAndSignInGoOn) {
    RedisServer redis;
    auto config = ScratchConfig{{{"DATABASE_URL", world->database.app()},
                                 {"REDIS_URL", redis.url()},
                                 {"TOKEN_KEY_FILE", world->config.get("TOKEN_KEY_FILE")}}};
    const auto person = signed_up();
    const HandlerProcess handler{"auth", config.path(), config.secret()};
    redis.stop();
    auto client = handler.client();
    const auto login =
        client.post_json("/api/v3/login", {{"username", person.email}, {"password", password}});
    ASSERT_EQ(login.status, 200) << login.body;
    client.bearer(login.json()["token"].asString());
    const auto reply = client.post_json("/api/v3/stream-ticket", Fields{}).json();
    auto nginx = handler.client();
    EXPECT_EQ(authorize(nginx, "/stream/client/" + reply["channel"].asString(),
                        "cambio." + reply["ticket"].asString())
                  .status,
              200);
}

TEST_F(Auth, TheLogsHoldNoSecret) {
    const auto person = signed_up();
    const auto token = token_of(person);
    auto client = caller();
    client.bearer(token);
    const auto ticket =
        client.post_json("/api/v3/stream-ticket", Fields{}).json()["ticket"].asString();
    const auto email = new_email();
    const auto code = code_for(email);
    caller().get("/api/v2/send-code", {{"email", email}, {"password", password}});
    login(person, "canary-wrong-password");
    caller().post("/api/v3/login", "application/json",
                  R"({"username":"a@b.c","password":"canary-broken-json)");
    caller().post_json("/api/v3/login", {{"username", "a@b.c"}, {"canary-name", "canary-value"}});

    std::string logs = world->handler->log();
    for (const auto& entry : std::filesystem::directory_iterator{world->logs.path()})
        logs += read_file(entry.path());
    ASSERT_THAT(logs, HasSubstr("auth"));
    EXPECT_THAT(logs, Not(HasSubstr("canary")));
    EXPECT_THAT(logs, Not(HasSubstr(token)));
    EXPECT_THAT(logs, Not(HasSubstr("v4.public.")));
    EXPECT_THAT(logs, Not(HasSubstr(ticket)));
    EXPECT_THAT(logs, Not(HasSubstr("code=" + code)));
    EXPECT_THAT(logs, Not(HasSubstr(person.email)));
}

}  // namespace

}  // namespace cambio
