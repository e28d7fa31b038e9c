// The session of the site's pages: a cookie that no script reads, from the sign-in to its end.
#include <gmock/gmock.h>

#include "handlers/auth_fixture.h"

namespace cambio {
namespace {

using testing::HasSubstr, testing::Not, testing::StartsWith;

class AuthSite : public Auth {
  protected:
    static constexpr const char* end_of_cookie = "cambio=; Path=/; Max-Age=0;";

    struct Page {
        FastCgiClient client;
        std::string token;
    };

    static Answer sign_in(const Person& person) {
        auto client = caller();
        client.variable("HTTP_X_CAMBIO_SESSION", "cookie");
        return client.post_json("/api/v3/login",
                                {{"username", person.email}, {"password", password}});
    }

    static std::string token_in(const Answer& answer) {
        const auto cookie = answer.header("set-cookie");
        const auto from = cookie.find('=') + 1;
        return cookie.substr(from, cookie.find(';') - from);
    }

    static Page page_of(const Person& person) {
        Page page{caller(), token_in(sign_in(person))};
        page.client.variable("HTTP_COOKIE", "cambio=" + page.token)
            .variable("HTTP_X_CAMBIO_CLIENT", std::to_string(id_of(person).value));
        return page;
    }

    static std::int64_t open_sessions(const Person& person) {
        return count("select count(*) from sessions where client_id = $1 and revoked_at is null",
                     {id_of(person)});
    }
};

TEST_F(AuthSite, BeginsWithACookieInPlaceOfTheToken) {
    const auto person = signed_up();
    const auto answer = sign_in(person);
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_FALSE(answer.json().isMember("token"));
    EXPECT_THAT(answer.body, Not(HasSubstr("v4.public.")));
    EXPECT_EQ(answer.json()["client"]["id"].asString(), std::to_string(id_of(person).value));
    const auto cookie = answer.header("set-cookie");
    EXPECT_THAT(cookie, StartsWith("cambio=v4.public."));
    EXPECT_THAT(cookie, testing::EndsWith("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict"));

    const auto program = login(person, password);
    EXPECT_THAT(program.json()["token"].asString(), StartsWith("v4.public."));
    EXPECT_THAT(program.header("set-cookie"), StartsWith("cambio_device_"))
        << "that it knows the browser, and no session";
    EXPECT_THAT(program.header("set-cookie"), Not(HasSubstr("v4.public.")));
}

TEST_F(AuthSite, EndsWithItsCookie) {
    const auto person = signed_up();
    auto page = page_of(person);
    EXPECT_EQ(page.client.get("/api/v3/account-client").status, 200);

    auto elsewhere = caller();
    elsewhere.variable("HTTP_COOKIE", "cambio=" + page.token);
    expect_error(elsewhere.post_json("/api/v3/logout", Fields{}), 403, "cross_site");
    EXPECT_EQ(open_sessions(person), 1) << "another site signs nobody out";

    EXPECT_EQ(page.client.post_json("/api/v3/forget-session", Fields{}).message(), "signed_in");
    const auto out = page.client.post_json("/api/v3/logout", Fields{});
    EXPECT_EQ(out.message(), "success");
    EXPECT_THAT(out.header("set-cookie"), StartsWith(end_of_cookie));
    EXPECT_EQ(open_sessions(person), 0);
    EXPECT_EQ(page.client.get("/api/v3/account-client").status, 401);
}

TEST_F(AuthSite, TakesADeadCookieAwayAndALivingOneNever) {
    const auto person = signed_up();
    const auto other = signed_up();
    auto page = page_of(person);
    sql("update sessions set revoked_at = now() where client_id = $1", {id_of(person)});
    test::wait_until("the session has ended",
                     [&] { return page.client.get("/api/v3/account-client").status == 401; });
    const auto forgotten = page.client.post_json("/api/v3/forget-session", Fields{});
    EXPECT_EQ(forgotten.message(), "success");
    EXPECT_THAT(forgotten.header("set-cookie"), StartsWith(end_of_cookie));

    // Somebody else has signed in in another tab since.
    page.client.variable("HTTP_COOKIE", "cambio=" + token_in(sign_in(other)));
    const auto kept = page.client.post_json("/api/v3/forget-session", Fields{});
    EXPECT_EQ(kept.message(), "signed_in");
    EXPECT_EQ(kept.header("set-cookie"), "");
    const auto bearer = caller().post_json("/api/v3/forget-session", Fields{});
    EXPECT_EQ(bearer.header("set-cookie"), "");
}

TEST_F(AuthSite, EndsWhenNobodyHasUsedItForLong) {
    World site{{{"PUSH_URL", "unix:/nowhere"}, {"SESSION_IDLE_HOURS", "2"}}};
    site.handler =
        std::make_unique<HandlerProcess>("auth", site.config.path(), site.config.secret());
    site.owner.run(R"sql(
        with made as (
            insert into clients (email, user_unique_id, password_hash, transaction_password_hash,
                                 referral_code)
            values ('idle@example.com', 'IDLE', '', '', 'IDLE') returning id)
        insert into sessions (client_id, expires_at, last_seen_at)
        select id, now() + interval '1 day', now() - seen from made,
               (values (interval '119 minutes'), (interval '2 hours')) v (seen))sql");
    test::wait_until("the session has ended", [&] {
        return site.owner.run("select count(*) from sessions where revoked_at is not null")[0]
                   .integer("count") == 1;
    });
    const auto left = site.owner.run(
        "select last_seen_at > now() - interval '2 hours' as yes from sessions"
        " where revoked_at is null");
    ASSERT_EQ(left.size(), 1u);
    EXPECT_TRUE(left[0].boolean("yes"));
}

class AuthSiteByHttps : public AuthSite {
  protected:
    static void SetUpTestSuite() {
        start({{"PUBLIC_URL", "https://localhost"}, {"HOUSE_LAST_LOOK", "yes"}});
    }
};

TEST_F(AuthSiteByHttps, HasACookieOfThisHostAlone) {
    const auto cookie = sign_in(signed_up()).header("set-cookie");
    EXPECT_THAT(cookie, StartsWith("__Host-cambio=v4.public."));
    EXPECT_THAT(cookie,
                testing::EndsWith("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure"));
}

}  // namespace
}  // namespace cambio
