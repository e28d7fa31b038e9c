// Withdrawals that wait for a block of Bitcoin, sent once more with a higher fee (BIP 125).
#include "chain/bitcoin/address.h"
#include "chain/bitcoin/form.h"
#include "send_fixture.h"
#include "withdrawals/outgoing.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::HasSubstr;

class BumpOnBitcoin : public OnBitcoin {
  protected:
    std::int64_t waiting() {
        const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
        EXPECT_EQ(import(signed_file(exported())), 0) << output;
        sent();
        EXPECT_EQ(stage(id), "BROADCAST");
        return id;
    }
    bool waits(const std::string& txid) {
        for (const auto& one : regtest.call("getrawmempool"))
            if (one.asString() == txid) return true;
        return false;
    }
    /// Waits, and pays somebody whose key the node's wallet has.
    std::int64_t waiting_for(const std::string& address) {
        const auto id = ask("BTC", "BTC", address, "0.1001");
        EXPECT_EQ(import(signed_file(exported())), 0) << output;
        sent();
        return id;
    }
    /// The receiver of 0.1 spends what no block has yet, and pays 10,000 satoshi to do so.
    std::string spent_by(const std::string& address, const std::string& txid) {
        Json::Value input, inputs, outputs, keys;
        input["txid"] = txid;
        input["vout"] = 0;
        inputs.append(input);
        outputs[receiver_bitcoin] = 0.0999;
        keys.append(regtest.wallet("dumpprivkey", {address}));
        const auto raw = regtest.call("createrawtransaction", {inputs, outputs});
        const auto made =
            regtest.call("signrawtransaction", {raw, Json::Value{Json::arrayValue}, keys});
        return regtest.call("sendrawtransaction", {made["hex"]}).asString();
    }
    static std::int64_t satoshi(const Json::Value& digits) { return std::stoll(digits.asString()); }
    void final_and_paid_once(std::int64_t id) {
        regtest.mine(3);
        sent();
        sent();
        expect_paid_once(id);
    }
};

TEST_F(BumpOnBitcoin, TheChangePaysForTheDearerOne) {
    world.fund(ledger::House::fees, "BTC", "0.1");
    const auto before = difference("BTC", "BTC");
    const auto id = waiting();
    const auto first = withdrawals::read_form(
        world.app().run("select form from outgoing_transactions")[0].str("form"));
    EXPECT_EQ(first["inputs"][0]["sequence"], "4294967293") << "it says that it may be replaced";
    const auto file = bumped(id);
    const auto second = form_in(file);
    EXPECT_EQ(second["inputs"], first["inputs"]);
    EXPECT_EQ(second["outputs"][0], first["outputs"][0]);
    const auto more = satoshi(second["fee"]) - satoshi(first["fee"]);
    EXPECT_GE(more, static_cast<std::int64_t>(chain::virtual_size(second)));
    EXPECT_EQ(satoshi(first["outputs"][1]["value"]) - satoshi(second["outputs"][1]["value"]), more);
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    EXPECT_TRUE(waits(txid_of(id, 0)));
    sent();
    EXPECT_FALSE(waits(txid_of(id, 0)));
    EXPECT_TRUE(waits(txid_of(id, 1)));
    const auto fees = world.house_balance(ledger::House::fees, "BTC");
    final_and_paid_once(id);
    EXPECT_THAT(versions(id), ElementsAre("REPLACED", "CONFIRMED"));
    EXPECT_EQ(fees + dec("0.0001") - world.house_balance(ledger::House::fees, "BTC"),
              chain::amount_of(static_cast<uint128>(satoshi(second["fee"])), 8));
    EXPECT_EQ(difference("BTC", "BTC"), before);
}

TEST_F(BumpOnBitcoin, TheOldOneMayBeMinedAllTheSame) {
    const auto id = waiting();
    const auto file = bumped(id);
    regtest.mine();
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    sent();
    EXPECT_EQ(shown(id)["txid"], txid_of(id, 0));
    EXPECT_EQ(bump(id, next_file("late")), 1);
    EXPECT_THAT(output, HasSubstr("is already in a block"));
    final_and_paid_once(id);
    EXPECT_THAT(versions(id), ElementsAre("CONFIRMED", "REPLACED"));
}

TEST_F(BumpOnBitcoin, AnotherCoinHelpsWhereTheChangeIsTooSmallAndIsFreeAgainOtherwise) {
    regtest.send(hot_bitcoin, "0.01");
    regtest.mine();
    sent();
    // 0.5 pays 0.4999 and leaves less than 10,000 satoshi.
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.5");
    ASSERT_EQ(import(signed_file(exported())), 0) << output;
    sent();
    const auto file = bumped(id, {"--fee-rate", "200"});
    EXPECT_EQ(form_in(file)["inputs"].size(), 2U);
    const auto reserved = [&] {
        return world.app()
            .run(
                "select count(*) as n from hot_outputs where reserved_by is not null "
                "and spent_height is null")[0]
            .integer("n");
    };
    EXPECT_EQ(reserved(), 2);
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    regtest.mine(3);
    sent();
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_THAT(versions(id), ElementsAre("CONFIRMED", "REPLACED"));
    EXPECT_EQ(reserved(), 0) << "the second coin was not spent after all";
    EXPECT_EQ(paid_to(receiver_bitcoin), 49'990'000);
}

TEST_F(BumpOnBitcoin, TheRateRisesAndStaysBelowTheCeiling) {
    world.config().set("MAX_FEE_PER_BYTE", "40");
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    EXPECT_EQ(control({"withdrawals", "export", next_file("no"), "--fee-rate", "41", "--reason",
                       "Daily run"}),
              1);
    EXPECT_THAT(output, HasSubstr("MAX_FEE_PER_BYTE does not allow more than 40"));
    ASSERT_EQ(import(signed_file(exported())), 0) << output;
    sent();
    for (const auto& [rate, why] : {std::pair{"10", "It offers 10 satoshi"},
                                    std::pair{"41", "MAX_FEE_PER_BYTE does not allow"}}) {
        EXPECT_EQ(bump(id, next_file("no"), {"--fee-rate", rate}), 1);
        EXPECT_THAT(output, HasSubstr(why));
    }
    ASSERT_EQ(import(signed_file(bumped(id, {"--fee-rate", "40"}))), 0) << output;
    sent();
    EXPECT_TRUE(waits(txid_of(id, 1)));
    EXPECT_EQ(bump(id, next_file("no")), 1) << "there is nothing above the ceiling";
    final_and_paid_once(id);
}

TEST_F(BumpOnBitcoin, AlsoPaysForWhatItsReceiverHasMadeOfIt) {
    const auto address = regtest.wallet("getnewaddress", {"default"}).asString();
    const auto id = waiting_for(address);
    const auto child = spent_by(address, txid_of(id, 0));
    world.config().set("MAX_FEE_PER_BYTE", "40");
    EXPECT_EQ(bump(id, next_file("no")), 1);
    EXPECT_THAT(output, HasSubstr("Its receiver spends it already: to replace that, too, would"));
    EXPECT_THAT(output, HasSubstr("MAX_FEE_PER_BYTE does not allow more than 40."));
    world.config().set("MAX_FEE_PER_BYTE", "300");
    bumped_and_imported(id);
    sent();
    EXPECT_FALSE(waits(txid_of(id, 0)));
    EXPECT_FALSE(waits(child));
    EXPECT_TRUE(waits(txid_of(id, 1)));
    regtest.mine(3);
    sent();
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(paid_to(address), 10'000'000);
}

// The version that the node has not taken says nothing of what spends the one that waits there.
TEST_F(BumpOnBitcoin, AlsoPaysForWhatFollowsAnOlderVersion) {
    const auto address = regtest.wallet("getnewaddress", {"default"}).asString();
    const auto id = waiting_for(address);
    const auto file = bumped(id);
    const auto child = spent_by(address, txid_of(id, 0));
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    sent();
    EXPECT_TRUE(waits(child)) << "the second one was written before";
    bumped_and_imported(id);
    sent();
    EXPECT_FALSE(waits(child));
    EXPECT_TRUE(waits(txid_of(id, 2)));
}

TEST_F(BumpOnBitcoin, DrivesOutNoMoreThanNodesAllow) {
    const auto id = waiting();
    HttpServer crowded{HttpServer::Where::loopback, [this](const HttpRequest& request) {
                           auto body = forwarded(regtest.url(), request);
                           const std::string count = "\"descendantcount\":";
                           const auto at = body.find(count);
                           if (at != std::string::npos) body.insert(at + count.size(), "101");
                           return HttpServer::ok(body);
                       }};
    world.config().set("BITCOIN_NODE_URL", crowded.url());
    EXPECT_EQ(bump(id, next_file("no")), 1);
    EXPECT_THAT(output, HasSubstr("Its receiver spends it already: 101"));
}

TEST_F(BumpOnBitcoin, KilledAtEachStepItPaysOnce) {
    const auto id = waiting();
    bumped_and_imported(id);
    const int deaths = kill_at_each_call(
        "BITCOIN_NODE_URL", regtest.url(), 8, [&] { return stage(id) == "CONFIRMED"; },
        [this] { regtest.mine(); });
    EXPECT_GE(deaths, 8);
    final_and_paid_once(id);
}

TEST_F(BumpOnBitcoin, OnlyWhatSpendsACoinOfEveryVersionReleasesTheMoney) {
    const auto id = waiting();
    const auto file = bumped(id);
    // The holder of the key spends the coin otherwise, for more.
    auto document = form_in(file);
    document["outputs"][0]["script"] = crypto::hex(chain::script_pubkey(hot_bitcoin, "rb").value());
    document["outputs"][1]["value"] =
        std::to_string(satoshi(document["outputs"][1]["value"]) - 50'000);
    Json::Value whole;
    whole["transactions"].append(document);
    const auto changed = next_file("otherwise");
    std::ofstream{changed} << whole;
    Json::Value result;
    std::ifstream{signed_file(changed)} >> result;
    const auto conflict =
        regtest.call("sendrawtransaction", {result["transactions"][0]["raw"]}).asString();
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    EXPECT_FALSE(waits(txid_of(id, 0)));
    regtest.mine(5);
    ASSERT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Stuck",
                       "--conflict", conflict}),
              0)
        << output;
    EXPECT_EQ(stage(id), "REJECTED");
    EXPECT_THAT(versions(id), ElementsAre("REPLACED", "REPLACED"));
    EXPECT_EQ(anna.balance("BTC"), dec("1"));
    EXPECT_EQ(paid_to(receiver_bitcoin), 0);
}

}  // namespace
}  // namespace cambio::test
