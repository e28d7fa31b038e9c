// How chains write bytes: the published vectors of Base58Check, BIP 173 and BIP 350.
#include <gtest/gtest.h>

#include "chain/bitcoin/bech32.h"
#include "chain/encoding.h"
#include "crypto/crypto.h"

namespace cambio::chain {
namespace {

std::string raw(std::string_view hex) {
    return *from_hex(hex);
}

// Bitcoin Core, src/test/data/base58_encode_decode.json and key_io_valid.json.
TEST(Base58Check, ReadsAndWritesPublishedAddresses) {
    const std::pair<const char*, const char*> vectors[] = {
        {"0065a16059864a2fdbc7c99a4723a8395bc6f188eb", "1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i"},
        {"0574f209f6ea907e2ea48f74fae05782ae8a665257", "3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou"},
        {"6f53c0307d6851aa0ce7825ba883c6bd9ad242b486", "mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs"},
        {"c46349a418fc4578d10a372b54b45c280cc8c4382f", "2N2JD6wb56AfK4tfmM6PwdVmoYk2dCKf4Br"},
        {"41a614f803b6fd780986a42c78ec9c7f77e6ded13c", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"},
    };
    for (const auto& [payload, text] : vectors) {
        EXPECT_EQ(base58check(raw(payload)), text);
        EXPECT_EQ(crypto::hex(from_base58check(text).value_or("")), payload);
    }
}

TEST(Base58Check, TellsAWrongLetterFromAWrongChecksum) {
    auto fault = Base58Fault::none;
    EXPECT_FALSE(from_base58check("1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62j", &fault));
    EXPECT_EQ(fault, Base58Fault::bad_checksum);
    EXPECT_FALSE(from_base58check("1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW620", &fault));
    EXPECT_EQ(fault, Base58Fault::malformed);
    EXPECT_FALSE(from_base58check("", &fault));
    EXPECT_FALSE(from_base58check(std::string(300, '1'), &fault));
    EXPECT_EQ(fault, Base58Fault::malformed);
}

// BIP 350, "Test vectors for v0-v16 native segregated witness addresses".
TEST(Segwit, ReadsAndWritesPublishedAddresses) {
    const std::tuple<const char*, const char*, int, const char*> vectors[] = {
        {"BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "bc", 0,
         "751e76e8199196d454941c45d1b3a323f1433bd6"},
        {"tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7", "tb", 0,
         "1863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262"},
        {"bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y", "bc", 1,
         "751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6"},
        {"BC1SW50QGDZ25J", "bc", 16, "751e"},
        {"bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "bc", 2, "751e76e8199196d454941c45d1b3a323"},
        {"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", "bc", 1,
         "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"},
    };
    for (const auto& [text, hrp, version, program] : vectors) {
        const auto address = from_segwit(text);
        ASSERT_TRUE(address) << text;
        EXPECT_EQ(address->hrp, hrp);
        EXPECT_EQ(address->version, version);
        EXPECT_EQ(crypto::hex(address->program), program);
        std::string lower{text};
        for (char& c : lower) c = static_cast<char>(std::tolower(c));
        EXPECT_EQ(segwit(*address), lower);
    }
}

// The same document's invalid addresses, and what is wrong with each.
TEST(Segwit, RefusesWhatIsNoAddress) {
    const std::pair<const char*, Bech32Fault> vectors[] = {
        {"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
         Bech32Fault::bad_checksum},  // Bech32 instead of Bech32m
        {"BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
         Bech32Fault::bad_checksum},
        {"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", Bech32Fault::bad_checksum},
        {"bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
         Bech32Fault::malformed},  // a letter that is none
        {"BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R",
         Bech32Fault::malformed},  // version 17
        {"bc1pw5dgrnzv", Bech32Fault::malformed},
        {"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
         Bech32Fault::malformed},
        {"BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", Bech32Fault::malformed},
        {"tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq",
         Bech32Fault::malformed},  // both cases
        {"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf",
         Bech32Fault::malformed},
        {"bc1gmk9yu", Bech32Fault::malformed},
    };
    for (const auto& [text, expected] : vectors) {
        auto fault = Bech32Fault::none;
        EXPECT_FALSE(from_segwit(text, &fault)) << text;
        EXPECT_EQ(fault, expected) << text;
    }
}

}  // namespace
}  // namespace cambio::chain
