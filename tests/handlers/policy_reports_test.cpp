// What browsers report of the content policy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/builders.h"

namespace cambio {
namespace {

/// What browsers report is anybody's word, and may hold anything that stood on a page.
TEST(PolicyReports, NoteWhatTheContentPolicyStoppedAndNothingElse) {
    test::World world;
    const auto handler = world.handler("content");
    const auto report = [&](const std::string& type, const std::string& body) {
        return handler.client().post("/api/v3/policy-reports", type, body);
    };
    EXPECT_EQ(report("application/csp-report", R"({"csp-report": {
                  "document-uri": "https://cambio.example/withdraw/BTC?to=1SecretAddress#s3cret",
                  "violated-directive": "script-src-elem",
                  "blocked-uri": "https://evil.example:8443/s3cret.js?t=s3cret"}})")
                  .message(),
              "success");
    EXPECT_EQ(report("application/reports+json", R"([{"type": "csp-violation", "body": {
                  "documentURL": "https://cambio.example/", "effectiveDirective": "style-src\n\"x",
                  "blockedURL": "inline s3cret"}}, {"type": "other"}, 7])")
                  .message(),
              "success");
    const auto log = handler.log();
    EXPECT_THAT(log, testing::HasSubstr(R"("directive":"script-src-elem")"));
    EXPECT_THAT(log, testing::HasSubstr(R"("blocked":"https://evil.example:8443")"));
    EXPECT_THAT(log, testing::HasSubstr(R"("page":"/withdraw")"));
    EXPECT_THAT(log,
                testing::HasSubstr(R"("directive":"style-src","blocked":"inline","page":"/")"));
    EXPECT_THAT(log, testing::Not(testing::AnyOf(testing::HasSubstr("s3cret"),
                                                 testing::HasSubstr("1SecretAddress"))));

    for (const char* wrong : {"", "{", "7", "{}", R"({"csp-report": 7})"})
        EXPECT_EQ(report("application/csp-report", wrong).message(), "bad_request") << wrong;
    EXPECT_EQ(report("application/csp-report", std::string(17 << 10, ' ')).message(),
              "body_too_large");
    // An endless list is a few lines, and a flood is told as a number.
    const std::string one = R"({"body": {"effectiveDirective": "img-src"}})";
    std::string many = "[" + one;
    for (int i = 0; i < 100; ++i) many += "," + one;
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(report("application/reports+json", many + "]").message(), "success");
    const auto lines = handler.log();
    int seen = 0;
    for (std::size_t at = 0; (at = lines.find("content_policy_violated", at)) != std::string::npos;
         ++at)
        ++seen;
    EXPECT_EQ(seen, 20);
}

/// The site itself reports what failed in it; what the error says may be anybody's secret.
TEST(PolicyReports, NoteWhereAPageFailed) {
    test::World world;
    const auto handler = world.handler("content");
    const std::string failure = R"({"type": "page-failure", "body": {
        "name": "TypeError", "place": "site.0a1b2c3d.js:1:20345\n s3cret", "message": "s3cret",
        "documentURL": "https://cambio.example/wallet/BTC?code=s3cret"}})";
    const auto report = [&](const std::string& body) {
        return handler.client().post("/api/v3/policy-reports", "application/reports+json", body);
    };
    EXPECT_EQ(report("[" + failure + "]").message(), "success");
    const auto log = handler.log();
    EXPECT_THAT(log, testing::HasSubstr("page_failed"));
    EXPECT_THAT(log, testing::HasSubstr(R"("error":"TypeError","place":"site.0a1b2c3d.js:1:20345",)"
                                        R"("page":"/wallet","left_out_before":"0")"));
    EXPECT_THAT(log, testing::Not(testing::AnyOf(testing::HasSubstr("s3cret"),
                                                 testing::HasSubstr("content_policy_violated"))));
    // A flood of these leaves the reports of the content policy their lines.
    for (int i = 0; i < 30; ++i) EXPECT_EQ(report("[" + failure + "]").message(), "success");
    EXPECT_EQ(report(R"([{"body": {"effectiveDirective": "img-src"}}])").message(), "success");
    EXPECT_THAT(handler.log(), testing::HasSubstr("content_policy_violated"));
}

}  // namespace
}  // namespace cambio
