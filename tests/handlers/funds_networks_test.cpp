// The networks as the pages of deposits and withdrawals list them.
#include "funds_fixture.h"

namespace cambio {
namespace {

TEST_F(Funds, ListCoinsAndTheirNetworksAsTheSpecificationHasThem) {
    const auto coins = read(person(), "/api/v3/networks")["coins"];
    ASSERT_EQ(coins.size(), 4u);
    const char* codes[] = {"USDT", "USDC", "ETH", "BTC"};
    const char* least[] = {"1", "1", "0.0013", "0.0013"};
    for (unsigned i = 0; i < 4; ++i) {
        EXPECT_EQ(coins[i]["coin"].asString(), codes[i]);
        EXPECT_EQ(coins[i]["minimum_listed"].asString(), least[i]);
    }
    const auto& usdt = coins[0]["networks"];
    ASSERT_EQ(usdt.size(), 3u);
    const char* names[] = {"TRC20", "ERC20", "BEP20"};
    const char* kinds[] = {"tron", "evm", "evm"};
    const int credited[] = {1, 6, 15}, unlocked[] = {19, 64, 15};
    for (unsigned i = 0; i < 3; ++i) {
        EXPECT_EQ(usdt[i]["name"].asString(), names[i]);
        EXPECT_EQ(usdt[i]["value"].asString(), names[i]);
        EXPECT_EQ(usdt[i]["kind"].asString(), kinds[i]);
        EXPECT_EQ(usdt[i]["confirmations"].asInt(), credited[i]);
        EXPECT_EQ(usdt[i]["unlock_confirmations"].asInt(), unlocked[i]);
        EXPECT_EQ(usdt[i]["minimum_deposit"].asString(), "0.01");
        // BEP20 has a key and no node here.
        EXPECT_EQ(usdt[i]["deposit_open"].asBool(), i != 2);
    }
    EXPECT_EQ(usdt[0]["withdrawal"]["minimum"].asString(), "10");
    EXPECT_EQ(usdt[0]["withdrawal"]["fee"].asString(), "1");
    EXPECT_EQ(usdt[1]["withdrawal"]["minimum"].asString(), "30");
    EXPECT_EQ(usdt[1]["withdrawal"]["fee"].asString(), "20");
    EXPECT_EQ(usdt[1]["withdrawal"]["confirmations"].asInt(), 6);
    EXPECT_TRUE(usdt[2]["withdrawal"].isNull());
    EXPECT_EQ(usdt[0]["contract"].asString(), "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t");

    const auto& ether = coins[2]["networks"];
    ASSERT_EQ(ether.size(), 1u);
    EXPECT_EQ(ether[0]["minimum_deposit"].asString(), "0.000000001");
    EXPECT_EQ(ether[0]["withdrawal"]["fee"].asString(), "0.0025");
    EXPECT_EQ(ether[0]["withdrawal"]["confirmations"].asInt(), 64);
    EXPECT_TRUE(ether[0]["contract"].isNull());

    const auto& bitcoin = coins[3]["networks"];
    ASSERT_EQ(bitcoin.size(), 1u);
    EXPECT_EQ(bitcoin[0]["name"].asString(), "BTC");
    EXPECT_EQ(bitcoin[0]["kind"].asString(), "bitcoin");
    EXPECT_EQ(bitcoin[0]["confirmations"].asInt(), 6);
    EXPECT_EQ(bitcoin[0]["withdrawal"]["minimum"].asString(), "0.0001");
    // No network asks for more than the list of coins promises to take.
    for (const auto& coin : coins)
        for (const auto& network : coin["networks"])
            EXPECT_LE(dec(network["minimum_deposit"].asString()),
                      dec(coin["minimum_listed"].asString()))
                << coin["coin"] << network["name"];
    EXPECT_EQ(bitcoin[0]["withdrawal"]["fee"].asString(), "0.000068");
}

// migrate refuses such a configuration; what starts without it must not serve those networks
// either.
TEST(FundsOfADemonstration, NoChainIsOpenButItsOwn) {
    World demo{{{"DEMO", "yes"},
                {"ETHEREUM_NODE_URL", "http://127.0.0.1:9"},
                {"ETHEREUM_XPUB", accounts::ethereum},
                {"HOT_ETHEREUM_ADDRESS", "0x2c7536e3605d9c16a7a3d7b1898e529396a65c23"}}};
    const auto funds = demo.handler("funds");
    auto client = funds.client();
    client.bearer(demo.token(demo.client("demo@example.com")));
    const auto on_ethereum = [&] {
        const auto ether = client.get("/api/v3/networks").json()["coins"][2];
        return ether["networks"][0];
    };
    const auto ask = [&] {
        return client.post_json("/api/v3/generate-wallet", {{"wallet_type", "ERC20"}}).message();
    };
    EXPECT_FALSE(on_ethereum()["deposit_open"].asBool());
    EXPECT_FALSE(on_ethereum()["withdrawal"]["open"].asBool());
    EXPECT_EQ(ask(), "network_closed");
    demo.superuser().run("update networks set chain_id = 31337 where name = 'ERC20'");
    EXPECT_TRUE(on_ethereum()["deposit_open"].asBool());
    EXPECT_TRUE(on_ethereum()["withdrawal"]["open"].asBool());
    EXPECT_NE(ask(), "network_closed");
}

TEST_F(Funds, AreForClientsAlone) {
    expect_error(handler->client().get("/api/v3/networks"), 401, "unauthorized");
}

}  // namespace
}  // namespace cambio
