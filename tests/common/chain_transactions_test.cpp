// Signed transactions are read back field by field. The vectors were made with ethers 6.17, bcoin
// 1.0.2 and TronWeb 6 from throw-away keys.
#include <gtest/gtest.h>

#include "chain/bitcoin/codec.h"
#include "chain/encoding.h"
#include "chain/evm/transaction.h"
#include "chain/tron/transaction.h"
#include "chain/units.h"
#include "crypto/crypto.h"

namespace cambio::chain {
namespace {

std::string raw(std::string_view hex) {
    return from_hex(hex).value();
}

constexpr const char* signer = "2c7536e3605d9c16a7a3d7b1898e529396a65c23";
constexpr const char* receiver = "000000000000000000000000000000000000dead";
constexpr const char* token_transfer =
    "02f8b1010784773594008509502f900083015f9094dac17f958d2ee523a2206206994597c13d831ec780b844a9059c"
    "bb000000000000000000000000000000000000000000000000000000000000dead0000000000000000000000000000"
    "0000000000000000000000000000075bcd15c001a020e7ac1cc78213a773a8b73eaaff1175014af4610c1fbb0643c0"
    "6245ef6e63f2a01b3474917d68c20bbddbb7521e6a214ca619426d0384ac651af7002107872a8a";
constexpr const char* old_kind =
    "f86d8085012a05f20082520894000000000000000000000000000000000000dead8814d1120d7b160000808194a0e3"
    "237074c4c283208facbe094f7c8ca21458b7945536b72f7ce88cf1bc02b294a063af48cede5b1ce8c4b4e1459be0ce"
    "728c230812f02aa3e1faa9e3e48ab819e4";
constexpr const char* without_chain_id =
    "f86682012c85012a05f20082520894000000000000000000000000000000000000dead01801ba073152869efe3b27d"
    "3ce630fbdd123e6d512b8e4b41bf8a24be85c2664eef6b45a00575444842e2c203d678928c4e9aacbc5630219c78ad"
    "cfab0c82987fd05b821f";
constexpr const char* with_access_list =
    "02f8bf0107020483015f9094dac17f958d2ee523a2206206994597c13d831ec780b844a9059cbb0000000000000000"
    "00000000000000000000000000000000000000000000dead0000000000000000000000000000000000000000000000"
    "0000000000075bcd15d7d694dac17f958d2ee523a2206206994597c13d831ec7c001a01e5e833dd42794daa255de37"
    "89433c348dcbfc06c75bacfa9258cbb8dc547beba05658fa3009e8a96160698a86e57e1d419fdc17a8923911d440f6"
    "f451ebeb8c2e";

TEST(EvmTransactions, ATokenTransferIsReadBack) {
    const auto read = decode_evm(raw(token_transfer));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->type, 2);
    EXPECT_EQ(read->chain_id, 1U);
    EXPECT_EQ(read->nonce, 7U);
    EXPECT_EQ(digits_of(read->max_fee_per_gas), "40000000000");
    EXPECT_EQ(digits_of(read->max_priority_fee_per_gas), "2000000000");
    EXPECT_EQ(read->gas_limit, 90000U);
    EXPECT_EQ(crypto::hex(read->to), "dac17f958d2ee523a2206206994597c13d831ec7");
    EXPECT_EQ(digits_of(read->value), "0");
    EXPECT_EQ(read->data, transfer_data(raw(receiver), 123456789));
    EXPECT_EQ(crypto::hex(read->sender), signer);
    EXPECT_EQ(read->txid, "0x1ff3c89be5cbf767d237b04ab44db4e1b4168e511d71d8a49f23bb0ebc3cf39e");
}

TEST(EvmTransactions, SoIsOneOfTheOldKind) {
    const auto read = decode_evm(raw(old_kind));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->type, 0);
    EXPECT_EQ(read->chain_id, 56U);
    EXPECT_EQ(read->nonce, 0U);
    EXPECT_EQ(digits_of(read->max_fee_per_gas), "5000000000");
    EXPECT_EQ(crypto::hex(read->to), receiver);
    EXPECT_EQ(digits_of(read->value), "1500000000000000000");
    EXPECT_TRUE(read->data.empty());
    EXPECT_EQ(crypto::hex(read->sender), signer);
    EXPECT_EQ(read->txid, "0x1190bd2c2296fbca94d39b422b75e7142c536bf25bb3176743c60114270acc96");
}

TEST(EvmTransactions, WhatCouldMeanMoreThanItSaysIsRefused) {
    EXPECT_FALSE(decode_evm(raw(without_chain_id))) << "any chain could take it";
    EXPECT_FALSE(decode_evm(raw(with_access_list)));
    EXPECT_FALSE(decode_evm(""));
    EXPECT_FALSE(decode_evm("\x02"));
    for (const char* vector : {token_transfer, old_kind}) {
        const auto whole = raw(vector);
        EXPECT_FALSE(decode_evm(whole + '\0')) << "something follows";
        for (std::size_t length = 0; length < whole.size(); ++length)
            EXPECT_FALSE(decode_evm(std::string_view{whole}.substr(0, length))) << length;
    }
}

TEST(EvmTransactions, AChangedByteNamesAnotherSenderOrNothing) {
    for (const char* vector : {token_transfer, old_kind}) {
        const auto whole = raw(vector);
        const auto right = decode_evm(whole);
        for (std::size_t at = 0; at < whole.size(); ++at) {
            auto changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 1);
            const auto read = decode_evm(changed);
            EXPECT_FALSE(read && read->sender == right->sender) << at;
        }
    }
}

TEST(EvmTransactions, AmountsAreWholeUnits) {
    const auto dec = [](const char* text) { return Decimal::parse(text).value(); };
    EXPECT_EQ(digits_of(units_of(dec("12.345678"), 6).value()), "12345678");
    EXPECT_EQ(digits_of(units_of(dec("12.345678"), 18).value()), "12345678000000000000");
    EXPECT_FALSE(units_of(dec("0.0000001"), 6));
    EXPECT_FALSE(units_of(dec("0"), 6));
    EXPECT_EQ(amount_of(12345678, 6)->str(), "12.345678");
    EXPECT_FALSE(amount_of(~uint128{0}, 18));
    EXPECT_FALSE(amount_of(~uint128{0}, 0));
    EXPECT_EQ(digits_of(number_of("340282366920938463463374607431768211").value()),
              "340282366920938463463374607431768211");
    for (const char* text : {"", "-1", "1.0", "0x1", "999999999999999999999999999999999999999"})
        EXPECT_FALSE(number_of(text)) << text;
}

constexpr const char* hot_script = "0014a3c6b1ee4a49d9f2af3b3802974744fba924164a";
constexpr const char* paid_script = "0014670caa79e51d78ed0c583b89ff39d9c49b7199e7";
constexpr const char* payment =
    "02000000000102aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa0000000000ffff"
    "ffffbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb0300000000ffffffff02106c"
    "010000000000160014670caa79e51d78ed0c583b89ff39d9c49b7199e7d8d6000000000000160014a3c6b1ee4a49d9"
    "f2af3b3802974744fba924164a024730440220327eaadd0167e2e82ac08be93f7ccb4476b37dce49e6e477a256b06a"
    "3513161602203012716c478db5f77ae74d25361fa02ca293ade5449fbe185ad97a920c86cbcd012102989c0b76cb56"
    "3971fdc9bef31ec06c3560f3249d6ee9e5d83c57625596e05f6f0247304402206c908a969a0b7e2cae21385e4df37f"
    "b463b0292c6e4b763e070e418135c820cc02201d414d7dabcb55faba0c6e72089ace02163e8c49a440ed0d063d4d45"
    "c840f8a5012102989c0b76cb563971fdc9bef31ec06c3560f3249d6ee9e5d83c57625596e05f6f00000000";

TEST(BitcoinTransactions, APaymentWithChangeIsReadBack) {
    const auto read = decode_bitcoin(raw(payment));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->version, 2U);
    EXPECT_EQ(read->lock_time, 0U);
    EXPECT_EQ(read->txid, "80c265959efb69d7557e8f4b9983f922f7731561fecf840bab1dfa58bae073b3");
    ASSERT_EQ(read->inputs.size(), 2U);
    EXPECT_EQ(read->inputs[1].txid, std::string(64, 'b'));
    EXPECT_EQ(read->inputs[1].position, 3U);
    EXPECT_EQ(read->inputs[1].sequence, 0xffffffffU);
    const std::vector<BitcoinOutput> outputs{{93200, raw(paid_script)}, {55000, raw(hot_script)}};
    EXPECT_EQ(read->outputs, outputs);
}

TEST(BitcoinTransactions, ASignatureIsOverEverything) {
    const auto read = decode_bitcoin(raw(payment)).value();
    EXPECT_TRUE(spends(read, 0, 100000, raw(hot_script)));
    EXPECT_TRUE(spends(read, 1, 50000, raw(hot_script)));
    EXPECT_FALSE(spends(read, 0, 100001, raw(hot_script))) << "another value";
    EXPECT_FALSE(spends(read, 0, 100000, raw(paid_script))) << "another key";
    const auto changed = [&read](auto change) {
        auto other = read;
        change(other);
        return spends(other, 0, 100000, raw(hot_script));
    };
    EXPECT_FALSE(changed([](auto& other) { other.outputs[0].value += 1; }));
    EXPECT_FALSE(changed([](auto& other) { other.outputs.pop_back(); }));
    EXPECT_FALSE(changed([](auto& other) { other.inputs[1].position = 4; }));
    EXPECT_FALSE(changed([](auto& other) { other.lock_time = 1; }));
    EXPECT_FALSE(changed([](auto& other) { other.inputs[0].witness[0].back() = 2; }));
    EXPECT_FALSE(changed([](auto& other) { other.inputs[0].witness.clear(); }));
}

TEST(BitcoinTransactions, BrokenOnesAreRefused) {
    const auto whole = raw(payment);
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(decode_bitcoin(std::string_view{whole}.substr(0, length))) << length;
    EXPECT_FALSE(decode_bitcoin(whole + '\0'));
}

TEST(BitcoinTransactions, ABlockMayHoldMoreThanAPaymentMay) {
    for (const char* value : {"ffffffffffffffff", "0140075af0750700"}) {
        std::string hex = payment;
        hex.replace(hex.find("106c010000000000"), 16, value);
        const auto read = parse_transaction(raw(hex));
        ASSERT_TRUE(read);
        EXPECT_EQ(read->outputs[0].script, raw(paid_script));
        EXPECT_FALSE(decode_bitcoin(raw(hex))) << "there are no 21 million bitcoins and a satoshi";
    }
}

TEST(TronTransactions, AreWrittenAndReadAsTronWebDoes) {
    const auto data = raw(
        "0a02abcd220800112233445566774080a0f1c2b1345aae01081f12a9010a31747970652e676f6f676c65617069"
        "732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15412c7536e360"
        "5d9c16a7a3d7b1898e529396a65c23121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb00"
        "00000000000000000000004a62316623ad457f02cdc5d997ded67a383ec5690000000000000000000000000000"
        "0000000000000000000000000000017d784070a0cbedc2b13490018087a70e");
    const auto signature = raw(
        "65569bcfda87afb6d787bac67417621b186b78a372f28b93869527150b9b214a539f7abf6101cac780a7d004ba"
        "5ce44342335dd96102489461a58575b7ed93151c");
    TronCall call;
    call.block_bytes = raw("abcd");
    call.block_hash = raw("0011223344556677");
    call.expiration = 1800000000000;
    call.timestamp = 1799999940000;
    call.fee_limit = 30000000;
    call.owner = raw(signer);
    call.contract = raw("a614f803b6fd780986a42c78ec9c7f77e6ded13c");
    call.data = transfer_data(raw("4a62316623ad457f02cdc5d997ded67a383ec569"), 25000000);
    EXPECT_EQ(crypto::hex(tron_raw_data(call)), crypto::hex(data));
    EXPECT_EQ(tron_txid(data), "9fec0b97c2a4ce2ecf0999fce4097d9719f43672252ad6a8ab2173d463be7c9a");

    const auto whole = raw("0ad301") + data;
    ASSERT_EQ(data.size(), 211U);
    const auto read = decode_tron(whole + raw("1241") + signature);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->raw_data, data);
    EXPECT_EQ(crypto::hex(read->sender), signer);
    EXPECT_EQ(read->txid, tron_txid(data));
    EXPECT_FALSE(decode_tron(whole)) << "nobody signed it";
    EXPECT_FALSE(decode_tron(whole + raw("1241") + signature + raw("1241") + signature));
    EXPECT_FALSE(decode_tron(whole + raw("1240") + signature.substr(1)));
}

}  // namespace
}  // namespace cambio::chain
