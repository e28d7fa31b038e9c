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

}  // namespace
}  // namespace cambio
