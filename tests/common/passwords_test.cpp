// Which passwords are good enough, and whose network an address is in.
#include "account/passwords.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "error/error.h"
#include "support/source_files.h"
#include "token/asker.h"

namespace cambio {

namespace {

using account::common_password;

/// The catalogue's name of the refusal, or empty.
template <class Check>
std::string refusal(Check check) {
    try {
        check();
    } catch (const Error& error) {
        return std::string{name_of(error.code())};
    }
    return {};
}

TEST(Passwords, EachOfTheListIsFoundHoweverItIsWritten) {
    std::ifstream list{test::source_file("/common/clients/account/common_passwords.txt")};
    int lines = 0;
    std::string before;
    for (std::string line; std::getline(list, line); ++lines) {
        ASSERT_LT(before, line) << "the list is not sorted";
        ASSERT_TRUE(common_password(line)) << line;
        ASSERT_FALSE(common_password(line + "\x01")) << line;
        before = line;
    }
    EXPECT_EQ(lines, 84017);
    for (const char* common :
         {"123456789", "123456", "PASSWORD", "Qwerty", "iloveyou", "Dragon123"})
        EXPECT_TRUE(common_password(common)) << common;
    for (const char* other : {"", "\n", "a", "correct horse battery", "~~~~~~~~~~~~", "!"})
        EXPECT_FALSE(common_password(other)) << other;
}

TEST(Passwords, AreCountedInCharacters) {
    const auto of_nine = [](const char* password) {
        return refusal([&] { account::expect_good_password(password, 9, "password"); });
    };
    EXPECT_EQ(of_nine("eightone"), "password_too_short");
    EXPECT_EQ(of_nine("äöüäöüäö"), "password_too_short");
    EXPECT_EQ(of_nine("äöüäöüäöü"), "");
    EXPECT_EQ(of_nine("password123"), "password_common");
}

TEST(Passwords, AreNoAddress) {
    const auto of_mira = [](const char* password) {
        return refusal(
            [&] { account::expect_no_address(password, "Mira.Stone@mail.com", "password"); });
    };
    for (const char* bad : {"mira.stone@mail.com", "MIRA.STONE@mail.com", "mira.stone"})
        EXPECT_EQ(of_mira(bad), "password_is_address") << bad;
    for (const char* good : {"mira.stone@mail.de", "mira.stone1", ""})
        EXPECT_EQ(of_mira(good), "") << good;
}

TEST(Askers, AreTheirNetwork) {
    using token::network_of;
    EXPECT_EQ(network_of("203.0.113.7"), "203.0.113.0/24");
    EXPECT_EQ(network_of("203.0.113.255"), network_of("203.0.113.1"));
    EXPECT_NE(network_of("203.0.114.7"), network_of("203.0.113.7"));
    EXPECT_EQ(network_of("::ffff:203.0.113.9"), "203.0.113.0/24");
    EXPECT_EQ(network_of("2001:db8:1:2::1"), "20010db800010002/64");
    EXPECT_EQ(network_of("2001:DB8:1:2:ffff:1:2:3"), network_of("2001:db8:1:2::1"));
    EXPECT_NE(network_of("2001:db8:1:3::1"), network_of("2001:db8:1:2::1"));
    EXPECT_EQ(network_of("no address"), "no address");
}

}  // namespace

}  // namespace cambio
