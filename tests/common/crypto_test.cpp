#include "crypto/crypto.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/child_process.h"

namespace cambio::crypto {
namespace {

class Crypto : public testing::Test {
  protected:
    static void SetUpTestSuite() { start(); }
};

TEST_F(Crypto, DrawsCodesAndNamesOfTheRightLetters) {
    std::set<std::string> seen;
    for (int i = 0; i < 200; ++i) {
        const auto code = random_digits(6);
        EXPECT_EQ(code.size(), 6u);
        EXPECT_TRUE(std::all_of(code.begin(), code.end(),
                                [](unsigned char c) { return std::isdigit(c) != 0; }));
        const auto name = random_name(12);
        EXPECT_EQ(name.size(), 12u);
        EXPECT_EQ(name.find_first_of("0OIl"), std::string::npos);
        EXPECT_TRUE(seen.insert(name).second);
    }
    EXPECT_NE(random_bytes(16), random_bytes(16));
}

TEST_F(Crypto, MakesUuidsOfVersionFour) {
    const auto id = uuid();
    ASSERT_EQ(id.size(), 36u);
    EXPECT_EQ(id[14], '4');
    EXPECT_NE(std::string{"89ab"}.find(id[19]), std::string::npos);
    for (const std::size_t dash : {8u, 13u, 18u, 23u}) EXPECT_EQ(id[dash], '-');
}

TEST_F(Crypto, HashesPasswordsWithArgon2id) {
    const auto hash = hash_password("correct horse");
    EXPECT_TRUE(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$")) << hash;
    EXPECT_NE(hash, hash_password("correct horse"));
    EXPECT_TRUE(verify_password(hash, "correct horse"));
    EXPECT_FALSE(verify_password(hash, "correct horse "));
    EXPECT_FALSE(verify_password("no hash", "correct horse"));
    EXPECT_FALSE(verify_password("", ""));
}

TEST_F(Crypto, HashesPasswordsFromManyThreads) {
    const auto hash = hash_password("shared");
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] { EXPECT_TRUE(verify_password(hash, "shared")); });
    for (auto& thread : threads) thread.join();
}

TEST_F(Crypto, AgreesWithBlake2b) {
    // From `b2sum -l 256` of "abc".
    EXPECT_EQ(hex(hash("abc")), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
    EXPECT_EQ(hash("abc", 16).size(), 16u);
    const std::string key(32, 'k');
    EXPECT_EQ(keyed_hash(key, "abc").size(), 32u);
    EXPECT_NE(keyed_hash(key, "abc"), keyed_hash(std::string(32, 'l'), "abc"));
    EXPECT_THROW(keyed_hash("short", "abc"), std::logic_error);
}

TEST_F(Crypto, ComparesInFull) {
    EXPECT_TRUE(equal("", ""));
    EXPECT_TRUE(equal("same", "same"));
    EXPECT_FALSE(equal("same", "sam"));
    EXPECT_FALSE(equal("same", "samE"));
}

TEST_F(Crypto, SpellsBytesOneWayOnly) {
    EXPECT_EQ(base64url("\xfb\xff\xfe"), "-__-");
    EXPECT_EQ(base64url("a"), "YQ");
    EXPECT_EQ(from_base64url("YQ"), "a");
    EXPECT_EQ(from_base64url(""), "");
    for (const char* wrong : {"YQ==", "YR", "Y", "Y Q", "+/+/", "YQ\n"})
        EXPECT_THROW(from_base64url(wrong), std::invalid_argument) << wrong;
    for (int byte = 0; byte < 256; ++byte) {
        const std::string text{'Y', static_cast<char>(byte), 'A', 'A'};
        const bool letter = byte < 0x80 && (std::isalnum(byte) != 0 || byte == '-' || byte == '_');
        if (letter)
            EXPECT_EQ(base64url(from_base64url(text)), text);
        else
            EXPECT_THROW(from_base64url(text), std::invalid_argument) << byte;
    }
    EXPECT_EQ(hex(std::string{"\0\x7f\xff", 3}), "007fff");
}

TEST_F(Crypto, ReadsKeysThatNobodyElseCanRead) {
    const test::ScratchFolder folder;
    const auto path = folder.write("key", "a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=\n");
    EXPECT_EQ(read_key(path, 32), std::string(32, 'k'));
    const auto message = [](const std::string& file, std::size_t size) -> std::string {
        try {
            read_key(file, size);
            return "";
        } catch (const std::runtime_error& problem) {
            return problem.what();
        }
    };
    EXPECT_NE(message(path, 64).find(path + " must hold 64 bytes"), std::string::npos);
    EXPECT_NE(message(path, 16).find("must hold 16 bytes"), std::string::npos);
    EXPECT_NE(message(folder.file("none"), 32).find("cannot be read"), std::string::npos);
    ::chmod(path.c_str(), 0604);
    EXPECT_NE(message(path, 32).find("readable by others"), std::string::npos);
    EXPECT_NE(message(folder.write("odd", "not base64!\n"), 32).find("odd"), std::string::npos);
}

}  // namespace
}  // namespace cambio::crypto
