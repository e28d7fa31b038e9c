// What is sealed to a public key can be opened with the secret one and its context, whole, and in
// no other way.
#include "crypto/sealed.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <stdexcept>

#include "crypto/crypto.h"

namespace cambio::crypto {
namespace {

class Sealed : public testing::Test {
  protected:
    static void SetUpTestSuite() { start(); }
    const std::string secret_key = random_bytes(32);
    const std::string key = public_key_of(secret_key);
};

TEST_F(Sealed, OpensWhatItSealed) {
    // Around the edges of the pieces that the stream is cut into.
    for (const std::size_t size : {0u, 1u, 65535u, 65536u, 65537u, 131072u, 300000u}) {
        const auto plain = random_bytes(size);
        const auto sealed = seal(key, plain, "kyc 1 selfie");
        EXPECT_GT(sealed.size(), plain.size());
        EXPECT_EQ(open_sealed(secret_key, sealed, "kyc 1 selfie"), plain) << size;
    }
}

TEST_F(Sealed, SealsTheSameDifferentlyEachTime) {
    EXPECT_NE(seal(key, "a face", "kyc 1 selfie"), seal(key, "a face", "kyc 1 selfie"));
    EXPECT_EQ(seal(key, "a face in the clear", "").find("face"), std::string::npos);
}

TEST_F(Sealed, OpensWithNoOtherKeyOrContext) {
    const auto sealed = seal(key, "a face", "kyc 1 selfie");
    EXPECT_FALSE(open_sealed(random_bytes(32), sealed, "kyc 1 selfie"));
    EXPECT_FALSE(open_sealed(secret_key, sealed, "kyc 2 selfie"));
    EXPECT_FALSE(open_sealed(secret_key, sealed, ""));
    EXPECT_FALSE(open_sealed(key, sealed, "kyc 1 selfie")) << "who seals cannot open";
    EXPECT_THROW((void)seal("short", "a face", ""), std::logic_error);
}

TEST_F(Sealed, NoticesEveryChange) {
    const auto sealed = seal(key, "a face", "c");
    for (std::size_t at = 0; at < sealed.size(); ++at) {
        auto changed = sealed;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        EXPECT_FALSE(open_sealed(secret_key, changed, "c")) << at;
    }
}

TEST_F(Sealed, NoticesWhatIsMissingOrTooMuch) {
    constexpr std::size_t head = 1 + 80 + 24;
    constexpr std::size_t piece = 65536 + 17;
    const auto sealed = seal(key, random_bytes(200000), "c");
    EXPECT_FALSE(open_sealed(secret_key, "", "c"));
    EXPECT_FALSE(open_sealed(secret_key, sealed.substr(0, sealed.size() - 1), "c"));
    EXPECT_FALSE(open_sealed(secret_key, sealed.substr(0, head + piece), "c"))
        << "whole pieces alone";
    EXPECT_FALSE(open_sealed(secret_key, sealed.substr(0, head), "c"));
    EXPECT_FALSE(open_sealed(secret_key, sealed + "x", "c"));
    const auto without_second = sealed.substr(0, head + piece) + sealed.substr(head + 2 * piece);
    EXPECT_FALSE(open_sealed(secret_key, without_second, "c"));
}

TEST_F(Sealed, OpensWhatTheSecretKeyItselfHasSealedBefore) {
    crypto_secretstream_xchacha20poly1305_state state;
    std::string sealed(1 + 24 + 6 + 17, '\x01');
    auto* to = reinterpret_cast<unsigned char*>(sealed.data());
    const auto* with = reinterpret_cast<const unsigned char*>(secret_key.data());
    crypto_secretstream_xchacha20poly1305_init_push(&state, to + 1, with);
    crypto_secretstream_xchacha20poly1305_push(&state, to + 25, nullptr,
                                               reinterpret_cast<const unsigned char*>("a face"), 6,
                                               reinterpret_cast<const unsigned char*>("c"), 1,
                                               crypto_secretstream_xchacha20poly1305_TAG_FINAL);
    EXPECT_EQ(open_sealed(secret_key, sealed, "c"), "a face");
    EXPECT_FALSE(open_sealed(key, sealed, "c"));
}

}  // namespace
}  // namespace cambio::crypto
