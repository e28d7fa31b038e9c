// The official vectors of PASETO version 4 (https://github.com/paseto-standard/test-vectors).
#include "token/paseto.h"

#include <gtest/gtest.h>
#include <json/json.h>

#include <fstream>

#include "crypto/crypto.h"
#include "support/source_files.h"

namespace cambio::token {
namespace {

std::string unhex(const std::string& text) {
    std::string raw;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        raw += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
    return raw;
}

Json::Value vectors() {
    std::ifstream file{test::source_file("/tests/common/data/paseto_v4_vectors.json")};
    Json::Value root;
    file >> root;
    return root["tests"];
}

struct Vector {
    explicit Vector(const Json::Value& json)
        : token{json["token"].asString()},
          payload{json["payload"].asString()},
          footer{json["footer"].asString()},
          assertion{json["implicit-assertion"].asString()} {}
    std::string token, payload, footer, assertion;
};

void expect_same(const std::optional<Verified>& verified, const Vector& vector) {
    ASSERT_TRUE(verified);
    EXPECT_EQ(verified->payload, vector.payload);
    EXPECT_EQ(verified->footer, vector.footer);
}

TEST(Paseto, AgreesWithTheOfficialVectors) {
    crypto::start();
    int count = 0;
    for (const auto& json : vectors()) {
        SCOPED_TRACE(json["name"].asString());
        const Vector vector{json};
        ++count;
        const bool fails = json["expect-fail"].asBool();
        if (json.isMember("public-key")) {
            const auto verified =
                verify(unhex(json["public-key"].asString()), vector.token, vector.assertion);
            if (fails) {
                EXPECT_FALSE(verified);
                continue;
            }
            expect_same(verified, vector);
            EXPECT_EQ(sign(unhex(json["secret-key"].asString()), vector.payload, vector.footer,
                           vector.assertion),
                      vector.token);
        } else {
            const std::string key = unhex(json["key"].asString());
            const auto opened = unseal(key, vector.token, vector.assertion);
            if (fails) {
                EXPECT_FALSE(opened);
                continue;
            }
            expect_same(opened, vector);
            EXPECT_EQ(seal(key, vector.payload, vector.footer, vector.assertion,
                           unhex(json["nonce"].asString())),
                      vector.token);
        }
    }
    EXPECT_EQ(count, 17);
}

TEST(Paseto, RefusesATokenThatWasChangedAnywhere) {
    crypto::start();
    for (const auto& json : vectors()) {
        if (json["name"].asString() != "4-S-2") continue;
        const std::string key = unhex(json["public-key"].asString());
        const std::string token = json["token"].asString();
        ASSERT_TRUE(verify(key, token));
        for (std::size_t i = 0; i < token.size(); ++i) {
            std::string changed = token;
            changed[i] = changed[i] == 'A' ? 'B' : 'A';
            EXPECT_FALSE(verify(key, changed)) << i;
            changed[i] = static_cast<char>(token[i] ^ 0xff);
            EXPECT_FALSE(verify(key, changed)) << i;
            EXPECT_FALSE(verify(key, token.substr(0, i))) << i;
        }
        EXPECT_FALSE(verify(key, token + "."));
        EXPECT_FALSE(verify(key, token + "=="));
        EXPECT_FALSE(verify(key, token + ".e30"));
        EXPECT_FALSE(verify(key, token, "another assertion"));
    }
}

TEST(Paseto, SealsWithAFreshNonceEachTime) {
    crypto::start();
    const std::string key = crypto::random_bytes(32);
    const auto first = seal(key, "the same");
    EXPECT_NE(first, seal(key, "the same"));
    EXPECT_EQ(unseal(key, first)->payload, "the same");
    EXPECT_FALSE(unseal(crypto::random_bytes(32), first));
}

}  // namespace
}  // namespace cambio::token
