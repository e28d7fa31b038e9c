// The job that sends push messages, against a push service on this machine whose browser opens
// them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "crypto/crypto.h"
#include "json/parse.h"
#include "notices/notices.h"
#include "support/builders.h"
#include "support/http_server.h"
#include "support/push_browser.h"
#include "web_push/subscriptions.h"

namespace cambio::test {
namespace {

using notices::Kind;
using testing::HasSubstr, testing::Not;

class SendPushes : public testing::Test {
  protected:
    SendPushes() { subscribe(ann, "/push/ann", browser); }

    void subscribe(const Person& person, const std::string& path, const PushBrowser& its) {
        world.token(person);
        const auto session =
            world.app()
                .run("select max(id) as id from sessions where client_id = $1", {person.id})[0]
                .id<SessionId>("id");
        pg::Transaction tx{world.app()};
        web_push::subscribe(tx, {person.id, session, service.url() + path, its.keys()});
        tx.commit();
    }

    void tell(const Person& person, Kind kind, const Json::Value& data = {}) {
        pg::Transaction tx{world.app()};
        notices::tell(tx, person.id, kind, data);
        tx.commit();
    }

    static Json::Value alert() {
        Json::Value data;
        data["pair"] = "BTCUSDT";
        data["coin"] = "BTC";
        data["price"] = "65000";
        data["last"] = "65001.5";
        return data;
    }

    int send(std::string* log = nullptr) {
        return run_job("send_pushes", world.config().path(), {"--once"}, log);
    }

    /// What waits is due now.
    void skip_wait() { world.superuser().run("update outgoing_pushes set next_try_at = now()"); }
    void age(const char* by) {
        world.superuser().run("update outgoing_pushes set created_at = now() - $1::interval", {by});
    }
    std::int64_t count(const char* table) {
        const auto question = std::string{"select count(*) as n from "} + table;
        return world.superuser().run(question.c_str())[0].integer("n");
    }
    std::string last_error() {
        return world.superuser()
            .run("select coalesce(last_error, '') as last_error from push_subscriptions")[0]
            .str("last_error");
    }
    std::int64_t waiting() { return count("outgoing_pushes"); }

    std::string answer = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
    std::function<void()> asked = [] {};
    HttpServer service{HttpServer::Where::loopback, [this](const HttpRequest&) {
                           asked();
                           return answer;
                       }};
    World world{{{"WEB_PUSH_SERVICES", service.url()}, {"SUPPORT_EMAIL", "help@example.com"}}};
    Person ann = world.client("ann@example.com");
    PushBrowser browser;
};

TEST_F(SendPushes, WhatComesMeanwhileWaitsForNoMoreThanTwentyOthers) {
    for (int n = 0; n < 45; ++n) tell(ann, Kind::price_alert_above, alert());
    int before = 0;
    // It comes while the first one is sent.
    asked = [&, first = true]() mutable {
        if (std::exchange(first, false)) tell(ann, Kind::password_changed);
        before += static_cast<int>(count("outgoing_pushes where kind = 'password_changed'"));
    };
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
    EXPECT_GE(before, 1);
    EXPECT_LE(before, 21) << "its own request is one of these";
}

std::string refusal(const char* status, const char* header = "") {
    return std::string{"HTTP/1.1 "} + status + "\r\nContent-Length: 0\r\n" + header + "\r\n";
}

TEST_F(SendPushes, SendsAnAlertThatOnlyTheBrowserCanOpen) {
    tell(ann, Kind::price_alert_above, alert());
    EXPECT_EQ(waiting(), 1);
    std::string log;
    EXPECT_EQ(send(&log), 0) << log;
    EXPECT_EQ(waiting(), 0);
    const auto requests = service.requests();
    ASSERT_EQ(requests.size(), 1u);
    auto request = requests[0];
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.target, "/push/ann");
    EXPECT_EQ(request.headers["content-encoding"], "aes128gcm");
    EXPECT_EQ(request.headers["urgency"], "high");
    EXPECT_LE(std::stoi(request.headers["ttl"]), 3600);
    EXPECT_GT(std::stoi(request.headers["ttl"]), 3000);

    const auto shown = json::parse_object(browser.open(request.body)).value();
    EXPECT_EQ(shown["title"], "BTCUSDT rose to 65000");
    EXPECT_EQ(shown["body"], "Last price: 65001.5 USDT.");
    EXPECT_EQ(shown["path"], "/trades/spot/BTC");
    EXPECT_EQ(shown["tag"], request.headers["topic"]);
    EXPECT_EQ(shown.size(), 4u);

    const auto claims = read_vapid(request.headers["authorization"]);
    EXPECT_EQ(claims.audience, service.url());
    EXPECT_EQ(claims.subject, "mailto:help@example.com");
    EXPECT_EQ(claims.key, crypto::read_key(world.config().get("WEB_PUSH_KEY_FILE") + ".pub", 65));
}

TEST_F(SendPushes, SpeaksTheClientsLanguageAndLeadsToWhatItIsAbout) {
    world.app().run("update clients set language = 'de' where id = $1", {ann.id});
    Json::Value order;
    order["pair"] = "ETHUSDT";
    order["delegate_type"] = "SELL";
    order["quantity"] = "2";
    order["total"] = "7000";
    tell(ann, Kind::order_filled, order);
    tell(ann, Kind::two_factor_guessed);
    EXPECT_EQ(send(), 0);
    auto requests = service.requests();
    ASSERT_EQ(requests.size(), 2u);
    EXPECT_EQ(requests[1].headers["urgency"], "normal");
    const auto sold = json::parse_object(browser.open(requests[1].body)).value();
    const auto words = notices::bell_words(
        "de", "order_filled",
        {{"pair", "ETHUSDT"}, {"delegate_type", "SELL"}, {"quantity", "2"}, {"total", "7000"}});
    EXPECT_EQ(sold["title"], words.title);
    EXPECT_EQ(sold["body"], words.text);
    EXPECT_THAT(words.text, HasSubstr("7000"));
    EXPECT_EQ(sold["path"], "/trades/spot/ETH");
    const auto guessed = json::parse_object(browser.open(requests[0].body)).value();
    EXPECT_EQ(guessed["path"], "/account/security");
}

TEST_F(SendPushes, LeavesToTheBellWhatIsNotUrgent) {
    tell(ann, Kind::reward_claimed);
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
    EXPECT_TRUE(service.requests().empty());
}

TEST_F(SendPushes, ForgetsABrowserThatIsGone) {
    for (const char* status : {"404 Not Found", "410 Gone"}) {
        answer = refusal(status);
        tell(ann, Kind::price_alert_above, alert());
        tell(ann, Kind::price_alert_above, alert());
        EXPECT_EQ(send(), 0);
        EXPECT_EQ(count("push_subscriptions"), 0);
        EXPECT_EQ(waiting(), 0);
        subscribe(ann, "/push/ann", browser);
    }
    EXPECT_EQ(service.requests().size(), 2u);
}

TEST_F(SendPushes, ASignOutLeavesNothingToSend) {
    tell(ann, Kind::password_changed);
    pg::Transaction settles{world.app()};
    notices::tell(settles, ann.id, Kind::price_alert_above, alert());
    world.superuser().run("update sessions set revoked_at = now() where client_id = $1", {ann.id});
    settles.commit();
    EXPECT_EQ(waiting(), 2);
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
    EXPECT_TRUE(service.requests().empty());
}

TEST_F(SendPushes, TriesAgainLaterAndLaterAndGivesUp) {
    answer = refusal("503 Service Unavailable");
    tell(ann, Kind::password_changed);
    for (int tries = 1; tries <= 8; ++tries) {
        EXPECT_EQ(send(), 0);
        EXPECT_EQ(send(), 0) << "not at once";
        EXPECT_EQ(service.requests().size(), static_cast<std::size_t>(tries));
        EXPECT_EQ(waiting(), tries < 8 ? 1 : 0);
        skip_wait();
    }
    EXPECT_EQ(last_error(), "503");
    answer = refusal("201 Created");
    tell(ann, Kind::password_changed);
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(last_error(), "");
}

TEST_F(SendPushes, WaitsAsLongAsTheServiceAsks) {
    answer = refusal("429 Too Many Requests", "Retry-After: 1800\r\n");
    tell(ann, Kind::password_changed);
    EXPECT_EQ(send(), 0);
    const auto seconds =
        world.superuser()
            .run("select extract(epoch from next_try_at - now())::bigint as s from outgoing_pushes")
                [0]
            .integer("s");
    EXPECT_GT(seconds, 1700);
    EXPECT_LE(seconds, 1800);
}

TEST_F(SendPushes, FollowsNoRedirectAndSaysNothingSecret) {
    HttpServer elsewhere{HttpServer::Where::loopback,
                         [](const HttpRequest&) { return HttpServer::ok(""); }};
    answer = refusal("307 Temporary Redirect", ("Location: " + elsewhere.url() + "/x\r\n").c_str());
    tell(ann, Kind::password_changed);
    std::string log;
    EXPECT_EQ(send(&log), 0);
    EXPECT_TRUE(elsewhere.requests().empty());
    EXPECT_EQ(waiting(), 0);
    EXPECT_THAT(log, HasSubstr("push_given_up"));
    EXPECT_THAT(log, HasSubstr("307"));
    for (const auto& secret : {std::string{"/push/ann"}, browser.p256dh(), browser.auth()})
        EXPECT_THAT(log, Not(HasSubstr(secret)));
}

TEST_F(SendPushes, CallsNobodyWhoIsNotAllowedAnyMore) {
    tell(ann, Kind::password_changed);
    world.config().set("WEB_PUSH_SERVICES", "fcm.googleapis.com");
    EXPECT_EQ(send(), 0);
    EXPECT_TRUE(service.requests().empty());
    EXPECT_EQ(waiting(), 0);
    tell(ann, Kind::password_changed);
    world.config().set("WEB_PUSH_SERVICES", "none");
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
}

TEST_F(SendPushes, CallsNoAddressInsideWhateverAServicesNameLeadsTo) {
    world.superuser().run("update push_subscriptions set endpoint = 'https://localhost.test/x'");
    world.config().set("WEB_PUSH_SERVICES", "localhost.test");
    tell(ann, Kind::password_changed);
    EXPECT_EQ(send(), 0);
    EXPECT_TRUE(service.requests().empty());
    EXPECT_EQ(waiting(), 1);
}

TEST_F(SendPushes, TellsNoOldPrices) {
    tell(ann, Kind::price_alert_above, alert());
    age("2 hours");
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
    EXPECT_TRUE(service.requests().empty());
}

TEST_F(SendPushes, OneBrowserGetsSixtyAnHourBesidesSecurity) {
    for (int i = 0; i < 70; ++i) tell(ann, Kind::price_alert_above, alert());
    tell(ann, Kind::password_changed);
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
    EXPECT_EQ(service.requests().size(), 61u);
}

TEST_F(SendPushes, RefusedMessagesCountToo) {
    answer = refusal("403 Forbidden");
    for (int i = 0; i < 70; ++i) tell(ann, Kind::price_alert_above, alert());
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
    EXPECT_EQ(service.requests().size(), 60u);
}

TEST_F(SendPushes, SecurityGoesFirst) {
    tell(ann, Kind::price_alert_above, alert());
    tell(ann, Kind::password_changed);
    EXPECT_EQ(send(), 0);
    const auto requests = service.requests();
    ASSERT_EQ(requests.size(), 2u);
    EXPECT_THAT(browser.open(requests[0].body), Not(HasSubstr("BTC")));
    EXPECT_THAT(browser.open(requests[1].body), HasSubstr("BTC"));
}

TEST_F(SendPushes, ForgetsWhatIsOld) {
    tell(ann, Kind::password_changed);
    age("25 hours");
    EXPECT_EQ(send(), 0);
    EXPECT_TRUE(service.requests().empty());
    EXPECT_EQ(waiting(), 0);
}

TEST_F(SendPushes, EachBrowserOfEachClientGetsItsOwn) {
    const Person ben = world.client("ben@example.com");
    const PushBrowser his;
    subscribe(ben, "/push/ben", his);
    tell(ann, Kind::price_alert_above, alert());
    tell(ben, Kind::password_changed);
    EXPECT_EQ(send(), 0);
    for (const auto& request : service.requests()) {
        const bool hers = request.target == "/push/ann";
        EXPECT_NO_THROW((hers ? browser : his).open(request.body));
        EXPECT_ANY_THROW((hers ? his : browser).open(request.body));
    }
    EXPECT_EQ(service.requests().size(), 2u);
}

}  // namespace
}  // namespace cambio::test
