#include "notices/notices.h"

#include <gtest/gtest.h>
#include <json/reader.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "notices/texts.h"

namespace cambio::notices {

namespace {

using Texts = std::map<std::string, std::string>;

/// The sentences of a language by their way through the file, "sign_up_code.subject".
Texts sentences(const Json::Value& value, const std::string& name = {}) {
    if (!value.isObject()) return {{name, value.asString()}};
    Texts all;
    for (const auto& key : value.getMemberNames())
        all.merge(sentences(value[key], name.empty() ? key : name + "." + key));
    return all;
}

Texts sentences_of(std::string_view language) {
    const auto text = texts_of(language);
    if (!text) return {};
    Json::Value value;
    std::string problem;
    const std::unique_ptr<Json::CharReader> reader{Json::CharReaderBuilder{}.newCharReader()};
    EXPECT_TRUE(reader->parse(text->data(), text->data() + text->size(), &value, &problem))
        << problem;
    return sentences(value);
}

std::set<std::string> holes_of(const std::string& text) {
    std::set<std::string> holes;
    for (auto open = text.find('{'); open != std::string::npos; open = text.find('{', open + 1))
        holes.insert(text.substr(open, text.find('}', open) - open + 1));
    return holes;
}

/// The pages of the site that a mail leads to: "{url}/trades/futures/{coin}".
std::set<std::string> links_of(const std::string& text) {
    constexpr std::string_view of_a_link =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-_{}";
    std::set<std::string> links;
    for (auto start = text.find("{url}/"); start != std::string::npos;
         start = text.find("{url}/", start + 1))
        links.insert(text.substr(start, text.find_first_not_of(of_a_link, start) - start));
    return links;
}

class NoticesIn : public testing::TestWithParam<const char*> {};

TEST_P(NoticesIn, SayWhatTheEnglishSayWithTheSameHoles) {
    ASSERT_TRUE(is_language(GetParam()));
    const auto english = sentences_of("en");
    ASSERT_FALSE(english.empty());
    const auto own = sentences_of(GetParam());
    for (const auto& [name, text] : english) {
        const auto found = own.find(name);
        if (found == own.end()) {
            ADD_FAILURE() << name << " is missing";
            continue;
        }
        EXPECT_FALSE(found->second.empty()) << name;
        // The operator's own words come in the language that the operator writes.
        if (!name.starts_with("operator_message")) {
            EXPECT_NE(found->second, text) << name << " is still English";
        }
        EXPECT_EQ(holes_of(found->second), holes_of(text)) << name << ": " << found->second;
        EXPECT_EQ(links_of(found->second), links_of(text)) << name;
    }
    for (const auto& [name, text] : own) EXPECT_TRUE(english.contains(name)) << name;
}

INSTANTIATE_TEST_SUITE_P(Languages, NoticesIn, testing::Values("zh", "de", "ja", "es", "vi"),
                         [](const auto& parameter) { return std::string{parameter.param}; });

TEST(Notices, AMailIsFilledAndSaysWhoSentIt) {
    const auto message = mail("en", "sign_up_code", "mira@example.com",
                              {{"code", "123456"}, {"url", "https://x.example"}});
    EXPECT_EQ(message.to, "mira@example.com");
    EXPECT_NE(message.subject.find("123456"), std::string::npos);
    EXPECT_NE(message.text.find("123456"), std::string::npos);
    EXPECT_NE(message.text.find("https://x.example"), std::string::npos);
    EXPECT_EQ(message.text.find('{'), std::string::npos) << message.text;
}

TEST(Notices, AMailCarriesTheAntiPhishingCode) {
    const auto message = mail("en", "password_changed", "mira@example.com",
                              {{"url", "u"}, {"until", "t"}}, "blue heron");
    EXPECT_NE(message.text.find("blue heron"), std::string::npos);
    EXPECT_EQ(mail("en", "password_changed", "m@e.x", {}).text.find("anti-phishing"),
              std::string::npos);
}

// Whoever cancels one stop first keeps back the mail of the others for an hour (tell_for_each).
TEST(Notices, AMailOfCancelledStopsSaysThatTheNextOnesAreNotMailed) {
    const std::map<std::string_view, std::string_view> rest{
        {"en", "not mailed: look at your open orders."}, {"zh", "请查看您的当前委托。"},
        {"de", "Sehen Sie Ihre offenen Orders durch."},  {"ja", "未約定注文をご確認ください。"},
        {"es", "revisa tus órdenes abiertas."},          {"vi", "hãy kiểm tra các lệnh đang mở."}};
    for (const auto& [language, words] : rest) {
        const auto text = mail(language, "stops_cancelled", "m@e.x", {}).text;
        EXPECT_NE(text.find(words), std::string::npos) << text;
    }
}

TEST(Notices, WhatAPersonWroteIsNotFilledAgain) {
    const auto message =
        mail("en", "operator_message", "m@e.x",
             {{"title", "{text}"}, {"text", "{code}"}, {"code", "secret"}, {"url", "u"}});
    EXPECT_EQ(message.subject, "{text}");
    EXPECT_EQ(message.text.find("secret"), std::string::npos);
}

TEST(Notices, ALanguageIsTakenFromWhatTheBrowserPrefers) {
    EXPECT_EQ(preferred_language(""), "en");
    EXPECT_EQ(preferred_language("de-AT"), "de");
    EXPECT_EQ(preferred_language("fr, ja;q=0.8, de;q=0.9"), "de");
    EXPECT_EQ(preferred_language("zh-Hant-TW,zh;q=0.9"), "zh");
    EXPECT_EQ(preferred_language("de;q=0, vi;q=0.001"), "vi");
    EXPECT_EQ(preferred_language("de;q=0.8 , ja;q=0.7"), "de") << "blanks mean nothing";
    EXPECT_EQ(preferred_language(";;;,q=,*"), "en");
}

TEST(Notices, EveryKindHasAMailWhereItSaysSo) {
#define X(name, has_mail, push, page)                             \
    if (has_mail) {                                               \
        EXPECT_NO_THROW(mail("en", #name, "m@e.x", {})) << #name; \
    }
#include "notices/kinds.def"
#undef X
}

TEST(Notices, EachLeadsToThePageOfWhatItIsAbout) {
    Json::Value data;
    EXPECT_EQ(page_of("order_filled", data), "");
    data["pair"] = "ETHUSDT";
    EXPECT_EQ(page_of("order_filled", data), "/trades/spot/ETH");
    EXPECT_EQ(page_of("margin_call", data), "/trades/futures/ETH");
    EXPECT_EQ(page_of("deposit_credited", {}), "/history#deposit");
    EXPECT_EQ(page_of("operator_message", {}), "");
    EXPECT_EQ(page_of("no_kind", data), "");
}

}  // namespace

}  // namespace cambio::notices
