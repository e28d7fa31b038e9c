// Push messages to browsers: their encryption, who they say they are from, and where they may go.
#include <gtest/gtest.h>

#include "crypto/crypto.h"
#include "support/push_browser.h"
#include "web_push/encryption.h"
#include "web_push/services.h"
#include "web_push/vapid.h"

namespace cambio::web_push {
namespace {

using test::PushBrowser;

// RFC 8291, appendix A.
const BrowserKeys reader_of_the_rfc{
    crypto::from_base64url(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZ"
        "GH6SRpkNtoIAiw4"),
    crypto::from_base64url("BTBZMqHH6r4Tts7J_aSIgg")};
constexpr const char* body_of_the_rfc =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
    "lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4"
    "a-fN";

TEST(WebPush, EncryptsTheExampleOfTheRfcAsItDoes) {
    const auto body = encrypt(reader_of_the_rfc, "When I grow up, I want to be a watermelon",
                              crypto::from_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
                              crypto::from_base64url("DGv6ra1nlYgDCS1FRnbzlw"));
    EXPECT_EQ(crypto::base64url(body), body_of_the_rfc);
}

TEST(WebPush, OnlyTheBrowserThatItIsForOpensAMessage) {
    const PushBrowser hers, his;
    const std::string longest(max_message, 'x');
    for (const std::string& plain :
         {std::string{}, std::string{"BTC/USDT rose to 65000"}, longest}) {
        const auto body = encrypt(hers.keys(), plain);
        EXPECT_LE(body.size(), 4096u);
        EXPECT_EQ(hers.open(body), plain);
        EXPECT_NE(encrypt(hers.keys(), plain), body);
        EXPECT_ANY_THROW(his.open(body));
        auto changed = body;
        changed.back() = static_cast<char>(changed.back() ^ 1);
        EXPECT_ANY_THROW(hers.open(changed));
    }
    EXPECT_THROW(encrypt(hers.keys(), longest + 'x'), std::invalid_argument);
}

TEST(WebPush, KnowsWhatIsNoKey) {
    const auto good = PushBrowser{}.keys();
    EXPECT_TRUE(are_keys(good));
    EXPECT_TRUE(are_keys(reader_of_the_rfc));
    auto off_the_curve = good, compressed = good, of_short_secret = good, no_point = good;
    off_the_curve.p256dh.back() = static_cast<char>(off_the_curve.p256dh.back() ^ 1);
    compressed.p256dh.front() = 2;
    of_short_secret.auth.pop_back();
    no_point.p256dh = std::string(1, '\0');
    for (const auto& keys : {off_the_curve, compressed, of_short_secret, no_point, BrowserKeys{}}) {
        EXPECT_FALSE(are_keys(keys));
        EXPECT_THROW(encrypt(keys, "x"), std::invalid_argument);
    }
}

TEST(WebPush, SaysWhoSendsBySignature) {
    const auto raw = test::new_vapid_key();
    const VapidKey key{raw};
    EXPECT_EQ(key.public_half(), raw.substr(32));
    const auto now = pg::Time{std::chrono::seconds{1'700'000'000}};
    const auto header = key.authorization("https://push.example.com", "mailto:a@example.com", now);
    const auto claims = test::read_vapid(header);
    EXPECT_EQ(claims.key, key.public_half());
    EXPECT_EQ(claims.audience, "https://push.example.com");
    EXPECT_EQ(claims.subject, "mailto:a@example.com");
    EXPECT_GT(claims.expires, 1'700'000'000);
    EXPECT_LE(claims.expires, 1'700'000'000 + 86'400);
}

TEST(WebPush, RefusesAKeyWhoseHalvesAreOfTwo) {
    const auto one = test::new_vapid_key(), other = test::new_vapid_key();
    EXPECT_THROW(VapidKey{one.substr(0, 32) + other.substr(32)}, std::invalid_argument);
    EXPECT_THROW(VapidKey{one.substr(0, 64)}, std::invalid_argument);
    EXPECT_THROW(VapidKey::read("/nowhere/key"), std::runtime_error);
}

TEST(WebPush, GoesToTheServicesThatAreAllowedAndNowhereElse) {
    const std::vector<std::string> services{"fcm.example.com", "*.notify.example.net",
                                            "http://127.0.0.1:8090"};
    const auto service_of = [&](std::string_view address) {
        const auto found = endpoint_of(address, services);
        return found ? found->service : std::string{};
    };
    EXPECT_EQ(service_of("https://fcm.example.com/fcm/send/a:b"), "https://fcm.example.com");
    EXPECT_EQ(service_of("https://a.b.notify.example.net/w/?token=x"),
              "https://a.b.notify.example.net");
    EXPECT_TRUE(endpoint_of("https://fcm.example.com/x", services)->public_only);
    EXPECT_EQ(service_of("http://127.0.0.1:8090/x"), "http://127.0.0.1:8090");
    EXPECT_FALSE(endpoint_of("http://127.0.0.1:8090/x", services)->public_only);
    for (const char* address : {"",
                                "https://",
                                "https://fcm.example.com",
                                "http://fcm.example.com/x",
                                "ftp://fcm.example.com/x",
                                "https://notify.example.net/x",
                                "https://.notify.example.net/x",
                                "https://evilnotify.example.net/x",
                                "https://fcm.example.com.evil.com/x",
                                "https://evil.com/fcm.example.com/x",
                                "https://evil.com/?https://fcm.example.com/",
                                "https://fcm.example.com@evil.com/x",
                                "https://evil.com#@fcm.example.com/x",
                                "https://evil.com\\.fcm.example.com/x",
                                "https://fcm.example.com:22/x",
                                "https://FCM.example.com/x",
                                "https://fcm.example.com/a b",
                                "https://fcm.example.com/a\r\nHost: evil.com",
                                "https://fcm.example.com/\xc3\xa4",
                                "http://127.0.0.1:80901/x",
                                "http://127.0.0.1/x",
                                "https://127.0.0.1:8090/x",
                                "https://[::1]/x",
                                " https://fcm.example.com/x"})
        EXPECT_EQ(service_of(address), "") << address;
    const std::string long_path(max_endpoint, 'x');
    EXPECT_EQ(service_of("https://fcm.example.com/" + long_path), "");
    EXPECT_FALSE(endpoint_of("https://fcm.example.com/x", {}));
}

}  // namespace
}  // namespace cambio::web_push
