// What kinds of chains have in common, and where one differs from the other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chain/chain.h"

namespace cambio::chain {
namespace {

constexpr const char* account = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

Network network(Kind kind, std::int64_t chain_id = 0) {
    Network result;
    result.kind = kind;
    result.chain_id = chain_id;
    result.hrp = kind == Kind::bitcoin ? "bc" : "";
    return result;
}

TEST(ChainKinds, HaveTheNamesOfTheTable) {
    std::vector<std::string> names;
    for (const auto kind : kinds) {
        names.emplace_back(name_of(kind));
        EXPECT_EQ(kind_named(name_of(kind)), kind);
    }
    EXPECT_THAT(names, testing::UnorderedElementsAre("evm", "tron", "bitcoin"));
    EXPECT_FALSE(kind_named("solana"));
    EXPECT_FALSE(kind_named(""));
}

TEST(ChainKinds, TheDemonstrationIsOfOneOfThem) {
    EXPECT_TRUE(network(Kind::evm, 31337).of_demonstration());
    EXPECT_FALSE(network(Kind::evm, 1).of_demonstration());
    EXPECT_FALSE(network(Kind::tron, 31337).of_demonstration());
    EXPECT_FALSE(network(Kind::tron).of_demonstration());
    EXPECT_FALSE(network(Kind::bitcoin).of_demonstration());
}

TEST(ChainKinds, MoneyLiesInAccountsOrInOutputs) {
    EXPECT_TRUE(account_bytes(Kind::evm, account));
    EXPECT_FALSE(account_bytes(Kind::tron, account));
    EXPECT_FALSE(account_bytes(Kind::bitcoin, account));
    EXPECT_THROW(account_address(Kind::bitcoin, std::string(20, 'a')), std::logic_error);
    const char* nowhere = "http://127.0.0.1:1";
    EXPECT_FALSE(chain_of(Kind::evm).coins(network(Kind::evm), nowhere, account));
    EXPECT_THROW(chain_of(Kind::evm).unspent(nowhere, {}), std::logic_error);
    const auto coins = [&](const char* address) {
        return chain_of(Kind::bitcoin).coins(network(Kind::bitcoin), nowhere, address) != nullptr;
    };
    EXPECT_TRUE(coins("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"));
    EXPECT_FALSE(coins("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx")) << "of another chain";
    EXPECT_FALSE(coins("")) << "the house sends nothing there";
}

TEST(ChainKinds, EachReadsItsOwnTransactions) {
    const auto refusal = [](Kind kind) -> std::string {
        try {
            chain_of(kind).verify(Json::objectValue, "x");
        } catch (const Mismatch& mismatch) {
            return mismatch.what();
        }
        return "";
    };
    EXPECT_EQ(refusal(Kind::evm), "the bytes are not a signed transaction of an EVM network");
    EXPECT_EQ(refusal(Kind::tron), "the bytes are not a signed Tron transaction");
    EXPECT_EQ(refusal(Kind::bitcoin), "the bytes are not a Bitcoin transaction");
}

Json::Value call(const char* to, const char* value, const char* data) {
    Json::Value form;
    form["to"] = to;
    form["value"] = value;
    form["data"] = data;
    return form;
}

TEST(ChainKinds, TwoVersionsOfACallPayTheSameWhateverTheyOffer) {
    const auto& evm = chain_of(Kind::evm);
    auto dearer = call(account, "5", "0x");
    dearer["max_fee_per_gas"] = "40000000000";
    EXPECT_TRUE(evm.pays_the_same(call(account, "5", "0x"), dearer));
    EXPECT_FALSE(evm.pays_the_same(call(account, "6", "0x"), dearer));
    EXPECT_FALSE(evm.pays_the_same(call(account, "5", "0x00"), dearer));
    EXPECT_FALSE(evm.pays_the_same(call("0x", "5", "0x"), dearer));
}

Json::Value spending(std::initializer_list<std::pair<const char*, const char*>> outputs) {
    Json::Value form;
    form["inputs"][0]["script"] = "own";
    for (const auto& [script, value] : outputs) {
        Json::Value output;
        output["address"] = output["script"] = script;
        output["value"] = value;
        form["outputs"].append(output);
    }
    return form;
}

TEST(ChainKinds, TwoVersionsOfASpendingPayTheSameWhateverComesBack) {
    const auto& bitcoin = chain_of(Kind::bitcoin);
    const auto first = spending({{"anna", "5"}, {"ben", "7"}, {"own", "88"}});
    EXPECT_TRUE(bitcoin.pays_the_same(first, spending({{"ben", "7"}, {"anna", "5"}})));
    EXPECT_FALSE(bitcoin.pays_the_same(first, spending({{"anna", "5"}, {"own", "95"}})));
    EXPECT_FALSE(bitcoin.pays_the_same(first, spending({{"anna", "7"}, {"ben", "5"}})));
}

}  // namespace
}  // namespace cambio::chain
