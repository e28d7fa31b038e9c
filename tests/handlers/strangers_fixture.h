// What the suites of strangers share: people with money, the handlers of sign-in and of
// withdrawals, and a siege.
#pragma once

#include <json/reader.h>

#include "handlers/step_up_codes.h"
#include "handlers/withdrawals_fixture.h"

namespace cambio {

class AuthStrangers : public Withdrawals {
  protected:
    static constexpr int networks = 10;
    static constexpr const char* home = "203.0.113.7";
    static constexpr const char* elsewhere = "192.0.2.77";

    static void SetUpTestSuite() {
        Withdrawals::SetUpTestSuite();
        auth.reset(new HandlerProcess{"auth", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        auth.reset();
        Withdrawals::TearDownTestSuite();
    }

    static FastCgiClient at(const std::string& ip) {
        auto client = auth->client();
        client.address(ip);
        return client;
    }
    static std::string address_in(int network, int host) {
        return "198.51." + std::to_string(network) + '.' + std::to_string(host);
    }
    static Answer login(FastCgiClient& browser, const Person& person, const std::string& password) {
        return browser.post_json("/api/v3/login",
                                 {{"username", person.email}, {"password", password}});
    }
    static Answer forgot(FastCgiClient& browser, const Person& person) {
        return browser.post_json("/api/v3/forgot-password/send-code", {{"email", person.email}});
    }
    static Answer verify(FastCgiClient& browser, const Person& person, const std::string& code) {
        return browser.post_json("/api/v3/forget-password-code/verify",
                                 {{"email", person.email}, {"code", code}});
    }
    static void a_minute_later() {
        sql("update one_time_codes set created_at = created_at - interval '61 seconds'");
    }

    /// With a code from the mailbox; what follows is kept by the browser.
    static void reset(FastCgiClient& browser, const Person& person, const std::string& password) {
        const auto verified = verify(browser, person, code_in_mail(person, "Reset"));
        ASSERT_EQ(verified.message(), "success") << verified.body;
        const auto answer = browser.post_json("/api/v3/reset-password",
                                              {{"email", person.email},
                                               {"password", password},
                                               {"token", verified.json()["token"].asString()}});
        ASSERT_EQ(answer.message(), "success") << answer.body;
        keep_cookie(browser, answer);
    }
    /// From now on it sends what the answer has set.
    static void keep_cookie(FastCgiClient& browser, const Answer& answer) {
        const auto cookie = answer.header("set-cookie");
        EXPECT_THAT(cookie, testing::HasSubstr("; Path=/api; HttpOnly; SameSite=Strict"));
        browser.variable("HTTP_COOKIE", cookie.substr(0, cookie.find(';')));
    }

    /// A browser in which the person has signed in before; it is asleep now.
    static FastCgiClient known_browser(const Person& person) {
        auto browser = at(home);
        const auto entered = login(browser, person, World::password);
        EXPECT_EQ(entered.status, 200) << entered.body;
        keep_cookie(browser, entered);
        return browser;
    }

    /// Ten networks, each with hosts of its own, try all that a guest can.
    static void siege(const Person& person) {
        for (int host = 1; host <= 6; ++host) {
            a_minute_later();
            for (int network = 0; network < networks; ++network) {
                auto attacker = at(address_in(network, host));
                login(attacker, person, "a guess");
                forgot(attacker, person);
                verify(attacker, person, "000000");
                attacker.post_json("/api/v2/send-code", {{"email", person.email}});
            }
        }
    }

    static std::string code_in_mail(const Person& person, const std::string& subject) {
        std::string newest, code;
        for (const auto& entry : std::filesystem::directory_iterator{world->config().outbox()}) {
            std::ifstream file{entry.path()};
            Json::Value mail;
            if (entry.path().extension() != ".json" || entry.path() < newest) continue;
            file >> mail;
            std::smatch found;
            const auto text = mail["text"].asString();
            if (mail["to"].asString() != person.email ||
                mail["subject"].asString().find(subject) == std::string::npos ||
                !std::regex_search(text, found, std::regex{"\\b[0-9]{6}\\b"}))
                continue;
            newest = entry.path();
            code = found.str();
        }
        return code;
    }

    static inline std::unique_ptr<HandlerProcess> auth;
};

}  // namespace cambio
