// The button of the outbox page that sends test coins, on a demonstration's own chain.
#include "chain/networks.h"
#include "funds_fixture.h"
#include "support/chain_nodes.h"

namespace cambio {
namespace {

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

    world.superuser().run("update networks set chain_id = 31337 where name = 'ERC20'");
    world.superuser().run(
        "update network_coins c set contract = $1 from networks n, assets a where n.name = 'ERC20' "
        "and a.code = 'USDT' and c.network_id = n.id and c.asset_id = a.id",
        {token});
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
    Json::Value call;
    call["to"] = token;
    call["data"] = "0x70a08231" + std::string(24, '0') + "9858EfFD232B4033E47d90003D41EC34EcaEda94";
    EXPECT_EQ(std::stoll(anvil.call("eth_call", {call, "latest"}).asString(), nullptr, 16),
              12'500'000);

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
