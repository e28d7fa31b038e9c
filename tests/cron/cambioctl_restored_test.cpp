// A database that was restored is behind its chains: what was sent after the restored moment is
// found there, and nothing is paid twice or given back.
#include "restored_fixture.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

TEST_F(RestoredEthereum, WhatWasApprovedAndThenSentIsFoundAndFollowedToItsEnd) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    Backup backup{world};
    carried_to_the_door();
    sent();
    anvil.mine(3);
    sent();
    ASSERT_EQ(stage(id), "CONFIRMED");
    backup.restore();
    ASSERT_EQ(stage(id), "APPROVED");

    guarded();
    EXPECT_FALSE(resumed()) << "nobody has looked yet";
    EXPECT_THAT(output, HasSubstr("may have been sent"));
    EXPECT_EQ(control({"withdrawals", "reject", std::to_string(id), "--reason", "Old"}), 1);
    EXPECT_THAT(output, HasSubstr("may have been sent"));
    const auto line = look();
    EXPECT_EQ(status, 0) << output;
    EXPECT_THAT(texts(line["found"]), ElementsAre(std::to_string(id)));
    EXPECT_EQ(line["in_doubt"], "0");
    EXPECT_EQ(stage(id), "SIGNED");
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED") << "what is on the chain is followed while all is paused";
    EXPECT_TRUE(resumed()) << output;
    EXPECT_EQ(received(), "49999900");
    EXPECT_EQ(anna.balance("USDT"), dec("950"));
    EXPECT_EQ(control({"log", "list"}), 0);
    EXPECT_THAT(output, HasSubstr("restored look"));
}

TEST_F(RestoredEthereum, WithoutTheGuardsItIsPaidTwice) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    Backup backup{world};
    carried_to_the_door();
    sent();
    anvil.mine(3);
    backup.restore();

    carried_to_the_door();
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "99999800") << "which is what the guards are for";
}

TEST_F(RestoredEthereum, WhatWaitsForABlockIsFoundToo) {
    const auto id = ask("ETH", "ERC20", receiver, "1.0001");
    Backup backup{world};
    carried_to_the_door();
    sent();
    backup.restore();

    guarded();
    EXPECT_THAT(texts(look()["found"]), ElementsAre(std::to_string(id)));
    EXPECT_EQ(status, 0) << output;
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
}

TEST_F(RestoredEthereum, WhatWaitsBehindANonceThatNobodyHasSignedIsFoundToo) {
    const auto first = ask("USDT", "ERC20", receiver, "20");
    const auto second = ask("USDT", "ERC20", receiver, "50");
    Backup backup{world};
    ASSERT_EQ(control({"withdrawals", "export", next_file("lost"), "--id", std::to_string(first),
                       "--reason", "Run"}),
              0);
    carried_to_the_door();
    sent();
    backup.restore();

    guarded();
    const auto line = look();
    EXPECT_THAT(texts(line["found"]), ElementsAre(std::to_string(second))) << output;
    EXPECT_EQ(line["not_sent"], "1");
    ASSERT_EQ(line["told"].size(), 1U);
    EXPECT_THAT(line["told"][0].asString(), HasSubstr("blocks those after it"));
    ASSERT_TRUE(resumed()) << output;
    anvil.send(hot, "0x");
    carried_to_the_door();
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(first), "CONFIRMED");
    EXPECT_EQ(stage(second), "CONFIRMED");
    EXPECT_EQ(received(), "69999800");
}

TEST_F(RestoredEthereum, WhatWasNotSentCanGoOn) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    Backup backup{world};
    anvil.mine(3);
    backup.restore();
    guarded();
    world.config().set("ETHEREUM_NODE_URL", "http://127.0.0.1:9");
    EXPECT_EQ(look()["in_doubt"], "1");
    EXPECT_EQ(status, 1) << "a node that is away says nothing";
    EXPECT_FALSE(resumed());
    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    const auto line = look();
    EXPECT_EQ(line["not_sent"], "1");
    EXPECT_THAT(texts(line["found"]), IsEmpty());
    ASSERT_TRUE(resumed()) << output;
    carried_to_the_door();
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

TEST_F(RestoredEthereum, ANodeThatLagsDecidesNothing) {
    ask("USDT", "ERC20", receiver, "50");
    Backup backup{world};
    anvil.mine(3);
    backup.restore();
    guarded();
    const auto height = chain::EvmNode{anvil.url()}.height() + 1;
    read_until(height);
    EXPECT_EQ(look()["in_doubt"], "1");
    EXPECT_EQ(status, 1);
    EXPECT_THAT(output, HasSubstr("comes before " + std::to_string(height)));
    EXPECT_FALSE(resumed());
    anvil.mine(1);
    EXPECT_EQ(look()["not_sent"], "1");
    EXPECT_TRUE(resumed()) << output;
}

TEST_F(RestoredEthereum, ANodeThatGivesTheBytesOfAnotherTransactionDecidesNothing) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    Backup backup{world};
    carried_to_the_door();
    sent();
    const auto other = anvil.send(token, token_calls::mint(hot, "1"), "0x0", 1);
    anvil.mine(3);
    backup.restore();
    guarded();
    const auto raw = anvil.call("eth_getRawTransactionByHash", {other}).asString();
    HttpServer wrong{
        HttpServer::Where::loopback, [&](const HttpRequest& request) {
            if (request.body.find("eth_getRawTransactionByHash") == std::string::npos)
                return HttpServer::ok(forwarded(anvil.url(), request));
            return HttpServer::ok(R"({"jsonrpc":"2.0","id":1,"result":")" + raw + "\"}");
        }};
    world.config().set("ETHEREUM_NODE_URL", wrong.url());
    const auto line = look();
    EXPECT_EQ(line["in_doubt"], "1") << output;
    EXPECT_THAT(line["told"][0].asString(), HasSubstr("cannot be read from the node"));
    EXPECT_EQ(status, 1);
    EXPECT_FALSE(resumed());
    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    EXPECT_THAT(texts(look()["found"]), ElementsAre(std::to_string(id)));
}

TEST_F(RestoredEthereum, NumbersThatWereGivenAfterTheMomentAreNotGivenAgain) {
    const auto before = next_number();
    guarded();
    EXPECT_GT(next_number(), before + 999'999);
    EXPECT_TRUE(world.superuser().run("select from device_marks").empty());
}

TEST_F(RestoredEthereum, ALaterRestoreGivesOutNothingThatTheOneBeforeHasGivenOut) {
    world.config().set("ETHEREUM_XPUB", accounts::ethereum);
    Backup backup{world};
    guarded();
    const auto index = next_index(), number = next_number();
    backup.restore();
    // An hour later.
    for (const char* statement :
         {"set session_replication_role = replica",
          "update ledger_transfers set at = at - interval '1 hour'",
          "update job_runs set succeeded_at = succeeded_at - interval '1 hour'",
          "update sessions set last_seen_at = last_seen_at - interval '1 hour'",
          "set session_replication_role = origin"})
        world.superuser().run(statement);
    guarded();
    EXPECT_GE(next_index(), index + 600);
    EXPECT_GE(next_number(), number + 3'600'000);
}

TEST_F(RestoredEthereum, WhatTheDatabaseThatIsLeftHasGivenOutIsNotGivenOutAgain) {
    world.config().set("ETHEREUM_XPUB", accounts::ethereum);
    Backup backup{world};
    guarded();
    const auto key = world.app().run("select key_id from deposit_keys")[0].str("key_id");
    const auto index = next_index() + 50'000, number = next_number() + 50'000'000;
    backup.restore();
    for (const char* wrong : {"nothing", "key=", "=7", "key=-7"})
        EXPECT_EQ(operate("guard", {"--left=" + std::string{wrong}}), 1) << wrong;
    // The one key of an exchange, and one that was first used after the moment.
    ASSERT_EQ(operate("guard", {"--left=" + key + '=' + std::to_string(index), "--left=other=7",
                                "--numbers=" + std::to_string(number)}),
              0)
        << output;
    const auto keys =
        world.app().run("select key_id = $1 as first, next_index from deposit_keys", {key});
    ASSERT_EQ(keys.size(), 2);
    for (const auto row : keys)
        EXPECT_GE(row.integer("next_index"), (row.boolean("first") ? index : 7) + 1000);
    EXPECT_GT(next_number(), number + 999'999);
    const auto skipped = world.app().run(
        "select first_index, last_index from skipped_addresses where key_id = $1", {key});
    ASSERT_EQ(skipped.size(), 1);
    EXPECT_EQ(skipped[0].integer("first_index"), 0) << "what was given out is nobody's here";
    EXPECT_GE(skipped[0].integer("last_index"), index + 999);
}

TEST_F(RestoredEthereum, WhatAClockThatWasAheadHasNotedIsNoMoment) {
    world.superuser().run(
        "insert into job_runs (name, succeeded_at) values ('fetch_news', now() + interval '1 day') "
        "on conflict (name) do update set succeeded_at = excluded.succeeded_at");
    guarded();
    ASSERT_EQ(control({"restored", "guard", "--to", "2026-01-01 00:00:00+00", "--reason", "Again"}),
              0)
        << output;
    const auto restores = world.app().run(
        "select moment <= guarded_at as past, moment <= '2026-01-01 00:00:00+00' as before "
        "from restores order by id");
    ASSERT_EQ(restores.size(), 2);
    EXPECT_TRUE(restores[0].boolean("past"));
    EXPECT_TRUE(restores[1].boolean("before"));
}

TEST_F(RestoredEthereum, AMomentThatIsTooLateHidesNothingThatWasSent) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    read_until(chain::EvmNode{anvil.url()}.height());
    Backup backup{world};
    carried_to_the_door();
    sent();
    anvil.mine(3);
    backup.restore();
    guarded();
    world.superuser().run("update restores set moment = now() + interval '1 day'");
    EXPECT_THAT(texts(look()["found"]), ElementsAre(std::to_string(id)));
    EXPECT_EQ(status, 0) << output;
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

TEST_F(RestoredEthereum, AMomentThatIsTooLateDecidesNothingWhereNoBlockWasRead) {
    ask("USDT", "ERC20", receiver, "20");
    carried_to_the_door();
    sent();
    anvil.mine(3);
    sent();
    ask("USDT", "ERC20", receiver, "50");
    Backup backup{world};
    carried_to_the_door();
    sent();
    anvil.mine(3);
    backup.restore();
    guarded();
    world.superuser().run("update restores set moment = now() + interval '1 day'");
    // Jobs go on before anybody looks, far beyond that transaction.
    anvil.mine(150);
    read_until(chain::EvmNode{anvil.url()}.height());
    EXPECT_EQ(look()["in_doubt"], "1");
    EXPECT_EQ(status, 1);
    EXPECT_THAT(output, HasSubstr("were in blocks before those that were read"));
    EXPECT_FALSE(resumed());
}

TEST_F(RestoredEthereum, WhatWasExportedThenSignedAndBumpedIsFound) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    const auto file = exported();
    Backup backup{world};
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    sent();
    bumped_and_imported(id);
    sent();
    anvil.mine(3);
    backup.restore();
    ASSERT_EQ(stage(id), "EXPORTED");

    guarded();
    EXPECT_THAT(texts(look()["found"]), ElementsAre(std::to_string(id)));
    EXPECT_EQ(status, 0) << output;
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

TEST_F(RestoredEthereum, WhatWasAskedForAndSentAfterTheMomentIsNamed) {
    Backup backup{world};
    ask("USDT", "ERC20", receiver, "50");
    carried_to_the_door();
    sent();
    anvil.mine(3);
    backup.restore();

    guarded();
    const auto line = look();
    EXPECT_EQ(status, 1) << "the operator has to know";
    ASSERT_EQ(line["told"].size(), 1U) << output;
    EXPECT_THAT(line["told"][0].asString(), HasSubstr("49.9999 USDT to " + std::string{receiver}));
    EXPECT_THAT(line["told"][0].asString(), HasSubstr("an unknown address"));
    EXPECT_EQ(line["in_doubt"], "0");
}

TEST_F(RestoredEthereum, WhatThePersonAtTheTerminalKnowsBetterIsReleased) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    Backup backup{world};
    backup.restore();
    guarded();
    world.config().set("ETHEREUM_NODE_URL", "");
    look();
    EXPECT_FALSE(resumed());
    ASSERT_EQ(
        control({"restored", "release", std::to_string(id), "--reason", "Seen in an explorer"}), 0)
        << output;
    EXPECT_EQ(control({"restored", "release", std::to_string(id), "--reason", "Again"}), 1);
    EXPECT_TRUE(resumed()) << output;
}

TEST_F(RestoredEthereum, PiecesThatAreWorthMuchTogetherAreReleasedByTwo) {
    const auto id = std::to_string(ask("USDT", "ERC20", receiver, "50"));
    ask("USDT", "ERC20", receiver, "50");
    guarded();
    world.config().set("WITHDRAWALS_APPROVE_UP_TO", "0");
    world.config().set("WITHDRAWALS_TWO_PEOPLE_FROM", "100");
    ASSERT_EQ(control({"restored", "release", id, "--reason", "Seen in an explorer"}), 0) << output;
    EXPECT_THAT(output, HasSubstr("waiting for the approval of a second operator"));
    EXPECT_EQ(control({"restored", "release", id, "--reason", "Seen in an explorer"}), 1);
    world.config().set("WITHDRAWALS_TWO_PEOPLE_FROM", "100.01");
    ASSERT_EQ(control({"restored", "release", id, "--reason", "Seen in an explorer"}), 0) << output;
    EXPECT_THAT(output, HasSubstr("was not sent, you say"));
}

TEST_F(RestoredEthereum, AddressesAreSkippedOfAKeyThatWasNotUsedBeforeTheMoment) {
    world.config().set("ETHEREUM_XPUB", accounts::ethereum);
    guarded();
    const auto next = next_index();
    EXPECT_GE(next, 1000);
    EXPECT_LT(next, 1100) << "ten for each minute of the test";
    EXPECT_THAT(output, HasSubstr("\"addresses\" : \"" + std::to_string(next) + '"'));
    EXPECT_EQ(control({"restored", "list"}), 0);
    EXPECT_THAT(output, HasSubstr("/0/" + std::to_string(next - 1)));
}

TEST_F(RestoredEthereum, WhatWasUsedOnceAfterTheMomentIsNotGoodOnceMore) {
    world.superuser().run(
        "with codes as (insert into one_time_codes (purpose, address, code_hash, expires_at) "
        "values ('withdrawal', 'anna@example.com', '', now() + interval '10 minutes')) "
        "insert into one_time_tokens (token_hash, purpose, data, expires_at) "
        "values ('\\x01', 'reset_password', '{}', now() + interval '10 minutes')");
    guarded();
    for (const char* kind : {"one_time_codes", "one_time_tokens"})
        EXPECT_TRUE(
            world.superuser()
                .run((std::string{"select from "} + kind + " where used_at is null").c_str())
                .empty())
            << kind;
}

TEST_F(RestoredBitcoin, WhatWasSentTogetherIsFoundTogether) {
    const auto first = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    const auto second = ask("BTC", "BTC", receiver_bitcoin, "0.2001");
    Backup backup{world};
    carried_to_the_door();
    sent();
    backup.restore();

    guarded();
    EXPECT_EQ(look()["in_doubt"], "2") << "it waits for a block: " << output;
    EXPECT_EQ(status, 1);
    EXPECT_FALSE(resumed());
    regtest.mine(3);
    EXPECT_THAT(texts(look()["found"]), ElementsAre(std::to_string(first), std::to_string(second)));
    EXPECT_EQ(status, 0) << output;
    sent();
    EXPECT_EQ(stage(first), "CONFIRMED");
    EXPECT_EQ(stage(second), "CONFIRMED");
    EXPECT_EQ(paid_to(receiver_bitcoin), 30'000'000);
    EXPECT_TRUE(resumed()) << output;
}

TEST_F(RestoredBitcoin, WhatJobsHaveReadBeforeAnybodyLooksIsLookedAtToo) {
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    Backup backup{world};
    carried_to_the_door();
    sent();
    regtest.mine(20);
    backup.restore();
    guarded();
    sent();
    EXPECT_THAT(texts(look()["found"]), ElementsAre(std::to_string(id)));
    EXPECT_EQ(status, 0) << output;
    sent();
    expect_paid_once(id);
}

TEST_F(RestoredBitcoin, WhereNobodyKnowsInWhichBlockToBeginNothingIsDecided) {
    ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    world.superuser().run("delete from job_marks where name = 'hot_outputs'");
    guarded();
    sent();
    EXPECT_EQ(look()["in_doubt"], "1");
    EXPECT_THAT(output, HasSubstr("in which block of BTC to begin"));
    EXPECT_FALSE(resumed());
}

TEST_F(RestoredBitcoin, WhatSpendsCoinsOfOthersTooLeavesEverythingInDoubt) {
    ask("BTC", "BTC", receiver_bitcoin, "0.6001");
    regtest.send(hot_bitcoin, "0.5");
    regtest.mine(20);
    sent();
    Backup backup{world};
    carried_to_the_door();
    sent();
    regtest.mine(3);
    backup.restore();
    // As if one of the two coins had been somebody else's.
    world.superuser().run(
        "delete from hot_outputs where height = (select max(height) from hot_outputs)");
    guarded();
    const auto line = look();
    EXPECT_THAT(line["told"][0].asString(), HasSubstr("together with others'"));
    EXPECT_EQ(line["in_doubt"], "1") << output;
    EXPECT_EQ(status, 1);
    EXPECT_FALSE(resumed());
}

TEST_F(RestoredBitcoin, WhatATransactionPaysThatExcludesWhatWasExportedStaysInDoubt) {
    constexpr const char* elsewhere_bitcoin = "rb1qzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg328fddy";
    ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    const auto file = exported();
    const auto paid = ask("BTC", "BTC", elsewhere_bitcoin, "0.1001");
    Backup backup{world};
    made_otherwise(file, elsewhere_bitcoin);
    regtest.mine(3);
    backup.restore();

    guarded();
    const auto line = look();
    EXPECT_EQ(status, 1);
    EXPECT_THAT(texts(line["told"]),
                ElementsAre(HasSubstr("excludes what was exported for"),
                            HasSubstr("asked for by withdrawal " + std::to_string(paid))));
    EXPECT_EQ(line["in_doubt"], "1");
    EXPECT_FALSE(resumed());
}

TEST_F(RestoredBitcoin, WhatWasNotSentCanGoOn) {
    const auto id = ask("BTC", "BTC", receiver_bitcoin, "0.1001");
    Backup backup{world};
    backup.restore();
    guarded();
    EXPECT_EQ(look()["not_sent"], "1");
    ASSERT_TRUE(resumed()) << output;
    carried_to_the_door();
    sent();
    regtest.mine(3);
    sent();
    expect_paid_once(id);
}

}  // namespace
}  // namespace cambio::test
