// Sign-In with Ethereum: what is a message of ours, and what only looks like one.
#include "token/wallet_message.h"

#include <gtest/gtest.h>

namespace cambio::token {

namespace {

using std::chrono::minutes, std::chrono::seconds, std::chrono::sys_days;

const pg::Time now = sys_days{std::chrono::year{2026} / 11 / 21} + std::chrono::hours{10};
constexpr const char* site = "https://x.example";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

const std::string good =
    "x.example wants you to sign in with your Ethereum account:\n"
    "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A\n"
    "\n"
    "Sign in to Cambio.\n"
    "\n"
    "URI: https://x.example\n"
    "Version: 1\n"
    "Chain ID: 1\n"
    "Nonce: abcdef0123456789\n"
    "Issued At: 2026-11-21T10:00:00.123Z\n"
    "Expiration Time: 2026-11-21T10:05:00Z";

TEST(WalletMessage, IsReadWhole) {
    const auto message = parse_wallet_message(good);
    ASSERT_TRUE(message);
    EXPECT_EQ(message->domain, "x.example");
    EXPECT_EQ(message->address, "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A");
    EXPECT_EQ(message->uri, site);
    EXPECT_EQ(message->chain_id, 1);
    EXPECT_EQ(message->nonce, "abcdef0123456789");
    EXPECT_EQ(message->issued_at, now);
    EXPECT_EQ(message->expires_at, now + minutes{5});
    EXPECT_FALSE(message->not_before);
    EXPECT_TRUE(meant_for(*message, site, now));
}

TEST(WalletMessage, MayLeaveOutWhatTheStandardLetsItLeaveOut) {
    EXPECT_TRUE(parse_wallet_message(replaced(good, "Sign in to Cambio.\n\n", "\n")));
    EXPECT_TRUE(
        parse_wallet_message(replaced(good, "\nExpiration Time: 2026-11-21T10:05:00Z", "")));
    EXPECT_TRUE(parse_wallet_message(good +
                                     "\nNot Before: 2026-11-21T09:00:00+01:00\n"
                                     "Request ID: 7\nResources:\n- https://x.example/a\n- b"));
    EXPECT_TRUE(parse_wallet_message(good + "\nResources:"));
}

TEST(WalletMessage, IsNoneWhenALineDiffers) {
    const std::pair<const char*, const char*> changes[] = {
        {"x.example wants", " wants"},
        {" wants you to sign in with your Ethereum account:", " wants you to sign in:"},
        {"DAff2A", "daff2a"},
        {"0x19E7", "0x19E"},
        {"ff2A\n\n", "ff2A\n"},
        {"Cambio.\n\n", "Cambio.\n"},
        {"URI: ", "Uri: "},
        {"Version: 1", "Version: 2"},
        {"Version: 1\n", ""},
        {"Chain ID: 1", "Chain ID: 0"},
        {"Chain ID: 1", "Chain ID: one"},
        {"Chain ID: 1", "Chain ID: 99999999999999999999"},
        {"Nonce: abcdef0123456789", "Nonce: short"},
        {"Nonce: abcdef0123456789", "Nonce: abcdef-0123456789"},
        {"2026-11-21T10:00:00.123Z", "2026-11-21 10:00:00Z"},
        {"2026-11-21T10:00:00.123Z", "2026-02-30T10:00:00Z"},
        {"2026-11-21T10:00:00.123Z", "2026-11-21T10:00:00"},
        {"2026-11-21T10:00:00.123Z", "2026-11-21T24:00:00Z"},
        {"2026-11-21T10:00:00.123Z", "2026-11-21T10:00:00.Z"},
        {"2026-11-21T10:05:00Z", "soon"},
        {"\nVersion", "\r\nVersion"},
    };
    for (const auto& [what, with] : changes)
        EXPECT_FALSE(parse_wallet_message(replaced(good, what, with))) << what << " -> " << with;
    EXPECT_FALSE(parse_wallet_message(good + "\n"));
    EXPECT_FALSE(parse_wallet_message(good + "\nRequest ID: 1\nNot Before: 2026-11-21T09:00:00Z"));
    EXPECT_FALSE(parse_wallet_message(""));
    EXPECT_FALSE(parse_wallet_message("\n\n\n\n"));
    // Every beginning of a message is none.
    for (std::size_t size = 0; size < good.find("Issued At"); ++size)
        EXPECT_FALSE(parse_wallet_message(good.substr(0, size))) << size;
}

TEST(WalletMessage, ReadsTimesOfAnyZone) {
    for (const char* text :
         {"2026-11-21T11:00:00+01:00", "2026-11-21T02:00:00.5-08:00", "2026-11-21T10:00:00Z"}) {
        const auto message = parse_wallet_message(replaced(good, "2026-11-21T10:00:00.123Z", text));
        ASSERT_TRUE(message) << text;
        EXPECT_EQ(message->issued_at, now) << text;
    }
}

TEST(WalletMessage, IsForOneSiteAndOneMoment) {
    const auto meant = [](const std::string& text, const std::string& url, pg::Time at) {
        const auto message = parse_wallet_message(text);
        return message && meant_for(*message, url, at);
    };
    EXPECT_FALSE(meant(good, "https://y.example", now));
    EXPECT_FALSE(meant(good, "https://x.example:8443", now));
    EXPECT_FALSE(meant(good, "http://x.example", now));
    EXPECT_FALSE(meant(replaced(good, "x.example wants", "x.example.evil wants"), site, now));
    EXPECT_FALSE(
        meant(replaced(good, "URI: https://x.example", "URI: https://x.example.evil"), site, now));
    EXPECT_TRUE(meant(replaced(good, "URI: https://x.example", "URI: https://x.example/signin"),
                      site, now));

    EXPECT_TRUE(meant(good, site, now - seconds{59}));
    EXPECT_FALSE(meant(good, site, now - seconds{61})) << "issued in the future";
    EXPECT_FALSE(meant(good, site, now + minutes{5})) << "expired";
    const auto endless = replaced(good, "\nExpiration Time: 2026-11-21T10:05:00Z", "");
    EXPECT_TRUE(meant(endless, site, now + minutes{9}));
    EXPECT_FALSE(meant(endless, site, now + minutes{10}));
    EXPECT_FALSE(meant(good + "\nNot Before: 2026-11-21T10:03:00Z", site, now));
}

TEST(DomainOf, IsHostAndPort) {
    EXPECT_EQ(domain_of("https://x.example"), "x.example");
    EXPECT_EQ(domain_of("http://127.0.0.1:8080"), "127.0.0.1:8080");
    EXPECT_EQ(domain_of("https://x.example:8443/app/"), "x.example:8443");
}

}  // namespace

}  // namespace cambio::token
