// watch_deposits against a real Bitcoin node of the regression-test network.
#include "watch_fixture.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::IsEmpty;

class WatchBitcoin : public WatchDeposits {
  protected:
    WatchBitcoin() {
        node.mine(110);  // the first coins can be spent after 100 blocks
        use_networks(network_json("BTC", "bitcoin", 0, coin_json("BTC", "", 8)));
        world.config().set("BITCOIN_NODE_URL", node.url());
        anna = world.client("anna@example.com");
        to_anna = address(anna, "BTC");
        watched();
    }

    BitcoinRegtest node;
    std::string to_anna;
    Person anna{world, ClientId{}, "", ""};
};

TEST_F(WatchBitcoin, CreditsOutputsAtTheNetworksConfirmations) {
    EXPECT_EQ(to_anna.substr(0, 4), "rb1q");
    const auto txid = node.send(to_anna, "0.5");
    watched();
    EXPECT_THAT(deposits(anna), IsEmpty());
    node.mine();
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("SEEN 0.5 1"));
    EXPECT_EQ(sql("select txid from deposits")[0].text("txid"), txid);
    node.mine(2);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 0.5 3"));
    EXPECT_EQ(anna.balance("BTC"), dec("0.5"));
    node.send(to_anna, "0.00999999");
    node.mine(3);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 0.5 5", "IGNORED 0.00999999 below_minimum"));
    EXPECT_EQ(anna.balance("BTC"), dec("0.5"));
}

// Play coins of another chain would be credited as real ones.
TEST_F(WatchBitcoin, StandsStillWhereTheNodeFollowsAnotherChain) {
    node.send(to_anna, "0.5");
    node.mine(3);
    for (const char* hrp : {"bc", "tb"}) {
        world.superuser().run("update networks set hrp = $1 where name = 'BTC'", {hrp});
        std::string output;
        EXPECT_EQ(watch(&output), 1);
        EXPECT_THAT(output, testing::HasSubstr("the node follows the chain regtest"));
    }
    EXPECT_THAT(deposits(anna), IsEmpty());
    world.superuser().run("update networks set hrp = 'rb' where name = 'BTC'");
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 0.5 3"));
}

TEST_F(WatchBitcoin, WaitsForNewCoinsToMature) {
    node.mine_to(to_anna);
    node.mine(5);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CONFIRMING 50 6"));
    EXPECT_EQ(anna.balance("BTC"), dec("0"));
}

TEST_F(WatchBitcoin, TakesBackWhatAReorganisationTook) {
    node.send(to_anna, "0.5");
    node.mine(3);
    watched();
    EXPECT_EQ(anna.balance("BTC"), dec("0.5"));
    node.invalidate(3);
    watch();  // a shorter chain: nothing is undone yet
    EXPECT_EQ(anna.balance("BTC"), dec("0.5"));
    // The payment waits again, and these blocks hold it once more.
    node.mine(4);
    watched();
    const auto rows = deposits(anna);
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(sql("select count(*) as n from ledger_transfers where kind = 62")[0].integer("n"), 1);
    EXPECT_EQ(anna.balance("BTC"), rows[0].starts_with("CREDITED") ? dec("0.5") : dec("0"));
}

}  // namespace
}  // namespace cambio::test
