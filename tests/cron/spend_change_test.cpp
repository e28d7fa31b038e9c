// Several withdrawals over Bitcoin in a row from one coin: the change of one that no block has
// taken yet pays the next.
#include "send_fixture.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;

class ChangeOnBitcoin : public OnBitcoin {
  protected:
    /// Sent, and waiting for a block.
    std::int64_t waiting() {
        const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
        last_file = exported();
        EXPECT_EQ(import(signed_file(last_file)), 0) << output;
        sent();
        EXPECT_EQ(stage(id), "BROADCAST");
        return id;
    }
    int give_out() {
        return control({"withdrawals", "export", next_file("no"), "--reason", "Daily run"});
    }
    std::string input_of(std::int64_t id) {
        return world.app()
            .run(
                "select form->'inputs'->0->>'txid' as txid from outgoing_transactions "
                "where withdrawal_id = $1",
                {id})[0]
            .str("txid");
    }

    std::string last_file;
};

TEST_F(ChangeOnBitcoin, PaysTheNextWithoutWaitingForABlock) {
    world.fund(ledger::House::fees, "BTC", "0.1");
    const auto before = difference("BTC", "BTC");
    const auto first = waiting(), second = waiting(), third = waiting();
    EXPECT_EQ(input_of(second), txid_of(first, 0));
    EXPECT_EQ(input_of(third), txid_of(second, 0));
    EXPECT_EQ(difference("BTC", "BTC"), before) << "what no block has is in no total";
    regtest.mine(3);
    sent();
    sent();
    for (const auto id : {first, second, third}) EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(paid_to(receiver_bitcoin), 30'000'000);
    EXPECT_EQ(difference("BTC", "BTC"), before);
    const auto left = world.app().run(
        "select count(*) as n, count(height) as blocks from hot_outputs where spent_height is null "
        "and reserved_by is null");
    EXPECT_EQ(left[0].integer("n"), 1) << "the last change";
    EXPECT_EQ(left[0].integer("blocks"), 1);
}

TEST_F(ChangeOnBitcoin, IsNotTakenWhileItsTransactionMayBeReplaced) {
    const auto first = waiting();
    bumped_and_imported(first);
    ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    EXPECT_EQ(give_out(), 1) << "either version may be the one that a block takes";
    EXPECT_THAT(output, HasSubstr("too few unspent coins"));
}

TEST_F(ChangeOnBitcoin, ThatPaysAnotherIsNotTakenAwayByAHigherFee) {
    const auto first = waiting(), second = waiting();
    EXPECT_EQ(bump(first, next_file("no")), 1);
    EXPECT_THAT(output, HasSubstr("Its change pays withdrawal " + std::to_string(second)));
    // The last one lifts the others with it.
    bumped_and_imported(second);
    sent();
    regtest.mine(3);
    sent();
    sent();
    for (const auto id : {first, second}) EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(paid_to(receiver_bitcoin), 20'000'000);
}

// A line of its own transactions, or one that its receiver has made behind it.
TEST_F(ChangeOnBitcoin, IsLeftAloneInALongLine) {
    waiting();
    ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    for (const std::string count : {"\"ancestorcount\":", "\"descendantcount\":"}) {
        HttpServer crowded{HttpServer::Where::loopback, [&](const HttpRequest& request) {
                               auto body = forwarded(regtest.url(), request);
                               const auto at = body.find(count);
                               if (at != std::string::npos) body.insert(at + count.size(), "9");
                               return HttpServer::ok(body);
                           }};
        world.config().set("BITCOIN_NODE_URL", crowded.url());
        EXPECT_EQ(give_out(), 1) << "nodes take no line of more than 25: " << count;
        EXPECT_THAT(output, HasSubstr("too few unspent coins"));
        world.config().set("BITCOIN_NODE_URL", regtest.url());
    }
    regtest.mine();
    sent();
    exported();
}

TEST_F(ChangeOnBitcoin, ThatWillNeverBeReleasesTheMoneyOfAllThatItWasToPay) {
    const auto first = waiting();
    const auto file = last_file;
    const auto second = waiting(), third = waiting();
    // The holder of the key spends the coin otherwise, for more than all three of them.
    Json::Value document;
    std::ifstream{file} >> document;
    auto& outputs = document["transactions"][0]["outputs"];
    outputs[0]["script"] = crypto::hex(chain::script_pubkey(hot_bitcoin, "rb").value());
    outputs[1]["value"] = std::to_string(std::stoll(outputs[1]["value"].asString()) - 500'000);
    const auto changed = next_file("otherwise");
    std::ofstream{changed} << document;
    Json::Value result;
    std::ifstream{signed_file(changed)} >> result;
    const auto conflict =
        regtest.call("sendrawtransaction", {result["transactions"][0]["raw"]}).asString();
    regtest.mine(5);
    sent();
    for (const auto id : {third, second, first}) {
        EXPECT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Lost",
                           "--conflict", conflict}),
                  0)
            << output;
        EXPECT_EQ(stage(id), "REJECTED");
    }
    EXPECT_EQ(anna.balance("BTC"), dec("1"));
    EXPECT_EQ(anna.held("BTC"), dec("0"));
    sent();
    waiting();
}

}  // namespace
}  // namespace cambio::test
