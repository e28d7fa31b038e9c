// Several withdrawals in one transaction of a real Bitcoin node: each has a state and a share of
// the fee of its own, and whatever breaks on the way concerns all of them alike.
#include "send_fixture.h"
#include "withdrawals/outgoing.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::HasSubstr;

class SendTogether : public OnBitcoin {
  protected:
    SendTogether() { world.fund(ledger::House::fees, "BTC", "0.1"); }

    /// Anna's, Ben's and Anna's again; the last goes where the first goes.
    std::vector<std::int64_t> three() {
        auto first = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
        std::swap(anna, ben);
        auto second = ask("BTC", "BTC", other_receiver, "0.0501");
        std::swap(anna, ben);
        return {first, second, ask("BTC", "BTC", receiver_bitcoin, "0.0201")};
    }
    std::vector<std::string> stages(const std::vector<std::int64_t>& ids) {
        std::vector<std::string> all;
        for (const auto id : ids) all.push_back(stage(id));
        return all;
    }
    void freeze_ben(bool frozen) {
        ASSERT_EQ(control({"clients", frozen ? "freeze" : "unfreeze", ben.email, "--reason", "x"}),
                  0)
            << output;
    }
    /// What the holder of the key has made of a form; its id.
    std::string sent_otherwise(const Json::Value& form) {
        Json::Value whole;
        whole["transactions"].append(form);
        const auto changed = next_file("otherwise");
        std::ofstream{changed} << whole;
        Json::Value result;
        std::ifstream{signed_file(changed)} >> result;
        return regtest.call("sendrawtransaction", {result["transactions"][0]["raw"]}).asString();
    }
    void expect_all_paid_once(const std::vector<std::int64_t>& ids) {
        EXPECT_THAT(stages(ids), ElementsAre("CONFIRMED", "CONFIRMED", "CONFIRMED"));
        EXPECT_EQ(paid_to(receiver_bitcoin), 12'000'000);
        EXPECT_EQ(paid_to(other_receiver), 5'000'000);
        for (const Person* who : {&anna, &ben}) EXPECT_EQ(who->held("BTC"), Decimal{});
        EXPECT_EQ(anna.balance("BTC"), dec("0.8798"));
        EXPECT_EQ(ben.balance("BTC"), dec("0.9499"));
    }

    static constexpr const char* other_receiver = "rb1qzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg328fddy";
    Person ben = world.client("ben@example.com").with("BTC", "1");
};

TEST_F(SendTogether, OneTransactionPaysAllAndEachBearsItsShare) {
    const auto before = difference("BTC", "BTC");
    const auto ids = three();
    const auto file = exported();
    Json::Value document;
    std::ifstream{file} >> document;
    ASSERT_EQ(document["transactions"].size(), 1U);
    const auto form = document["transactions"][0];
    ASSERT_EQ(form["outputs"].size(), 4U);
    EXPECT_THAT(stages(ids), ElementsAre("EXPORTED", "EXPORTED", "EXPORTED"));
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    EXPECT_THAT(stages(ids), ElementsAre("SIGNED", "SIGNED", "SIGNED"));
    sent();
    EXPECT_THAT(stages(ids), ElementsAre("BROADCAST", "BROADCAST", "BROADCAST"));
    regtest.mine(3);
    sent();
    sent();
    expect_all_paid_once(ids);
    for (const auto id : ids) EXPECT_EQ(shown(id)["txid"], txid_of(ids[0], 0));
    // What does not come out even is the first one's.
    const auto fee = std::stoll(form["fee"].asString());
    const auto share = [&](std::int64_t id) {
        return world.app()
            .run("select amount from ledger_transfers where kind = $1 and reference = $2",
                 {static_cast<int>(ledger::Kind::network_fee), id})[0]
            .decimal("amount");
    };
    const auto satoshi = [](std::int64_t units) {
        return chain::amount_of(static_cast<uint128>(units), 8).value();
    };
    EXPECT_EQ(share(ids[0]), satoshi(fee - fee / 3 * 2));
    EXPECT_EQ(share(ids[1]), satoshi(fee / 3));
    EXPECT_EQ(share(ids[2]), satoshi(fee / 3));
    EXPECT_EQ(difference("BTC", "BTC"), before);
}

TEST_F(SendTogether, ItIsBumpedAsAWhole) {
    const auto ids = three();
    ASSERT_EQ(import(signed_file(exported())), 0) << output;
    sent();
    const auto file = bumped(ids[2]);
    EXPECT_EQ(form_in(file)["outputs"].size(), 4U);
    EXPECT_EQ(bump(ids[1], next_file("no")), 1);
    EXPECT_THAT(output, HasSubstr("is waiting for its signature"));
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    sent();
    for (const auto id : ids) EXPECT_EQ(shown(id)["txid"], txid_of(ids[0], 1));
    regtest.mine(3);
    sent();
    sent();
    expect_all_paid_once(ids);
}

TEST_F(SendTogether, KilledAtEachStepItPaysEachOnce) {
    const auto ids = three();
    carried_to_the_door();
    const int deaths = kill_at_each_call(
        "BITCOIN_NODE_URL", regtest.url(), 7, [&] { return stage(ids[0]) == "CONFIRMED"; },
        [this] { regtest.mine(); });
    EXPECT_GE(deaths, 8);
    regtest.mine(3);
    sent();
    expect_all_paid_once(ids);
}

TEST_F(SendTogether, WhoIsFrozenIsLeftOutAndAfterTheExportHoldsAllBack) {
    const auto ids = three();
    freeze_ben(true);
    const auto file = exported();
    EXPECT_THAT(output, HasSubstr("its client is frozen"));
    EXPECT_EQ(form_in(file)["outputs"].size(), 3U);
    EXPECT_THAT(stages(ids), ElementsAre("EXPORTED", "APPROVED", "EXPORTED"));
    ASSERT_EQ(control({"clients", "freeze", anna.email, "--reason", "x"}), 0) << output;
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    sent();
    EXPECT_THAT(stages(ids), ElementsAre("SIGNED", "APPROVED", "SIGNED"));
    ASSERT_EQ(control({"clients", "unfreeze", anna.email, "--reason", "x"}), 0) << output;
    freeze_ben(false);
    sent();
    regtest.mine(3);
    sent();
    carried_to_the_door();
    sent();
    regtest.mine(3);
    sent();
    sent();
    expect_all_paid_once(ids);
}

// From before its check: the prefix of the address is rb1a, with a checksum that is right.
TEST_F(SendTogether, AnAddressThatTheNetworkDoesNotTakeHoldsUpNoOther) {
    const auto first = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    const auto odd = ask("BTC", "BTC", "rb1a1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdm753u", "0.0501");
    const auto last = ask("BTC", "BTC", receiver_bitcoin, "0.0201");
    const auto file = exported();
    EXPECT_THAT(output, HasSubstr("names an address that BTC does not take"));
    EXPECT_EQ(form_in(file)["outputs"].size(), 3U) << "two are paid, and the change";
    EXPECT_THAT(stages({first, odd, last}), ElementsAre("EXPORTED", "APPROVED", "EXPORTED"));
    EXPECT_EQ(control({"withdrawals", "export", next_file("rest"), "--reason", "Again"}), 1);
    EXPECT_THAT(output, HasSubstr("There was nothing to export"));
    const auto before = anna.balance("BTC");
    ASSERT_EQ(control({"withdrawals", "reject", std::to_string(odd), "--reason", "No address"}), 0)
        << output;
    EXPECT_EQ(stage(odd), "REJECTED");
    EXPECT_EQ(anna.balance("BTC"), before + dec("0.0501"));
}

TEST_F(SendTogether, AsManyAsTheCoinsAllow) {
    const auto first = ask("BTC", "BTC", receiver_bitcoin, "0.3001");
    const auto second = ask("BTC", "BTC", receiver_bitcoin, "0.3001");
    exported();
    EXPECT_THAT(output, HasSubstr("too few unspent coins"));
    EXPECT_EQ(stage(first), "EXPORTED");
    EXPECT_EQ(stage(second), "APPROVED");
}

TEST_F(SendTogether, AConflictEndsItForAllAndGivesBackOnlyWhatIsRejected) {
    const auto ids = three();
    const auto file = exported();
    const auto with = [&](std::int64_t id, const std::string& conflict) {
        return control({"withdrawals", "reject", std::to_string(id), "--reason", "Ceremony off",
                        "--conflict", conflict});
    };
    // It pays Ben, and so excludes nothing of which the money could come back.
    auto form = form_in(file);
    form["outputs"][0]["script"] = form["inputs"][0]["script"];
    form["outputs"][2]["script"] = form["inputs"][0]["script"];
    const auto paying = sent_otherwise(form);
    regtest.mine(5);
    EXPECT_EQ(with(ids[2], paying), 1);
    EXPECT_THAT(output, HasSubstr("pays the receiver"));
    EXPECT_THAT(stages(ids), ElementsAre("EXPORTED", "EXPORTED", "EXPORTED"));
}

TEST_F(SendTogether, WhatWasNotRejectedIsReviewedOnceMore) {
    const auto ids = three();
    const auto file = exported();
    auto form = form_in(file);
    for (const int paid : {0, 1, 2}) form["outputs"][paid]["script"] = form["inputs"][0]["script"];
    const auto conflict = sent_otherwise(form);
    regtest.mine(5);
    ASSERT_EQ(control({"withdrawals", "reject", std::to_string(ids[1]), "--reason", "Off",
                       "--conflict", conflict}),
              0)
        << output;
    EXPECT_THAT(stages(ids), ElementsAre("REQUESTED", "REJECTED", "REQUESTED"));
    EXPECT_EQ(ben.balance("BTC"), dec("1"));
    EXPECT_EQ(anna.held("BTC"), dec("0.1202"));
    EXPECT_THAT(shown(ids[2])["reason"].asString(), HasSubstr("cannot be in a block"));
    sent();
    for (const auto id : {ids[0], ids[2]})
        ASSERT_EQ(control({"withdrawals", "approve", std::to_string(id), "--reason", "Again"}), 0);
    carried_to_the_door();
    sent();
    regtest.mine(3);
    sent();
    sent();
    EXPECT_THAT(stages(ids), ElementsAre("CONFIRMED", "REJECTED", "CONFIRMED"));
    EXPECT_EQ(paid_to(receiver_bitcoin), 12'000'000);
    EXPECT_EQ(paid_to(other_receiver), 0);
}

}  // namespace
}  // namespace cambio::test
