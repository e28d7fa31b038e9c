// What an operator learns about deposits and networks, from a real node.
#include <json/reader.h>

#include <sstream>

#include "watch_fixture.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::HasSubstr;
using namespace token_calls;
using Words = std::vector<std::string>;

constexpr const char* five = "4c4b40";  // 5 USDT with six decimals

class CambioctlDeposits : public WatchDeposits {
  protected:
    CambioctlDeposits() {
        usdt = anvil.deploy_token("USDT", 6);
        list(coin_json("ETH", "", 18));
        world.config().set("ETHEREUM_NODE_URL", anvil.url());
        to_anna = address(anna, "ERC20");
        watched();
    }
    /// ERC20 has these coins beside USDT; no node follows BEP20.
    void list(const std::string& coins) {
        use_networks(network_json("ERC20", "evm", 31337, coin_json("USDT", usdt, 6) + "," + coins) +
                     "," + network_json("BEP20", "evm", 31338, coin_json("USDT", usdt, 18)));
    }
    int call(Words words) {
        output.clear();
        return run_job("cambioctl", world.config().path(), words, &output);
    }
    Json::Value done(Words words) {
        words.emplace_back("--json");
        EXPECT_EQ(call(words), 0) << output;
        Json::Value value;
        std::istringstream{output} >> value;
        return value;
    }
    /// Why a transaction was or was not credited.
    std::string why(const std::string& txid) {
        std::string all;
        const auto reply = done({"deposits", "explain", txid});
        for (const auto& sentence : reply["findings"]) all += sentence.asString() + "\n";
        return all;
    }

    Anvil anvil;
    std::string usdt, to_anna, output;
    Person anna = world.client("anna@example.com");
};

TEST_F(CambioctlDeposits, SaysWhyATransactionHasOrHasNotBeenCredited) {
    EXPECT_THAT(why("0x12"), HasSubstr("64 hexadecimal digits"));
    EXPECT_THAT(why("0x" + std::string(64, 'a')), HasSubstr("ERC20: its node does not know it"));
    EXPECT_THAT(output, HasSubstr("BEP20: closed and not watched"));

    const auto good = anvil.send(usdt, mint(to_anna, five));
    EXPECT_THAT(why(good), HasSubstr("ERC20: it is waiting to be included in a block"));
    anvil.mine();
    EXPECT_THAT(why(good), HasSubstr("which has not been read yet: the watcher is at 1"));
    watched();
    EXPECT_THAT(why(good), HasSubstr("5 USDT for " + anna.unique_id +
                                     " <anna@example.com> in block 2: not credited yet: it has 1 "
                                     "of 3 confirmations"));
    const auto small = anvil.send(usdt, mint(to_anna, "1"));
    const auto failed = anvil.send(usdt, transfer_and_revert(to_anna, "0"));
    const auto fake_token = anvil.deploy_token("USDT", 6);
    const auto fake = anvil.send(fake_token, mint(to_anna, five));
    const auto stranger = anvil.send(usdt, mint(anvil.rich(2), five));
    const auto inside = anvil.send(usdt, forward(to_anna), "0x1");
    anvil.mine(2);
    watched();
    EXPECT_THAT(why(good), HasSubstr("credited at "));
    EXPECT_THAT(why(good.substr(2)), HasSubstr("can be withdrawn after 5 confirmations and has 4"));
    EXPECT_THAT(why(small), HasSubstr("below the minimum of 0.01"));
    EXPECT_THAT(why(failed), HasSubstr("it failed, so it paid nothing"));
    EXPECT_THAT(why(fake),
                HasSubstr("by the contract " + fake_token + ", which is not a listed coin"));
    EXPECT_THAT(why(stranger), HasSubstr("which is not a client's address"));
    EXPECT_THAT(why(inside), HasSubstr(usdt + ", which is not a client's address"));

    // Sent before the address was made.
    const auto early = anvil.send(usdt, mint("0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0", five));
    anvil.mine();
    watched();
    const Person ben = world.client("ben@example.com");
    ASSERT_EQ(address(ben, "ERC20"), "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0");
    const auto block = std::to_string(anvil.height());
    EXPECT_THAT(why(early),
                HasSubstr("cambioctl networks rescan ERC20 --from " + block + " --to " + block));
    EXPECT_EQ(call({"networks", "rescan", "ERC20", "--from", block}), 2) << "not without a reason";
    EXPECT_EQ(call({"networks", "rescan", "ERC20", "--from", block, "--reason", "Ticket 12"}), 0)
        << output;
    watched();
    EXPECT_THAT(why(early), HasSubstr("it has 1 of 3 confirmations"));
    EXPECT_EQ(call({"networks", "rescan", "ERC20", "--from", "900", "--reason", "x"}), 1);
    EXPECT_THAT(output, HasSubstr("Blocks have been read up to " + block));
    EXPECT_EQ(call({"networks", "rescan", "DOGE", "--from", "1", "--reason", "x"}), 1);
    EXPECT_EQ(sql("select count(*) as n from operator_log")[0].integer("n"), 1);

    anvil.stop();
    EXPECT_THAT(why("0x" + std::string(64, 'a')),
                HasSubstr("ERC20: its node does not answer (unreachable)"));
}

TEST_F(CambioctlDeposits, CreditsWhatIsBelowTheMinimumOnce) {
    const auto small = anvil.send(usdt, mint(to_anna, "1"));
    const auto good = anvil.send(usdt, mint(to_anna, five));
    anvil.mine(2);
    watched();
    const auto credit = [&](const std::string& txid) {
        return call({"deposits", "credit", txid, "--reason", "Ticket 12"});
    };
    EXPECT_EQ(call({"deposits", "credit", small}), 2) << "not without a reason";
    EXPECT_EQ(credit(small), 1);
    EXPECT_THAT(output, HasSubstr("too few confirmations: it needs 3"));
    EXPECT_EQ(credit(good), 1);
    EXPECT_THAT(output, HasSubstr("will be credited automatically"));
    anvil.mine();
    watched();
    EXPECT_EQ(credit(small), 0) << output;
    EXPECT_THAT(output, HasSubstr("0.000001 USDT (ERC20) were credited to " + anna.unique_id));
    EXPECT_EQ(anna.balance("USDT"), dec("5.000001"));
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 0.000001 3", "CREDITED 5 3"));
    for (const auto& txid : {small, good}) {
        EXPECT_EQ(credit(txid), 1);
        EXPECT_THAT(output, HasSubstr("is already credited"));
    }
    EXPECT_EQ(credit("0x" + std::string(64, 'a')), 1);
    EXPECT_THAT(output, HasSubstr("Nothing of that transaction was recorded"));
    EXPECT_EQ(credit("0x12"), 1);
    const auto log = sql("select act, subject, reason from operator_log");
    ASSERT_EQ(log.size(), 1);
    EXPECT_EQ(log[0].str("act"), "deposits credit");
    EXPECT_EQ(log[0].str("subject"), anna.unique_id);
    EXPECT_EQ(log[0].str("reason"), "Ticket 12");
    // Read again it stays what it is, and a reorganisation takes it back like any other.
    sql("insert into chain_rescans select id, 0, $1 from networks where name = 'ERC20'",
        {static_cast<std::int64_t>(anvil.height())});
    watched();
    EXPECT_EQ(anna.balance("USDT"), dec("5.000001"));
    anvil.reorganise(3);
    anvil.mine();
    watched();
    EXPECT_EQ(anna.balance("USDT"), dec("0"));
    EXPECT_EQ(credit(small), 1);
    EXPECT_THAT(output, HasSubstr("is no longer in a block"));
}

TEST_F(CambioctlDeposits, CreditsNothingThatTheHouseSentUnlessItWasAWithdrawal) {
    world.config().set("OWN_ADDRESSES", anvil.rich(1));
    const auto txid = anvil.send(to_anna, "0x", "0xde0b6b3a7640000", 1);
    anvil.mine(3);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("IGNORED 1 own_transfer"));
    const Words credit{"deposits", "credit", txid, "--reason", "She says so"};
    EXPECT_EQ(call(credit), 1);
    EXPECT_THAT(output, HasSubstr("sent by the house itself"));
    EXPECT_EQ(anna.balance("ETH"), dec("0"));
    // A withdrawal that went to a deposit address: it has left the books, and comes back to them.
    const Person ben = world.client("ben@example.com").with("ETH", "1");
    {
        pg::Transaction tx{world.superuser()};
        const auto asset = world.asset("ETH");
        tx.run(R"sql(
            with w as (insert into withdrawals (client_id, content_hash, asset_id, network, address,
                           amount, fee, worth, one_step, confirmations_needed, stage)
                       values ($1, 1, $2, 'ERC20', $3, 1, 0, 1, false, 3, 7) returning id)
            insert into outgoing_transactions (withdrawal_id, network, sender, nonce, form, raw,
                                               txid, stage)
            select id, 'ERC20', 'hot', 0, '{}', 'x', $4, 5 from w)sql",
               {ben.id, asset, to_anna, txid});
        const auto held = ledger::client_account(tx, ben.id, ledger::Wallet::spot, true, asset);
        ledger::transfer(tx, ledger::client_account(tx, ben.id, ledger::Wallet::spot, false, asset),
                         held, dec("1"), ledger::Kind::withdrawal_hold, 1);
        ledger::transfer(tx, held, ledger::chain_account(tx, "ERC20", asset), dec("1"),
                         ledger::Kind::withdrawal, 1);
        tx.commit();
    }
    EXPECT_EQ(call(credit), 0) << output;
    EXPECT_EQ(anna.balance("ETH"), dec("1"));
    EXPECT_EQ(call(credit), 1);
}

TEST_F(CambioctlDeposits, CreditsWhatAContractPaidAsFarAsItIsThere) {
    const auto inside = anvil.send(usdt, forward(to_anna), "0xde0b6b3a7640000");
    const auto failed = anvil.send(usdt, transfer_and_revert(to_anna, five));
    anvil.mine(2);
    watched();
    EXPECT_THAT(deposits(anna), testing::IsEmpty());
    const auto surplus = done({"deposits", "surplus"});
    ASSERT_EQ(surplus.size(), 1U);
    EXPECT_EQ(surplus[0]["client"].asString(), anna.unique_id);
    EXPECT_EQ(surplus[0]["address"], to_anna);
    EXPECT_EQ(surplus[0]["coin"], "ETH");
    EXPECT_EQ(surplus[0]["more"], "1");

    const auto credit = [&](const std::string& txid, const std::string& amount,
                            const std::string& to) {
        return call({"deposits", "credit", txid, "--network", "ERC20", "--address", to, "--coin",
                     "ETH", "--amount", amount, "--reason", "Ticket 13"});
    };
    const auto refused = [&](const std::string& txid, const std::string& amount,
                             const std::string& to, const std::string& why) {
        EXPECT_EQ(credit(txid, amount, to), 1);
        EXPECT_THAT(output, HasSubstr(why));
    };
    refused(inside, "1", to_anna, "too few confirmations");
    anvil.mine();
    watched();
    // What a block brings that is not read yet will be credited when it is.
    anvil.send(to_anna, "0x", "0xde0b6b3a7640000");
    anvil.mine();
    refused(inside, "2", to_anna, "the rest is less than that");
    EXPECT_EQ(done({"deposits", "surplus"})[0]["more"], "1");
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("SEEN 1 1"));
    anvil.mine(2);
    watched();
    ASSERT_EQ(anna.balance("ETH"), dec("1"));
    refused(inside, "1.000000000000000001", to_anna, "the rest is less than that");
    refused(inside, "0", to_anna, "cannot count that amount");
    refused(inside, "1e3", to_anna, "is not an amount");
    refused(inside, "1", anvil.rich(2), "not a client's address");
    refused(failed, "1", to_anna, "it paid nothing");
    refused("0x" + std::string(64, 'a'), "1", to_anna, "does not have that transaction");
    EXPECT_EQ(call({"deposits", "credit", inside, "--coin", "ETH", "--reason", "x"}), 2);
    EXPECT_EQ(anna.balance("ETH"), dec("1"));

    EXPECT_EQ(credit(inside, "1", to_anna), 0) << output;
    EXPECT_EQ(anna.balance("ETH"), dec("2"));
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 1 3", "CREDITED 1 6"));
    EXPECT_EQ(done({"deposits", "surplus"}).size(), 0U);
    refused(inside, "1", to_anna, "the rest is less than that");
    // More came there otherwise: the same payment is still one.
    anvil.send(usdt, forward(to_anna), "0xde0b6b3a7640000");
    anvil.mine(3);
    watched();
    refused(inside, "1", to_anna, "already recorded");
    EXPECT_EQ(anna.balance("ETH"), dec("2"));
    anvil.stop();
    EXPECT_EQ(call({"deposits", "surplus"}), 1);
    EXPECT_THAT(output, HasSubstr("The node failed"));
}

// A token that is listed after its transfer: the watcher credits that once it reads the block
// again.
TEST_F(CambioctlDeposits, LeavesToTheWatcherWhatAContractShows) {
    const auto token = anvil.deploy_token("BTC", 8);
    const auto late = anvil.send(token, mint(to_anna, five));  // 0.05 BTC with eight decimals
    anvil.mine(3);
    watched();
    EXPECT_THAT(deposits(anna), testing::IsEmpty());
    list(coin_json("ETH", "", 18) + "," + coin_json("BTC", token, 8));
    const auto block = std::to_string(anvil.height() - 2);
    const Words credit{"deposits",  "credit",   late,       "--network", "ERC20",
                       "--address", to_anna,    "--coin",   "BTC",       "--amount",
                       "0.05",      "--reason", "Ticket 14"};
    EXPECT_EQ(call(credit), 1);
    EXPECT_THAT(output, HasSubstr("networks rescan ERC20 --from " + block + " --to " + block));
    EXPECT_EQ(call({"networks", "rescan", "ERC20", "--from", block, "--reason", "Listed late"}), 0)
        << output;
    EXPECT_EQ(call(credit), 1);
    EXPECT_THAT(output, HasSubstr("is going to be read again"));
    watched();
    anvil.mine();
    watched();
    EXPECT_EQ(anna.balance("BTC"), dec("0.05"));
    EXPECT_EQ(call(credit), 1);
    EXPECT_EQ(anna.balance("BTC"), dec("0.05"));
}

TEST_F(CambioctlDeposits, ListsDepositsNetworksAndAddresses) {
    anvil.send(usdt, mint(to_anna, five));
    anvil.send(usdt, mint(to_anna, "1"));
    anvil.mine(3);
    watched();
    const auto all = done({"deposits", "list"});
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0]["state"], "IGNORED");
    EXPECT_EQ(all[0]["reason"], "below_minimum");
    EXPECT_EQ(all[1]["amount"], "5");
    EXPECT_EQ(all[1]["confirmations"], "3/3");
    EXPECT_EQ(done({"deposits", "list", "--state", "CREDITED"}).size(), 1U);
    EXPECT_EQ(done({"deposits", "list", "--client", "anna@example.com"}).size(), 2U);
    EXPECT_EQ(call({"deposits", "list", "--client", "nobody@example.com"}), 1);

    const auto networks = done({"networks", "list"});
    ASSERT_EQ(networks.size(), 2U);
    EXPECT_EQ(networks[0]["network"], "ERC20");
    EXPECT_EQ(networks[0]["deposits"], "open");
    EXPECT_EQ(networks[0]["node"], "4");
    EXPECT_EQ(networks[0]["read"], "4");
    EXPECT_EQ(networks[0]["addresses"], "1");
    EXPECT_EQ(networks[1]["deposits"], "closed");
    EXPECT_EQ(networks[1]["node"], "none");

    const auto addresses = done({"networks", "addresses", "ERC20"});
    ASSERT_EQ(addresses.size(), 1U);
    EXPECT_EQ(addresses[0]["address"], to_anna);
    EXPECT_EQ(addresses[0]["path"], "/0/0");
    EXPECT_EQ(addresses[0]["client"].asString(), anna.unique_id);
    EXPECT_EQ(call({"networks", "addresses", "DOGE"}), 1);
}

}  // namespace
}  // namespace cambio::test
