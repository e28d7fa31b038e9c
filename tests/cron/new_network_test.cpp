// A network that the product does not know: an entry in a file, its node and its key in the
// configuration, and coins come in over it.
#include <json/reader.h>
#include <json/writer.h>

#include <fstream>

#include "watch_fixture.h"

namespace cambio::test {
namespace {

using testing::ElementsAre, testing::HasSubstr;

class NewNetwork : public WatchDeposits {
  protected:
    NewNetwork() {
        token = polygon.deploy_token("USDT", 6);
        world.config().set("DATABASE_OWNER_URL", world.database().owner());
    }
    /// The product's networks and Polygon, whose entry has `more`.
    void migrated(const std::string& more) {
        Json::Value file;
        std::ifstream{ScratchDatabase::networks()} >> file;
        Json::Value entry;
        std::istringstream{"{" + more + R"(, "name": "POLYGON", "kind": "evm", "chain_id": 137,
            "title": "Polygon", "subname": "Polygon", "arrival_minutes": 1, "confirmations": 3,
            "unlock_confirmations": 5, "coins": [{"coin": "USDT", "contract": ")" +
                           token +
                           R"(", "decimals": 6, "minimum_deposit": "0.01", "withdrawal":
            {"minimum": "1", "fee": "0.1", "arrival_minutes": 1, "confirmations": 3}}]})"} >>
            entry;
        file["networks"].append(entry);
        std::ostringstream text;
        text << file;
        world.config().set("NETWORKS_FILE", folder.write("networks.json", text.str()));
        std::string output;
        ASSERT_EQ(run_job("migrate", world.config().path(),
                          {"--migrations", ScratchDatabase::migrations(), "--catalogue",
                           ScratchDatabase::catalogue(), "--networks", "none"},
                          &output),
                  0)
            << output;
    }
    Answer asked_for(const HandlerProcess& funds, const Person& who, const char* network) {
        auto client = funds.client();
        client.bearer(world.token(who));
        return client.post_json("/api/v3/generate-wallet", {{"wallet_type", network}});
    }

    Anvil polygon{137};
    std::string token;
};

TEST_F(NewNetwork, AnEntryItsNodeAndASharedKeyReceiveADeposit) {
    world.config().set("POLYGON_NODE_URL", polygon.url());
    migrated(R"("node": "POLYGON", "keys": "ETHEREUM")");
    const Person anna = world.client("anna@example.com");
    const auto funds = world.handler("funds");
    const auto answer = asked_for(funds, anna, "POLYGON");
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json()["wallet"]["network"], "POLYGON");
    const auto to_anna = answer.json()["wallet"]["wallet_address"].asString();
    EXPECT_EQ(to_anna, address(anna, "ERC20")) << "it shares Ethereum's";
    watched();
    polygon.send(token, token_calls::mint(to_anna, "4c4b40"));
    polygon.mine(3);
    watched();
    EXPECT_THAT(deposits(anna), ElementsAre("CREDITED 5 3"));
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
    EXPECT_EQ(asked_for(funds, anna, "ERC20").message(), "network_closed") << "it has no node";
    EXPECT_EQ(asked_for(funds, anna, "SOLANA").message(), "invalid_parameter");
}

TEST_F(NewNetwork, AKeyOfItsOwnMakesAddressesOfItsOwn) {
    world.config().set("POLYGON_NODE_URL", polygon.url());
    world.config().set("POLYGON_XPUB", accounts::tron);
    world.config().set("HOT_POLYGON_ADDRESS", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
    migrated(R"("node": "POLYGON", "keys": "POLYGON")");
    const Person anna = world.client("anna@example.com");
    const auto funds = world.handler("funds");
    const auto to_anna =
        asked_for(funds, anna, "POLYGON").json()["wallet"]["wallet_address"].asString();
    EXPECT_NE(to_anna, address(anna, "ERC20"));
    watched();
    polygon.send(token, token_calls::mint(to_anna, "4c4b40"));
    polygon.mine(3);
    watched();
    EXPECT_EQ(anna.balance("USDT"), dec("5"));
    auto client = funds.client();
    client.bearer(world.token(anna));
    for (const auto& coin : client.get("/api/v3/networks").json()["coins"])
        for (const auto& network : coin["networks"])
            EXPECT_EQ(!network["withdrawal"].isNull() && network["withdrawal"]["open"].asBool(),
                      network["name"] == "POLYGON")
                << coin["coin"] << network["name"];
}

}  // namespace
}  // namespace cambio::test
