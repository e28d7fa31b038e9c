// Proof of work: what guests pay after a few tries.
#include "crypto/crypto.h"
#include "handlers/auth_fixture.h"

namespace cambio {

namespace {

constexpr const char* bits = "8";

bool enough(const std::string& answer) {
    return crypto::sha256(answer).front() == '\0';
}

class AuthWork : public Auth {
  protected:
    static void SetUpTestSuite() { start({{"WORK_BITS", bits}}); }

    /// Whose sign-up was too long ago to count among what this network asked for.
    static Person signed_up() {
        auto person = Auth::signed_up();
        sql("update one_time_codes set created_at = created_at - interval '2 hours'");
        return person;
    }

    /// From a network of its own.
    static FastCgiClient from_afar() {
        static int last = 0;
        auto client = caller();
        client.address("172.16." + std::to_string(++last) + ".1");
        return client;
    }

    static std::string challenge_in(const Answer& answer) {
        expect_error(answer, 428, "work_required");
        EXPECT_EQ(answer.json()["details"]["bits"].asString(), bits);
        return answer.json()["details"]["challenge"].asString();
    }
    static std::string solved(const std::string& challenge) {
        for (int number = 0;; ++number) {
            auto answer = challenge + '.' + std::to_string(number);
            if (enough(answer)) return answer;
        }
    }
    static std::string unsolved(const std::string& challenge) {
        for (int number = 0;; ++number) {
            auto answer = challenge + '.' + std::to_string(number);
            if (!enough(answer)) return answer;
        }
    }

    static Answer guess(FastCgiClient& guest, const std::string& email, const std::string& with,
                        const std::string& work = "") {
        Fields fields{{"username", email}, {"password", with}};
        if (!work.empty()) fields.emplace_back("work", work);
        return guest.post_json("/api/v3/login", fields);
    }
    static Answer ask(FastCgiClient& guest, const char* path, const std::string& email,
                      const std::string& work = "") {
        Fields fields{{"email", email}};
        if (!work.empty()) fields.emplace_back("work", work);
        return guest.post_json(path, fields);
    }
    static void three_wrong(const std::string& email) {
        for (int i = 0; i < 3; ++i) {
            auto guest = from_afar();
            EXPECT_EQ(guess(guest, email, "wrong").status, 401);
        }
    }
};

TEST_F(AuthWork, AfterThreeWrongPasswordsForAnAccountTheNextCostsWork) {
    const auto person = signed_up();
    three_wrong(person.email);
    auto guest = from_afar();
    const auto answer = solved(challenge_in(guess(guest, person.email, password)));
    EXPECT_EQ(guess(guest, person.email, "wrong", answer).status, 401);
    // Once.
    challenge_in(guess(guest, person.email, password, answer));
    const auto next = solved(challenge_in(guess(guest, person.email, password)));
    EXPECT_EQ(guess(guest, person.email, password, next).status, 200);
}

TEST_F(AuthWork, AfterThreeFromANetworkWhoeverIsGuessedAt) {
    auto guest = from_afar();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(guess(guest, new_email(), "wrong").status, 401);
    challenge_in(guess(guest, new_email(), "wrong"));
}

TEST_F(AuthWork, AnAnswerIsForItsOwnAccountCallAndTime) {
    const auto person = signed_up(), other = signed_up();
    three_wrong(person.email);
    three_wrong(other.email);
    auto guest = from_afar();
    const auto challenge = challenge_in(guess(guest, person.email, password));
    const auto good = solved(challenge);
    auto cheaper = challenge;
    cheaper.replace(cheaper.find('.') + 1, 1, "1");
    auto later = challenge;
    later[0] = later[0] == '9' ? '8' : '9';
    for (const auto& bad : {unsolved(challenge), solved(cheaper), solved(later), good + ".1",
                            std::string{"1.2.3"}, std::string{"...."}, "x" + good})
        challenge_in(guess(guest, person.email, password, bad));
    challenge_in(guess(guest, other.email, password, good));
    EXPECT_EQ(guess(guest, person.email, password, good).status, 200);
}

TEST_F(AuthWork, ASpentAnswerIsForgottenWhenItIsTooOld) {
    const auto person = signed_up();
    three_wrong(person.email);
    for (int i = 0; i < 2; ++i) {
        auto guest = from_afar();
        const auto answer = solved(challenge_in(guess(guest, person.email, "wrong")));
        sql("update spent_work set expires_at = now() - interval '1 second'");
        EXPECT_EQ(guess(guest, person.email, "wrong", answer).status, 401);
    }
    EXPECT_EQ(count("select count(*) from spent_work"), 1);
}

TEST_F(AuthWork, CodesCostWorkTooButNotInAKnownBrowser) {
    const auto person = signed_up();
    auto browser = from_afar();
    const auto entered = guess(browser, person.email, password);
    const auto cookie = entered.header("set-cookie");
    browser.variable("HTTP_COOKIE", cookie.substr(0, cookie.find(';')));
    for (const char* path : {"/api/v2/send-code", "/api/v3/forgot-password/send-code"}) {
        const std::string address = path[6] == '2' ? new_email() : person.email;
        for (int i = 0; i < 3; ++i) {
            auto guest = from_afar();
            EXPECT_EQ(ask(guest, path, address).status, 200);
        }
        auto guest = from_afar();
        const auto answer = solved(challenge_in(ask(guest, path, address)));
        EXPECT_EQ(ask(guest, path, address, answer).status, 200);
    }
    EXPECT_EQ(ask(browser, "/api/v3/forgot-password/send-code", person.email).status, 200);
}

TEST_F(AuthWork, ALinkByMailCostsWorkFromTheFirstWhoeverHasTheAddress) {
    const auto path = "/api/v3/known-browser/send-link";
    for (const auto& address : {signed_up().email, std::string{"nobody.links@example.com"}}) {
        auto guest = from_afar();
        const auto answer = solved(challenge_in(ask(guest, path, address)));
        challenge_in(ask(guest, path, "another." + address, answer));
        EXPECT_EQ(ask(guest, path, address, answer).status, 200);
        challenge_in(ask(guest, path, address, answer));
    }
}

TEST_F(AuthWork, AnUnknownAddressCostsWhatAKnownOneDoes) {
    const std::string nobody = "nobody.works@example.com";
    three_wrong(nobody);
    auto guest = from_afar();
    challenge_in(guess(guest, nobody, "wrong"));
}

}  // namespace

}  // namespace cambio
