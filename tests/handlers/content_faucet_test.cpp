// The button of the outbox page that sends test coins, on a demonstration's own chain.
#include "chain/networks.h"
#include "funds_fixture.h"
#include "support/chain_nodes.h"

namespace cambio {
namespace {

/// What the account has of the test token, in its smallest unit.
std::int64_t tokens_of(test::Anvil& anvil, const std::string& token, const std::string& address) {
    Json::Value call;
    call["to"] = token;
    call["data"] = "0x70a08231" + std::string(24, '0') + address.substr(2);
    return std::stoll(anvil.call("eth_call", {call, "latest"}).asString(), nullptr, 16);
}

/// As if the chain were the demonstration's own, with that token as its USDT.
void give_chain(World& world, const std::string& token) {
    world.superuser().run("update networks set chain_id = 31337 where name = 'ERC20'");
    world.superuser().run(
        "update network_coins c set contract = $1 from networks n, assets a where n.name = 'ERC20' "
        "and a.code = 'USDT' and c.network_id = n.id and c.asset_id = a.id",
        {token});
}

constexpr const char* test_coins = "/api/v3/test-coins";

bool offered(test::FastCgiClient& client) {
    const auto networks = client.get("/api/v3/networks").json();
    for (const auto& network : networks["coins"][0]["networks"])
        if (network["name"] == "ERC20") return network["test_coins"].asBool();
    return false;
}

TEST(Faucet, SendsAClientTestCoinsToTheirOwnAddressOnTheDemonstrationsChainAlone) {
    test::Anvil anvil;
    const auto token = anvil.deploy_token("USDT", 6);
    World world{{{"DEMO", "yes"},
                 {"ETHEREUM_NODE_URL", anvil.url()},
                 {"ETHEREUM_XPUB", accounts::ethereum}}};
    const Person anna = world.client("anna@example.com");
    const auto content = world.handler("content");
    const auto funds = world.handler("funds");
    auto faucet = content.client(), wallet = funds.client();
    const Fields usdt{{"coin", "USDT"}};
    EXPECT_EQ(faucet.post_form(test_coins, usdt).status, 401);
    faucet.bearer(world.token(anna));
    wallet.bearer(world.token(anna));

    // A real network, as far as anybody knows.
    EXPECT_EQ(faucet.post_form(test_coins, usdt).message(), "demo_only");
    EXPECT_FALSE(offered(wallet));
    give_chain(world, token);
    EXPECT_TRUE(offered(wallet));
    EXPECT_EQ(faucet.post_form(test_coins, usdt).message(), "not_found");

    EXPECT_EQ(wallet.post_form("/api/v3/generate-wallet", {{"wallet_type", "ERC20"}}).status, 200);
    const auto address = wallet.get("/api/v3/fetch/address", {{"wallet_type", "ERC20"}})
                             .json()["wallet"]["wallet_address"]
                             .asString();
    const auto answer = faucet.post_form(test_coins, usdt);
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["amount"].asString(), "100");
    EXPECT_EQ(faucet.post_form(test_coins, {{"coin", "ETH"}}).json()["amount"].asString(), "1");
    anvil.mine();
    EXPECT_EQ(tokens_of(anvil, token, address), 100'000'000);
    EXPECT_EQ(anvil.call("eth_getBalance", {address, "latest"}).asString(), "0xde0b6b3a7640000");

    EXPECT_EQ(faucet.post_form(test_coins, {{"coin", "DOGE"}}).message(), "unknown_asset");
    EXPECT_EQ(faucet.post_form(test_coins, Fields{}).message(), "missing_parameter");
    EXPECT_EQ(faucet.post_form(test_coins, {{"coin", "USDT"}, {"amount", "5"}}).message(),
              "unknown_parameter");
    anvil.mine();
    EXPECT_EQ(tokens_of(anvil, token, address), 100'000'000);

    // With real money nobody gives coins away, whatever chain it is.
    world.config().set("DEMO", "no");
    const auto real = world.handler("content");
    auto asks = real.client();
    asks.bearer(world.token(anna));
    EXPECT_EQ(asks.post_form(test_coins, usdt).message(), "demo_only");
}

TEST(Faucet, SendsTestCoinsToAClientOnTheDemonstrationsChainAlone) {
    test::Anvil anvil;
    const auto token = anvil.deploy_token("USDT", 6);
    World world{{{"DEMO", "yes"},
                 {"ETHEREUM_NODE_URL", anvil.url()},
                 {"ETHEREUM_XPUB", accounts::ethereum}}};
    const Person anna = world.client("anna@example.com");
    const Fields form{{"coin", "USDT"}, {"amount", "12.5"}, {"to", "anna@example.com"}};
    const auto handler = world.handler("content");

    // A real network, as far as anybody knows: no such call, no form.
    EXPECT_EQ(handler.client().post_form("/dev/faucet", form).status, 404);
    EXPECT_EQ(handler.client().get("/dev/outbox").body.find("/dev/faucet"), std::string::npos);

    give_chain(world, token);
    EXPECT_NE(handler.client().get("/dev/outbox").body.find("/dev/faucet"), std::string::npos);
    // Only the funds handler makes addresses.
    EXPECT_EQ(handler.client().post_form("/dev/faucet", form).message(), "not_found");
    const auto funds = world.handler("funds");
    auto client = funds.client();
    client.bearer(world.token(anna));
    EXPECT_EQ(client.post_form("/api/v3/generate-wallet", {{"wallet_type", "ERC20"}}).status, 200);
    const auto answer = handler.client().post_form("/dev/faucet", form);
    EXPECT_EQ(answer.status, 302) << answer.body;
    anvil.mine();
    EXPECT_EQ(tokens_of(anvil, token, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"), 12'500'000);

    const auto refused = [&](const Fields& fields, const std::string& code) {
        const auto reply = handler.client().post_form("/dev/faucet", fields);
        EXPECT_EQ(reply.message(), code) << reply.body;
    };
    refused({{"coin", "USDT"}, {"amount", "1"}, {"to", "nobody@example.com"}}, "not_found");
    refused({{"coin", "USDT"}, {"amount", "1"}, {"to", "0x12"}}, "address_invalid");
    refused({{"coin", "DOGE"}, {"amount", "1"}, {"to", "anna@example.com"}}, "unknown_asset");
    refused({{"coin", "USDT"}, {"amount", "1000001"}, {"to", "anna@example.com"}}, "above_maximum");
    refused({{"coin", "USDT"}, {"amount", "0.0000001"}, {"to", "anna@example.com"}},
            "too_many_places");
    auto stranger = handler.client();
    stranger.address("203.0.113.9");
    EXPECT_EQ(stranger.post_form("/dev/faucet", form).status, 404);
}

}  // namespace
}  // namespace cambio
