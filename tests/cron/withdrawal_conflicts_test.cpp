// What releases the money of a withdrawal that was exported: a transaction that excludes it for
// good and pays nobody whom it pays.
#include "send_fixture.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;

class ConflictOnEthereum : public OnEthereum {
  protected:
    int reject(std::int64_t id, const std::string& conflict) {
        return control({"withdrawals", "reject", std::to_string(id), "--reason", "Stuck",
                        "--conflict", conflict});
    }
};

TEST_F(ConflictOnEthereum, AReceiptOfABlockThatWasLeftBehindReleasesNothing) {
    const auto id = ask("USDT", "ERC20", receiver, "50");
    const auto file = exported();
    // A node that keeps what it has once told of a transaction.
    std::map<std::string, std::string> kept;
    HttpServer stubborn{
        HttpServer::Where::loopback, [&](const HttpRequest& request) {
            for (const char* told : {"eth_getTransactionByHash", "eth_getTransactionReceipt"}) {
                if (request.body.find(told) == std::string::npos) continue;
                auto& answer = kept[told];
                if (answer.empty()) answer = forwarded(anvil.url(), request);
                return HttpServer::ok(answer);
            }
            return HttpServer::ok(forwarded(anvil.url(), request));
        }};
    world.config().set("ETHEREUM_NODE_URL", stubborn.url());
    const auto conflict = anvil.send(hot, "0x");
    anvil.mine();
    EXPECT_EQ(reject(id, conflict), 1);
    EXPECT_THAT(output, HasSubstr("not final"));
    anvil.reorganise(1);
    anvil.mine(6);
    EXPECT_EQ(reject(id, conflict), 1);
    EXPECT_THAT(output, HasSubstr("is not part of the chain"));
    EXPECT_EQ(stage(id), "EXPORTED");
    EXPECT_EQ(anna.held("USDT"), dec("50"));

    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    ASSERT_EQ(import(signed_file(file)), 0) << output;
    sent();
    anvil.mine(3);
    sent();
    EXPECT_EQ(stage(id), "CONFIRMED");
    EXPECT_EQ(received(), "49999900");
}

}  // namespace
}  // namespace cambio::test
