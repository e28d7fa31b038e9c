// Subscribing browsers to push messages, and what ends that. tests/cron/send_pushes_test.cpp sends
// some.
#include "crypto/crypto.h"
#include "rewards_fixture.h"
#include "support/push_browser.h"
#include "token/sessions.h"

namespace cambio {

namespace {

using test::PushBrowser;

const std::string path = "/api/v3/notifications/browsers";
constexpr const char* subscribed = R"sql(
    select count(*) as n from push_subscriptions where client_id = $1
)sql";
constexpr const char* waiting = R"sql(
    select count(*) as n from outgoing_pushes o
      join push_subscriptions s on s.id = o.subscription_id where s.client_id = $1
)sql";

class PushBrowsers : public Rewards {
  protected:
    static std::string new_endpoint() {
        static int last = 0;
        return "https://fcm.googleapis.com/fcm/send/browser" + std::to_string(++last);
    }
    static Fields fields(const PushBrowser& browser, const std::string& endpoint) {
        return {{"endpoint", endpoint}, {"p256dh", browser.p256dh()}, {"auth", browser.auth()}};
    }
    static Answer add(FastCgiClient& client, const Fields& what) {
        return client.post_json(path + "/add", what);
    }
    static Answer remove(FastCgiClient& client, const Fields& what) {
        return client.post_json(path + "/remove", what);
    }
    static std::int64_t count(const char* question, const Person& who) {
        return sql(question, {who.id})[0].integer("n");
    }
    static void tell(const Person& who) {
        pg::Transaction tx{world->app()};
        notices::tell(tx, who.id, notices::Kind::password_changed);
        tx.commit();
    }

    PushBrowser browser;
};

TEST_F(PushBrowsers, AreSubscribedListedAndEnded) {
    const Person ann = person();
    auto hers = as(ann), her_phone = as(ann);
    const auto nothing = hers.get(path).json();
    EXPECT_EQ(nothing["browsers"].size(), 0u);
    EXPECT_EQ(nothing["most"], 10);
    EXPECT_EQ(crypto::from_base64url(nothing["public_key"].asString()).size(), 65u);

    const auto endpoint = new_endpoint();
    EXPECT_EQ(add(hers, fields(browser, endpoint)).message(), "success");
    EXPECT_EQ(add(her_phone, fields(PushBrowser{}, new_endpoint())).message(), "success");
    const auto both = hers.get(path).json()["browsers"];
    ASSERT_EQ(both.size(), 2u);
    EXPECT_FALSE(both[0]["current"].asBool());
    EXPECT_TRUE(both[1]["current"].asBool());
    EXPECT_EQ(both[1]["device"], "Unknown browser");
    EXPECT_TRUE(both[1]["failed_at"].isNull());
    EXPECT_THAT(both[1]["created_at"].asString(), testing::EndsWith("Z"));

    EXPECT_EQ(remove(hers, {{"id", both[0]["id"].asString()}}).message(), "success");
    EXPECT_EQ(remove(hers, {{"endpoint", endpoint}}).message(), "success");
    EXPECT_EQ(count(subscribed, ann), 0);
}

TEST_F(PushBrowsers, SubscribedAgainAreTheSameOfTheSessionThatIsThereNow) {
    const Person ann = person();
    auto before = as(ann), now = as(ann);
    const auto what = fields(browser, new_endpoint());
    EXPECT_EQ(add(before, what).status, 200);
    const auto id = before.get(path).json()["browsers"][0]["id"];
    EXPECT_EQ(add(now, what).status, 200);
    EXPECT_FALSE(before.get(path).json()["browsers"][0]["current"].asBool());
    const auto seen = now.get(path).json()["browsers"];
    ASSERT_EQ(seen.size(), 1u);
    EXPECT_TRUE(seen[0]["current"].asBool());
    EXPECT_EQ(seen[0]["id"], id);
}

TEST_F(PushBrowsers, AreToldWhatTheBellIsToldOnceForEach) {
    const Person ann = person(), ben = person();
    auto hers = as(ann);
    tell(ann);
    EXPECT_EQ(add(hers, fields(browser, new_endpoint())).status, 200);
    EXPECT_EQ(add(hers, fields(PushBrowser{}, new_endpoint())).status, 200);
    EXPECT_EQ(count(waiting, ann), 0);
    tell(ann);
    tell(ben);
    EXPECT_EQ(count(waiting, ann), 2);
    EXPECT_EQ(count(waiting, ben), 0);
}

TEST_F(PushBrowsers, GoWithTheSessionThatIsSignedOut) {
    const Person ann = person();
    auto hers = as(ann), her_phone = as(ann);
    EXPECT_EQ(add(hers, fields(browser, new_endpoint())).status, 200);
    EXPECT_EQ(add(her_phone, fields(PushBrowser{}, new_endpoint())).status, 200);
    tell(ann);
    const auto first =
        sql("select min(id) as id from sessions where client_id = $1", {ann.id})[0].id<SessionId>(
            "id");
    {
        pg::Transaction tx{world->app()};
        token::revoke_session(tx, first);
        tx.commit();
    }
    EXPECT_EQ(count(subscribed, ann), 1);
    EXPECT_EQ(count(waiting, ann), 1);
    {
        pg::Transaction tx{world->app()};
        token::revoke_all_sessions(tx, ann.id);
        tx.commit();
    }
    EXPECT_EQ(count(subscribed, ann), 0);
    EXPECT_EQ(count(waiting, ann), 0);
}

TEST_F(PushBrowsers, AreToldNothingOnceTheSessionsTimeIsOver) {
    const Person ann = person();
    auto hers = as(ann);
    EXPECT_EQ(add(hers, fields(browser, new_endpoint())).status, 200);
    world->superuser().run("update sessions set expires_at = now() where client_id = $1", {ann.id});
    tell(ann);
    EXPECT_EQ(count(waiting, ann), 0);
}

TEST_F(PushBrowsers, StayWhereTheSiteOnlyWasClosedForLong) {
    const Person ann = person();
    auto hers = as(ann);
    EXPECT_EQ(add(hers, fields(browser, new_endpoint())).status, 200);
    world->superuser().run(
        "update sessions set revoked_at = now(), ended_idle = true where client_id = $1", {ann.id});
    tell(ann);
    EXPECT_EQ(count(waiting, ann), 1);
    pg::Transaction tx{world->app()};
    token::revoke_all_sessions(tx, ann.id);
    tx.commit();
    EXPECT_EQ(count(subscribed, ann), 0);
}

TEST_F(PushBrowsers, AreNamedInTheActivityOnceEach) {
    const Person ann = person();
    auto hers = as(ann), again = as(ann);
    const auto endpoint = new_endpoint();
    EXPECT_EQ(add(hers, fields(browser, endpoint)).status, 200);
    EXPECT_EQ(add(again, fields(browser, endpoint)).status, 200) << "signed in anew";
    EXPECT_EQ(count("select count(*) as n from account_activity "
                    "where kind = 'push_messages_on' and client_id = $1",
                    ann),
              1);
}

TEST_F(PushBrowsers, HaveAHundredMessagesWaitingAtMost) {
    const Person ann = person();
    auto hers = as(ann);
    EXPECT_EQ(add(hers, fields(browser, new_endpoint())).status, 200);
    for (int i = 0; i < 102; ++i) tell(ann);
    EXPECT_EQ(count(waiting, ann), 100);
}

TEST_F(PushBrowsers, RefuseEachFieldThatIsNone) {
    const Person ann = person();
    auto hers = as(ann);
    const auto good = fields(browser, new_endpoint());
    const auto with = [&](const char* name, const std::string& value) {
        auto changed = good;
        for (auto& [field, now] : changed)
            if (field == name) now = value;
        return add(hers, changed);
    };
    for (const char* elsewhere :
         {"https://127.0.0.1/x", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:22/x",
          "https://fcm.googleapis.com@evil.com/x", "https://fcm.googleapis.com.evil.com/x",
          "https://169.254.169.254/latest", "https://notify.windows.com/x", "x"})
        expect_error(with("endpoint", elsewhere), 400, "push_service_unknown", "endpoint");
    expect_error(with("endpoint", "https://fcm.googleapis.com/" + std::string(2048, 'x')), 400,
                 "too_long", "endpoint");
    for (const std::string& key : {std::string{"!"}, browser.auth(), std::string(87, 'B')})
        expect_error(with("p256dh", key), 400, "invalid_parameter", "p256dh");
    for (const std::string& secret : {std::string{"!"}, std::string{"AAAA"}, browser.p256dh()})
        expect_error(with("auth", secret), 400, "invalid_parameter", "auth");
    for (const char* name : {"endpoint", "p256dh", "auth"}) {
        auto without = good;
        std::erase_if(without, [&](const auto& field) { return field.first == name; });
        expect_error(add(hers, without), 400, "missing_parameter", name);
    }
    auto more = good;
    more.emplace_back("x", "1");
    expect_error(add(hers, more), 400, "unknown_parameter", "x");
    auto guest = handler->client();
    expect_error(add(guest, good), 401, "unauthorized");
    expect_error(guest.get(path), 401, "unauthorized");
    EXPECT_EQ(count(subscribed, ann), 0);
}

TEST_F(PushBrowsers, OfStrangersCanNeitherBeEndedNorTaken) {
    const Person ann = person(), ben = person();
    auto hers = as(ann), his = as(ben);
    const auto endpoint = new_endpoint();
    EXPECT_EQ(add(hers, fields(browser, endpoint)).status, 200);
    const auto id = hers.get(path).json()["browsers"][0]["id"].asString();
    expect_error(remove(his, {{"id", id}}), 404, "not_found", "id");
    expect_error(remove(his, {{"endpoint", endpoint}}), 404, "not_found", "endpoint");
    expect_error(remove(his, Fields{}), 400, "missing_parameter", "id");
    expect_error(remove(his, {{"id", id}, {"endpoint", endpoint}}), 400, "invalid_parameter", "id");
    expect_error(add(his, fields(PushBrowser{}, endpoint)), 409, "push_browser_taken", "endpoint");
    EXPECT_EQ(count(subscribed, ann), 1);

    // With the browser's own keys it is the browser, at which somebody else has signed in.
    EXPECT_EQ(add(his, fields(browser, endpoint)).status, 200);
    EXPECT_EQ(count(subscribed, ann), 0);
    EXPECT_EQ(count(subscribed, ben), 1);
}

TEST_F(PushBrowsers, AreTenAtMost) {
    const Person ann = person();
    auto hers = as(ann);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(add(hers, fields(browser, new_endpoint())).status, 200);
    const auto refused = add(hers, fields(browser, new_endpoint()));
    expect_error(refused, 409, "too_many_push_browsers");
    EXPECT_THAT(refused.body, testing::HasSubstr("10 browsers"));
    const auto last = hers.get(path).json()["browsers"][0]["id"].asString();
    EXPECT_EQ(remove(hers, {{"id", last}}).status, 200);
    EXPECT_EQ(add(hers, fields(browser, new_endpoint())).status, 200);
    EXPECT_EQ(count(subscribed, ann), 10);
}

TEST_F(PushBrowsers, AreRefusedWhereNoMessagesAreSent) {
    World silent{{{"WEB_PUSH_SERVICES", "none"}}};
    const Person ann = silent.client("ann@example.com");
    const auto rewards = silent.handler("rewards");
    auto hers = rewards.client();
    hers.bearer(silent.token(ann));
    EXPECT_TRUE(hers.get(path).json()["public_key"].isNull());
    expect_error(add(hers, fields(browser, new_endpoint())), 404, "push_messages_off");
}

}  // namespace

}  // namespace cambio
