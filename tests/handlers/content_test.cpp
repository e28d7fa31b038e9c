#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "pg/migrations.h"
#include "pg/pg.h"
#include "support/builders.h"
#include "support/handler_process.h"
#include "support/later_migration.h"
#include "support/redis_server.h"
#include "support/scratch_config.h"
#include "support/scratch_database.h"

namespace cambio {

namespace {

using test::Answer, test::HandlerProcess, test::RedisServer, test::ScratchConfig,
    test::ScratchDatabase, test::World;
using testing::HasSubstr, testing::Not;

class Content : public testing::Test {
  protected:
    ScratchConfig config_with(ScratchConfig::Settings settings = {}) {
        settings.merge(
            ScratchConfig::Settings{{"DATABASE_URL", database.app()}, {"REDIS_URL", redis.url()}});
        return ScratchConfig{std::move(settings)};
    }

    static HandlerProcess start(const ScratchConfig& config) {
        return {"content", config.path(), config.secret()};
    }

    /// One market whose quote is so many milliseconds old, by the provider's clock and by ours.
    void quote(int provider_age_ms, int received_age_ms) {
        owner.run(
            R"sql(insert into assets (id, code, name, type, icon, display_places, trade_places)
            values (1001, 'XA', 'A', 'MAIN', 'a', 2, 8), (1002, 'XB', 'B', 'MAIN', 'b', 2, 8)
            on conflict do nothing)sql");
        owner.run(R"sql(insert into markets (id, pair, base_id, quote_id, instrument, tick, lot,
                minimum_quantity, minimum_total, provider_limit)
            values (1001, 'XAXB', 1001, 1002, 'XA-XB', 1, 1, 1, 1, 1) on conflict do nothing)sql");
        owner.run(R"sql(insert into quotes (market_id, last, open24h, high24h, low24h, volume24h,
                volume_usdt24h, provider_at, received_at)
            values (1001, 1, 1, 1, 1, 1, 1, now() - make_interval(secs => $1::numeric / 1000),
                now() - make_interval(secs => $2::numeric / 1000))
            on conflict (market_id) do update
            set provider_at = excluded.provider_at, received_at = excluded.received_at)sql",
                  {provider_age_ms, received_age_ms});
    }

    void audited(bool passed, const char* ago) {
        owner.run(
            "insert into audits (at, passed, accounts, transfers) "
            "values (now() - $2::interval, $1, 1, 1)",
            {passed, ago});
    }

    static Json::Value status(const HandlerProcess& handler) {
        const auto answer = handler.client().get("/api/v3/status");
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }

    static void put(const ScratchConfig& config, const std::string& name, const std::string& text) {
        std::ofstream{config.outbox() + "/" + name} << text;
    }

    ScratchDatabase database;
    RedisServer redis;
    pg::Connection owner{database.owner()};
};

constexpr const char* timestamp = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{3}Z$";

TEST_F(Content, StatusBeforeTheFirstPriceIsDegraded) {
    const auto config = config_with();
    const auto handler = start(config);
    const auto found = status(handler);
    EXPECT_EQ(found["version"].asString(), CAMBIO_VERSION);
    EXPECT_EQ(found["status"].asString(), "degraded");
    EXPECT_EQ(found["market"].asString(), "live");
    EXPECT_TRUE(found["demo"].asBool());
    EXPECT_TRUE(found["prices"]["age_ms"].isNull());
    EXPECT_TRUE(found["prices"]["as_of"].isNull());
    EXPECT_TRUE(found["prices"]["stale"].asBool());
    EXPECT_EQ(found["prices"]["stale_after_ms"].asInt(), 10'000);
    EXPECT_EQ(found["postgres"].asString(), "ok");
    EXPECT_EQ(found["redis"].asString(), "ok");
    EXPECT_EQ(found["provider"].asString(), "down");
    EXPECT_EQ(found["audit"]["result"].asString(), "never");
    EXPECT_TRUE(found["audit"]["at"].isNull());
    EXPECT_THAT(found["time"].asString(), testing::MatchesRegex(timestamp));
}

TEST_F(Content, StatusKnowsFreshPrices) {
    const auto config = config_with({{"PROVIDER_SIMULATED", "yes"}, {"STALE_AFTER_MS", "600000"}});
    const auto handler = start(config);
    quote(2000, 0);
    audited(true, "1 minute");
    const auto found = status(handler);
    EXPECT_EQ(found["status"].asString(), "ok");
    EXPECT_EQ(found["market"].asString(), "simulated");
    EXPECT_TRUE(found["demo"].asBool());
    EXPECT_GE(found["prices"]["age_ms"].asInt(), 2000);
    EXPECT_FALSE(found["prices"]["stale"].asBool());
    EXPECT_EQ(found["prices"]["stale_after_ms"].asInt(), 600'000);
    EXPECT_THAT(found["prices"]["as_of"].asString(), testing::MatchesRegex(timestamp));
    EXPECT_EQ(found["provider"].asString(), "ok");

    const auto real = config_with({{"DEMO", "no"}});
    const auto serious = start(real);
    EXPECT_EQ(status(serious)["market"].asString(), "live");
    EXPECT_FALSE(status(serious)["demo"].asBool());
}

TEST_F(Content, GuestsSeeTradingOnlyWhereTheOperatorSaysSo) {
    const auto usual = config_with();
    const auto hides = start(usual);
    EXPECT_EQ(status(hides)["guests_see_trading"], Json::Value{false});
    const auto open = config_with({{"GUESTS_SEE_TRADING", "yes"}});
    const auto shows = start(open);
    EXPECT_EQ(status(shows)["guests_see_trading"], Json::Value{true});
}

TEST_F(Content, StatusSaysWhereADemonstrationShowsItsMails) {
    const char* outbox = "http://127.0.0.1:8084/dev/outbox";
    const auto demo = config_with({{"DEMO", "yes"}, {"OUTBOX_URL", outbox}});
    const auto shows = start(demo);
    EXPECT_EQ(status(shows)["outbox_url"].asString(), outbox);
    const auto real = config_with({{"DEMO", "no"}, {"OUTBOX_URL", outbox}});
    const auto keeps = start(real);
    EXPECT_EQ(status(keeps)["outbox_url"].asString(), "");
}

TEST_F(Content, StatusSaysWhereHelpIs) {
    const auto without = config_with();
    const auto silent = start(without);
    EXPECT_EQ(status(silent)["live_chat_url"].asString(), "");
    EXPECT_EQ(status(silent)["help_url"].asString(), "");

    const auto with = config_with({{"LIVE_CHAT_URL", "https://chat.example.com/widget.js"},
                                   {"HELP_URL", "https://help.example.com"}});
    const auto handler = start(with);
    EXPECT_EQ(status(handler)["live_chat_url"].asString(), "https://chat.example.com/widget.js");
    EXPECT_EQ(status(handler)["help_url"].asString(), "https://help.example.com");
}

TEST_F(Content, StatusCallsAPriceStaleByEitherClock) {
    const auto config = config_with({{"STALE_AFTER_MS", "600000"}});
    const auto handler = start(config);
    for (const auto& [provider, received] : {std::pair{700000, 0}, std::pair{0, 700000}}) {
        quote(provider, received);
        const auto found = status(handler);
        EXPECT_TRUE(found["prices"]["stale"].asBool());
        EXPECT_GE(found["prices"]["age_ms"].asInt(), 700000);
        EXPECT_EQ(found["status"].asString(), "degraded");
        EXPECT_EQ(found["provider"].asString(), "down");
    }
}

TEST_F(Content, StatusTellsTheOldestOpenPriceOfEachKind) {
    const auto config = config_with({{"STALE_AFTER_MS", "600000"}});
    const auto handler = start(config);
    quote(1000, 0);
    audited(true, "1 minute");
    EXPECT_TRUE(status(handler)["prices"]["oldest"]["book"].isNull());
    owner.run(R"sql(insert into markets (id, pair, base_id, quote_id, instrument, tick, lot,
            minimum_quantity, minimum_total, provider_limit)
        values (1002, 'XBXA', 1002, 1001, 'XB-XA', 1, 1, 1, 1, 1))sql");
    owner.run("insert into contracts (market_id, instrument) values (1001, 'XA-XB-SWAP')");
    owner.run(R"sql(insert into quotes (market_id, last, open24h, high24h, low24h, volume24h,
            volume_usdt24h, provider_at, received_at)
        values (1002, 1, 1, 1, 1, 1, 1, now() - interval '3 seconds', now()))sql");
    owner.run(R"sql(insert into provider_books (market_id, bids, asks, provider_at, received_at)
        values (1001, '[]', '[]', now(), now() - interval '4 seconds'))sql");
    owner.run(R"sql(insert into marks (market_id, price, provider_at, received_at)
        values (1001, 1, now() - interval '5 seconds', now()))sql");
    const auto expect_oldest = [&](const char* kind, const char* market, int age_ms) {
        const auto oldest = status(handler)["prices"]["oldest"][kind];
        EXPECT_EQ(oldest["market"].asString(), market) << kind;
        EXPECT_GE(oldest["age_ms"].asInt(), age_ms) << kind;
        EXPECT_LT(oldest["age_ms"].asInt(), 600'000) << kind;
    };
    expect_oldest("last", "XBXA", 3000);
    expect_oldest("book", "XAXB", 4000);
    expect_oldest("mark", "XAXB", 5000);
    EXPECT_GE(status(handler)["prices"]["age_ms"].asInt(), 5000);
    EXPECT_EQ(status(handler)["status"].asString(), "ok");

    for (const char* table : {"quotes", "provider_books", "marks"}) {
        owner.run((std::string{"update "} + table +
                   " set provider_at = now() - interval '700 seconds' where market_id = " +
                   (table == std::string_view{"quotes"} ? "1002" : "1001"))
                      .c_str());
        const auto found = status(handler);
        EXPECT_TRUE(found["prices"]["stale"].asBool()) << table;
        EXPECT_GE(found["prices"]["age_ms"].asInt(), 700'000) << table;
        EXPECT_EQ(found["status"].asString(), "degraded") << table;
        EXPECT_EQ(found["provider"].asString(), "ok") << "one market is not all";
        owner.run((std::string{"update "} + table + " set provider_at = now()").c_str());
        EXPECT_EQ(status(handler)["status"].asString(), "ok") << table;
    }
    // Nobody trades at the prices of a market that is closed.
    owner.run("update markets set state = 'closed' where id = 1002");
    owner.run(
        "update quotes set provider_at = now() - interval '700 seconds' "
        "where market_id = 1002");
    EXPECT_EQ(status(handler)["status"].asString(), "ok");
}

TEST_F(Content, StatusSaysWhatIsPaused) {
    const auto config = config_with({{"STALE_AFTER_MS", "600000"}});
    const auto handler = start(config);
    quote(0, 0);
    auto paused = status(handler)["paused"];
    for (const char* what : {"trading", "deposits", "withdrawals"})
        EXPECT_FALSE(paused[what].asBool()) << what;
    EXPECT_EQ(paused["markets"].size(), 0U);
    owner.run("insert into pauses (what) values ('deposits')");
    owner.run("update markets set halted = true where id = 1001");
    paused = status(handler)["paused"];
    EXPECT_TRUE(paused["deposits"].asBool());
    EXPECT_FALSE(paused["trading"].asBool());
    ASSERT_EQ(paused["markets"].size(), 1U);
    EXPECT_EQ(paused["markets"][0].asString(), "XAXB");
    owner.run("delete from pauses");
    owner.run("update markets set halted = false");
}

TEST_F(Content, StatusShowsTheLastAudit) {
    const auto config = config_with({{"STALE_AFTER_MS", "600000"}});
    const auto handler = start(config);
    quote(0, 0);
    const auto expect_audit = [&](const char* result, const char* whole) {
        const auto found = status(handler);
        EXPECT_EQ(found["audit"]["result"].asString(), result);
        EXPECT_EQ(found["status"].asString(), whole);
    };
    expect_audit("never", "degraded");
    audited(false, "1 minute");
    expect_audit("failed", "degraded");
    audited(true, "119 minutes");
    expect_audit("passed", "ok");
    EXPECT_THAT(status(handler)["audit"]["at"].asString(), testing::MatchesRegex(timestamp));
    audited(true, "121 minutes");
    expect_audit("overdue", "degraded");
    audited(false, "121 minutes");
    expect_audit("failed", "degraded");
}

TEST_F(Content, StatusSaysWhatTheHouseOwes) {
    const auto config = config_with({{"STALE_AFTER_MS", "600000"}});
    const auto handler = start(config);
    quote(0, 0);
    audited(true, "1 minute");
    EXPECT_EQ(status(handler)["fees"]["charges_waiting"].asInt(), 0);
    EXPECT_EQ(status(handler)["status"].asString(), "ok");
    owner.run("insert into job_marks (name, value) values ('fees_waiting', '3')");
    EXPECT_EQ(status(handler)["fees"]["charges_waiting"].asInt(), 3);
    EXPECT_EQ(status(handler)["status"].asString(), "degraded");
    owner.run("delete from job_marks where name = 'fees_waiting'");
}

TEST_F(Content, StatusAnswersWithoutRedisAndWithoutPostgres) {
    const auto config = config_with();
    const auto handler = start(config);
    redis.stop();
    EXPECT_EQ(status(handler)["redis"].asString(), "down");
    EXPECT_EQ(status(handler)["status"].asString(), "degraded");

    const auto lonely = config_with({{"DATABASE_URL", "host=/nonexistent dbname=none"}});
    const auto other = start(lonely);
    const auto found = status(other);
    EXPECT_EQ(found["postgres"].asString(), "down");
    EXPECT_EQ(found["status"].asString(), "degraded");
    EXPECT_EQ(found["audit"]["result"].asString(), "never");
}

TEST(ContentForClients, StatusTellsThemThatPostgresIsAway) {
    World world;
    const auto token = world.token(world.client("anna@example.com"));
    world.config().set("DATABASE_URL", "host=/nonexistent dbname=none");
    const auto handler = world.handler("content");
    auto client = handler.client();
    client.bearer(token);
    EXPECT_EQ(client.get("/api/v3/status").json()["postgres"], "down");
    EXPECT_EQ(client.post_json("/api/v3/test-coins", {{"coin", "USDT"}}).status, 503);
}

TEST_F(Content, IsReadyWhereEverythingIs) {
    const auto config = config_with();
    const auto handler = start(config);
    const auto ready = [&] { return handler.client().get("/readyz"); };
    EXPECT_EQ(ready().status, 200);
    EXPECT_EQ(ready().body, R"({"ready":true})");
    EXPECT_EQ(ready().header("cache-control"), "no-store");
    const auto expect_missing = [&](const std::string& missing) {
        const auto answer = ready();
        EXPECT_EQ(answer.status, 503);
        EXPECT_EQ(answer.body, R"({"missing":[)" + missing + R"(],"ready":false})");
    };

    // A migration of an older program, and one of a newer, on which this one may run or may not.
    owner.run(
        "update schema_migrations set name = '000' || substr(name, 4), compatible_from = '000' "
        "where name = (select max(name) from schema_migrations)");
    expect_missing(R"("schema")");
    test::add_later_migration(owner, "998");
    expect_missing(R"("schema")");
    test::add_later_migration(owner, pg::known_schema().substr(0, 3));
    EXPECT_EQ(ready().status, 200);

    redis.stop();
    expect_missing(R"("redis")");
    const auto lonely = config_with({{"DATABASE_URL", "host=/nonexistent dbname=none"}});
    const auto other = start(lonely);
    EXPECT_EQ(other.client().get("/readyz").body,
              R"({"missing":["postgres","redis"],"ready":false})");
}

TEST_F(Content, IsNotReadyWhereNothingCanBeWritten) {
    pg::Connection superuser{database.superuser()};
    superuser.script("alter role cambio_app in database " +
                     superuser.run("select current_database() as name")[0].str("name") +
                     " set default_transaction_read_only = on");
    const auto config = config_with();
    const auto handler = start(config);
    const auto answer = handler.client().get("/readyz");
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.body, R"({"missing":["postgres"],"ready":false})");
}

TEST_F(Content, StatusNamesTheOperator) {
    const auto config = config_with(
        {{"OPERATOR_NAME", "Example Exchange Ltd."}, {"SUPPORT_EMAIL", "help@example.com"}});
    const auto handler = start(config);
    EXPECT_EQ(status(handler)["operator_name"].asString(), "Example Exchange Ltd.");
    EXPECT_EQ(status(handler)["support_email"].asString(), "help@example.com");
    const auto silent = config_with();
    const auto other = start(silent);
    EXPECT_EQ(status(other)["operator_name"].asString(), "");
    EXPECT_EQ(status(other)["support_email"].asString(), "");
}

TEST_F(Content, StatusTakesNoOtherMethod) {
    const auto config = config_with();
    const auto handler = start(config);
    const auto answer = handler.client().post_json("/api/v3/status", {{"status", "ok"}});
    EXPECT_EQ(answer.status, 405);
    EXPECT_EQ(answer.message(), "method_not_allowed");
}

TEST_F(Content, OutboxShowsTheNewestMessageFirst) {
    const auto config = config_with();
    const auto handler = start(config);
    EXPECT_EQ(handler.client().get("/dev/outbox.json").body, "[]");
    EXPECT_THAT(handler.client().get("/dev/outbox").body, HasSubstr("No messages yet"));

    put(config, "1-a.json", R"({"to":"a@b.c","subject":"First","text":"one","sent_at":"t1"})");
    put(config, "2-b.json", R"({"to":"a@b.c","subject":"Second","text":"two","sent_at":"t2"})");
    put(config, ".3-c.tmp", R"({"to":"a@b.c","subject":"Half a message")");
    put(config, "4-d.json", "not JSON");
    const auto data = handler.client().get("/dev/outbox.json");
    EXPECT_EQ(data.status, 200);
    EXPECT_EQ(data.header("content-type"), "application/json");
    const auto list = data.json();
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0]["subject"].asString(), "Second");
    EXPECT_EQ(list[1]["subject"].asString(), "First");
    EXPECT_EQ(list[1]["to"].asString(), "a@b.c");
    EXPECT_EQ(list[1]["text"].asString(), "one");
    EXPECT_EQ(list[1]["sent_at"].asString(), "t1");

    const auto page = handler.client().get("/dev/outbox");
    EXPECT_THAT(page.header("content-type"), HasSubstr("text/html"));
    EXPECT_LT(page.body.find("Second"), page.body.find("First"));
}

TEST_F(Content, OutboxPageRunsNothingThatAMessageSays) {
    const auto config = config_with();
    const auto handler = start(config);
    put(config, "1-a.json",
        R"({"to":"a@b.c","subject":"<script>x</script>","text":"\"><img onerror=x>","sent_at":1})");
    const auto page = handler.client().get("/dev/outbox");
    EXPECT_THAT(page.body, HasSubstr("&lt;script&gt;"));
    EXPECT_THAT(page.body, Not(HasSubstr("<script")));
    EXPECT_THAT(page.body, Not(HasSubstr("<img")));
    EXPECT_THAT(page.header("content-security-policy"), HasSubstr("default-src 'none'"));
}

TEST_F(Content, OutboxIsForThisMachineAlone) {
    const auto config = config_with();
    const auto handler = start(config);
    for (const char* path : {"/dev/outbox", "/dev/outbox.json"}) {
        auto client = handler.client();
        for (const char* address : {"127.0.0.1", "127.0.1.1", "::1"})
            EXPECT_EQ(client.address(address).get(path).status, 200);
        for (const char* address : {"10.0.0.1", "203.0.113.7", "::2", "1.127.0.0", ""})
            EXPECT_EQ(client.address(address).get(path).status, 404) << address;
    }
}

TEST_F(Content, OutboxIsClosedWhereMailIsSent) {
    const ScratchConfig::Settings servers[] = {
        {{"SMTP_URL", "smtp://127.0.0.1:9"}, {"MAIL_FROM", "cambio@example.com"}},
        {{"SMS_URL", "http://127.0.0.1:9"}, {"SMS_TOKEN", "token"}},
    };
    for (const auto& settings : servers) {
        const auto config = config_with(settings);
        const auto handler = start(config);
        EXPECT_EQ(handler.client().get("/dev/outbox").status, 404);
        EXPECT_EQ(handler.client().get("/dev/outbox.json").status, 404);
    }
}

TEST_F(Content, NewsAreListedTheNewestFirst) {
    const auto config = config_with();
    const auto handler = start(config);
    const auto empty = handler.client().get("/api/v3/news");
    EXPECT_EQ(empty.status, 200);
    EXPECT_EQ(empty.body, R"({"newsfeed":{"Data":[]}})");

    owner.run(R"sql(
        insert into news_items (source, external_id, publisher, title, url, body, published_at,
                                hidden)
        values ('rss', '1', 'The Block', 'Old', 'https://news.example/1', 'Body', '2026-01-01', false),
               ('operator', '2', '', 'New', '', '', '2026-01-02', false),
               ('rss', '3', '', 'Hidden', '', '', '2026-01-03', true),
               ('operator', '4', '', 'Tomorrow', '', '', now() + interval '1 day', false))sql");
    const auto list = handler.client().get("/api/v3/news").json()["newsfeed"]["Data"];
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0]["title"].asString(), "New");
    EXPECT_EQ(list[0]["url"].asString(), "");
    EXPECT_EQ(list[1]["title"].asString(), "Old");
    EXPECT_EQ(list[1]["publisher"].asString(), "The Block");
    EXPECT_EQ(list[1]["url"].asString(), "https://news.example/1");
    EXPECT_EQ(list[1]["body"].asString(), "Body");
    EXPECT_EQ(list[1]["imageurl"].asString(), "");
    EXPECT_EQ(list[1]["published_at"].asString(), "2026-01-01T00:00:00.000Z");
    EXPECT_TRUE(list[1]["id"].isString());
}

TEST_F(Content, NewsPicturesAreServedAsTheyAre) {
    const auto config = config_with();
    const auto handler = start(config);
    const std::string bytes{"\x89PNG\r\n\x1A\n\0\xFF", 10};
    const auto id = owner
                        .run(
                            "insert into news_items (source, title) values ('operator', 'New') "
                            "returning id::text as id")[0]
                        .str("id");
    owner.run("insert into news_images values ($1, 'https://i.example/a', 'image/png', $2)",
              {id, pg::Param::bytes(bytes)});
    const auto list = handler.client().get("/api/v3/news").json()["newsfeed"]["Data"];
    EXPECT_EQ(list[0]["imageurl"].asString(), "/api/v3/news/image?id=" + id);
    const auto picture = handler.client().get("/api/v3/news/image", {{"id", id}});
    EXPECT_EQ(picture.status, 200);
    EXPECT_EQ(picture.header("content-type"), "image/png");
    EXPECT_EQ(picture.body, bytes);

    owner.run("update news_items set hidden = true");
    EXPECT_EQ(handler.client().get("/api/v3/news/image", {{"id", id}}).status, 404);
    EXPECT_EQ(handler.client().get("/api/v3/news/image", {{"id", "999"}}).message(), "not_found");
    EXPECT_EQ(handler.client().get("/api/v3/news/image").message(), "missing_parameter");
    EXPECT_EQ(handler.client().get("/api/v3/news/image", {{"id", "x"}}).status, 400);
}

TEST_F(Content, DownloadsLeadToTheStores) {
    const auto config = config_with({{"DOWNLOAD_IOS_URL", "https://apps.example/cambio"}});
    const auto handler = start(config);
    const auto ios = handler.client().get("/api/v3/download-ios");
    EXPECT_EQ(ios.status, 302);
    EXPECT_EQ(ios.header("location"), "https://apps.example/cambio");
    const auto android = handler.client().get("/api/v3/download-apk");
    EXPECT_EQ(android.status, 302);
    EXPECT_EQ(android.header("location"), "/install");
}

TEST_F(Content, SaysWhomToWriteToAboutAHole) {
    const auto text_of = [&](const char* support) {
        const auto handler = start(config_with({{"SUPPORT_EMAIL", support}}));
        const auto answer = handler.client().get("/.well-known/security.txt");
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.header("content-type"), "text/plain; charset=utf-8");
        return answer.body;
    };
    const auto text = text_of("help@example.com");
    EXPECT_THAT(text, testing::StartsWith("Contact: mailto:help@example.com\nExpires: 20"));
    EXPECT_THAT(text, HasSubstr("Canonical: http://localhost/.well-known/security.txt\n"));
    EXPECT_THAT(text_of(""), HasSubstr("Contact: http://localhost/contactus\n"));
}

}  // namespace

}  // namespace cambio
