// Addresses from extended public keys. The words of all vectors are the twelve of BIP 84 ("abandon
// … about"); Bitcoin's are that document's, Ethereum's come from ethers 6.17.0 and Tron's from
// tronweb 6.0.4, each derived there from the private key.
#include <gtest/gtest.h>

#include "chain/encoding.h"
#include "chain/keys.h"

namespace cambio::chain {
namespace {

constexpr const char* bitcoin_account =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mG"
    "DtKsAYz2oz2AGutZYs";
constexpr const char* ethereum_account =
    "xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3"
    "yZdUsT8ddYM3PwnATt";
constexpr const char* tron_account =
    "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv"
    "8D45oNUKx6DZMNZBCd";

struct Vector {
    std::uint32_t index;
    const char* address;
};

void expect(Kind kind, const char* account, std::initializer_list<Vector> vectors) {
    Network network;
    network.kind = kind;
    network.hrp = kind == Kind::bitcoin ? "bc" : "";
    const AccountKey key{account};
    for (const auto& [index, address] : vectors)
        EXPECT_EQ(address_of(network, key.public_key(index)), address);
}

TEST(AccountKeys, DeriveTheAddressesOfBip84) {
    expect(Kind::bitcoin, bitcoin_account,
           {{0, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"},
            {1, "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g"}});
}

TEST(AccountKeys, DeriveWhatEthersDerives) {
    expect(Kind::evm, ethereum_account,
           {{0, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"},
            {1, "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0"},
            {2, "0xb6716976A3ebe8D39aCEB04372f22Ff8e6802D7A"},
            {19, "0x5096eEe90Aa1b783AF381669938C688F02bb43D8"},
            {300, "0xB5d9E7A3eDA0275bdeDD6ABCF03aF8B048244317"},
            {2147483647, "0x8848bfC75a28756B521b09afDC120BdDddC7d7c9"}});
}

TEST(AccountKeys, DeriveWhatTronwebDerives) {
    expect(Kind::tron, tron_account,
           {{0, "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"},
            {1, "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK"},
            {2, "TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx"},
            {19, "TVVrjiM1MuVzeczUHzSAnmAipW7qAX2gRL"},
            {300, "TMk4HYXvRGh7omPofsgEqkEGWtPcsKDreg"},
            {2147483647, "TVapZk5c7S7ARtSBi9jD13rhkbZke4F4sa"}});
}

std::string refusal(const std::string& text) {
    try {
        const AccountKey key{text};
    } catch (const KeyError& error) {
        return error.what();
    }
    return "";
}

TEST(AccountKeys, RefuseWhatCouldSpendAndWhatIsNoAccount) {
    // BIP 32, test vector 1: the master keys.
    EXPECT_EQ(refusal("xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg"
                      "6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"),
              "is not an extended public key (xpub, zpub, tpub, vpub)");
    EXPECT_EQ(refusal("xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rup"
                      "je8YtGqsefD265TMg7usUDFdp6W1EGMcet8"),
              "is not an account key (m/purpose'/coin'/account')");
    std::string mistyped = ethereum_account;
    mistyped[40] = mistyped[40] == 'a' ? 'b' : 'a';
    EXPECT_EQ(refusal(mistyped), "is not an extended key, or is mistyped");
    EXPECT_EQ(refusal(""), "is not an extended key, or is mistyped");
    EXPECT_THROW(AccountKey{ethereum_account}.public_key(0x80000000), KeyError);
    EXPECT_EQ(AccountKey{ethereum_account}.id(), AccountKey{ethereum_account}.id());
    EXPECT_NE(AccountKey{ethereum_account}.id(), AccountKey{tron_account}.id());
}

}  // namespace
}  // namespace cambio::chain
