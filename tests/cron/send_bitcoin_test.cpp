// Withdrawals over a real Bitcoin node: coins and change, and whatever breaks on the way. And over
// Tron as far as nothing but its JSON-RPC is asked.
#include "chain/address.h"
#include "chain/tron/address.h"
#include "crypto/crypto.h"
#include "send_fixture.h"
#include "support/trades.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;

TEST_F(OnBitcoin, TheMoneyArrivesWithChangeToTheHotAddress) {
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    carried_to_the_door();
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    regtest.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(on_chain("BTC", "BTC") - dec("0.1"),
              dec("0.0001") - world.house_balance(ledger::House::fees, "BTC"));
    EXPECT_EQ(anna.balance("BTC"), dec("0.8999"));
    // The change can be spent again, and the coin that was spent cannot.
    const auto outputs = world.app().run(
        "select trim_scale(sum(value))::text as value from hot_outputs where spent_height is null");
    const auto change = dec(outputs[0].str("value"));
    EXPECT_LT(change, dec("0.4"));
    EXPECT_GT(change, dec("0.3999"));
    EXPECT_EQ(dec("0.5") - dec("0.1") - change, on_chain("BTC", "BTC") - dec("0.1"));
    const auto second = ask("BTC", "BTC", receiver_bitcoin, "0.2001");
    carried_to_the_door();
    sent();
    regtest.mine(3);
    sent();
    EXPECT_EQ(stage(second), "CONFIRMED");
}

TEST_F(OnBitcoin, FeesOfTradesPayForNoNetworkBeforeTheyAreSettled) {
    const auto settle = [this] {
        EXPECT_EQ(run_job("settle_fees", world.config().path(), {"--once"}, &output), 0) << output;
    };
    settle();
    const Person ben = world.client("ben@example.com").with("BTC", "1");
    trade(world, true, "50000", "0.1", {&ben, "0.0002"});
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    const auto file = next_file("exported");
    ASSERT_EQ(control({"withdrawals", "export", file, "--fee-rate", "100", "--reason", "Dear"}), 0)
        << output;
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    sent();
    regtest.mine(3);
    sent();
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    // The network took more than the withdrawal's own fee, and the trade's may be its owner's.
    EXPECT_EQ(world.house_balance(ledger::House::fees, "BTC"), dec("0.0003"));
    EXPECT_EQ(on_chain("BTC", "BTC"), dec("0.1"));
    settle();
    sent();
    const auto paid = dec("0.0003") - world.house_balance(ledger::House::fees, "BTC");
    EXPECT_GT(paid, dec("0.0001"));
    EXPECT_EQ(on_chain("BTC", "BTC"), dec("0.1") + paid);
    expect_books_balance(world);
}

TEST_F(OnBitcoin, ATimeOutStaysUnknownAndNeverPaysTwice) {
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    carried_to_the_door();
    HttpServer silent{HttpServer::Where::loopback, [this](const HttpRequest& request) {
                          const auto body = forwarded(regtest.url(), request);
                          const bool sending =
                              request.body.find("sendrawtransaction") != std::string::npos;
                          return sending ? std::string{} : HttpServer::ok(body);
                      }};
    world.config().set("BITCOIN_NODE_URL", silent.url());
    sent();
    EXPECT_EQ(stage(id), "UNKNOWN");
    EXPECT_EQ(anna.held("BTC"), dec("0.1001")) << "nothing comes back for a time-out";
    EXPECT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Lost"}), 1);
    EXPECT_THAT(output, HasSubstr("may hold a signature"));
    world.config().set("BITCOIN_NODE_URL", regtest.url());
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    regtest.mine(3);
    sent();
    expect_paid_once(id);
}

TEST_F(OnBitcoin, KilledAtEachStepItPaysOnce) {
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    carried_to_the_door();
    const int deaths = kill_at_each_call(
        "BITCOIN_NODE_URL", regtest.url(), 7, [&] { return stage(id) == "CONFIRMED"; },
        [this] { regtest.mine(); });
    EXPECT_GE(deaths, 8);
    regtest.mine(3);
    sent();
    expect_paid_once(id);
}

TEST_F(OnBitcoin, AConflictThatIsFinalReleasesTheMoneyAndNothingElseDoes) {
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    const auto file = exported();
    const auto with = [&](const std::string& conflict) {
        return control({"withdrawals", "reject", std::to_string(id), "--reason", "Key ceremony off",
                        "--conflict", conflict});
    };
    EXPECT_EQ(with(std::string(64, '1')), 1);
    EXPECT_THAT(output, HasSubstr("not final"));
    const auto other = regtest.send(hot_bitcoin, "0.01");
    regtest.mine(5);
    EXPECT_EQ(with(other), 1);
    EXPECT_THAT(output, HasSubstr("spends none of its coins"));
    const auto conflict = made_otherwise(file, hot_bitcoin);
    regtest.mine(4);
    EXPECT_EQ(with(conflict), 1);
    EXPECT_THAT(output, HasSubstr("not final: it needs 5"));
    EXPECT_EQ(anna.held("BTC"), dec("0.1001"));
    regtest.mine();
    EXPECT_EQ(with(conflict), 0) << output;
    EXPECT_EQ(stage(id), "REJECTED");
    EXPECT_EQ(anna.balance("BTC"), dec("1"));
    // A signature that turns up later is not taken any more.
    EXPECT_EQ(import(signed_file(file)), 1);
    EXPECT_THAT(output, HasSubstr("is no longer waiting for a signature"));
    sent();
    EXPECT_EQ(paid_to(receiver_bitcoin), 0);
}

TEST_F(OnBitcoin, APaymentOfTheSameReceiverReleasesNothing) {
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    const auto file = exported();
    Json::Value document;
    std::ifstream{file} >> document;
    // The same receiver with another amount: paid all the same.
    document["transactions"][0]["outputs"][0]["value"] = "9999999";
    const auto changed = next_file("less");
    std::ofstream{changed} << document;
    Json::Value result;
    std::ifstream{signed_file(changed)} >> result;
    const auto paid =
        regtest.call("sendrawtransaction", {result["transactions"][0]["raw"]}).asString();
    regtest.mine(6);
    EXPECT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Lost",
                       "--conflict", paid}),
              1);
    EXPECT_THAT(output, HasSubstr("pays the receiver of this withdrawal"));
    EXPECT_EQ(stage(id), "EXPORTED");
    EXPECT_EQ(anna.held("BTC"), dec("0.1001"));
}

TEST_F(OnBitcoin, WhatWasSpentOtherwiseIsNeverTakenForSent) {
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    const auto file = exported();
    const auto conflict = made_otherwise(file, hot_bitcoin);
    regtest.mine(2);
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    for (int i = 0; i < 3; ++i) {
        sent();
        EXPECT_NE(stage(id), "CONFIRMED") << "its coin is gone, whatever the node says to it";
        regtest.mine();
    }
    EXPECT_EQ(anna.held("BTC"), dec("0.1001"));
    ASSERT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Spent",
                       "--conflict", conflict, "--again"}),
              0)
        << output;
    EXPECT_EQ(stage(id), "REQUESTED");
    ASSERT_EQ(control({"withdrawals", "approve", std::to_string(id), "--reason", "Once more"}), 0);
    carried_to_the_door();
    sent();
    regtest.mine(3);
    sent();
    expect_paid_once(id);
}

TEST_F(OnBitcoin, NothingIsSentOverANodeWithoutItsIndex) {
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    carried_to_the_door();
    // Bitcoin Core without txindex=1 knows what waits and nothing of its blocks.
    HttpServer bare{HttpServer::Where::loopback, [this](const HttpRequest& request) {
                        if (request.body.find("getrawtransaction") != std::string::npos)
                            return HttpServer::ok(
                                R"({"result":null,"error":{"code":-5,"message":"No such mempool )"
                                R"(transaction. Use -txindex"},"id":1})");
                        return HttpServer::ok(forwarded(regtest.url(), request));
                    }};
    world.config().set("BITCOIN_NODE_URL", bare.url());
    output.clear();
    EXPECT_EQ(send(), 1);
    EXPECT_THAT(output, HasSubstr("start it with txindex=1"));
    EXPECT_EQ(stage(id), "SIGNED");
    world.config().set("BITCOIN_NODE_URL", regtest.url());
    sent();
    regtest.mine(3);
    sent();
    expect_paid_once(id);
}

/// What java-tron's /jsonrpc answers; it knows no transaction but the named one.
class OnTron : public SendWithdrawals {
  protected:
    static constexpr const char* token = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
    static constexpr const char* receiver_tron = "TGkWdpawVNfeset3P6uTBbLaPY7nZVZvXY";

    OnTron() {
        use_networks(network("TRC20", "tron", 728126428, coin("USDT", token, 6)));
        world.config().set("TRON_NODE_URL", node.url() + "/jsonrpc");
        world.config().set(
            "HOT_TRON_ADDRESS",
            chain::tron_address(chain::account_bytes(chain::Kind::evm, hot).value()));
    }
    std::string answer(const HttpRequest& request) {
        const auto asks = [&request](const char* method) {
            return request.body.find(method) != std::string::npos;
        };
        // One connection at a time: what asks and what sends have each their own.
        const auto closing = [](const std::string& body) {
            return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " +
                   std::to_string(body.size()) + "\r\n\r\n" + body;
        };
        const auto result = [&closing](const std::string& json) {
            return closing(R"({"jsonrpc":"2.0","id":1,"result":)" + json + "}");
        };
        // Of each token it has more than can be counted, whoever it is.
        if (asks("0x70a08231")) return result("\"0x" + std::string(64, 'f') + "\"");
        if (asks("eth_call")) return result("\"0x" + std::string(63, '0') + decimals.load() + "\"");
        if (asks("eth_blockNumber")) return result("\"0x10\"");
        if (asks("eth_getBlockByNumber"))
            return result(R"({"number":"0x10","hash":"0x)" + std::string(64, 'c') +
                          "\",\"timestamp\":\"" + hex_number(newest_block_at) + "\"}");
        if (asks("eth_getTransactionByHash") && knows)
            return result(R"({"hash":"0x01","from":"0x01","to":"0x02","value":"0x0"})");
        if (asks("eth_getTransactionReceipt") && failed)
            return result(R"({"status":"0x0","logs":[],"blockNumber":"0xb","blockHash":"0x)" +
                          std::string(64, 'c') + "\"}");
        if (request.target == "/wallet/broadcasthex") return closing(said);
        return result("null");
    }

    static std::string hex_number(std::int64_t number) {
        std::ostringstream text;
        text << "0x" << std::hex << number;
        return text.str();
    }

    std::atomic<std::int64_t> newest_block_at = std::time(nullptr);
    std::atomic<bool> knows = false;
    std::atomic<bool> failed = false;         ///< a block took it for nothing, five blocks ago
    std::atomic<char> decimals = '6';         ///< by the contract
    std::string said = R"({"result":true})";  ///< to what is sent
    HttpServer node{HttpServer::Where::loopback,
                    [this](const HttpRequest& request) { return answer(request); }};
};

TEST_F(OnTron, OnlyItsExpiryReleasesTheMoney) {
    const auto id = ask("USDT", "TRC20", receiver_tron, "50");
    const auto file = exported();
    EXPECT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Lost"}), 1);
    const auto reject = [&] {
        return control({"withdrawals", "reject", std::to_string(id), "--reason", "Never signed",
                        "--conflict", "none"});
    };
    EXPECT_EQ(reject(), 1);
    EXPECT_THAT(output, HasSubstr("It has not been expired for an hour yet"));
    const auto expired = [&](const char* age) {
        world.superuser().run(R"sql(
            update outgoing_transactions set form = jsonb_set(form, '{expiration}', to_jsonb(
                (extract(epoch from now() - $1::interval) * 1000)::bigint::text)))sql",
                              {age});
    };
    expired("50 minutes");
    EXPECT_EQ(reject(), 1) << "clocks differ: " << output;
    expired("70 minutes");
    knows = true;
    EXPECT_EQ(reject(), 1);
    EXPECT_THAT(output, HasSubstr("it was sent"));
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    knows = false;
    newest_block_at = std::time(nullptr) - 30 * 60;
    EXPECT_EQ(reject(), 1) << "a node that stands still does not know what was sent since";
    EXPECT_THAT(output, HasSubstr("newest block was made before"));
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    newest_block_at = std::time(nullptr);
    EXPECT_EQ(reject(), 0) << output;
    EXPECT_EQ(stage(id), "REJECTED");
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
    EXPECT_EQ(import(signed_file(file)), 1);
    EXPECT_THAT(output, HasSubstr("is no longer waiting for a signature"));
}

TEST_F(OnTron, NothingIsGivenOutWhereTheContractCountsInOtherDecimals) {
    const auto id = ask("USDT", "TRC20", receiver_tron, "50");
    decimals = '8';
    EXPECT_EQ(control({"withdrawals", "export", next_file("exported"), "--reason", "Daily run"}),
              1);
    EXPECT_THAT(output, HasSubstr("USDT has 8 decimals by its contract and 6 by the file"));
    EXPECT_EQ(stage(id), "APPROVED");
    decimals = '6';
    exported();
    EXPECT_EQ(stage(id), "EXPORTED");
}

// It had too little energy, or the hot address too little of the token: the client did neither.
TEST_F(OnTron, WhatFailsInTheBlockComesBackForReviewAndCostsNothing) {
    const auto id = ask("USDT", "TRC20", receiver_tron, "50");
    carried_to_the_door();
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    failed = true;
    sent();
    EXPECT_EQ(stage(id), "REQUESTED");
    EXPECT_THAT(shown(id)["reason"].asString(), HasSubstr("is in a block but failed there"));
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    EXPECT_EQ(world.house_balance(ledger::House::fees, "USDT"), Decimal{});
    EXPECT_TRUE(
        world.app().run("select from notifications where kind = 'withdrawal_failed'").empty());
    ASSERT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Try again"}), 0)
        << output;
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(OnTron, WhatNoNodeTakesStaysUnknownUntilItHasExpired) {
    const auto id = ask("USDT", "TRC20", receiver_tron, "50");
    carried_to_the_door();
    sent();
    EXPECT_EQ(stage(id), "BROADCAST") << "the node said yes";
    said = R"({"result":false,"code":"TRANSACTION_EXPIRATION_ERROR"})";
    sent();
    EXPECT_EQ(stage(id), "UNKNOWN");
    EXPECT_THAT(output, HasSubstr("TRANSACTION_EXPIRATION_ERROR"));
    said = "gateway";
    sent();
    EXPECT_EQ(stage(id), "UNKNOWN");
    EXPECT_EQ(anna.held("USDT"), dec("50")) << "no refusal gives the money back";
    int sends = 0;
    std::string first;
    for (const auto& request : node.requests()) {
        if (request.target != "/wallet/broadcasthex") continue;
        ++sends;
        if (first.empty()) first = request.body;
        EXPECT_EQ(request.body, first) << "the very same bytes each time";
    }
    EXPECT_EQ(sends, 3);
}

}  // namespace
}  // namespace cambio::test
