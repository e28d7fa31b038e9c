// Identity tokens of an OpenID provider: the right one, and each way to be wrong.
#include "token/id_token.h"

#include <gtest/gtest.h>

#include "crypto/crypto.h"
#include "support/openid_keys.h"

namespace cambio::token {

namespace {

using test::key_set, test::OpenIdKey;

const pg::Time now{std::chrono::seconds{1'800'000'000}};

class IdTokenTest : public testing::Test {
  protected:
    static Json::Value claims() {
        Json::Value value;
        value["iss"] = "https://accounts.example.com";
        value["aud"] = "our-client";
        value["sub"] = "1081";
        value["exp"] = Json::Int64{1'800'000'300};
        value["iat"] = Json::Int64{1'800'000'000};
        value["nonce"] = "n-1";
        value["email"] = "mira@example.com";
        value["email_verified"] = true;
        return value;
    }
    static Json::Value with(const char* name, const Json::Value& value) {
        auto changed = claims();
        changed[name] = value;
        return changed;
    }
    static Json::Value without(const char* name) {
        auto changed = claims();
        changed.removeMember(name);
        return changed;
    }
    std::optional<Identity> verify(const std::string& token) {
        return verify_id_token(key_set({&other, &key}), token,
                               {"https://accounts.example.com", "our-client", "n-1", now});
    }

    static inline const OpenIdKey key{"key-1"};
    static inline const OpenIdKey other{"key-2"};
};

TEST_F(IdTokenTest, NamesThePerson) {
    const auto identity = verify(key.sign(claims()));
    ASSERT_TRUE(identity);
    EXPECT_EQ(identity->subject, "1081");
    EXPECT_EQ(identity->email, "mira@example.com");
    EXPECT_EQ(key_of(key.sign(claims())), "key-1");
}

TEST_F(IdTokenTest, KeepsBackAnEmailThatIsNotVerified) {
    EXPECT_EQ(verify(key.sign(with("email_verified", false)))->email, "");
    EXPECT_EQ(verify(key.sign(without("email_verified")))->email, "");
    EXPECT_EQ(verify(key.sign(with("email_verified", "true")))->email, "mira@example.com");
}

TEST_F(IdTokenTest, IsForUsAndNow) {
    Json::Value both = Json::arrayValue;
    both.append("our-client");
    EXPECT_TRUE(verify(key.sign(with("aud", both))));
    both.append("another");
    EXPECT_FALSE(verify(key.sign(with("aud", both)))) << "whose it is stands nowhere";
    auto shared = with("aud", both);
    shared["azp"] = "our-client";
    EXPECT_TRUE(verify(key.sign(shared)));
    shared["azp"] = "another";
    EXPECT_FALSE(verify(key.sign(shared)));

    for (const auto& wrong : {with("aud", "another"),
                              with("aud", 7),
                              with("iss", "https://accounts.example.com/"),
                              with("nonce", "n-2"),
                              with("nonce", ""),
                              with("exp", Json::Int64{1'799'999'940}),
                              with("exp", "1800000300"),
                              with("exp", Json::Int64{9'000'000'000'000'000'000}),
                              with("iat", Json::Int64{1'800'000'061}),
                              with("sub", ""),
                              with("sub", 5),
                              with("sub", std::string{"10\0"
                                                      "81",
                                                      5}),
                              with("sub", "J\u00fcrgen"),
                              with("exp", Json::Int64{-9'000'000'000'000'000'000}),
                              with("iat", Json::Int64{-1}),
                              with("sub", std::string(256, 's')),
                              without("aud"),
                              without("iss"),
                              without("nonce"),
                              without("exp"),
                              without("iat"),
                              without("sub")})
        EXPECT_FALSE(verify(key.sign(wrong))) << wrong.toStyledString();
    EXPECT_TRUE(verify(key.sign(with("exp", Json::Int64{1'799'999'941})))) << "clocks differ";
}

TEST_F(IdTokenTest, IsSignedByTheProvider) {
    const OpenIdKey stranger{"key-1"};
    EXPECT_FALSE(verify(stranger.sign(claims())));
    auto text = key.sign(claims());
    text[text.size() - 9] = text[text.size() - 9] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(verify(text));
    // Another's signature under the claims of one's own.
    const auto mine = key.sign(claims()), forged = stranger.sign(with("sub", "1"));
    EXPECT_FALSE(verify(forged.substr(0, forged.rfind('.')) + mine.substr(mine.rfind('.'))));
    EXPECT_FALSE(verify(mine.substr(0, mine.rfind('.') + 1)));

    Json::Value header;
    header["alg"] = "none";
    EXPECT_FALSE(verify(key.sign(header, claims())));
    header["alg"] = "HS256";
    EXPECT_FALSE(verify(key.sign(header, claims())));
    header["alg"] = "RS256";
    EXPECT_TRUE(verify(key.sign(header, claims()))) << "a key that is not named is looked for";
    header["kid"] = "key-2";
    EXPECT_FALSE(verify(key.sign(header, claims())));
    header["kid"] = "key-1";
    header["crit"] = Json::arrayValue;
    EXPECT_FALSE(verify(key.sign(header, claims())));
}

TEST_F(IdTokenTest, HasOneSpellingOfItsSignature) {
    const auto text = key.sign(claims());
    const auto dot = text.rfind('.');
    const auto signature = crypto::from_base64url(text.substr(dot + 1));
    const auto respelled = [&](const std::string& bytes) {
        return text.substr(0, dot + 1) + crypto::base64url(bytes);
    };
    EXPECT_TRUE(verify(respelled(signature)));
    EXPECT_FALSE(verify(respelled(std::string{'\0'} + signature)));
}

TEST_F(IdTokenTest, TrustsNoKeyThatIsShortOrForAnotherUse) {
    const OpenIdKey small{"key-3", 1024};
    const ExpectedToken expected{"https://accounts.example.com", "our-client", "n-1", now};
    EXPECT_FALSE(verify_id_token(key_set({&small}), small.sign(claims()), expected));
    auto set = key_set({&key});
    set["keys"][0]["use"] = "enc";
    EXPECT_FALSE(verify_id_token(set, key.sign(claims()), expected));
    set = key_set({&key});
    set["keys"][0]["alg"] = "PS256";
    EXPECT_FALSE(verify_id_token(set, key.sign(claims()), expected));
    set["keys"][0] = "nonsense";
    EXPECT_FALSE(verify_id_token(set, key.sign(claims()), expected));
    EXPECT_FALSE(verify_id_token(Json::Value{}, key.sign(claims()), expected));
}

TEST_F(IdTokenTest, IsNoneForAnyOtherText) {
    for (const auto& text :
         {std::string{}, std::string{"."}, std::string{".."}, std::string{"a.b.c"},
          std::string{"e30.e30.e30"}, crypto::base64url(std::string(5000, '[')) + ".e30.e30",
          key.sign(claims()) + ".x", std::string(20000, 'a')}) {
        EXPECT_FALSE(verify(text)) << text;
        EXPECT_EQ(key_of(text), "");
    }
}

}  // namespace

}  // namespace cambio::token
