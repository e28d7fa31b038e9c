// Withdrawals that are stuck on a real Ethereum node, sent once more with a higher fee: whichever
// version the chain takes pays once, and the others never.
#include <thread>

#include "send_fixture.h"
#include "withdrawals/outgoing.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::HasSubstr;

class BumpOnEthereum : public OnEthereum {
  protected:
    BumpOnEthereum() { world.fund(ledger::House::fees, "ETH", "1"); }

    /// The next block takes nothing that offers less than this many gwei.
    void base_fee(int gwei) {
        std::ostringstream wei;
        wei << "0x" << std::hex << gwei * 1'000'000'000LL;
        anvil.call("anvil_setNextBlockBaseFeePerGas", {wei.str()});
    }
    /// Sent, and waiting in the pool, for there is no new block.
    std::int64_t stuck() {
        const auto id = ask("USDT", "ERC20", receiver, "50");
        EXPECT_EQ(import(signed_file(exported())), 0) << output;
        sent();
        EXPECT_EQ(stage(id), "BROADCAST");
        EXPECT_EQ(received(), "0");
        return id;
    }
    bool knows(const std::string& txid) { return chain::EvmNode{anvil.url()}.knows(txid); }
    void expect_paid_once(std::int64_t id) {
        sent();
        EXPECT_EQ(stage(id), "CONFIRMED");
        EXPECT_EQ(received(), "49999900");
        EXPECT_EQ(anna.held("USDT"), Decimal{});
        EXPECT_EQ(anna.balance("USDT"), dec("950"));
        EXPECT_EQ(on_chain("ERC20", "USDT"), dec("49.9999"));
        EXPECT_EQ(world.app()
                      .run("select count(*) as n from ledger_transfers where kind = $1",
                           {static_cast<int>(ledger::Kind::network_fee)})[0]
                      .integer("n"),
                  1)
            << "the network's fee is booked once";
    }
};

TEST_F(BumpOnEthereum, TheDearerOneIsMinedInItsPlace) {
    const auto tokens = difference("ERC20", "USDT"), ether = difference("ERC20", "ETH");
    const auto id = stuck();
    const auto file = bumped(id);
    const auto second = form_in(file);
    const auto first = withdrawals::read_form(
        world.app().run("select form from outgoing_transactions order by id")[0].str("form"));
    for (const char* same : {"from", "to", "nonce", "value", "data", "gas_limit", "chain_id"})
        EXPECT_EQ(second[same], first[same]) << same;
    for (const char* raised : {"max_fee_per_gas", "max_priority_fee_per_gas"})
        EXPECT_GE(std::stoll(second[raised].asString()) * 8,
                  std::stoll(first[raised].asString()) * 9)
            << raised;
    EXPECT_EQ(second["replaces"], "1");
    EXPECT_THAT(versions(id), ElementsAre("BROADCAST", "EXPORTED"));
    EXPECT_EQ(stage(id), "BROADCAST");
    const auto signatures = signed_file(file);
    ASSERT_EQ(import(signatures), 0) << output;
    ASSERT_EQ(import(signatures), 0) << "twice is once: " << output;
    EXPECT_TRUE(knows(txid_of(id, 0))) << "the import sends nothing";
    sent();
    EXPECT_THAT(versions(id), ElementsAre("BROADCAST", "BROADCAST"));
    EXPECT_EQ(shown(id)["txid"], txid_of(id, 1));
    EXPECT_FALSE(knows(txid_of(id, 0)));
    anvil.mine(3);
    sent();
    expect_paid_once(id);
    EXPECT_THAT(versions(id), ElementsAre("REPLACED", "CONFIRMED"));
    EXPECT_EQ(shown(id)["txid"], txid_of(id, 1));
    EXPECT_EQ(difference("ERC20", "USDT"), tokens);
    EXPECT_EQ(difference("ERC20", "ETH"), ether);
    EXPECT_EQ(bump(id, next_file("late")), 1);
    EXPECT_THAT(output, HasSubstr("is CONFIRMED"));
}

TEST_F(BumpOnEthereum, TheOldOneMayBeMinedAllTheSame) {
    const auto ether = difference("ERC20", "ETH");
    const auto id = stuck();
    const auto file = bumped(id);
    anvil.mine();
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    sent();
    EXPECT_EQ(shown(id)["confirmations"], "1 of 3");
    EXPECT_EQ(shown(id)["txid"], txid_of(id, 0));
    EXPECT_EQ(bump(id, next_file("late")), 1);
    anvil.mine(2);
    sent();
    expect_paid_once(id);
    EXPECT_THAT(versions(id), ElementsAre("CONFIRMED", "REPLACED"));
    EXPECT_EQ(difference("ERC20", "ETH"), ether);
}

TEST_F(BumpOnEthereum, ASignatureThatComesTooLateIsNotTaken) {
    const auto id = stuck();
    const auto signatures = signed_file(bumped(id));
    anvil.mine(3);
    sent();
    expect_paid_once(id);
    EXPECT_EQ(import(signatures), 1);
    EXPECT_THAT(output, HasSubstr("is no longer waiting for a signature"));
}

TEST_F(BumpOnEthereum, ItMayBeBumpedOnceMore) {
    const auto ether = difference("ERC20", "ETH");
    const auto id = stuck();
    bumped_and_imported(id);
    sent();
    bumped_and_imported(id);
    sent();
    EXPECT_THAT(versions(id), ElementsAre("BROADCAST", "BROADCAST", "BROADCAST"));
    anvil.mine(3);
    sent();
    expect_paid_once(id);
    EXPECT_THAT(versions(id), ElementsAre("REPLACED", "REPLACED", "CONFIRMED"));
    EXPECT_EQ(difference("ERC20", "ETH"), ether);
}

TEST_F(BumpOnEthereum, KilledAtEachStepItPaysOnce) {
    const auto id = stuck();
    bumped_and_imported(id);
    const int deaths = kill_at_each_call(
        "ETHEREUM_NODE_URL", anvil.url(), 7, [&] { return stage(id) == "CONFIRMED"; },
        [this] { anvil.mine(); });
    EXPECT_GE(deaths, 8);
    anvil.mine(3);
    sent();
    expect_paid_once(id);
}

TEST_F(BumpOnEthereum, OfTwoAtOnceOneIsRefused) {
    const auto id = stuck();
    std::vector<std::string> written, said(4);
    std::vector<int> status(4);
    for (int i = 0; i < 4; ++i) written.push_back(next_file("race"));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < written.size(); ++i)
        threads.emplace_back([&, i] {
            status[i] = run_job(
                "cambioctl", world.config().path(),
                {"withdrawals", "bump", std::to_string(id), written[i], "--reason", "Stuck"},
                &said[i]);
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(std::ranges::count(status, 0), 1);
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (status[i] == 0) {
            ASSERT_EQ(import(signed_file(written[i])), 0) << output;
        } else {
            EXPECT_EQ(status[i], 1);
            EXPECT_THAT(said[i], HasSubstr("is waiting for its signature"));
        }
    }
    EXPECT_EQ(world.app().run("select count(*) as n from outgoing_transactions")[0].integer("n"),
              2);
    sent();
    anvil.mine(3);
    sent();
    expect_paid_once(id);
}

TEST_F(BumpOnEthereum, WhatWasNotSentOrIsInABlockIsNotBumped) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    const auto refused = [&](const char* why) {
        EXPECT_EQ(bump(id, next_file("no")), 1);
        EXPECT_THAT(output, HasSubstr(why));
    };
    EXPECT_EQ(bump(id + 1, next_file("no")), 1);
    EXPECT_THAT(output, HasSubstr("There is no withdrawal"));
    refused("is APPROVED");
    const auto file = exported();
    refused("is EXPORTED");
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    refused("is SIGNED");
    sent();
    ASSERT_EQ(control({"clients", "freeze", anna.email, "--reason", "Reported"}), 0) << output;
    refused("its client is frozen");
    ASSERT_EQ(control({"clients", "unfreeze", anna.email, "--reason", "Cleared up"}), 0);
    anvil.mine();
    refused("A block already contains a transaction with its nonce");
    sent();
    refused("is already in a block");
    EXPECT_THAT(versions(id), ElementsAre("BROADCAST"));
}

TEST_F(BumpOnEthereum, NothingIsOfferedAboveTheCeiling) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    const auto gwei = [&](const char* most) { world.config().set("MAX_FEE_PER_GAS", most); };
    gwei("0.5");
    EXPECT_EQ(control({"withdrawals", "export", next_file("no"), "--reason", "Daily run"}), 1);
    EXPECT_THAT(output, HasSubstr("MAX_FEE_PER_GAS does not allow more than 0.5"));
    EXPECT_EQ(stage(id), "APPROVED");
    gwei("2.5");
    const auto file = exported();
    EXPECT_EQ(form_in(file)["max_fee_per_gas"], "2500000000") << "not twice the price";
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    sent();
    const auto refused = next_file("no");
    EXPECT_EQ(bump(id, refused), 1);
    EXPECT_THAT(output, HasSubstr("2.5 were offered last; MAX_FEE_PER_GAS does not allow more"));
    EXPECT_FALSE(std::ifstream{refused}.good());
    gwei("2.9");
    EXPECT_EQ(form_in(bumped(id))["max_fee_per_gas"], "2900000000");
    EXPECT_THAT(versions(id), ElementsAre("BROADCAST", "EXPORTED"));
}

TEST_F(BumpOnEthereum, NoMoreGasIsGivenThanTheCeiling) {
    const auto dear = ask("USDT", "ERC20", receiver, "50");
    const auto cheap = ask("ETH", "ERC20", receiver, "1");
    world.config().set("MAX_GAS", "30000");
    const auto file = exported();
    EXPECT_THAT(output, HasSubstr("withdrawal " + std::to_string(dear) + ": "));
    EXPECT_THAT(output, HasSubstr("units of gas, by its node; MAX_GAS allows 30000."));
    EXPECT_EQ(stage(dear), "APPROVED") << "nothing of it is signed";
    EXPECT_EQ(stage(cheap), "EXPORTED");
    EXPECT_LE(std::stoi(form_in(file)["gas_limit"].asString()), 30'000);
    world.config().set("MAX_GAS", "100000");
    EXPECT_LE(std::stoi(form_in(exported())["gas_limit"].asString()), 100'000);
}

TEST_F(BumpOnEthereum, WhatTheNodeRefusesKeepsTheOldOneAlive) {
    const auto id = stuck();
    bumped_and_imported(id);
    const auto dear = txid_of(id, 1), cheap = txid_of(id, 0);
    // A node that takes no replacement: it asks for more than a tenth.
    const auto raw =
        world.app()
            .run("select encode(raw, 'hex') as raw from outgoing_transactions where txid = $1",
                 {dear})[0]
            .str("raw");
    HttpServer stubborn{
        HttpServer::Where::loopback, [&](const HttpRequest& request) {
            if (request.body.find(raw) == std::string::npos)
                return HttpServer::ok(forwarded(anvil.url(), request));
            return HttpServer::ok(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":)"
                                  R"("replacement transaction underpriced"}})");
        }};
    world.config().set("ETHEREUM_NODE_URL", stubborn.url());
    sent();
    EXPECT_EQ(stage(id), "BROADCAST") << "the old one waits there";
    EXPECT_THAT(output, HasSubstr("underpriced"));
    anvil.call("anvil_dropTransaction", {cheap});
    EXPECT_FALSE(knows(cheap));
    sent();
    EXPECT_TRUE(knows(cheap)) << "sent again, since the node does not want the other";
    EXPECT_EQ(stage(id), "BROADCAST");
    anvil.mine(3);
    sent();
    expect_paid_once(id);
    EXPECT_THAT(versions(id), ElementsAre("CONFIRMED", "REPLACED"));
}

TEST_F(BumpOnEthereum, WhatTheNodeThrewOutForItsFeeIsBumpedFromUnknown) {
    const auto ether = difference("ERC20", "ETH");
    const auto id = stuck();
    base_fee(20);
    anvil.mine();
    sent();
    EXPECT_EQ(stage(id), "UNKNOWN") << "the block asked for more, and the node forgot it";
    bumped_and_imported(id);
    EXPECT_EQ(stage(id), "UNKNOWN");
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    EXPECT_TRUE(knows(txid_of(id, 1)));
    anvil.mine(3);
    sent();
    expect_paid_once(id);
    EXPECT_THAT(versions(id), ElementsAre("REPLACED", "CONFIRMED"));
    EXPECT_EQ(difference("ERC20", "ETH"), ether);
}

TEST_F(BumpOnEthereum, OnlyWhatExcludesEveryVersionReleasesTheMoney) {
    const auto id = stuck();
    bumped_and_imported(id);
    sent();
    const auto with = [&](const std::string& conflict) {
        return control({"withdrawals", "reject", std::to_string(id), "--reason", "Stuck",
                        "--conflict", conflict});
    };
    for (const int version : {0, 1}) {
        EXPECT_EQ(with(txid_of(id, version)), 1);
        EXPECT_THAT(output, HasSubstr("the transaction of this withdrawal itself"));
    }
    Json::Value other;
    other["from"] = other["to"] = hot;
    other["nonce"] = "0x" + std::to_string(std::stoi(form_in(bumped(id))["nonce"].asString()));
    other["gas"] = "0x5208";
    other["gasPrice"] = "0x2e90edd000";  // 200 gwei
    const auto conflict = anvil.call("eth_sendTransaction", {other}).asString();
    anvil.mine(6);
    EXPECT_EQ(with(conflict), 0) << output;
    EXPECT_EQ(stage(id), "REJECTED");
    EXPECT_THAT(versions(id), ElementsAre("REPLACED", "REPLACED", "REPLACED"));
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
    EXPECT_EQ(received(), "0");
    sent();
    EXPECT_EQ(stage(id), "REJECTED");
}

}  // namespace
}  // namespace cambio::test
