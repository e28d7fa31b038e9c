// What the suites of passkeys share: the account and the sign-in programs, browsers of guests, and
// how a passkey is added, asked and answers.
#pragma once

#include "handlers/account_fixture.h"
#include "support/authenticator.h"

namespace cambio {

using test::Authenticator;

class Passkeys : public Account {
  protected:
    static void SetUpTestSuite() {
        world = new test::World;
        for (const char* group : {"account", "auth"})
            handlers[group] = std::make_unique<HandlerProcess>(group, world->config().path(),
                                                               world->config().secret());
    }
    static void TearDownTestSuite() {
        handlers.clear();
        delete world;
        world = nullptr;
    }

    static FastCgiClient at(const char* group, const std::string& token) {
        auto client = handlers.at(group)->client();
        client.bearer(token);
        return client;
    }
    static Answer call(const std::string& token, const std::string& path,
                       const Fields& fields = {}) {
        return at("account", token).post_json(path, fields);
    }
    static Answer call(const Person& person, const std::string& path, const Fields& fields = {}) {
        return call(person.token, path, fields);
    }

    /// A guest's browser, at an address of its own.
    struct Browser {
        FastCgiClient client = handlers.at("auth")->client();

        Browser() {
            static int last = 0;
            client.address("10.3.0." + std::to_string(++last));
        }
        Json::Value begin() {
            const auto begun = client.post_json("/api/v3/passkey-login/begin", Fields{});
            EXPECT_EQ(begun.status, 200) << begun.body;
            const auto cookie = begun.header("set-cookie");
            EXPECT_THAT(cookie, testing::HasSubstr("; HttpOnly; SameSite=Strict"));
            client.variable("HTTP_COOKIE", cookie.substr(0, cookie.find(';')));
            return begun.json();
        }
        Answer finish(const std::string& answer) {
            return client.post_json("/api/v3/passkey-login", {{"passkey", answer}});
        }
        Answer sign_in(Authenticator& device) { return finish(device.get(begin())); }
    };

    static Answer begin_adding(const Person& person) {
        return call(person, "/api/v3/passkeys/begin",
                    proved(person, account::Act::add_passkey, {{"password", password}}));
    }
    static Answer add(const Person& person, Authenticator& device,
                      const std::string& name = "My laptop") {
        const auto begun = begin_adding(person);
        EXPECT_EQ(begun.status, 200) << begun.body;
        return call(person, "/api/v3/passkeys/add",
                    {{"name", name}, {"passkey", device.create(begun.json())}});
    }
    static Person with(Authenticator& device) {
        const auto who = person();
        expect_message(add(who, device), "saved");
        sql("update clients set withdrawals_rest_until = null where id = $1", {who.id});
        return who;
    }
    static Json::Value list(const Person& person) {
        return at("account", person.token).get("/api/v3/passkeys").json()["passkeys"];
    }
    static std::string id_of_first(const Person& person) {
        return list(person)[0]["id"].asString();
    }
    static Answer log_in(const Person& person) {
        return Browser{}.client.post_json("/api/v3/login",
                                          {{"username", person.email}, {"password", password}});
    }
    static Json::Value asked(const Person& person, const char* act) {
        const auto answer = call(person, "/api/v3/step-up/passkey", {{"act", act}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }
    /// What the device answers to a session that is to be opened for trading.
    static std::string asked_to_trade(const std::string& token, Authenticator& device) {
        const auto answer = call(token, "/api/v3/trading-unlock/passkey");
        EXPECT_EQ(answer.status, 200) << answer.body;
        return device.get(answer.json());
    }
    static Answer unlock(const std::string& token, const std::string& answer) {
        return call(token, "/api/v3/trading-unlock", {{"passkey", answer}});
    }
    static Answer raise_limit(const std::string& token, const std::string& answer) {
        return call(token, "/api/v3/update-withdraw-limit",
                    {{"withdraw_limit", "1500"},
                     {"transaction_password", transaction_password},
                     {"passkey", answer}});
    }

    static std::string reset_token(const Person& person) {
        auto browser = Browser{};
        expect_message(browser.client.post_json("/api/v3/forgot-password/send-code",
                                                {{"email", person.email}}),
                       "success");
        const auto verified =
            browser.client.post_json("/api/v3/forget-password-code/verify",
                                     {{"email", person.email}, {"code", code_to(person.email)}});
        return verified.json()["token"].asString();
    }
    static Answer reset(Browser& browser, const Person& person, const std::string& token) {
        return browser.client.post_json(
            "/api/v3/reset-password",
            {{"email", person.email}, {"password", "A-Fresh-Password-1"}, {"token", token}});
    }
    static Answer change_password(const Person& person, Fields fields = {}) {
        fields.insert(fields.end(),
                      {{"oldLoginPassword", password}, {"password", "A-Fresh-Password-1"}});
        return call(person, "/api/v3/update-password",
                    proved(person, account::Act::change_password, fields));
    }
    /// What the bell names.
    static std::string told(const Person& person, const char* kind) {
        return sql("select data->>'what' as what from notifications where client_id = $1 and "
                   "kind = $2",
                   {person.id, kind})[0]
            .str("what");
    }
    static std::int64_t who_wait() {
        return count(
            "select count(*) as count from pg_stat_activity where datname = "
            "current_database() and wait_event_type = 'Lock'");
    }

    static inline std::map<std::string, std::unique_ptr<HandlerProcess>> handlers;
};

}  // namespace cambio
