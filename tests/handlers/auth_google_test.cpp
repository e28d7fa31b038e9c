// Sign-in with an OpenID provider, which here is a server of the test's own that can be told to
// lie. tests/browser/account/google.spec.ts goes the whole way with somebody else's provider.
#include <gmock/gmock.h>

#include "crypto/crypto.h"
#include "handlers/auth_fixture.h"
#include "handlers/openid_provider.h"

namespace cambio {

namespace {

using testing::HasSubstr, testing::StartsWith;

class AuthGoogle : public Auth {
  protected:
    static void SetUpTestSuite() {
        provider = new Provider;
        start({{"GOOGLE_CLIENT_ID", client_id},
               {"GOOGLE_CLIENT_SECRET", client_secret},
               {"GOOGLE_ISSUER", provider->url()}});
    }
    static void TearDownTestSuite() {
        Auth::TearDownTestSuite();
        delete provider;
        provider = nullptr;
    }

    /// A browser that was sent to the provider.
    struct Visit {
        FastCgiClient browser;
        std::string url, cookie;
        std::string state() const { return parameter(url, "state"); }
    };
    static std::string cookie_in(const Answer& answer) {
        const auto cookie = answer.header("set-cookie");
        EXPECT_THAT(cookie, HasSubstr("; Path=/api/v3; Max-Age=600; HttpOnly; SameSite=Lax"));
        return cookie.substr(0, cookie.find(';'));
    }
    static Visit begin() {
        auto browser = caller();
        const auto answer = browser.get("/api/v3/auth/google");
        EXPECT_EQ(answer.status, 302) << answer.body;
        Visit visit{std::move(browser), answer.header("location"), cookie_in(answer)};
        visit.browser.variable("HTTP_COOKIE", visit.cookie);
        return visit;
    }
    static std::string code(const Visit& visit, const std::string& subject,
                            const std::string& email) {
        return provider->grant(parameter(visit.url, "code_challenge"),
                               provider->claims(subject, email, parameter(visit.url, "nonce")));
    }
    /// Where the browser is sent after the provider sent it back.
    static std::string back(Visit& visit, const std::string& with_code) {
        const auto answer =
            visit.browser.get("/api/v3/auth/google/callback", {{"state", visit.state()},
                                                               {"code", with_code},
                                                               {"iss", provider->url()},
                                                               {"scope", "openid email"}});
        EXPECT_EQ(answer.status, 302) << answer.body;
        return answer.header("location");
    }
    static Answer complete(Visit& visit, const std::string& page) {
        EXPECT_THAT(page, StartsWith("/redirect?data="));
        return visit.browser.post_json("/api/v3/google-login",
                                       {{"username", parameter(page, "data")}});
    }
    static Answer sign_in(const std::string& subject, const std::string& email) {
        auto visit = begin();
        return complete(visit, back(visit, code(visit, subject, email)));
    }

    static std::string bind(const Person& person, const std::string& subject,
                            const std::string& email) {
        auto browser = caller();
        browser.bearer(token_of(person));
        const auto started =
            browser.post_json("/api/v3/google/bind/start",
                              proved(person, account::Act::bind_google, {{"password", password}}));
        EXPECT_EQ(started.message(), "success") << started.body;
        Visit visit{caller(), started.json()["url"].asString(), cookie_in(started)};
        visit.browser.variable("HTTP_COOKIE", visit.cookie);
        return back(visit, code(visit, subject, email));
    }
    static std::string new_subject() { return "subject-" + crypto::random_name(8); }

    static inline Provider* provider = nullptr;
};

constexpr const char* connected_page = "/account/security/account_connections?google=connected";
constexpr const char* refused_page = "/account/security/account_connections?google_error=";

TEST_F(AuthGoogle, TheBrowserIsSentAlongWithWhatTheProviderMustReturn) {
    const auto visit = begin();
    EXPECT_THAT(visit.url, StartsWith(provider->url() + "/authorize?client_id=our-client&"));
    EXPECT_EQ(decoded(parameter(visit.url, "redirect_uri")),
              "http://localhost/api/v3/auth/google/callback");
    EXPECT_EQ(parameter(visit.url, "response_type"), "code");
    EXPECT_EQ(decoded(parameter(visit.url, "scope")), "openid email");
    EXPECT_EQ(parameter(visit.url, "code_challenge_method"), "S256");
    EXPECT_EQ(parameter(visit.url, "code_challenge").size(), 43u);
    EXPECT_EQ(parameter(visit.url, "nonce").size(), 43u);
    const auto another = begin();
    for (const char* name : {"state", "nonce", "code_challenge"})
        EXPECT_NE(parameter(visit.url, name), parameter(another.url, name));
}

TEST_F(AuthGoogle, WhoConnectedAnAccountSignsInWithIt) {
    const auto person = signed_up();
    const auto subject = new_subject();
    EXPECT_EQ(bind(person, subject, "other.address@example.com"), connected_page);
    const auto answer = sign_in(subject, "changed.since@example.com");
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["user"]["email"].asString(), person.email);
    auto client = caller();
    client.bearer(answer.json()["token"].asString());
    EXPECT_EQ(client.get("/api/v3/account-client").status, 200);
    const auto rows = sql("select google_email from clients where id = $1", {id_of(person)});
    EXPECT_EQ(rows[0].str("google_email"), "other.address@example.com");
    EXPECT_THAT(activity_of(person), testing::Contains("connection_changed"));
}

// Whoever has come back from the provider, and finishes a moment later, has then a minute to do so.
TEST_F(AuthGoogle, AConnectionThatWasTakenAwayMeanwhileSignsNobodyIn) {
    const auto person = signed_up();
    const auto subject = new_subject();
    ASSERT_EQ(bind(person, subject, "thief@example.com"), connected_page);
    auto visit = begin();
    const auto page = back(visit, code(visit, subject, "thief@example.com"));
    auto client = caller();
    client.bearer(token_of(person));
    EXPECT_EQ(client
                  .post_json("/api/v3/google/unbind",
                             proved(person, account::Act::unbind_google, {{"password", password}}))
                  .message(),
              "success");
    expect_error(complete(visit, page), 400, "token_expired", "username");
    // Nor does the owner's own one bring the other back.
    ASSERT_EQ(bind(person, new_subject(), "owner@example.com"), connected_page);
    expect_error(complete(visit, page), 400, "token_expired", "username");
}

TEST_F(AuthGoogle, WhoIsNewSignsUpWithTheEmailAndIsConnected) {
    const auto subject = new_subject();
    const Person person{new_email(), new_phone()};
    const auto answer = sign_in(subject, person.email);
    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto reply = answer.json();
    EXPECT_EQ(reply["status"].asInt(), 404);
    EXPECT_EQ(reply["message"].asString(), "sign_up_required");
    EXPECT_EQ(reply["email"].asString(), person.email);
    EXPECT_FALSE(reply.isMember("token"));

    auto form = application(person.email, person.phone, code_for(person.email));
    form.emplace_back("social", reply["social"].asString());
    EXPECT_EQ(caller().post_json("/api/v2/register", form).message(), "SUCCESS");
    EXPECT_EQ(sign_in(subject, person.email).message(), "success");

    // The token was for one sign-up.
    const Person second{new_email(), new_phone()};
    auto again = application(second.email, second.phone, code_for(second.email));
    again.emplace_back("social", reply["social"].asString());
    expect_error(caller().post_json("/api/v2/register", again), 400, "token_expired", "social");
}

TEST_F(AuthGoogle, ASignUpWithAnotherEmailIsNotConnected) {
    const auto subject = new_subject();
    const auto reply = sign_in(subject, new_email()).json();
    const Person person{new_email(), new_phone()};
    auto form = application(person.email, person.phone, code_for(person.email));
    form.emplace_back("social", reply["social"].asString());
    EXPECT_EQ(caller().post_json("/api/v2/register", form).message(), "SUCCESS");
    EXPECT_EQ(count("select count(*) as count from clients where google_subject = $1", {subject}),
              0);
}

TEST_F(AuthGoogle, AnEmailThatHasAnAccountIsNotConnectedSilently) {
    const auto person = signed_up();
    auto visit = begin();
    EXPECT_EQ(back(visit, code(visit, new_subject(), person.email)),
              "/redirect?error=google_not_linked");
    auto unverified = begin();
    auto claims = provider->claims(new_subject(), new_email(), parameter(unverified.url, "nonce"));
    claims["email_verified"] = false;
    const auto with_code = provider->grant(parameter(unverified.url, "code_challenge"), claims);
    EXPECT_EQ(back(unverified, with_code), "/redirect?error=google_failed");
}

TEST_F(AuthGoogle, AStateIsForOneBrowserAndOneReturn) {
    const auto subject = new_subject(), email = new_email();
    auto visit = begin();
    const auto with_code = code(visit, subject, email);
    // A stranger's browser, with no cookie and with one of its own.
    for (const bool with_cookie : {false, true}) {
        auto stranger = begin();
        if (!with_cookie) stranger.browser.variable("HTTP_COOKIE", "");
        const auto answer = stranger.browser.get("/api/v3/auth/google/callback",
                                                 {{"state", visit.state()}, {"code", with_code}});
        EXPECT_EQ(answer.header("location"), "/redirect?error=token_expired");
    }
    EXPECT_THAT(back(visit, with_code), StartsWith("/redirect?data="));
    EXPECT_EQ(back(visit, with_code), "/redirect?error=token_expired");

    auto wrong = begin();
    const auto answer = wrong.browser.get("/api/v3/auth/google/callback",
                                          {{"state", std::string(64, 'a')}, {"code", "x"}});
    EXPECT_EQ(answer.header("location"), "/redirect?error=token_expired");
    auto late = begin();
    sql("update one_time_tokens set expires_at = now() where purpose = 'google_state'");
    EXPECT_EQ(back(late, code(late, subject, email)), "/redirect?error=token_expired");
}

TEST_F(AuthGoogle, ACodeOfAnotherWalkIsRefused) {
    auto mine = begin(), theirs = begin();
    EXPECT_EQ(back(mine, code(theirs, new_subject(), new_email())),
              "/redirect?error=google_failed");
    auto used = begin();
    const auto with_code = code(used, new_subject(), new_email());
    back(used, with_code);
    auto replay = begin();
    EXPECT_EQ(back(replay, with_code), "/redirect?error=google_failed");
    auto refused = begin();
    const auto answer = refused.browser.get(
        "/api/v3/auth/google/callback", {{"state", refused.state()}, {"error", "access_denied"}});
    EXPECT_EQ(answer.header("location"), "/redirect?error=google_failed");
}

TEST_F(AuthGoogle, ATokenThatIsNotForThisWalkIsRefused) {
    const std::pair<const char*, const char*> lies[] = {
        {"nonce", "another"}, {"aud", "another"}, {"iss", "https://accounts.evil.example"}};
    for (const auto& [name, value] : lies) {
        auto visit = begin();
        auto claims = provider->claims(new_subject(), new_email(), parameter(visit.url, "nonce"));
        claims[name] = value;
        const auto with_code = provider->grant(parameter(visit.url, "code_challenge"), claims);
        EXPECT_EQ(back(visit, with_code), "/redirect?error=google_failed") << name;
    }
}

TEST_F(AuthGoogle, TheDataOfThePageIsGoodForAMinuteOneBrowserAndOneUse) {
    const auto person = signed_up();
    const auto subject = new_subject();
    bind(person, subject, person.email);
    auto visit = begin(), stranger = begin();
    const auto page = back(visit, code(visit, subject, person.email));
    expect_error(complete(stranger, page), 400, "token_expired", "username");
    EXPECT_EQ(complete(visit, page).status, 200);
    expect_error(complete(visit, page), 400, "token_expired", "username");

    auto late = begin();
    const auto late_page = back(late, code(late, subject, person.email));
    sql("update one_time_tokens set expires_at = expires_at - interval '60 seconds' "
        "where purpose = 'sign_in'");
    expect_error(complete(late, late_page), 400, "token_expired", "username");
    expect_error(caller().post_json("/api/v3/google-login", {{"username", person.email}}), 400,
                 "token_expired", "username");
}

TEST_F(AuthGoogle, FrozenAccountsAndSecondFactorsAreTheSameHere) {
    const auto person = signed_up();
    const auto subject = new_subject();
    bind(person, subject, person.email);
    guard(person);
    EXPECT_EQ(sign_in(subject, person.email).message(), "two_factor_required");
    freeze(person);
    expect_error(sign_in(subject, person.email), 403, "frozen_account");
}

TEST_F(AuthGoogle, ConnectingNeedsThePasswordAndAFreeAccount) {
    const auto person = signed_up(), stranger = signed_up();
    const auto subject = new_subject();
    auto browser = caller();
    browser.bearer(token_of(person));
    expect_error(browser.post_json("/api/v3/google/bind/start", {{"password", "wrong"}}), 400,
                 "wrong_password", "password");
    expect_error(caller().post_json("/api/v3/google/bind/start", {{"password", password}}), 401,
                 "unauthorized");
    EXPECT_EQ(bind(person, subject, person.email), connected_page);
    EXPECT_EQ(bind(stranger, subject, person.email), std::string{refused_page} + "google_taken");
    expect_error(browser.post_json("/api/v3/google/bind/start", {{"password", password}}), 409,
                 "google_bound");

    EXPECT_EQ(browser
                  .post_json("/api/v3/google/unbind",
                             proved(person, account::Act::unbind_google, {{"password", password}}))
                  .message(),
              "success");
    expect_error(browser.post_json("/api/v3/google/unbind", {{"password", password}}), 409,
                 "not_connected");
    EXPECT_EQ(bind(stranger, subject, person.email), connected_page) << "it is free again";
}

TEST_F(AuthGoogle, AConnectionThatBeganBeforeAChangeOfPasswordIsNotMade) {
    const auto person = signed_up();
    auto browser = caller();
    browser.bearer(token_of(person));
    const auto started =
        browser.post_json("/api/v3/google/bind/start",
                          proved(person, account::Act::bind_google, {{"password", password}}));
    Visit visit{caller(), started.json()["url"].asString(), cookie_in(started)};
    visit.browser.variable("HTTP_COOKIE", visit.cookie);
    sql("update clients set epoch = epoch + 1 where id = $1", {id_of(person)});
    EXPECT_EQ(back(visit, code(visit, new_subject(), person.email)),
              std::string{refused_page} + "token_expired");
}

TEST_F(AuthGoogle, WithoutAProviderItIsSaidSo) {
    Auth::World plain{{}};
    const HandlerProcess handler{"auth", plain.config.path(), plain.config.secret()};
    EXPECT_EQ(handler.client().get("/api/v3/auth/google").header("location"),
              "/redirect?error=google_off");
}

TEST_F(AuthGoogle, AProviderThatIsAwayIsSaidSo) {
    Auth::World away{{{"GOOGLE_CLIENT_ID", client_id},
                      {"GOOGLE_CLIENT_SECRET", client_secret},
                      {"GOOGLE_ISSUER", "http://127.0.0.1:1"}}};
    const HandlerProcess handler{"auth", away.config.path(), away.config.secret()};
    EXPECT_EQ(handler.client().get("/api/v3/auth/google").header("location"),
              "/redirect?error=unavailable");
}

TEST_F(AuthGoogle, TheLogsHoldNoSecret) {
    const auto person = signed_up();
    const auto subject = new_subject();
    bind(person, subject, person.email);
    auto visit = begin();
    const auto with_code = code(visit, subject, person.email);
    const auto page = back(visit, with_code);
    complete(visit, page);
    std::string logs = world->handler->log();
    for (const auto& file : std::filesystem::directory_iterator{world->logs.path()})
        logs += read_file(file.path());
    for (const auto& word :
         {with_code, visit.state(), parameter(page, "data"),
          visit.cookie.substr(visit.cookie.find('=') + 1), std::string{client_secret}, subject})
        EXPECT_EQ(logs.find(word), std::string::npos) << word;
}

}  // namespace

}  // namespace cambio
