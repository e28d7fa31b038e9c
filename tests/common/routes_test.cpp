// What a table of routes must say, and how --routes prints it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <memory>

#include "fcgi/router.h"

namespace cambio::fcgi {
namespace {

Reply nothing(Request&) {
    return Reply::message("success");
}

constexpr Route plain =
    Route{Method::post, "/api/v3/gifts", Access::client, Limit::changes, Effect::changes, nothing}
        .gives("Gift");

std::string described(const Route& route) {
    return describe("gifts", {std::span{&route, 1}});
}

std::string refusal(const Route& route) {
    try {
        described(route);
        return "none";
    } catch (const std::logic_error& problem) {
        return problem.what();
    }
}

std::string refusal(const Route& route, const std::vector<Parameter>& parameters) {
    return refusal(route.takes(parameters));
}

Json::Value parsed(const std::string& line) {
    Json::Value value;
    const std::unique_ptr<Json::CharReader> reader{Json::CharReaderBuilder{}.newCharReader()};
    EXPECT_TRUE(reader->parse(line.data(), line.data() + line.size(), &value, nullptr)) << line;
    return value;
}

TEST(Routes, PrintWhatTheyTakeAndGive) {
    const Parameter parameters[] = {
        {"kind", Type::choice, Need::required, "Which one.", "BOX|CARD"},
        {"note", Type::text, Need::optional, "A \"few\" words."},
    };
    const auto line = parsed(described(plain.takes(parameters).means("Gives a gift")));
    EXPECT_EQ(line["group"].asString(), "gifts");
    EXPECT_EQ(line["method"].asString(), "POST");
    EXPECT_EQ(line["path"].asString(), "/api/v3/gifts");
    EXPECT_EQ(line["access"].asString(), "client");
    EXPECT_EQ(line["limit"].asString(), "changes");
    EXPECT_TRUE(line["changes"].asBool());
    EXPECT_FALSE(line["secret"].asBool());
    EXPECT_TRUE(line["described"].asBool());
    EXPECT_EQ(line["meaning"].asString(), "Gives a gift");
    EXPECT_EQ(line["reply"].asString(), "Gift");
    ASSERT_EQ(line["parameters"].size(), 2u);
    const auto& kind = line["parameters"][0];
    EXPECT_EQ(kind["name"].asString(), "kind");
    EXPECT_EQ(kind["type"].asString(), "choice");
    EXPECT_EQ(kind["choices"].asString(), "BOX|CARD");
    EXPECT_TRUE(kind["required"].asBool());
    const auto& note = line["parameters"][1];
    EXPECT_EQ(note["meaning"].asString(), "A \"few\" words.");
    EXPECT_FALSE(note.isMember("choices"));
    EXPECT_FALSE(note["required"].asBool());
}

TEST(Routes, TakeNothingUnlessTheySaySo) {
    const auto line = parsed(described(plain));
    EXPECT_TRUE(line["parameters"].isArray());
    EXPECT_TRUE(line["parameters"].empty());
}

TEST(Routes, SayWhatTheyGiveWhereAnybodyElseMayCall) {
    using testing::HasSubstr;
    EXPECT_THAT(refusal(plain.gives("")), HasSubstr("/api/v3/gifts does not name its reply"));
    EXPECT_EQ(refusal(plain), "none");
    Route route = plain.gives("");
    route.path = "/dev/gifts";
    EXPECT_EQ(refusal(route), "none");
    EXPECT_FALSE(parsed(described(route))["described"].asBool());
    route.path = "/internal/gifts";
    route.access = Access::internal;
    EXPECT_EQ(refusal(route), "none");
    EXPECT_FALSE(parsed(described(route))["described"].asBool());
}

TEST(Routes, NameTheParameterThatIsDeclaredWrongly) {
    using testing::HasSubstr;
    const Parameter note{"note", Type::text, Need::optional, "Words."};
    EXPECT_EQ(refusal(plain, {note}), "none");
    EXPECT_THAT(refusal(plain, {note, note}),
                HasSubstr("the parameter note of /api/v3/gifts is listed twice"));
    EXPECT_THAT(refusal(plain, {{"note", Type::text, Need::optional, ""}}),
                HasSubstr("note of /api/v3/gifts has no description"));
    EXPECT_THAT(refusal(plain, {{"note", Type::choice, Need::optional, "Words."}}),
                HasSubstr("note of /api/v3/gifts must list choices if"));
    EXPECT_THAT(refusal(plain, {{"pin", Type::secret, Need::required, "Digits."}}),
                HasSubstr("pin of /api/v3/gifts is secret"));
}

// No program starts with such a route: its table is checked before it listens.
TEST(Routes, TakeNoSecretByGet) {
    const Parameter pin{"pin", Type::secret, Need::required, "Digits."};
    const Parameter note{"note", Type::text, Need::optional, "Words."};
    Route route = plain;
    route.effect = Effect::changes_secretly;
    EXPECT_EQ(refusal(route, {note, pin}), "none");
    route.method = Method::get_or_post;
    EXPECT_THAT(refusal(route, {note, pin}),
                testing::HasSubstr("the route /api/v3/gifts takes a secret by GET"));
    EXPECT_EQ(refusal(route, {note}), "none");
}

}  // namespace
}  // namespace cambio::fcgi
