// watch_deposits against a real Ethereum node: what is credited, when, and what never is.
#include <thread>

#include "chain/address.h"
#include "chain/tron/address.h"
#include "http/http.h"
#include "support/http_server.h"
#include "watch_fixture.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;
using namespace token_calls;

class WatchEthereum : public WatchDeposits {
  protected:
    WatchEthereum() {
        usdt = anvil.deploy_token("USDT", 6);
        use_networks(network_json("ERC20", "evm", 31337,
                                  coin_json("USDT", usdt, 6) + "," + coin_json("ETH", "", 18)));
        world.config().set("ETHEREUM_NODE_URL", anvil.url());
        anna = world.client("anna@example.com");
        to_anna = address(anna, "ERC20");
        anvil.send(usdt, mint(anvil.rich(), "e8d4a51000"));  // a million USDT
        anvil.mine();
        watched();
    }

    Anvil anvil;
    std::string usdt, to_anna;
    Person anna{world, ClientId{}, "", ""};
};

constexpr const char* five = "4c4b40";  // 5 USDT with six decimals
constexpr const char* one_ether = "0xde0b6b3a7640000";

TEST_F(WatchEthereum, CreditsATokenAtTheNetworksConfirmationsAndUnlocksItLater) {
    anvil.send(usdt, transfer(to_anna, five));
    watched();
    EXPECT_THAT(deposits(anna), IsEmpty());  // not in a block: nothing
    anvil.mine();
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("SEEN 5 1"));
    EXPECT_EQ(anna.balance("USDT"), dec("0"));
    anvil.mine();
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CONFIRMING 5 2"));
    EXPECT_EQ(anna.balance("USDT"), dec("0"));
    anvil.mine();
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 5 3"));
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
    EXPECT_TRUE(sql("select unlocked_at from deposits")[0].null("unlocked_at"));
    anvil.mine(2);
    watched();
    EXPECT_FALSE(sql("select unlocked_at from deposits")[0].null("unlocked_at"));
    watched();
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
    const auto kinds = sql("select string_agg(kind, ' ' order by id) as k from notifications");
    EXPECT_EQ(kinds[0].text("k"), "deposit_seen deposit_credited");
    EXPECT_EQ(
        sql("select count(*) as n from outgoing_mails where name = 'deposit_credited'")[0].integer(
            "n"),
        1);
}

TEST_F(WatchEthereum, CreditsTheOwnCoinByItsValueWhateverElseTheTransactionCarries) {
    anvil.send(to_anna, "0x", one_ether);
    anvil.send(to_anna, "0xdeadbeef", one_ether);
    anvil.mine(3);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 1 3", "CREDITED 1 3"));
    EXPECT_EQ(anna.balance("ETH"), dec("2"));
}

TEST_F(WatchEthereum, CreditsAfterwardsWhatCameWhileDepositsWerePaused) {
    world.operate({"pause", "deposits"});
    anvil.send(usdt, mint(to_anna, five));
    anvil.mine(4);
    watched();
    EXPECT_THAT(deposits(anna), IsEmpty());
    world.operate({"resume", "deposits"});
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 5 4"));
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
}

TEST_F(WatchEthereum, CreditsNothingForForgedRevertedStrangeAndInternalTransfers) {
    const auto fake = anvil.deploy_token("USDT", 6);
    anvil.send(fake, mint(to_anna, five));
    anvil.send(usdt, transfer_and_revert(to_anna, five));
    anvil.send(usdt, strange_events(to_anna, five));
    anvil.send(usdt, forward(to_anna), one_ether);  // inside a contract: the operator's to find
    anvil.send(usdt, transfer(to_anna, "0"));
    anvil.mine(4);
    watched();
    EXPECT_THAT(deposits(anna), IsEmpty());
    EXPECT_EQ(anna.balance("USDT"), dec("0"));
    EXPECT_EQ(anna.balance("ETH"), dec("0"));
    // The chain itself did all of that.
    EXPECT_EQ(anvil.call("eth_getBalance", {to_anna, "latest"}).asString(), one_ether);
}

TEST_F(WatchEthereum, RecordsWhatIsTooSmallAndWhatNoBalanceCanHold) {
    anvil.send(usdt, transfer(to_anna, "270f"));                  // 0.009999
    anvil.send(usdt, transfer(to_anna, "2710"));                  // 0.01, the minimum itself
    anvil.send(usdt, mint(to_anna, std::string(64, 'f')));        // 2^256 − 1
    anvil.send(usdt, mint(to_anna, "8" + std::string(31, '0')));  // 2^127: a smaller type's edge
    anvil.mine(3);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("IGNORED 0.009999 below_minimum", "CREDITED 0.01 3",
                                            "IGNORED ? too_large", "IGNORED ? too_large"));
    EXPECT_EQ(anna.balance("USDT"), dec("0.01"));
    EXPECT_EQ(sql("select max(raw_amount)::text as raw from deposits")[0].text("raw"),
              "115792089237316195423570985008687907853269984665640564039457584007913129639935");
}

TEST_F(WatchEthereum, KeepsSeveralTransfersOfOneTransactionApart) {
    const Person ben = world.client("ben@example.com");
    const auto to_ben = address(ben, "ERC20");
    anvil.send(usdt, scatter({to_anna, to_ben, to_anna}, five));
    anvil.mine(3);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 5 3", "CREDITED 5 3"));
    EXPECT_THAT(deposits(ben), ElementsAre("CREDITED 5 3"));
    EXPECT_EQ(anna.balance("USDT"), dec("10"));
}

TEST_F(WatchEthereum, DoesNotTakeTheHousesOwnPaymentsForDeposits) {
    world.config().set("OWN_ADDRESSES", anvil.rich(1));
    anvil.send(to_anna, "0x", one_ether, 1);
    anvil.mine(3);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("IGNORED 1 own_transfer"));
    EXPECT_EQ(anna.balance("ETH"), dec("0"));
}

TEST_F(WatchEthereum, ForgetsWhatAReorganisationTookBeforeTheCredit) {
    anvil.send(usdt, transfer(to_anna, five));
    anvil.mine(2);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CONFIRMING 5 2"));
    anvil.reorganise(2);
    anvil.mine();
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("ORPHANED 5 0"));
    anvil.mine(5);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("ORPHANED 5 0"));
    EXPECT_EQ(anna.balance("USDT"), dec("0"));
}

TEST_F(WatchEthereum, CountsAnewWhenTheTransactionMovesToAnotherBlockAndItsLogElsewhere) {
    const auto before = anvil.snapshot();
    anvil.send(usdt, transfer(to_anna, five));
    anvil.mine(2);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CONFIRMING 5 2"));
    const auto first = sql("select txid, block_hash from deposits");
    // The same transaction (same sender, number and content), now after another one's log.
    anvil.revert(before);
    anvil.send(usdt, mint(anvil.rich(2), "1"), "0x0", 1);
    const auto again = anvil.send(usdt, transfer(to_anna, five));
    anvil.mine(2);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CONFIRMING 5 2"));
    const auto second = sql("select txid, block_hash from deposits");
    EXPECT_EQ(anvil.call("eth_getTransactionReceipt", {again})["logs"][0]["logIndex"].asString(),
              "0x1");
    EXPECT_EQ(first[0].text("txid"), second[0].text("txid"));
    EXPECT_NE(first[0].text("block_hash"), second[0].text("block_hash"));
    anvil.mine();
    watched();
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
}

TEST_F(WatchEthereum, ReversesACreditThatAReorganisationTookAndStopsWithdrawals) {
    world.config().set("SUPPORT_EMAIL", "operator@example.com");
    const auto before = anvil.snapshot();
    anvil.send(usdt, transfer(to_anna, five));
    anvil.mine(3);
    watched();
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
    // Half of it is in another wallet and some of it is gone.
    {
        pg::Transaction tx{world.app()};
        const auto coin = world.asset("USDT");
        const auto spot = ledger::client_account(tx, anna.id, ledger::Wallet::spot, false, coin);
        ledger::transfer(tx, spot,
                         ledger::client_account(tx, anna.id, ledger::Wallet::funding, false, coin),
                         dec("2"), ledger::Kind::wallet_transfer, 1);
        ledger::transfer(tx, spot, ledger::house_account(tx, ledger::House::liquidity, coin),
                         dec("1"), ledger::Kind::trade, 1);
        tx.commit();
    }
    anvil.revert(before);
    anvil.mine(4);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("REVERSED 5 0"));
    EXPECT_EQ(anna.balance("USDT"), dec("0"));
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::funding), dec("0"));
    // What could not be taken back stands there until the operator has settled it.
    EXPECT_EQ(sql("select credited from deposits")[0].decimal("credited"), dec("1"));
    EXPECT_EQ(
        sql("select withdraw_transfer_status as s from clients where id = $1", {anna.id})[0].text(
            "s"),
        "NOT_ALLOWED");
    EXPECT_THAT(
        sql("select reason from operator_log where act = 'deposit reversed'")[0].str("reason"),
        HasSubstr("4 could be taken back from " + anna.unique_id));

    // The same transaction once more: only what was taken back is credited again.
    anvil.send(usdt, transfer(to_anna, five));
    anvil.mine(3);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 5 3"));
    EXPECT_EQ(anna.balance("USDT"), dec("4"));
    EXPECT_EQ(
        sql("select withdraw_transfer_status as s from clients where id = $1", {anna.id})[0].text(
            "s"),
        "NOT_ALLOWED");
}

TEST_F(WatchEthereum, TakesTheRestOfAReversedDepositAsItComesFree) {
    const auto trade = [this](const char* much, bool sells) {
        pg::Transaction tx{world.app()};
        const auto coin = world.asset("USDT");
        const auto spot = ledger::client_account(tx, anna.id, ledger::Wallet::spot, false, coin);
        const auto house = ledger::house_account(tx, ledger::House::liquidity, coin);
        ledger::transfer(tx, sells ? house : spot, sells ? spot : house, dec(much),
                         ledger::Kind::trade, 1);
        tx.commit();
    };
    const auto owed = [this] {
        return sql("select credited from deposits")[0].decimal("credited").str();
    };
    const auto before = anvil.snapshot();
    anvil.send(usdt, transfer(to_anna, five));
    anvil.mine(3);
    watched();
    trade("5", false);
    world.superuser().run(
        "update clients set withdraw_transfer_status = 'NOT_ALLOWED', "
        "withdraw_restriction = 'until 5 December' where id = $1",
        {anna.id});
    anvil.revert(before);
    anvil.mine(4);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("REVERSED 5 0"));
    EXPECT_EQ(owed(), "5");

    trade("2", true);
    watched();
    EXPECT_EQ(owed(), "3");
    EXPECT_EQ(anna.balance("USDT"), dec("0"));
    EXPECT_THAT(sql("select reason from operator_log order by id desc limit 1")[0].str("reason"),
                HasSubstr("from " + anna.unique_id + "; 3 is still owed."));
    watched();
    EXPECT_EQ(owed(), "3");

    // Who allows withdrawals again has settled the rest.
    EXPECT_EQ(
        test::run_job("cambioctl", world.config().path(),
                      {"clients", "allow-withdrawals", anna.unique_id, "--reason", "Settled"}),
        0);
    trade("1", true);
    watched();
    EXPECT_EQ(owed(), "3");
    EXPECT_EQ(anna.balance("USDT"), dec("1"));
}

TEST_F(WatchEthereum, WaitsForANodeThatLagsBehind) {
    anvil.send(usdt, transfer(to_anna, five));
    const auto before = anvil.snapshot();
    anvil.mine(3);
    watched();
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
    // The node is now where it was three blocks ago: nothing is undone for that.
    anvil.revert(before);
    std::string output;
    EXPECT_EQ(watch(&output), 1);
    EXPECT_THAT(output, HasSubstr("lags behind"));
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 5 3"));
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
}

TEST_F(WatchEthereum, LosesNothingToANodeThatIsBehindWithItsLogs) {
    anvil.send(usdt, transfer(to_anna, five));
    anvil.mine(3);
    // It has the block, and says that it holds no logs.
    HttpServer behind{HttpServer::Where::loopback, [this](const HttpRequest& request) {
                          http::Client client;
                          http::Outgoing forward;
                          forward.method = "POST";
                          forward.url = anvil.url();
                          forward.headers = {"Content-Type: application/json"};
                          forward.body = request.body;
                          if (request.body.find("eth_getLogs") != std::string::npos)
                              return HttpServer::ok(R"({"jsonrpc":"2.0","id":1,"result":[]})");
                          return HttpServer::ok(client.send(forward).body);
                      }};
    world.config().set("ETHEREUM_NODE_URL", behind.url());
    std::string output;
    EXPECT_EQ(watch(&output), 1);
    EXPECT_THAT(output, HasSubstr("it shows no logs of a block that has some"));
    EXPECT_THAT(deposits(anna), IsEmpty());
    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 5 3"));
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
}

// No client has the key of a deposit address: what comes from one is the house's own sweep.
TEST_F(WatchEthereum, TakesNothingThatComesFromADepositAddressForADeposit) {
    const Person ben = world.client("ben@example.com");
    const auto to_ben = address(ben, "ERC20");
    anvil.send(usdt, transfer(to_anna, five));
    anvil.send(to_anna, "0x", one_ether);
    anvil.mine(3);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 5 3", "CREDITED 1 3"));
    anvil.call("anvil_impersonateAccount", {to_anna});
    Json::Value sweep;
    sweep["from"] = to_anna;
    sweep["to"] = usdt;
    sweep["data"] = transfer(to_ben, five);
    anvil.call("eth_sendTransaction", {sweep});
    sweep["to"] = to_ben;
    sweep["data"] = "0x";
    sweep["value"] = "0x16345785d8a0000";  // 0.1
    anvil.call("eth_sendTransaction", {sweep});
    anvil.mine(3);
    watched();
    EXPECT_THAT(deposits(ben), testing::UnorderedElementsAre("IGNORED 5 own_transfer",
                                                             "IGNORED 0.1 own_transfer"));
    EXPECT_EQ(ben.balance("USDT"), dec("0"));
    EXPECT_EQ(ben.balance("ETH"), dec("0"));
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
}

TEST_F(WatchEthereum, LeavesAloneANodeOfAnotherChain) {
    Anvil other{56};
    other.mine(20);
    world.config().set("ETHEREUM_NODE_URL", other.url());
    std::string output;
    EXPECT_EQ(watch(&output), 1);
    EXPECT_THAT(output, HasSubstr("the node follows chain 56 instead of 31337"));
}

TEST_F(WatchEthereum, CreditsOnceWhoeverElseIsWatchingAndWheneverItIsKilled) {
    for (int i = 0; i < 12; ++i) {
        anvil.send(usdt, transfer(to_anna, five));
        anvil.mine();
    }
    anvil.mine(3);
    // Killed again and again while it catches up, two at a time.
    for (int round = 0; round < 12; ++round) {
        const auto start = [this] {
            return std::make_unique<ChildProcess>(
                std::vector<std::string>{program_path("watch_deposits"), "--once"},
                ChildProcess::Options{
                    {"CAMBIO_CONFIG=" + world.config().path()}, folder.file("log"), "", 9});
        };
        auto one = start(), two = start();
        std::this_thread::sleep_for(std::chrono::milliseconds{5 * round + 20});
        one->signal(9);
        two->signal(9);
        one->wait();
        two->wait();
    }
    watched();
    EXPECT_EQ(deposits(anna).size(), 12u);
    EXPECT_EQ(anna.balance("USDT"), dec("60"));
}

TEST_F(WatchEthereum, ReadsBlocksAgainWhenTheOperatorWantsIt) {
    anvil.send(usdt, transfer(to_anna, five));
    anvil.mine(3);
    watched();
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
    // As if the address had been made too late.
    sql("insert into chain_rescans select id, 0, $1 from networks where name = 'ERC20'",
        {static_cast<std::int64_t>(anvil.height())});
    watched();
    EXPECT_EQ(sql("select count(*) as n from chain_rescans")[0].integer("n"), 0);
    EXPECT_EQ(anna.balance("USDT"), dec("5"));

    const Person late = world.client("late@example.com");
    anvil.send(usdt, transfer("0xb6716976A3ebe8D39aCEB04372f22Ff8e6802D7A", five));  // number 2
    anvil.mine(3);
    watched();
    address(world.client("between@example.com"), "ERC20");
    EXPECT_EQ(address(late, "ERC20"), "0xb6716976A3ebe8D39aCEB04372f22Ff8e6802D7A");
    watched();
    EXPECT_THAT(deposits(late), IsEmpty());
    sql("insert into chain_rescans select id, 0, $1 from networks where name = 'ERC20'",
        {static_cast<std::int64_t>(anvil.height())});
    watched();
    EXPECT_THAT(deposits(late), ElementsAre("CREDITED 5 3"));
    EXPECT_EQ(late.balance("USDT"), dec("5"));
}

TEST_F(WatchEthereum, CreditsNothingWhereTheContractCountsInOtherDecimals) {
    const auto listed = [this](int decimals) {
        use_networks(
            network_json("ERC20", "evm", 31337,
                         coin_json("USDT", usdt, decimals) + "," + coin_json("ETH", "", 18)));
    };
    listed(18);
    anvil.send(usdt, mint(to_anna, "3b9aca00"));  // 0.000000001 with 18 decimals
    anvil.mine(4);
    std::string output;
    EXPECT_EQ(watch(&output), 1);
    EXPECT_THAT(output, HasSubstr("network_trouble"));
    EXPECT_THAT(output, HasSubstr("USDT has 6 decimals by its contract and 18 by the file"));
    EXPECT_THAT(deposits(anna), IsEmpty());
    // The network stood still: nothing of it was passed over.
    listed(6);
    watched();
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

// A contract's address that is a typing error: nobody answers there.
TEST_F(WatchEthereum, StandsStillWhereThereIsNoContract) {
    use_networks(network_json("ERC20", "evm", 31337, coin_json("USDT", anvil.rich(1), 6)));
    std::string output;
    EXPECT_EQ(watch(&output), 1);
    EXPECT_THAT(output, HasSubstr("USDT has no decimals by its contract and 6 by the file"));
}

class WatchSeveral : public WatchDeposits {};

// Decimals are the network's: BNB Smart Chain's dollars have 18. Tron's JSON-RPC is Ethereum's,
// with addresses of its own; no Tron node can run here, so anvil stands in for it.
TEST_F(WatchSeveral, BrokenNetworksNeverStopAnotherAndEachHasDecimalsOfItsOwn) {
    Anvil ethereum{31337}, binance{31338}, tron{31339};
    const auto dollars6 = ethereum.deploy_token("USDT", 6);
    const auto dollars18 = binance.deploy_token("USDT", 18);
    const auto tron_token = tron.deploy_token("USDT", 6);
    const auto raw = [](const std::string& address) {
        return *chain::account_bytes(chain::Kind::evm, address);
    };
    use_networks(network_json("ERC20", "evm", 31337, coin_json("USDT", dollars6, 6)) + "," +
                 network_json("BEP20", "evm", 31338, coin_json("USDT", dollars18, 18)) + "," +
                 network_json("TRC20", "tron", 31339,
                              coin_json("USDT", chain::tron_address(raw(tron_token)), 6)));
    world.config().set("ETHEREUM_NODE_URL", ethereum.url());
    world.config().set("BSC_NODE_URL", binance.url());
    world.config().set("TRON_NODE_URL", tron.url());
    const Person anna = world.client("anna@example.com");
    const auto to_anna = address(anna, "ERC20");
    EXPECT_EQ(address(anna, "BEP20"), to_anna);  // one address for both
    const auto tron_address = address(anna, "TRC20");
    const auto on_tron = chain::account_address(
        chain::Kind::evm, *chain::account_bytes(chain::Kind::tron, tron_address));
    watched();

    ethereum.pause();
    binance.send(dollars18, mint(to_anna, "4563918244f40000"));  // 5 with 18 decimals
    binance.mine(3);
    tron.send(tron_token, mint(on_tron, five));
    tron.mine(3);
    std::string output;
    EXPECT_EQ(watch(&output), 1);
    EXPECT_THAT(output, HasSubstr("timed_out"));
    EXPECT_EQ(anna.balance("USDT"), dec("10"));
    EXPECT_THAT(sql("select txid from deposits d join networks n on n.id = d.network_id "
                    "where n.name = 'TRC20'")[0]
                    .str("txid"),
                testing::MatchesRegex("[0-9a-f]{64}"));

    ethereum.resume();
    binance.stop();
    ethereum.send(dollars6, mint(to_anna, five));
    ethereum.mine(3);
    EXPECT_EQ(watch(&output), 1);
    EXPECT_THAT(output, HasSubstr("unreachable"));
    EXPECT_EQ(anna.balance("USDT"), dec("15"));
}

}  // namespace
}  // namespace cambio::test
