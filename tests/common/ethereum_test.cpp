// Addresses and signatures of browser wallets, against what others compute.
#include "crypto/ethereum.h"

#include <gtest/gtest.h>

#include "crypto/crypto.h"

namespace cambio::crypto {

namespace {

// Made by ethers 6 with the key 0x1111…11.
constexpr const char* address = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
const std::string hello_signature =
    "0x9208d5f86a1f5d9c1908dbb42969925675ceb388616fc5b186c248e4967a03e0"
    "2e9d28a1adcb8cce60ebcef9756dee20522a2987afea3055f4edd8380d425f891b";
const std::string lines_signature =
    "0x390af4176359dd574be81002d3b38f5a1d2e56b10af5e480e95ab20924112005"
    "29588432b8c61117936fb4a6ad07afd86c1a7f8bd5df1639460c186c827f68ac1c";

TEST(Keccak256, IsEthereumsAndNotSha3) {
    EXPECT_EQ(hex(keccak256("")),
              "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
    EXPECT_EQ(hex(keccak256("abc")),
              "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45");
    EXPECT_EQ(hex(keccak256(std::string(200, 'a'))),
              "96ea54061def936c4be90b518992fdc6f12f535068a256229aca54267b4d084d");
}

// The addresses that EIP-55 names.
TEST(ChecksumAddress, WritesTheCaseOfEip55) {
    for (const std::string given : {"0x52908400098527886E0F7030069857D2E4169EE7",
                                    "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
                                    "0xde709f2102306220921060314715629080e2fb77",
                                    "0x27b1fdb04752bbc536007a920d24acb045561c26",
                                    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                                    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
                                    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
                                    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"}) {
        auto lower = given;
        for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        EXPECT_EQ(checksum_address(lower), given);
        EXPECT_EQ(checksum_address(given), given);
    }
    for (const char* bad : {"", "0x", "52908400098527886E0F7030069857D2E4169EE7",
                            "0x52908400098527886E0F7030069857D2E4169EE",
                            "0x52908400098527886E0F7030069857D2E4169EE71",
                            "0x5290840009852788gE0F7030069857D2E4169EE7",
                            "0X52908400098527886E0F7030069857D2E4169EE7"})
        EXPECT_FALSE(checksum_address(bad)) << bad;
}

TEST(PersonalSigner, IsWhoseKeySigned) {
    EXPECT_EQ(personal_signer("hello", hello_signature), address);
    EXPECT_EQ(personal_signer("Grüße 🚀\nzwei Zeilen", lines_signature), address);
    // Wallets write the recovery id with and without 27.
    EXPECT_EQ(personal_signer("hello", hello_signature.substr(0, 130) + "00"), address);
}

TEST(PersonalSigner, IsSomebodyElseForAnotherText) {
    EXPECT_NE(personal_signer("hello!", hello_signature), address);
    EXPECT_NE(personal_signer("hello", lines_signature), address);
    EXPECT_NE(personal_signer("hello", hello_signature.substr(0, 130) + "1c"), address);
}

TEST(PersonalSigner, IsNobodyForWhatIsNoSignature) {
    for (const auto& bad : {std::string{}, std::string{"0x"}, hello_signature.substr(2),
                            hello_signature.substr(0, 131), hello_signature + "00",
                            hello_signature.substr(0, 130) + "1d",
                            hello_signature.substr(0, 130) + "ff", "0x" + std::string(130, '0'),
                            "0x" + std::string(128, 'f') + "1b", "0x" + std::string(130, 'g')})
        EXPECT_FALSE(personal_signer("hello", bad)) << bad;
}

}  // namespace

}  // namespace cambio::crypto
