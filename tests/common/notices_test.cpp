#include "notices/notices.h"

#include <gtest/gtest.h>

namespace cambio::notices {

namespace {

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
    EXPECT_EQ(preferred_language(";;;,q=,*"), "en");
}

TEST(Notices, EveryKindHasAMailWhereItSaysSo) {
#define X(name, has_mail)                                         \
    if (has_mail) {                                               \
        EXPECT_NO_THROW(mail("en", #name, "m@e.x", {})) << #name; \
    }
#include "notices/kinds.def"
#undef X
}

}  // namespace

}  // namespace cambio::notices
