// What releases the money of a withdrawal that was exported: a transaction that excludes it for
// good and pays nobody whom it pays.
#include "send_fixture.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;

class ConflictOnEthereum : public OnEthereum {
  protected:
    int reject(std::int64_t id, const std::string& conflict) {
        return control({"withdrawals", "reject", std::to_string(id), "--reason", "Stuck",
                        "--conflict", conflict});
    }
    struct Payment {
        std::string to, data, value = "0x0";
    };
    /// Each of them takes the place of what was exported, and pays its receiver.
    void expect_paid_by(std::int64_t id, const std::vector<Payment>& payments) {
        for (const auto& payment : payments) {
            const auto before = anvil.snapshot();
            const auto conflict = anvil.send(payment.to, payment.data, payment.value);
            anvil.mine(6);
            EXPECT_EQ(reject(id, conflict), 1) << payment.to << ' ' << payment.data;
            EXPECT_THAT(output, HasSubstr("pays the receiver"));
            EXPECT_EQ(stage(id), "EXPORTED");
            anvil.revert(before);
        }
    }
};

TEST_F(ConflictOnEthereum, AReceiptOfABlockThatWasLeftBehindReleasesNothing) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    const auto file = exported();
    // A node that keeps what it has once told of a transaction.
    std::map<std::string, std::string> kept;
    HttpServer stubborn{
        HttpServer::Where::loopback, [&](const HttpRequest& request) {
            for (const char* told : {"eth_getTransactionByHash", "eth_getTransactionReceipt"}) {
                if (request.body.find(told) == std::string::npos) continue;
                auto& answer = kept[told];
                if (answer.empty()) answer = forwarded(anvil.url(), request);
                return HttpServer::ok(answer);
            }
            return HttpServer::ok(forwarded(anvil.url(), request));
        }};
    world.config().set("ETHEREUM_NODE_URL", stubborn.url());
    const auto conflict = anvil.send(hot, "0x");
    anvil.mine();
    EXPECT_EQ(reject(id, conflict), 1);
    EXPECT_THAT(output, HasSubstr("not final"));
    anvil.reorganise(1);
    anvil.mine(6);
    EXPECT_EQ(reject(id, conflict), 1);
    EXPECT_THAT(output, HasSubstr("is not part of the chain"));
    EXPECT_EQ(stage(id), "EXPORTED");
    EXPECT_EQ(anna.held("USDT"), dec("50"));

    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

TEST_F(ConflictOnEthereum, WhateverTokensItPaysTheReceiverReleasesNothing) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    const auto other = anvil.deploy_token("OTHER", 18);
    anvil.send(other, token_calls::mint(hot, "64"), "0x0", 1);
    anvil.mine();
    exported();
    expect_paid_by(id, {{token, token_calls::transfer(receiver, "1")},
                        {token, token_calls::scatter({hot, receiver}, "1")},
                        {other, token_calls::transfer(receiver, "1")},
                        {receiver, "0x", "0x1"}});
    const auto elsewhere = anvil.send(token, token_calls::transfer(anvil.rich(2), "1"));
    anvil.mine(6);
    EXPECT_EQ(reject(id, elsewhere), 0) << output;
    EXPECT_EQ(stage(id), "REJECTED");
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(ConflictOnEthereum, WhateverItSendsToTheReceiverReleasesNothing) {
    const auto id = ask("ETH", "ERC20", receiver, "1.0001");
    exported();
    expect_paid_by(id, {{receiver, "0x", "0x1"},
                        {receiver, "0x1234", "0x1"},
                        {token, token_calls::transfer(receiver, "1")}});
    Json::Value contract;
    contract["from"] = hot;
    contract["data"] = "0x00";
    contract["gas"] = "0x30d40";
    const auto elsewhere = anvil.call("eth_sendTransaction", {contract}).asString();
    anvil.mine(6);
    EXPECT_EQ(reject(id, elsewhere), 0) << output;
    EXPECT_EQ(stage(id), "REJECTED");
    EXPECT_EQ(anna.balance("ETH"), dec("10"));
}

}  // namespace
}  // namespace cambio::test
