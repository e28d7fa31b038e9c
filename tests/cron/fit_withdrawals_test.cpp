// What comes back from the signer is compared with what was given to it, on Bitcoin and on Tron:
// any difference is refused, whoever has signed it. (On Ethereum: send_withdrawals_test.)
#include <gtest/gtest.h>
#include <json/reader.h>
#include <json/writer.h>

#include <fstream>

#include "chain/address.h"
#include "chain/bitcoin/address.h"
#include "chain/bitcoin/form.h"
#include "chain/encoding.h"
#include "chain/tron/address.h"
#include "chain/tron/form.h"
#include "crypto/crypto.h"
#include "support/builders.h"
#include "support/source_files.h"
#include "withdrawals/outgoing.h"

namespace cambio::test {
namespace {

using chain::Mismatch, withdrawals::verify_signed;

constexpr const char* hot = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
constexpr const char* hot_bitcoin = "rb1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j2ce5xxj";
constexpr const char* receiver_bitcoin = "rb1qvux25709r4uw6rzc8wyl7wwecjdhrx08fhmssz";
constexpr const char* receiver_tron = "TGkWdpawVNfeset3P6uTBbLaPY7nZVZvXY";
constexpr const char* token_tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

class FitWithdrawals : public testing::Test {
  protected:
    /// Signed elsewhere (tests/support/chains/sign.cjs).
    std::string signed_bytes(Json::Value form) {
        form["id"] = "1";
        Json::Value document;
        document["transactions"].append(form);
        const auto given = folder.file("given.json"), back = folder.file("back.json");
        std::ofstream{given} << document;
        EXPECT_EQ(ChildProcess::run(
                      {"node", source_file("/tests/support/chains/sign.cjs"), given, back}, {}),
                  0);
        Json::Value result;
        std::ifstream{back} >> result;
        return chain::from_hex(result["transactions"][0]["raw"].asString()).value();
    }
    static std::string why_not(const Json::Value& form, std::string_view raw) {
        try {
            verify_signed(form, raw);
        } catch (const Mismatch& mismatch) {
            return mismatch.what();
        }
        return "it fits";
    }

    ScratchFolder folder;
};

Json::Value bitcoin_form() {
    chain::Network network;
    network.name = "BTC";
    network.kind = chain::Kind::bitcoin;
    network.hrp = "rb";
    return chain::bitcoin_form(
               network, hot_bitcoin, {{receiver_bitcoin, 10'000'000}},
               {{std::string(64, '1'), 0, 30'000'000}, {std::string(64, '2'), 3, 20'000'000}}, 10)
        .value();
}

TEST_F(FitWithdrawals, OnBitcoinEveryDifferenceIsRefused) {
    const auto form = bitcoin_form();
    ASSERT_EQ(form["outputs"].size(), 2U);
    EXPECT_EQ(verify_signed(form, signed_bytes(form)).txid.size(), 64U);
    const auto refused = [&](const char* what, const auto& change) {
        auto other = form;
        change(other);
        EXPECT_EQ(why_not(form, signed_bytes(other)),
                  "the " + std::string{what} + " is not what was exported");
    };
    const auto elsewhere = crypto::hex(
        chain::script_pubkey("rb1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j2ce5xxj", "rb").value());
    refused("version", [](auto& other) { other["version"] = "1"; });
    refused("lock_time", [](auto& other) { other["lock_time"] = "500000"; });
    refused("number of inputs", [](auto& other) { other["inputs"].resize(1); });
    refused("number of outputs", [](auto& other) { other["outputs"].resize(1); });
    refused("number of outputs", [](auto& other) { other["outputs"].append(other["outputs"][1]); });
    refused("value of an output", [](auto& other) { other["outputs"][0]["value"] = "9999999"; });
    refused("value of an output", [](auto& other) { other["outputs"][1]["value"] = "1000"; });
    refused("script of an output", [&](auto& other) { other["outputs"][0]["script"] = elsewhere; });
    refused("script of an output",
            [](auto& other) { other["outputs"][1]["script"] = other["outputs"][0]["script"]; });
    refused("input", [](auto& other) { other["inputs"][0]["vout"] = "1"; });
    refused("input", [](auto& other) { other["inputs"][1]["txid"] = std::string(64, '3'); });
    refused("input", [](auto& other) { std::swap(other["inputs"][0], other["inputs"][1]); });
    refused("sequence", [](auto& other) { other["inputs"][1]["sequence"] = "4294967295"; });
}

TEST_F(FitWithdrawals, OnBitcoinEachInputIsSignedByTheHotAddressForThisVeryAmount) {
    const auto form = bitcoin_form();
    const auto raw = signed_bytes(form);
    // A signature for a coin of another value is none for this one.
    auto other = form;
    other["inputs"][1]["value"] = "20000001";
    EXPECT_EQ(why_not(form, signed_bytes(other)),
              "an input is not signed by the key of the hot address");
    // Each signature counts: those of both inputs stand at the end.
    for (const std::size_t from_end : {40U, 150U}) {
        auto bent = raw;
        bent[bent.size() - from_end] = static_cast<char>(bent[bent.size() - from_end] ^ 1);
        EXPECT_EQ(why_not(form, bent), "an input is not signed by the key of the hot address");
    }
    auto foreign = form;
    foreign["inputs"][0]["script"] = foreign["outputs"][0]["script"];
    EXPECT_EQ(why_not(foreign, raw), "an input is not signed by the key of the hot address");
    for (const auto& bytes : {std::string{}, std::string{"x"}, raw + "x", raw.substr(0, 100)})
        EXPECT_EQ(why_not(form, bytes), "the bytes are not a Bitcoin transaction");
}

Json::Value tron_form(const chain::TronTerms& terms, const char* amount = "25",
                      const char* receiver = receiver_tron) {
    chain::Network network;
    network.name = "TRC20";
    network.kind = chain::Kind::tron;
    chain::NetworkCoin coin;
    coin.code = "USDT";
    coin.contract = token_tron;
    coin.decimals = 6;
    return chain::tron_form(network, coin, receiver, dec(amount), terms);
}

TEST_F(FitWithdrawals, OnTronTheVeryBytesAreSigned) {
    chain::TronTerms terms;
    terms.sender = chain::tron_address(chain::account_bytes(chain::Kind::evm, hot).value());
    terms.block_number = 0xabcd;
    terms.block_id = "0x" + std::string(64, 'c');
    terms.timestamp = 1'799'999'940'000;
    terms.expiration = 1'800'000'000'000;
    terms.fee_limit = 30'000'000;
    const auto form = tron_form(terms);
    const auto raw = signed_bytes(form);
    EXPECT_EQ(verify_signed(form, raw).txid, form["txid"].asString());

    const auto refused = [&](const Json::Value& other) {
        EXPECT_EQ(why_not(form, signed_bytes(other)), "the raw_data is not what was exported");
    };
    refused(tron_form(terms, "26"));
    refused(tron_form(terms, "25", token_tron));
    for (auto change : {&chain::TronTerms::timestamp, &chain::TronTerms::expiration,
                        &chain::TronTerms::fee_limit, &chain::TronTerms::block_number}) {
        auto other = terms;
        other.*change += 1;
        refused(tron_form(other));
    }
    // Another's signature: of another key, or bent.
    auto foreign = form;
    foreign["from"] = receiver_tron;
    EXPECT_EQ(why_not(foreign, raw), "the from is not what was exported");
    auto bent = raw;
    bent[bent.size() - 10] = static_cast<char>(bent[bent.size() - 10] ^ 1);
    EXPECT_NE(why_not(form, bent), "it fits");
    for (const auto& bytes : {std::string{}, raw + "x", raw.substr(0, raw.size() - 67)})
        EXPECT_EQ(why_not(form, bytes), "the bytes are not a signed Tron transaction");
}

}  // namespace
}  // namespace cambio::test
