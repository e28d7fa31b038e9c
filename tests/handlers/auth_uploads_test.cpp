// What nginx asks before it takes the body of an upload: whom it lets through, and why not others.
#include <gmock/gmock.h>

#include "handlers/auth_fixture.h"

namespace cambio {
namespace {

class AuthUploads : public Auth {
  protected:
    static Answer asked(FastCgiClient& nginx) {
        return nginx.raw({{"DOCUMENT_URI", "/internal/upload-auth"},
                          {"HTTP_X_ORIGINAL_URI", "/api/v2/upload/kyc"}},
                         "");
    }

    static Answer asked_by_token(const std::string& token) {
        auto nginx = caller();
        nginx.bearer(token);
        return asked(nginx);
    }

    /// A page of the site, which shows a client and has that or another one's cookie.
    static FastCgiClient page(const std::string& token, const Person& shown) {
        auto nginx = caller();
        nginx.variable("HTTP_COOKIE", "cambio=" + token)
            .variable("HTTP_X_CAMBIO_CLIENT", std::to_string(id_of(shown).value));
        return nginx;
    }

    /// nginx learns a status that it understands, and the answer itself by a header.
    static void expect_refusal(const Answer& answer, int status, const std::string& code) {
        expect_error(answer, status, code);
        EXPECT_EQ(answer.header("x-cambio-refusal"), answer.body);
    }
};

TEST_F(AuthUploads, AreOpenToWhoeverIsSignedIn) {
    const auto person = signed_up();
    const auto token = token_of(person);
    for (const auto& answer : {asked_by_token(token), [&] {
                                   auto nginx = page(token, person);
                                   return asked(nginx);
                               }()}) {
        EXPECT_EQ(answer.status, 204) << answer.body;
        EXPECT_EQ(answer.body, "");
        EXPECT_EQ(answer.header("x-cambio-refusal"), "");
        EXPECT_EQ(answer.header("x-cambio-upload-client"), std::to_string(id_of(person).value));
    }
}

TEST_F(AuthUploads, AreClosedToStrangersAndEndedSessions) {
    auto stranger = caller();
    expect_refusal(asked(stranger), 401, "unauthorized");
    expect_refusal(asked_by_token("v4.public.forged"), 401, "unauthorized");

    const auto person = signed_up();
    const auto out = token_of(person);
    EXPECT_EQ(asked_by_token(out).status, 204);
    EXPECT_EQ(caller().bearer(out).post_json("/api/v3/logout", Fields{}).message(), "success");
    expect_refusal(asked_by_token(out), 401, "unauthorized");

    const auto expired = token_of(person);
    sql("update sessions set expires_at = now() where client_id = $1", {id_of(person)});
    expect_refusal(asked_by_token(expired), 401, "unauthorized");
    auto nginx = page(expired, person);
    expect_refusal(asked(nginx), 401, "unauthorized");
}

TEST_F(AuthUploads, AreClosedToACookieThatAnotherSiteSends) {
    const auto person = signed_up();
    const auto token = token_of(person);
    auto headless = caller();
    headless.variable("HTTP_COOKIE", "cambio=" + token);
    expect_refusal(asked(headless), 403, "cross_site");
    auto foreign = page(token, person);
    foreign.variable("HTTP_SEC_FETCH_SITE", "cross-site");
    expect_refusal(asked(foreign), 403, "cross_site");
}

TEST_F(AuthUploads, AreClosedToAPageThatShowsAnotherClient) {
    const auto person = signed_up();
    auto nginx = page(token_of(person), signed_up());
    expect_refusal(asked(nginx), 403, "another_client");
}

TEST_F(AuthUploads, AreClosedToFrozenClients) {
    const auto person = signed_up();
    const auto token = token_of(person);
    freeze(person);
    expect_refusal(asked_by_token(token), 403, "frozen_account");
    auto nginx = page(token, person);
    expect_refusal(asked(nginx), 403, "frozen_account");
}

}  // namespace
}  // namespace cambio
