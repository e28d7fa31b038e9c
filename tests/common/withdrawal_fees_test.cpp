// What a withdrawal's transaction offers, and what it takes to replace one: worked examples.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "chain/bitcoin/fees.h"
#include "chain/evm/fees.h"
#include "withdrawals/fees.h"

namespace cambio::withdrawals {
namespace {

using chain::BitcoinFee, chain::EvmFees, chain::evm_fees, chain::least_replacing_rate,
    chain::may_replace, chain::usual_replacing_rate;

constexpr uint128 gwei = 1'000'000'000;

TEST(WithdrawalFees, OffersTwiceThePriceUpToTheCeiling) {
    EXPECT_EQ(evm_fees(10 * gwei, 300 * gwei), (EvmFees{21 * gwei, gwei}));
    EXPECT_EQ(evm_fees(200 * gwei, 300 * gwei), (EvmFees{300 * gwei, gwei}));
    EXPECT_EQ(evm_fees(300 * gwei, 300 * gwei), (EvmFees{300 * gwei, gwei}));
    EXPECT_FALSE(evm_fees(300 * gwei + 1, 300 * gwei));
    EXPECT_FALSE(evm_fees(~uint128{0}, 300 * gwei)) << "what a node says may be anything";
    EXPECT_EQ(evm_fees(0, gwei / 2), (EvmFees{gwei / 2, gwei / 2})) << "the tip is part of it";
    EXPECT_FALSE(evm_fees(1, 0));
}

TEST(WithdrawalFees, ReplacesWithAnEighthMoreOfBoth) {
    const auto replaced = [](uint128 price, uint128 ceiling, EvmFees last) {
        return evm_fees(price, ceiling, last);
    };
    EXPECT_EQ(replaced(10 * gwei, 300 * gwei, {40 * gwei, gwei}),
              (EvmFees{45 * gwei, gwei * 9 / 8}));
    EXPECT_EQ(replaced(100 * gwei, 300 * gwei, {40 * gwei, 2 * gwei}),
              (EvmFees{201 * gwei, gwei * 9 / 4}));
    EXPECT_EQ(replaced(1, 300 * gwei, {1, 1}), (EvmFees{2 + gwei, gwei})) << "rounded up";
    EXPECT_EQ(replaced(10 * gwei, 45 * gwei, {40 * gwei, 40 * gwei}),
              (EvmFees{45 * gwei, 45 * gwei}));
    EXPECT_FALSE(replaced(10 * gwei, 45 * gwei - 1, {40 * gwei, gwei}));
}

TEST(WithdrawalFees, ReplacesOnBitcoinByTheRulesOfItsNodes) {
    struct Example {
        BitcoinFee replacing, replaced;
        bool may;
    };
    const std::vector<Example> examples = {
        {{1541, 141}, {1400, 141}, true},   // one satoshi more for each byte
        {{1540, 141}, {1400, 141}, false},  // one too few
        {{2000, 141}, {2000, 141}, false},
        {{3000, 300}, {1500, 141}, false},  // more in all, less for each byte
        {{3300, 209}, {1400, 141}, true},
        {{1500, 110}, {1400, 141}, false},  // smaller and dearer, but not by its own bytes
        {{1510, 110}, {1400, 141}, true},
    };
    for (const auto& [replacing, replaced, may] : examples)
        EXPECT_EQ(may_replace(replacing, replaced, replaced.satoshi), may)
            << replacing.satoshi << ' ' << replacing.size << ' ' << replaced.satoshi;
    // What spends the replaced one has paid, too.
    EXPECT_TRUE(may_replace({11'541, 141}, {1400, 141}, 11'400));
    EXPECT_FALSE(may_replace({11'540, 141}, {1400, 141}, 11'400));
    EXPECT_FALSE(may_replace({4900, 500}, {1400, 141}, 1400)) << "less for each byte";
    EXPECT_EQ(least_replacing_rate({1400, 141}, 1400), 11U);
    EXPECT_EQ(least_replacing_rate({1400, 141}, 11'400), 82U);
    EXPECT_EQ(least_replacing_rate({1410, 141}, 1410), 11U);
    // Enough for each size that is not smaller.
    for (const std::uint64_t size : {141U, 209U, 1000U})
        EXPECT_TRUE(may_replace({82 * size, size}, {1400, 141}, 11'400)) << size;
    EXPECT_EQ(usual_replacing_rate({1410, 141}), 12U);
    EXPECT_EQ(usual_replacing_rate({141, 141}), 2U);
    EXPECT_EQ(usual_replacing_rate({14100, 141}), 125U);
}

TEST(WithdrawalFees, AreSharedToTheLastSatoshi) {
    const auto shares = [](const char* fee, std::size_t number) {
        std::vector<std::string> all;
        for (const auto& share : shares_of(*Decimal::parse(fee), number))
            all.push_back(share.str());
        return all;
    };
    using All = std::vector<std::string>;
    EXPECT_EQ(shares("0.00000011", 3), (All{"0.00000005", "0.00000003", "0.00000003"}));
    EXPECT_EQ(shares("0.00000009", 3), (All{"0.00000003", "0.00000003", "0.00000003"}));
    EXPECT_EQ(shares("0.00000001", 2), (All{"0.00000001", "0"}));
    EXPECT_EQ(shares("0.000031234567890123", 1), All{"0.000031234567890123"});
    EXPECT_EQ(shares("0", 2), (All{"0", "0"}));
}

}  // namespace
}  // namespace cambio::withdrawals
