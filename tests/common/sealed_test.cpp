// What is sealed can be opened with its key and its context, whole, and in no other way.
#include "crypto/sealed.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "crypto/crypto.h"

namespace cambio::crypto {
namespace {

class Sealed : public testing::Test {
  protected:
    static void SetUpTestSuite() { start(); }
    const std::string key = random_bytes(32);
};

TEST_F(Sealed, OpensWhatItSealed) {
    // Around the edges of the pieces that the stream is cut into.
    for (const std::size_t size : {0u, 1u, 65535u, 65536u, 65537u, 131072u, 300000u}) {
        const auto plain = random_bytes(size);
        const auto sealed = seal(key, plain, "kyc 1 selfie");
        EXPECT_GT(sealed.size(), plain.size());
        EXPECT_EQ(open_sealed(key, sealed, "kyc 1 selfie"), plain) << size;
    }
}

TEST_F(Sealed, SealsTheSameDifferentlyEachTime) {
    EXPECT_NE(seal(key, "a face", "kyc 1 selfie"), seal(key, "a face", "kyc 1 selfie"));
    EXPECT_EQ(seal(key, "a face in the clear", "").find("face"), std::string::npos);
}

TEST_F(Sealed, OpensWithNoOtherKeyOrContext) {
    const auto sealed = seal(key, "a face", "kyc 1 selfie");
    EXPECT_FALSE(open_sealed(random_bytes(32), sealed, "kyc 1 selfie"));
    EXPECT_FALSE(open_sealed(key, sealed, "kyc 2 selfie"));
    EXPECT_FALSE(open_sealed(key, sealed, ""));
    EXPECT_THROW((void)seal("short", "a face", ""), std::logic_error);
}

TEST_F(Sealed, NoticesEveryChange) {
    const auto sealed = seal(key, "a face", "c");
    for (std::size_t at = 0; at < sealed.size(); ++at) {
        auto changed = sealed;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        EXPECT_FALSE(open_sealed(key, changed, "c")) << at;
    }
}

TEST_F(Sealed, NoticesWhatIsMissingOrTooMuch) {
    constexpr std::size_t head = 25;
    constexpr std::size_t piece = 65536 + 17;
    const auto sealed = seal(key, random_bytes(200000), "c");
    EXPECT_FALSE(open_sealed(key, "", "c"));
    EXPECT_FALSE(open_sealed(key, sealed.substr(0, sealed.size() - 1), "c"));
    EXPECT_FALSE(open_sealed(key, sealed.substr(0, head + piece), "c")) << "whole pieces alone";
    EXPECT_FALSE(open_sealed(key, sealed.substr(0, head), "c"));
    EXPECT_FALSE(open_sealed(key, sealed + "x", "c"));
    const auto without_second = sealed.substr(0, head + piece) + sealed.substr(head + 2 * piece);
    EXPECT_FALSE(open_sealed(key, without_second, "c"));
}

}  // namespace
}  // namespace cambio::crypto
