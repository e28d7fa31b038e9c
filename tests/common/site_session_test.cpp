// The cookie of the site's pages: what it counts beside, and what it never counts beside.
#include <gtest/gtest.h>

#include <future>

#include "support/builders.h"

namespace cambio::test {
namespace {

class SiteSession : public testing::Test {
  protected:
    /// A page of the site as its own requests come, which shows a client.
    FastCgiClient page(const std::string& token, ClientId shows) {
        auto client = echo.client();
        client.variable("HTTP_COOKIE", "theme=dark; cambio=" + token)
            .variable("HTTP_HOST", "localhost")
            .variable("HTTP_X_CAMBIO_CLIENT", std::to_string(shows.value));
        return client;
    }

    World world;
    Person ann = world.client("ann@example.com");
    Person ben = world.client("ben@example.com");
    std::string hers = world.token(ann);
    std::string id = std::to_string(ann.id.value);
    HandlerProcess echo = world.handler("fcgi_echo");
};

TEST_F(SiteSession, CountsForPagesOfTheSite) {
    auto client = page(hers, ann.id);
    EXPECT_EQ(client.get("/client").message(), id);
    EXPECT_EQ(client.post_form("/trading", {}).message(), id);
    EXPECT_EQ(client.get("/guest").message(), id);
    EXPECT_EQ(client.get("/cached").header("cache-control"), "no-store");
    client.variable("HTTP_ORIGIN", "http://localhost")
        .variable("HTTP_SEC_FETCH_SITE", "same-origin");
    EXPECT_EQ(client.post_form("/trading", {}).message(), id);
}

TEST_F(SiteSession, CountsForNothingWithoutTheHeader) {
    auto elsewhere = echo.client();
    elsewhere.variable("HTTP_COOKIE", "cambio=" + hers);
    for (const auto& answer : {elsewhere.get("/client"), elsewhere.post_form("/trading", {}),
                               elsewhere.post_json("/upload", {{"value", "x"}})}) {
        EXPECT_EQ(answer.status, 403);
        EXPECT_EQ(answer.message(), "cross_site");
    }
    EXPECT_EQ(elsewhere.get("/guest").message(), "nobody");
    EXPECT_EQ(elsewhere.get("/cached").header("cache-control"), "public, max-age=2");
}

TEST_F(SiteSession, CountsForNothingWhereAnotherSiteAsks) {
    const std::pair<const char*, const char*> foreign[] = {
        {"HTTP_ORIGIN", "http://evil.example.com"},
        {"HTTP_ORIGIN", "null"},
        {"HTTP_ORIGIN", "http://localhost:81"},
        {"HTTP_ORIGIN", "http://localhost.evil"},
        {"HTTP_SEC_FETCH_SITE", "cross-site"},
        {"HTTP_SEC_FETCH_SITE", "same-site"},
        {"HTTP_SEC_FETCH_SITE", "none"},
    };
    for (const auto& [header, value] : foreign) {
        auto client = page(hers, ann.id);
        client.variable(header, value);
        EXPECT_EQ(client.post_form("/trading", {}).message(), "cross_site") << value;
        EXPECT_EQ(client.get("/guest").message(), "nobody") << value;
    }
}

TEST_F(SiteSession, CountsForTheClientWhomThePageShows) {
    auto client = page(world.token(ben), ann.id);
    const auto answer = client.post_form("/trading", {});
    EXPECT_EQ(answer.status, 409);
    EXPECT_EQ(answer.message(), "another_client");
    EXPECT_EQ(client.get("/client").message(), "another_client");
    EXPECT_EQ(client.get("/guest").message(), "nobody");
}

TEST_F(SiteSession, IsRefusedOnceItHasEnded) {
    EXPECT_EQ(page("v4.public.forged", ann.id).get("/client").status, 401);
    auto client = page(hers, ann.id);
    EXPECT_EQ(client.get("/client").status, 200);
    world.superuser().run("update sessions set revoked_at = now()");
    wait_until("the handler has heard of it", [&] { return client.get("/client").status == 401; });
}

TEST_F(SiteSession, IsNothingToPrograms) {
    auto client = echo.client();
    client.bearer(hers)
        .variable("HTTP_COOKIE", "cambio=" + world.token(ben))
        .variable("HTTP_ORIGIN", "http://evil.example.com");
    EXPECT_EQ(client.post_form("/trading", {}).message(), id);
    EXPECT_EQ(client.get("/client").message(), id);
}

TEST_F(SiteSession, MakesRoomForUploads) {
    const FastCgiClient::Params large = {{"value", std::string(200'000, 'x')}};
    auto client = page(hers, ann.id);
    auto uploaded = std::async(std::launch::async,
                               [&] { return page(hers, ann.id).post_json("/upload", large); });
    // It is answered once somebody asks for that.
    wait_until("the upload has come", [&] { return client.get("/parked-count").message() == "1"; });
    client.get("/release");
    EXPECT_EQ(uploaded.get().status, 200);
    EXPECT_EQ(page(hers, ben.id).post_json("/upload", large).status, 409);
    client.variable("HTTP_SEC_FETCH_SITE", "cross-site");
    EXPECT_EQ(client.post_json("/upload", large).status, 403);
}

TEST(SiteSessionByHttps, IsBoundToItsHost) {
    World world{{{"PUBLIC_URL", "https://localhost/exchange"},
                 {"RATE_LIMIT_FACTOR", "1"},
                 {"HOUSE_LAST_LOOK", "yes"}}};
    const auto ann = world.client("ann@example.com");
    const auto echo = world.handler("fcgi_echo");
    const auto asked = [&](const std::string& cookie, const std::string& origin) {
        auto client = echo.client();
        client.variable("HTTP_COOKIE", cookie + '=' + world.token(ann))
            .variable("HTTP_HOST", "127.0.0.1:8080")
            .variable("HTTP_X_CAMBIO_CLIENT", std::to_string(ann.id.value))
            .variable("HTTP_ORIGIN", origin);
        return client.post_form("/trading", {}).status;
    };
    EXPECT_EQ(asked("__Host-cambio", "https://localhost"), 200);
    EXPECT_EQ(asked("__Host-cambio", "https://127.0.0.1:8080"), 200);
    EXPECT_EQ(asked("__Host-cambio", "http://127.0.0.1:8080"), 403);
    EXPECT_EQ(asked("__Host-cambio", "http://localhost"), 403);
    EXPECT_EQ(asked("cambio", "https://localhost"), 401);
}

}  // namespace
}  // namespace cambio::test
