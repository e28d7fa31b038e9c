// `cambioctl totals` against real nodes: what lies on the chains, to the last unit.
#include <json/reader.h>

#include <atomic>
#include <sstream>

#include "chain/address.h"
#include "http/http.h"
#include "support/http_server.h"
#include "watch_fixture.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;

constexpr const char* hot = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
constexpr const char* cold = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
constexpr const char* other_cold = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
constexpr const char* hot_bitcoin = "rb1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j2ce5xxj";
constexpr const char* cold_bitcoin = "rb1qvux25709r4uw6rzc8wyl7wwecjdhrx08fhmssz";
/// The same twenty bytes as `hot` and `cold`.
constexpr const char* hot_tron = "TLEaY8XoqpBmndLsjcfThgdKLN1ssNuUcF";
constexpr const char* cold_tron = "TFTsyAaajS3DTEbekme2wm9fNcypguDHp4";

class Totals : public WatchDeposits {
  protected:
    /// The line of a network's coin.
    Json::Value line(const std::string& network, const std::string& coin) {
        output.clear();
        EXPECT_EQ(run_job("cambioctl", world.config().path(), {"totals", "--json"}, &output), 0)
            << output;
        Json::Value all;
        // What could not be asked is told first.
        std::istringstream{output.substr(output.find('{'))} >> all;
        for (const auto& each : all["chains"])
            if (each["network"] == network && each["coin"] == coin) return each;
        ADD_FAILURE() << "no " << coin << " by " << network << " in " << output;
        return {};
    }
    static std::string text(const Json::Value& line) {
        std::string all;
        for (const char* column : {"books", "hot", "cold", "deposit_addresses", "difference"})
            all +=
                (all.empty() ? "" : " ") + (line[column].isNull() ? "?" : line[column].asString());
        return all;
    }
    void fund(const std::string& coin, const std::string& amount, const std::string& network) {
        output.clear();
        EXPECT_EQ(run_job("cambioctl", world.config().path(),
                          {"house", "fund", "liquidity", coin, amount, "--from", network,
                           "--reason", "As on the chain"},
                          &output),
                  0)
            << output;
    }

    Person anna = world.client("anna@example.com");
    std::string output;
};

TEST_F(Totals, AddWhatEthereumsNodeSaysOfEachAddress) {
    Anvil anvil;
    const auto token = anvil.deploy_token("USDT", 6);
    use_networks(network_json("ERC20", "evm", 31337,
                              coin_json("USDT", token, 6) + "," + coin_json("ETH", "", 18)));
    EXPECT_EQ(text(line("ERC20", "USDT")), "0 ? ? ? ?") << "no node, no answer";

    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    world.config().set("HOT_ETHEREUM_ADDRESS", hot);
    world.config().set("COLD_ETHEREUM_ADDRESS", std::string{cold} + ", " + other_cold);
    const auto to_anna = address(anna, "ERC20");
    watched();
    anvil.send(token, token_calls::mint(hot, "5f5e101"));      // 100.000001
    anvil.send(token, token_calls::mint(cold, "1"));           // 0.000001
    anvil.send(token, token_calls::mint(other_cold, "2"));     // 0.000002
    anvil.send(token, token_calls::mint(to_anna, "1312d03"));  // 20.000003
    anvil.send(to_anna, "0x", "0x16345785d8a0001");            // 0.1 and a wei
    anvil.mine(3);
    EXPECT_EQ(text(line("ERC20", "USDT")), "0 100.000001 0.000003 20.000003 120.000007");
    watched();
    fund("USDT", "100.000004", "ERC20");
    EXPECT_EQ(text(line("ERC20", "USDT")), "120.000007 100.000001 0.000003 20.000003 0");
    EXPECT_EQ(line("ERC20", "ETH")["deposit_addresses"], "0.100000000000000001");
    EXPECT_EQ(line("ERC20", "ETH")["books"], "0.100000000000000001");

    anvil.pause();
    EXPECT_EQ(text(line("ERC20", "USDT")), "120.000007 ? ? ? ?");
    EXPECT_THAT(output, HasSubstr("ERC20, hot: "));
    anvil.resume();
    world.config().set("COLD_ETHEREUM_ADDRESS", "0x12");
    EXPECT_EQ(run_job("cambioctl", world.config().path(), {"totals"}, &output), 1);
    EXPECT_THAT(output, HasSubstr("0x12 is not an address of ERC20."));
}

TEST_F(Totals, ReadTronByTheSameProtocol) {
    Anvil anvil;
    const auto token = anvil.deploy_token("USDT", 6);
    const auto raw = chain::account_bytes(chain::Kind::evm, token);
    use_networks(
        network_json("TRC20", "tron", 31337,
                     coin_json("USDT", chain::account_address(chain::Kind::tron, raw.value()), 6)));
    world.config().set("TRON_NODE_URL", anvil.url());
    world.config().set("HOT_TRON_ADDRESS", hot_tron);
    world.config().set("COLD_TRON_ADDRESS", cold_tron);
    const auto to_anna = chain::account_bytes(chain::Kind::tron, address(anna, "TRC20"));
    watched();
    anvil.send(token, token_calls::mint(hot, "5f5e101"));
    anvil.send(token, token_calls::mint(cold, "1"));
    anvil.send(token, token_calls::mint(chain::account_address(chain::Kind::evm, to_anna.value()),
                                        "1312d03"));
    anvil.mine(3);
    watched();
    fund("USDT", "100.000002", "TRC20");
    EXPECT_EQ(text(line("TRC20", "USDT")), "120.000005 100.000001 0.000001 20.000003 0");
}

TEST_F(Totals, CountBitcoinsOutputsWhileTheyAreUnspent) {
    BitcoinRegtest bitcoin;
    bitcoin.mine(110);
    use_networks(network_json("BTC", "bitcoin", 0, coin_json("BTC", "", 8)));
    world.config().set("BITCOIN_NODE_URL", bitcoin.url());
    world.config().set("HOT_BITCOIN_ADDRESS", hot_bitcoin);
    const auto to_anna = address(anna, "BTC");
    const auto read = [this] {
        watched();
        EXPECT_EQ(run_job("send_withdrawals", world.config().path(), {"--once"}, &output), 0)
            << output;
    };
    read();
    bitcoin.send(to_anna, "0.5");
    bitcoin.send(to_anna, "0.00001001");  // below the minimum: on the chain, not in the books
    bitcoin.send(hot_bitcoin, "2.00000003");
    bitcoin.mine(3);
    read();
    fund("BTC", "2.00001004", "BTC");
    EXPECT_EQ(text(line("BTC", "BTC")), "2.50001004 2.00000003 0 0.50001001 0");

    // bcoin has no scantxoutset: what is cold stays unknown, and so does the difference.
    world.config().set("COLD_BITCOIN_ADDRESS", cold_bitcoin);
    EXPECT_EQ(text(line("BTC", "BTC")), "2.50001004 2.00000003 ? 0.50001001 ?");
    EXPECT_THAT(output, HasSubstr("BTC, cold: "));

    // Bitcoin Core answers it. The amount is one that no double holds: 2^53 satoshi and one.
    std::atomic<const char*> total = "90071992.54740993";
    std::atomic<int> looks = 0;
    HttpServer core{HttpServer::Where::loopback, [&](const HttpRequest& request) {
                        if (request.body.find("gettxout") != std::string::npos) {
                            ++looks;
                            EXPECT_THAT(request.body, HasSubstr(",false]"))
                                << "what waits has come to no other address yet";
                        }
                        if (request.body.find("scantxoutset") != std::string::npos) {
                            EXPECT_THAT(request.body,
                                        HasSubstr(std::string{"addr("} + cold_bitcoin));
                            return HttpServer::ok(R"({"id":1,"error":null,"result":
                                {"success":true,"total_amount":)" +
                                                  std::string{total.load()} + "}}");
                        }
                        http::Client client;
                        http::Outgoing forward;
                        forward.method = "POST";
                        forward.url = bitcoin.url();
                        forward.headers = {"Content-Type: application/json"};
                        forward.body = request.body;
                        return HttpServer::ok(client.send(forward).body);
                    }};
    world.config().set("BITCOIN_NODE_URL", core.url());
    EXPECT_EQ(text(line("BTC", "BTC")),
              "2.50001004 2.00000003 90071992.54740993 0.50001001 90071992.54740993");
    EXPECT_EQ(looks, 1) << "one request asks of all deposits";
    for (const char* none : {"0.000000001", "1e-8", "-1", "null", "100000000000000000000000"}) {
        total = none;
        EXPECT_EQ(text(line("BTC", "BTC")), "2.50001004 2.00000003 ? 0.50001001 ?") << none;
    }
}

}  // namespace
}  // namespace cambio::test
