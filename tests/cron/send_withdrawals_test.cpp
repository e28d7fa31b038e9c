// The whole way of a withdrawal over real nodes: given out, signed elsewhere, taken back, sent,
// final. Whatever breaks on the way, it is paid once or not at all.
#include "send_fixture.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;

TEST_F(OnEthereum, TheMoneyArrivesAndLeavesTheBooks) {
    const auto tokens = ask("USDT", "ERC20", receiver, "50");
    const auto ether = ask("ETH", "ERC20", receiver, "1.0001");
    world.fund(ledger::House::fees, "ETH", "1");
    const auto before = ether_of(hot);
    const auto file = exported();
    EXPECT_EQ(stage(tokens), "EXPORTED");
    const auto signatures = signed_file(file);
    ASSERT_EQ(import(signatures), 0) << output;
    EXPECT_EQ(stage(tokens), "SIGNED");
    EXPECT_EQ(received(), "0") << "nothing is sent by the import";
    ASSERT_EQ(import(signatures), 0) << "twice is once: " << output;
    sent();
    EXPECT_EQ(stage(tokens), "BROADCAST");
    EXPECT_EQ(stage(ether), "BROADCAST");
    anvil.mine(2);
    sent();
    EXPECT_EQ(stage(tokens), "BROADCAST");
    EXPECT_EQ(shown(tokens)["confirmations"], "2 of 3");
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    anvil.mine();
    sent();
    sent();
    EXPECT_EQ(stage(tokens), "CONFIRMED");
    EXPECT_EQ(stage(ether), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    EXPECT_EQ(anna.balance("USDT"), dec("950"));
    EXPECT_EQ(on_chain("ERC20", "USDT"), dec("49.9999"));
    EXPECT_EQ(world.house_balance(ledger::House::fees, "USDT"), dec("0.0001"));
    // What the chain took of the house's ether is what the books say it took.
    const auto fees = dec("1") + dec("0.0001") - world.house_balance(ledger::House::fees, "ETH");
    EXPECT_TRUE(fees.positive());
    EXPECT_EQ(on_chain("ERC20", "ETH"), dec("1") + fees);
    EXPECT_EQ(before - ether_of(hot), dec("1") + fees);
}

TEST_F(OnEthereum, FeesThatAreNotSettledYetPayForNoNetwork) {
    world.fund(ledger::House::fees, "ETH", "1");
    const auto before = world.house_balance(ledger::House::fees, "ETH");
    // All the ether that there is was charged for trades that nobody has settled.
    world.superuser().run(R"sql(
        insert into fees_owed (client_id, reference, asset_id, wallet, fee, worth)
        select $1, 1, id, 1, $2, 1 from assets where code = 'ETH')sql",
                          {anna.id, before});
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(world.house_balance(ledger::House::fees, "ETH"), before);
    world.superuser().run("delete from fees_owed");
    sent();
    EXPECT_LT(world.house_balance(ledger::House::fees, "ETH"), before);
}

TEST_F(OnEthereum, NothingIsGivenOutWhereTheContractCountsInOtherDecimals) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    const auto listed = [this](int decimals) {
        use_networks(network("ERC20", "evm", 31337, coin("USDT", token, decimals)));
    };
    // The hot address has enough even for a million millions as much.
    anvil.send(token, token_calls::mint(hot, std::string(20, 'f')), "0x0", 1);
    anvil.mine();
    listed(18);
    EXPECT_EQ(control({"withdrawals", "export", next_file("exported"), "--reason", "Daily run"}),
              1);
    EXPECT_THAT(output, HasSubstr("USDT has 6 decimals by its contract and 18 by the file"));
    EXPECT_EQ(stage(id), "APPROVED");
    listed(6);
    exported();
    EXPECT_EQ(stage(id), "EXPORTED");
}

// A loop of a hundred thousand units of gas, whoever pays there: less than MAX_GAS.
TEST_F(OnEthereum, AReceiversContractBurnsNoGasOfTheHouse) {
    const auto id = ask("ETH", "ERC20", receiver, "1.0001");
    const auto code = [this](const char* bytes) { anvil.call("anvil_setCode", {receiver, bytes}); };
    code("0x610bb85b60019003806003570000");
    EXPECT_EQ(control({"withdrawals", "export", next_file("exported"), "--reason", "Daily run"}),
              1);
    EXPECT_THAT(output, HasSubstr("a payment of ETH may take 60000."));
    EXPECT_EQ(output.find("MAX_GAS"), std::string::npos);
    EXPECT_EQ(stage(id), "APPROVED");
    EXPECT_TRUE(world.app().run("select from outgoing_transactions").empty());
    code("0x6102585b60019003806003570000");  // a fifth of it, as wallets that are contracts need
    exported();
    EXPECT_EQ(stage(id), "EXPORTED");
}

TEST_F(OnEthereum, ATimeOutStaysUnknownAndNeverPaysTwice) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    // The node takes the transaction and dies before it can say so.
    HttpServer silent{HttpServer::Where::loopback, [this](const HttpRequest& request) {
                          const auto body = forwarded(anvil.url(), request);
                          const bool sending =
                              request.body.find("eth_sendRawTransaction") != std::string::npos;
                          return sending ? std::string{} : HttpServer::ok(body);
                      }};
    world.config().set("ETHEREUM_NODE_URL", silent.url());
    sent();
    EXPECT_EQ(stage(id), "UNKNOWN");
    EXPECT_EQ(anna.held("USDT"), dec("50")) << "nothing comes back for a time-out";
    EXPECT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Lost"}), 1);
    EXPECT_THAT(output, HasSubstr("may hold a signature"));
    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

TEST_F(OnEthereum, ANodeThatIsAwayIsAskedAgain) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    world.config().set("ETHEREUM_NODE_URL", "http://127.0.0.1:9");
    EXPECT_EQ(send(), 1);
    EXPECT_EQ(stage(id), "SIGNED");
    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
}

TEST_F(OnEthereum, KilledAtEachStepItPaysOnce) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    const int deaths = kill_at_each_call(
        "ETHEREUM_NODE_URL", anvil.url(), 5, [&] { return stage(id) == "CONFIRMED"; },
        [this] { anvil.mine(); });
    EXPECT_GE(deaths, 6);
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    EXPECT_EQ(anna.balance("USDT"), dec("950"));
}

TEST_F(OnEthereum, AReorganisationTakesNothingBack) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    sent();
    anvil.mine(2);
    sent();
    EXPECT_EQ(shown(id)["confirmations"], "2 of 3");
    anvil.reorganise(2);
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    anvil.mine(3);
    sent();
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

TEST_F(OnEthereum, WhatWasSignedOtherwiseIsNotTaken) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    const auto file = exported();
    Json::Value document;
    std::ifstream{file} >> document;
    const std::vector<std::pair<std::string, std::string>> changes = {
        {"to", hot},           {"value", "1"},         {"nonce", "99"},
        {"chain_id", "1"},     {"gas_limit", "99999"}, {"max_fee_per_gas", "99999999999"},
        {"data", "0xa9059cbb"}};
    for (const auto& [field, value] : changes) {
        auto changed = document;
        changed["transactions"][0][field] = value;
        if (field == "max_fee_per_gas")
            changed["transactions"][0]["max_priority_fee_per_gas"] = "1";
        const auto forged = folder.file("forged-" + field);
        std::ofstream{forged} << changed;
        EXPECT_EQ(import(signed_file(forged)), 1) << field;
        EXPECT_THAT(output, HasSubstr(field));
        EXPECT_EQ(stage(id), "EXPORTED");
    }
    const auto again = next_file("again");
    ASSERT_EQ(control({"withdrawals", "export", again, "--again", "--reason", "Lost the stick"}),
              0);
    ASSERT_EQ(import(signed_file(again)), 0) << "the very same form: " << output;
    EXPECT_EQ(control({"withdrawals", "export", again, "--reason", "Over it"}), 1);
    EXPECT_THAT(output, HasSubstr("is there already"));
}

// That is the house's own failure: the client loses nothing, and may be paid yet.
TEST_F(OnEthereum, WhatTheHotAddressCannotPayComesBackForReview) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    anvil.revert(before_money);  // The hot address has no coins any more.
    sent();
    anvil.mine(3);
    sent();
    // A payment would be final, but what frees money waits for as many blocks as a deposit.
    EXPECT_EQ(stage(id), "BROADCAST");
    anvil.mine();
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    anvil.mine();
    sent();
    EXPECT_EQ(stage(id), "REQUESTED");
    EXPECT_THAT(shown(id)["reason"].asString(), HasSubstr("failed"));
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    ASSERT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Blocked there"}),
              0);
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(OnEthereum, WhatTheHotAddressCouldPayOnlyAfterwardsComesBackForReviewToo) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    anvil.revert(before_money);
    sent();
    // In the same block and after it, for it offers less.
    anvil.send(token, token_calls::mint(hot, "3b9aca00"), "0x0", 1);
    anvil.mine(5);
    EXPECT_EQ(received(), "0");
    sent();
    EXPECT_EQ(stage(id), "REQUESTED");
    EXPECT_EQ(anna.held("USDT"), dec("50"));
}

// Bytes of contracts: one that refuses whatever it is sent, and tokens that say of everybody that
// he has more than 4,000 millions, of which one refuses all transfers and one those to others.
constexpr const char* refuses = "0x60006000fd";
constexpr const char* refuses_transfers = "0x6024361160145763ffffffff60005260206000f35b60006000fd";
constexpr const char* refuses_others =
    "0x602436116015575b63ffffffff60005260206000f35b600435331460075760006000fd";

TEST_F(OnEthereum, AReceiverThatWouldRefuseIsNotSentAnything) {
    const auto id = ask("ETH", "ERC20", receiver, "1.0001");
    const auto tokens = ask("USDT", "ERC20", receiver, "50");
    anvil.call("anvil_setCode", {receiver, refuses});
    anvil.call("anvil_setCode", {token, refuses_transfers});
    EXPECT_EQ(control({"withdrawals", "export", next_file("exported"), "--reason", "Daily run"}),
              1);
    EXPECT_THAT(output, HasSubstr("The transfer would fail now, by its node: "));
    EXPECT_EQ(stage(id), "APPROVED");
    EXPECT_EQ(stage(tokens), "APPROVED");
    ASSERT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Refused there"}),
              0);
    EXPECT_EQ(anna.balance("ETH"), dec("10")) << "it has cost nobody anything";
}

// It takes everything when it is asked, and nothing when it is paid.
TEST_F(OnEthereum, WhatItsReceiverRefusesInTheBlockCostsItsFee) {
    world.fund(ledger::House::fees, "ETH", "1");
    const auto before = ether_of(hot);
    const auto id = ask("ETH", "ERC20", receiver, "1.0001");
    carried_to_the_door();
    anvil.call("anvil_setCode", {receiver, refuses});
    sent();
    anvil.mine(4);
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    EXPECT_EQ(anna.held("ETH"), dec("1.0001"));
    const int deaths = kill_at_each_call(
        "ETHEREUM_NODE_URL", anvil.url(), 4, [&] { return stage(id) == "REJECTED"; },
        [this] { anvil.mine(); });
    EXPECT_GE(deaths, 2);
    sent();
    sent();
    EXPECT_EQ(stage(id), "REJECTED");
    EXPECT_EQ(anna.held("ETH"), Decimal{});
    EXPECT_EQ(anna.balance("ETH"), dec("9.9999"));
    // The house has the fee, less what the network took for nothing.
    const auto cost = before - ether_of(hot);
    EXPECT_TRUE(cost.positive());
    EXPECT_EQ(world.house_balance(ledger::House::fees, "ETH"), dec("1.0001") - cost);
    EXPECT_EQ(on_chain("ERC20", "ETH"), cost);
    const auto card = shown(id);
    EXPECT_EQ(card["fee_kept"], "0.0001");
    EXPECT_EQ(card["sending"], "FAILED");
    EXPECT_THAT(card["reason"].asString(), HasSubstr("The receiver did not accept it"));
    const auto told = world.app().run(R"sql(
        select data->>'amount' as amount, data->>'fee' as fee from notifications
         where client_id = $1 and kind = 'withdrawal_failed')sql",
                                      {anna.id});
    ASSERT_EQ(told.size(), 1);
    EXPECT_EQ(told[0].str("amount"), "1");
    EXPECT_EQ(told[0].str("fee"), "0.0001");
    EXPECT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Once more"}), 1)
        << "it has ended";
    EXPECT_EQ(anna.balance("ETH"), dec("9.9999"));
}

TEST_F(OnEthereum, WhatATokenRefusesInTheBlockCostsItsFeeToo) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    anvil.call("anvil_setCode", {token, refuses_others});
    sent();
    anvil.mine(5);
    sent();
    EXPECT_EQ(stage(id), "REJECTED");
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    EXPECT_EQ(anna.balance("USDT"), dec("999.9999"));
    EXPECT_EQ(world.house_balance(ledger::House::fees, "USDT"), dec("0.0001"));
    EXPECT_EQ(on_chain("ERC20", "USDT"), Decimal{});
}

// It rests, or has blocked the hot address: the receiver has refused nothing.
TEST_F(OnEthereum, WhatATokenLetsNobodySendComesBackForReview) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    anvil.call("anvil_setCode", {token, refuses_transfers});
    sent();
    anvil.mine(5);
    sent();
    EXPECT_EQ(stage(id), "REQUESTED");
    EXPECT_THAT(shown(id)["reason"].asString(), HasSubstr("failed"));
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    EXPECT_EQ(world.house_balance(ledger::House::fees, "USDT"), Decimal{});
}

TEST_F(OnEthereum, OnlyAFinalConflictReleasesTheMoney) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    exported();
    const Words reject{"withdrawals", "reject", std::to_string(id), "--reason", "Key ceremony off"};
    EXPECT_EQ(control(reject), 1);
    const auto with = [&](const std::string& conflict) {
        auto words = reject;
        words.insert(words.end(), {"--conflict", conflict});
        return control(words);
    };
    EXPECT_EQ(with("0x" + std::string(64, '1')), 1);
    const auto other = anvil.send(token, token_calls::mint(hot, "1"), "0x0", 1);
    anvil.mine(6);
    EXPECT_EQ(with(other), 1);
    EXPECT_THAT(output, HasSubstr("does not exclude"));
    const auto conflict = anvil.send(hot, "0x", "0x0", 0);  // The same sender and nonce.
    anvil.mine();
    EXPECT_EQ(with(conflict), 1);
    EXPECT_THAT(output, HasSubstr("not final"));
    anvil.mine(5);
    EXPECT_EQ(with(conflict), 0) << output;
    EXPECT_EQ(stage(id), "REJECTED");
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(OnEthereum, NothingLeavesWhileTheBooksAreWrong) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    world.superuser().run("insert into audits (passed, accounts, transfers) values (false, 0, 0)");
    sent();
    EXPECT_EQ(stage(id), "SIGNED");
    ask("USDT", "ERC20", receiver, "50");
    EXPECT_EQ(control({"withdrawals", "export", next_file("no"), "--reason", "Daily run"}), 1);
    world.superuser().run("insert into audits (passed, accounts, transfers) values (true, 0, 0)");
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
}

TEST_F(OnEthereum, NothingLeavesWhileTheOperatorHasPausedIt) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    world.operate({"pause", "withdrawals"});
    sent();
    EXPECT_EQ(stage(id), "SIGNED");
    ask("USDT", "ERC20", receiver, "50");
    EXPECT_EQ(control({"withdrawals", "export", next_file("no"), "--reason", "Daily run"}), 1);
    EXPECT_THAT(output, HasSubstr("Withdrawals are paused"));
    world.operate({"resume", "withdrawals"});
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
}

TEST_F(OnEthereum, PlayMoneyLeavesOverTheDemonstrationsChainAlone) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    world.superuser().run("insert into demonstration default values");
    world.superuser().run("update networks set chain_id = 1 where name = 'ERC20'");
    EXPECT_EQ(control({"withdrawals", "export", next_file("no"), "--reason", "Daily run"}), 1);
    EXPECT_THAT(output, HasSubstr("its play money never leaves over"));
    EXPECT_EQ(stage(id), "APPROVED");
    // The database itself refuses, too.
    constexpr const char* give_out = R"sql(
        insert into outgoing_transactions (withdrawal_id, network, sender, form)
        select id, network, 'x', '{}' from named_withdrawals where id = $1
    )sql";
    EXPECT_THROW(world.superuser().run(give_out, {id}), pg::Failure);
    world.superuser().run("update networks set chain_id = 31337 where name = 'ERC20'");
    EXPECT_EQ(control({"withdrawals", "export", next_file("yes"), "--reason", "Daily run"}), 0);
    EXPECT_EQ(stage(id), "EXPORTED");
}

TEST_F(OnEthereum, NothingLeavesForWhoWasFrozenAfterAsking) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    const auto operate = [&](Words words) {
        words.insert(words.end(), {anna.email, "--reason", "Reported"});
        ASSERT_EQ(control(words), 0) << output;
    };
    const auto refused = [&] {
        EXPECT_EQ(control({"withdrawals", "export", next_file("no"), "--reason", "Daily run"}), 1);
        EXPECT_EQ(stage(id), "APPROVED");
        return output;
    };
    operate({"clients", "freeze"});
    EXPECT_THAT(refused(), HasSubstr("its client is frozen"));
    operate({"clients", "unfreeze"});
    operate({"clients", "restrict-withdrawals", "--period", "a week"});
    EXPECT_THAT(refused(), HasSubstr("withdrawals of its client are restricted: a week"));
    operate({"clients", "allow-withdrawals"});

    const auto file = exported();
    operate({"clients", "freeze"});
    EXPECT_EQ(control({"withdrawals", "export", next_file("again"), "--again", "--reason", "x"}),
              1);
    EXPECT_THAT(output, HasSubstr("its client is frozen"));
    ASSERT_EQ(import(signed_file(file)), 0) << "to store it sends nothing: " << output;
    sent();
    sent();
    EXPECT_EQ(stage(id), "SIGNED");
    anvil.mine(3);
    EXPECT_EQ(received(), "0");
    EXPECT_THAT(shown(id)["client_status"].asString(), HasSubstr("frozen"));
    EXPECT_EQ(anna.held("USDT"), dec("50"));

    operate({"clients", "unfreeze"});
    sent();
    EXPECT_EQ(stage(id), "BROADCAST");
    // What may be on the chain is followed to its end, whoever is frozen by then.
    operate({"clients", "freeze"});
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
    EXPECT_EQ(anna.held("USDT"), Decimal{});
}

TEST_F(OnEthereum, WhatIsUnknownIsSentAgainForWhoIsFrozen) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    // The node takes nothing and says nothing.
    HttpServer silent{HttpServer::Where::loopback, [this](const HttpRequest& request) {
                          if (request.body.find("eth_sendRawTransaction") != std::string::npos)
                              return std::string{};
                          return HttpServer::ok(forwarded(anvil.url(), request));
                      }};
    world.config().set("ETHEREUM_NODE_URL", silent.url());
    sent();
    EXPECT_EQ(stage(id), "UNKNOWN");
    ASSERT_EQ(control({"clients", "freeze", anna.email, "--reason", "Reported"}), 0) << output;
    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    sent();
    EXPECT_EQ(stage(id), "BROADCAST") << "nobody can say that it did not leave";
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

}  // namespace
}  // namespace cambio::test
