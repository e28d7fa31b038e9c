// Sessions, in the database and through the accept loop.
#include "token/sessions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "crypto/crypto.h"
#include "pg/listener.h"
#include "support/builders.h"
#include "support/echo_group.h"
#include "token/keys.h"
#include "token/paseto.h"

namespace cambio::test {
namespace {

class SessionsTest : public testing::Test {
  protected:
    void run(const std::string& sql) { pg::Connection{world.database().superuser()}.script(sql); }

    std::string token(const Person& person) { return world.token(person); }

    World world;
    Person ann = world.client("ann@example.com");
    HandlerProcess echo = world.handler("fcgi_echo");
};

TEST_F(SessionsTest, LetInWhoMayCall) {
    auto client = echo.client();
    EXPECT_EQ(client.get("/guest").message(), "nobody");
    EXPECT_EQ(client.get("/client").status, 401);
    EXPECT_EQ(client.get("/client").message(), "unauthorized");
    EXPECT_EQ(client.get("/frozen-too").status, 401);

    client.bearer(token(ann));
    const auto id = std::to_string(ann.id.value);
    EXPECT_EQ(client.get("/guest").message(), id);
    EXPECT_EQ(client.get("/client").message(), id);
    EXPECT_EQ(client.post_form("/trading", {}).message(), id);
    EXPECT_EQ(client.get("/cached").header("cache-control"), "no-store");
}

TEST_F(SessionsTest, RefuseForgedExpiredAndForeignTokens) {
    const auto good = token(ann);
    std::string forged = good;
    forged[40] = forged[40] == 'a' ? 'b' : 'a';
    const auto key = world.config().token_secret_key();
    const auto claims = [&](const std::string& sid, const std::string& exp) {
        return token::sign(key, "{\"sid\":" + sid + ",\"cid\":" + std::to_string(ann.id.value) +
                                    ",\"exp\":\"" + exp + "\"}");
    };
    const std::string future = "2999-01-01T00:00:00Z";
    for (const auto& bad :
         {forged, good.substr(0, good.size() - 1), std::string{"v4.public."}, std::string{"x"},
          std::string(3000, 'a'), std::string{"\xff"}, claims("1", "2020-01-01T00:00:00Z"),
          claims("999999", future), claims("\"1\"", future), claims("null", future),
          claims("1e99", future), claims("1", "soon"), token::sign(key, "[]"),
          token::sign(key, "no json")}) {
        auto client = echo.client();
        client.bearer(bad);
        EXPECT_EQ(client.get("/client").status, 401) << bad;
        EXPECT_EQ(client.get("/guest").message(), "nobody") << bad;
    }
}

TEST_F(SessionsTest, EndWithinSecondsOfTheirRevocation) {
    auto client = echo.client();
    client.bearer(token(ann));
    EXPECT_EQ(client.get("/client").status, 200);
    {
        pg::Connection connection{world.database().app()};
        pg::Transaction tx{connection};
        const auto epoch = tx.one("select epoch from clients where id = $1", {ann.id});
        const auto before = epoch.integer("epoch");
        token::revoke_all_sessions(tx, ann.id);
        EXPECT_EQ(tx.one("select epoch from clients where id = $1", {ann.id}).integer("epoch"),
                  before + 1);
        tx.commit();
    }
    wait_until("the handler has heard of it", [&] { return client.get("/client").status == 401; });
    auto again = echo.client();
    again.bearer(token(ann));
    EXPECT_EQ(again.get("/client").status, 200) << "a new session is none of the old ones";
}

TEST_F(SessionsTest, KeepFrozenClientsOut) {
    run("update clients set status = 'FREEZE_ACCOUNT'");
    auto client = echo.client();
    client.bearer(token(ann));
    EXPECT_EQ(client.get("/client").status, 403);
    EXPECT_EQ(client.get("/client").message(), "frozen_account");
    EXPECT_EQ(client.post_form("/trading", {}).message(), "frozen_account");
    EXPECT_EQ(client.get("/frozen-too").status, 200);
    EXPECT_EQ(client.get("/guest").status, 200);
}

TEST_F(SessionsTest, EndedByAFreezeTheySayThatAndNothingElse) {
    auto client = echo.client();
    client.bearer(token(ann));
    run("update sessions set revoked_at = now()");
    run("update clients set status = 'FREEZE_ACCOUNT'");
    for (const char* path : {"/client", "/frozen-too"}) {
        EXPECT_EQ(client.get(path).status, 403) << path;
        EXPECT_EQ(client.get(path).message(), "frozen_account") << path;
    }
    EXPECT_EQ(client.get("/guest").status, 200);
    run("update clients set status = 'ACTIVE'");
    test::wait_until("the session is over", [&] { return client.get("/client").status == 401; });
}

TEST_F(SessionsTest, CostNothingWhileTheyAreKept) {
    const auto key = world.config().token_secret_key();
    pg::Pool pool{world.database().app(), 2};
    token::Sessions sessions{{key.substr(32)}, {.lifetime = std::chrono::hours{1}}};
    const auto ours = token(ann);
    const auto found = sessions.find(pool, ours);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->client, ann.id);
    EXPECT_FALSE(found->frozen);
    EXPECT_EQ(found->trading_locked_until, pg::Time{});

    run("update sessions set revoked_at = now()");
    EXPECT_TRUE(sessions.find(pool, ours)) << "kept for an hour here";
    sessions.forget(ours);
    EXPECT_FALSE(sessions.find(pool, ours));

    // Without a database, what is kept is still known and a forged token is still forged.
    pg::Pool nowhere{"host=/nowhere", 1};
    EXPECT_FALSE(sessions.find(nowhere, ours));
    EXPECT_FALSE(sessions.find(nowhere, "v4.public.forged"));
    EXPECT_THROW(sessions.find(nowhere, token(ann)), pg::Failure);
}

/// Kept for an hour, unless the database tells.
TEST_F(SessionsTest, AreForgottenWhenTheDatabaseTells) {
    pg::Pool pool{world.database().app(), 2};
    token::Sessions sessions{{world.config().token_secret_key().substr(32)},
                             {.lifetime = std::chrono::hours{1}}};
    std::atomic<int> connected = 0;
    const pg::Listener listener{
        world.database().app(),
        token::ended_sessions,
        {.heard = [&](const std::string& told) { sessions.forget(token::ended(told)); },
         .connected =
             [&] {
                 sessions.hears(true);
                 ++connected;
             },
         .lost = [&] { sessions.hears(false); }}};
    wait_until("it listens", [&] { return connected == 1; });
    Person ben = world.client("ben@example.com");
    const auto hers = token(ann);
    const auto his = token(ben);
    ASSERT_TRUE(sessions.find(pool, hers));
    ASSERT_TRUE(sessions.find(pool, his));

    run("update sessions set revoked_at = now() where client_id = " + std::to_string(ann.id.value));
    wait_until("hers is over", [&] { return !sessions.find(pool, hers); });
    EXPECT_TRUE(sessions.find(pool, his));
    run("update clients set status = 'FREEZE_ACCOUNT' where id = " + std::to_string(ben.id.value));
    wait_until("he is frozen", [&] { return sessions.find(pool, his)->frozen; });

    // What ends while nobody listens is known at the next question.
    const auto another = token(ann);
    ASSERT_TRUE(sessions.find(pool, another));
    run("begin; update sessions set revoked_at = now();"
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where application_name like '% listener' and datname = current_database(); commit");
    wait_until("it is over", [&] { return !sessions.find(pool, another); });
    wait_until("it listens again", [&] { return connected == 2; });
}

TEST_F(SessionsTest, EndWhenNobodyUsesThem) {
    auto used = echo.client();
    used.bearer(token(ann));
    auto idle = echo.client();
    idle.bearer(token(ann));
    run("update sessions set last_seen_at = now() - interval '11 hours 59 minutes'");
    run("update sessions set last_seen_at = now() - interval '12 hours'"
        " where id = (select max(id) from sessions)");
    EXPECT_EQ(idle.get("/client").status, 401);
    EXPECT_EQ(idle.get("/guest").message(), "nobody");
    EXPECT_EQ(used.get("/client").status, 200) << "a minute was left";
    run("update clients set status = 'FREEZE_ACCOUNT'");
    wait_until("she is told why", [&] { return idle.get("/client").status == 403; });
}

TEST_F(SessionsTest, AreWrittenDownAsSeenOnceAMinute) {
    auto client = echo.client();
    client.bearer(token(ann));
    const auto seen = [this](const char* question) {
        return world.superuser().run(question)[0].boolean("yes");
    };
    run("update sessions set last_seen_at = now() - interval '11 hours'");
    wait_until("it was seen now", [&] {
        EXPECT_EQ(client.get("/client").status, 200);
        return seen("select last_seen_at > now() - interval '20 seconds' as yes from sessions");
    });
    const auto version = [this] {
        return world.superuser().run("select xmin::text from sessions")[0].str("xmin");
    };
    const auto written = version();
    for (int i = 0; i < 50; ++i) EXPECT_EQ(client.get("/client").status, 200);
    EXPECT_EQ(version(), written) << "not for each call";
}

TEST_F(SessionsTest, AreNotKeptAliveByAPageThatNobodyTouches) {
    Person ben = world.client("ben@example.com");
    auto page = echo.client();
    page.bearer(token(ann)).variable("HTTP_X_CAMBIO_UNATTENDED", "1");
    auto person = echo.client();
    person.bearer(token(ben));
    run("update sessions set last_seen_at = now() - interval '11 hours'");
    const auto seen = [this](const Person& who) {
        return world.superuser()
            .run(
                "select last_seen_at > now() - interval '1 hour' as yes from sessions"
                " where client_id = $1",
                {who.id})[0]
            .boolean("yes");
    };
    wait_until("he is seen", [&] {
        EXPECT_EQ(page.get("/client").status, 200);
        EXPECT_EQ(person.get("/client").status, 200);
        return seen(ben);
    });
    EXPECT_FALSE(seen(ann));
}

TEST_F(SessionsTest, KnowUntilWhenTradingIsLocked) {
    run("update clients set trading_locked_until = '2030-01-01T00:00:00Z'");
    pg::Pool pool{world.database().app(), 2};
    token::Sessions sessions{{world.config().token_secret_key().substr(32)}};
    const auto mine = token(ann);
    const auto locked_until = [&] {
        sessions.forget(mine);
        return pg::iso(sessions.find(pool, mine)->trading_locked_until);
    };
    EXPECT_EQ(locked_until(), "2030-01-01T00:00:00.000Z");
    // One that has proved the transaction password is locked by its own tries alone.
    run("update sessions set trading_proved_epoch = (select epoch from clients)");
    EXPECT_EQ(locked_until(), pg::iso(pg::Time{}));
    // So is one that a passkey has opened for trading.
    run("update sessions set trading_proved_epoch = null, "
        "trading_passkey_epoch = (select epoch from clients)");
    EXPECT_EQ(locked_until(), pg::iso(pg::Time{}));
    run("update sessions set trading_locked_until = '2029-01-01T00:00:00Z'");
    EXPECT_EQ(locked_until(), "2029-01-01T00:00:00.000Z");
    run("update clients set epoch = epoch + 1");
    EXPECT_EQ(locked_until(), "2030-01-01T00:00:00.000Z");
}

/// The way of nginx/rotate_token_key: the next key is accepted before it signs, and the former one
/// as long as its tokens last.
TEST_F(SessionsTest, OutliveTheKeyThatSignedThem) {
    pg::Pool pool{world.database().app(), 2};
    const auto former = world.config().token_secret_key();
    const auto next = ScratchConfig{{}}.token_secret_key();
    const auto public_part = [](const std::string& key) { return key.substr(32); };
    const auto signed_by = [&](const std::string& key) {
        pg::Connection connection{world.database().app()};
        pg::Transaction tx{connection};
        auto token = token::open_session(tx, key, ann.id, "a test", "127.0.0.1");
        tx.commit();
        return token;
    };
    const auto before = signed_by(former);
    const auto after = signed_by(next);
    EXPECT_EQ(token::footer_of(before), "{\"kid\":\"" + token::key_id(public_part(former)) + "\"}");
    EXPECT_NE(token::footer_of(after), token::footer_of(before));

    token::Sessions prepared{{public_part(former), public_part(next)}};
    token::Sessions rotated{{public_part(next), public_part(former)}};
    for (auto* sessions : {&prepared, &rotated}) {
        EXPECT_TRUE(sessions->find(pool, before));
        EXPECT_TRUE(sessions->find(pool, after));
    }
    token::Sessions over{{public_part(next)}};
    EXPECT_FALSE(over.find(pool, before));
    EXPECT_TRUE(over.find(pool, after));

    // From before keys had names.
    const auto payload = token::verify(public_part(former), before)->payload;
    EXPECT_TRUE(rotated.find(pool, token::sign(former, payload)));
    // Who signs has to be who the footer says.
    EXPECT_FALSE(rotated.find(pool, token::sign(next, payload, token::footer_of(before))));
    EXPECT_FALSE(rotated.find(pool, token::sign(former, payload, "{\"kid\":\"another\"}")));
}

TEST_F(SessionsTest, OfAFormerKeyAreKnownToPrograms) {
    const auto before = token(ann);
    ScratchFolder folder;
    auto text = crypto::base64url(world.config().token_secret_key().substr(32));
    std::replace(text.begin(), text.end(), '-', '+');
    std::replace(text.begin(), text.end(), '_', '/');
    const auto known = folder.write("former", "# the key before\n" + text + "=\n");
    const auto with = [&](const std::string& former) {
        return ScratchConfig{{{"DATABASE_URL", world.database().app()},
                              {"REDIS_URL", world.redis().url()},
                              {"TOKEN_FORMER_KEYS_FILE", former}}};
    };
    for (const auto& [file, status] : {std::pair{known, 200}, std::pair{std::string{}, 401}}) {
        const auto config = with(file);
        const HandlerProcess handler{"fcgi_echo", config.path(), config.secret()};
        auto client = handler.client();
        client.bearer(before);
        EXPECT_EQ(client.get("/client").status, status);
    }
}

TEST(TokenKeys, HaveThePaserkId) {
    EXPECT_EQ(token::key_id(std::string(32, '\0')),
              "k4.pid.S_XQmeEwHbbvRmiyfXfHYpLGjXGzjTRSDoT1YtTakWFE");
    EXPECT_TRUE(token::read_keys("").empty());
    EXPECT_THROW(token::read_keys("/etc/hostname/former"), std::runtime_error)
        << "what cannot be opened is not empty";
    ScratchFolder folder;
    EXPECT_THROW(token::read_keys(folder.write("short", "c2hvcnQ=\n")), std::runtime_error);
}

TEST(Limited, AnswersWithTheTimeToWait) {
    EchoGroup group{{{"RATE_LIMIT_FACTOR", "1"}}};
    auto client = group.client();
    int passed = 0;
    auto answer = client.get("/limited");
    for (; answer.status == 200; answer = client.get("/limited")) ++passed;
    EXPECT_GE(passed, 20);
    EXPECT_LE(passed, 40) << "the minute may turn once meanwhile";
    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(answer.message(), "rate_limited");
    EXPECT_EQ(answer.header("retry-after"), answer.json()["details"]["retry_after"].asString());
    EXPECT_GT(std::stoi(answer.header("retry-after")), 0);
    client.address("192.0.2.9");
    EXPECT_EQ(client.get("/limited").status, 200);
}

}  // namespace
}  // namespace cambio::test
