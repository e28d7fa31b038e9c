// The news job as cron starts it, against a source on loopback that answers well and badly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/builders.h"
#include "support/http_server.h"

namespace cambio {
namespace {

using test::HttpRequest, test::HttpServer, test::World;
using testing::HasSubstr, testing::Not;

const std::string png = std::string{"\x89PNG\r\n\x1A\n"} + std::string(100, 'p');

class FetchNews : public testing::Test {
  protected:
    void SetUp() override {
        world.config().set("NEWS_URL", source.url() + "/feed");
        world.config().set("NEWS_KIND", "cryptocompare");
    }

    int fetch() {
        log.clear();
        return world.job("fetch_news", &log);
    }

    std::string scalar(const char* sql) {
        const auto result = world.app().run(sql);
        return result.empty() || result[0].null("v") ? "" : result[0].str("v");
    }
    std::string count() { return scalar("select count(*)::text as v from news_items"); }

    static std::string list(const std::string& items) {
        return R"({"Type":100,"Data":[)" + items + "]}";
    }
    std::string item(int id, const std::string& title) const {
        return R"({"id":")" + std::to_string(id) + R"(","published_on":)" +
               std::to_string(1700000000 + id) + R"(,"title":")" + title +
               R"(","url":"https://news.example/)" + std::to_string(id) +
               R"(","body":"Body","imageurl":")" + source.url() + "/" + std::to_string(id) +
               R"(.png","source_info":{"name":"The Source"}})";
    }

    World world;
    std::string log;
    std::string feed_answer;
    std::string picture_answer = HttpServer::ok(png);
    HttpServer source{HttpServer::Where::loopback, [this](const HttpRequest& request) {
                          return request.target.starts_with("/feed") ? feed_answer : picture_answer;
                      }};
};

TEST_F(FetchNews, BringsNewsAndTheirPicturesOnce) {
    feed_answer = HttpServer::ok(list(item(1, "First") + "," + item(2, "Second")));
    for (int run = 1; run <= 2; ++run) {
        ASSERT_EQ(fetch(), 0) << log;
        EXPECT_EQ(count(), "2");
        EXPECT_EQ(scalar("select count(*)::text as v from news_images where type = 'image/png'"),
                  "2");
    }
    EXPECT_EQ(scalar("select title || '|' || publisher || '|' || url as v from news_items "
                     "where external_id = '2'"),
              "Second|The Source|https://news.example/2");
    // The second run asked for the feed alone: the pictures were there.
    EXPECT_EQ(source.requests().size(), 4u);
}

TEST_F(FetchNews, TakesACorrectionAndLeavesWhatTheOperatorDid) {
    feed_answer = HttpServer::ok(list(item(1, "Frist") + "," + item(2, "Second")));
    ASSERT_EQ(fetch(), 0) << log;
    world.app().run("update news_items set hidden = true where external_id = '2'");
    world.app().run("insert into news_items (source, title) values ('operator', 'Ours')");
    feed_answer = HttpServer::ok(list(item(1, "First") + "," + item(2, "Second again")));
    ASSERT_EQ(fetch(), 0) << log;
    EXPECT_EQ(count(), "3");
    EXPECT_EQ(scalar("select title as v from news_items where external_id = '1'"), "First");
    EXPECT_EQ(scalar("select hidden::text as v from news_items where external_id = '2'"), "true");
}

TEST_F(FetchNews, ForgetsWhatIsOldButNotTheOperators) {
    world.app().run(
        "insert into news_items (source, title, published_at) "
        "values ('operator', 'Ours', '2001-01-01')");
    world.app().run(
        "insert into news_items (source, title, published_at) "
        "select 'rss', 'Old ' || n, '2002-01-01' from generate_series(1, 310) n");
    feed_answer = HttpServer::ok(list(item(1, "First")));
    ASSERT_EQ(fetch(), 0) << log;
    EXPECT_EQ(count(), "301");
    EXPECT_EQ(scalar("select title as v from news_items where source = 'operator'"), "Ours");
}

TEST_F(FetchNews, KeepsWhatItHasWhenTheSourceFails) {
    feed_answer = HttpServer::ok(list(item(1, "First")));
    ASSERT_EQ(fetch(), 0) << log;
    const std::string failures[] = {
        "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
        HttpServer::ok(
            R"({"Response":"Error","Message":"You are over your rate limit","Data":{}})"),
        HttpServer::ok("<html>Maintenance</html>"),
        HttpServer::ok(list(item(2, "cut")).substr(0, 80)),
        HttpServer::ok(list(item(2, std::string(5u << 20, 'x')))),
        "",
    };
    for (const auto& failure : failures) {
        feed_answer = failure;
        EXPECT_EQ(fetch(), 1) << failure.substr(0, 80);
        EXPECT_THAT(log, HasSubstr("no_news"));
        EXPECT_EQ(count(), "1") << failure.substr(0, 80);
    }
}

TEST_F(FetchNews, StoresNothingThatAReaderCouldRun) {
    world.config().set("NEWS_KIND", "rss");
    feed_answer =
        HttpServer::ok(R"(<rss><channel><title>&lt;script&gt;a()&lt;/script&gt;Evil</title>
        <item><guid>1</guid><title>&lt;img src=x onerror=alert(1)&gt;Title</title>
        <link>javascript:alert(1)</link>
        <description><![CDATA[<script>alert(1)</script>
        <a href="javascript:x">Text</a>]]></description>
        <enclosure type="image/svg+xml" url="https://127.0.0.1/x.svg"/></item></channel></rss>)");
    ASSERT_EQ(fetch(), 0) << log;
    EXPECT_EQ(scalar("select publisher || '|' || title || '|' || url || '|' || body as v "
                     "from news_items"),
              "Evil|Title||Text");
    EXPECT_EQ(scalar("select count(*)::text as v from news_images"), "0");
}

TEST_F(FetchNews, KeepsOnlyPictures) {
    feed_answer = HttpServer::ok(list(item(1, "First")));
    const std::string bad[] = {
        HttpServer::ok("<svg onload='alert(1)'/>"),
        HttpServer::ok("<html><script>alert(1)</script></html>"),
        HttpServer::ok(png + std::string(1u << 20, 'p')),
        "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        "",
    };
    for (const auto& answer : bad) {
        picture_answer = answer;
        EXPECT_EQ(fetch(), 0) << log;
        EXPECT_EQ(scalar("select count(*)::text as v from news_images"), "0");
    }
}

TEST_F(FetchNews, AsksNoHostBehindTheServerForAPicture) {
    HttpServer inside{HttpServer::Where::loopback,
                      [](const HttpRequest&) { return HttpServer::ok(png); }};
    // Whatever the table holds: an address with another port is not the operator's own.
    world.app().run(
        "insert into news_items (source, title, image_url) values "
        "('operator', 'A', $1), ('operator', 'B', $2)",
        {"https://127.0.0.1:" + std::to_string(inside.port()) + "/a.png", inside.url() + "/b.png"});
    feed_answer = HttpServer::ok(list(""));
    ASSERT_EQ(fetch(), 0) << log;
    EXPECT_TRUE(inside.requests().empty());
    EXPECT_EQ(scalar("select count(*)::text as v from news_images"), "0");
}

TEST_F(FetchNews, ShowsItsKeyToTheSourceAndToNoLog) {
    world.config().set("NEWS_API_KEY", "s3cret&key");
    feed_answer = HttpServer::ok(list(""));
    ASSERT_EQ(fetch(), 0) << log;
    EXPECT_EQ(source.requests()[0].headers["authorization"], "Apikey s3cret&key");

    world.config().set("NEWS_KIND", "coindesk");
    world.config().set("NEWS_URL", source.url() + "/feed?lang=EN");
    feed_answer = HttpServer::ok(R"({"Data":[],"Err":{"message":"bad key"}})");
    EXPECT_EQ(fetch(), 1);
    EXPECT_EQ(source.requests()[1].target, "/feed?lang=EN&api_key=s3cret%26key");
    EXPECT_THAT(log, Not(HasSubstr("s3cret")));
    world.config().set("NEWS_URL", "http://127.0.0.1:1/feed");
    EXPECT_EQ(fetch(), 1);
    EXPECT_THAT(log, Not(HasSubstr("s3cret")));
}

TEST_F(FetchNews, DoesNothingWithoutASource) {
    world.config().set("NEWS_URL", "");
    EXPECT_EQ(fetch(), 0) << log;
    EXPECT_EQ(count(), "0");
    EXPECT_TRUE(source.requests().empty());
}

}  // namespace
}  // namespace cambio
