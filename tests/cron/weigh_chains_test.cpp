// The job weigh_chains against a real node: what lies on a chain, what is missing there, and what
// is only on its way.
#include <gmock/gmock.h>

#include "watch_fixture.h"

namespace cambio::test {
namespace {

using testing::HasSubstr, testing::Not;

constexpr const char* hot = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
constexpr const char* cold = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

class WeighChains : public WatchDeposits {
  protected:
    int weigh() { return run_job("weigh_chains", world.config().path(), {"--once"}, &output); }
    std::string weighed() {
        EXPECT_EQ(weigh(), 0) << output;
        std::string text;
        for (const auto row : world.app().run(
                 "select coin || ' ' || trim_scale(hot) || ' ' || trim_scale(cold) || ' ' || "
                 "trim_scale(deposits) || ' ' || trim_scale(books) || ' ' || trim_scale(leaving) "
                 "as line from chain_holdings order by coin"))
            text += row.str("line") + '\n';
        return text;
    }
    std::string figures() {
        const HandlerProcess handler = world.handler("monitor");
        return handler.client().get("/internal/installation").body;
    }

    Person anna = world.client("anna@example.com");
    std::string output;
};

TEST_F(WeighChains, WritesWhatIsThereAndRingsForWhatIsMissing) {
    Anvil anvil;
    const auto token = anvil.deploy_token("USDT", 6);
    use_networks(network_json("ERC20", "evm", 31337, coin_json("USDT", token, 6)));
    EXPECT_EQ(weighed(), "") << "no node, no figure";

    world.config().set("ETHEREUM_NODE_URL", anvil.url());
    world.config().set("HOT_ETHEREUM_ADDRESS", hot);
    world.config().set("COLD_ETHEREUM_ADDRESS", cold);
    const auto to_anna = address(anna, "ERC20");
    watched();
    anvil.send(token, token_calls::mint(hot, "5f5e101"));      // 100.000001
    anvil.send(token, token_calls::mint(cold, "1"));           // 0.000001
    anvil.send(token, token_calls::mint(to_anna, "1312d03"));  // 20.000003
    anvil.mine(3);
    watched();
    world.operate({"house", "fund", "liquidity", "USDT", "100.000002", "--from", "ERC20"});
    EXPECT_EQ(weighed(), "USDT 100.000001 0.000001 20.000003 120.000005 0\n");
    auto text = figures();
    for (const char* line : {"cambio_chain_holdings{network=\"ERC20\",coin=\"USDT\",place=\"hot\"} "
                             "100.000001\n",
                             "cambio_chain_books{network=\"ERC20\",coin=\"USDT\"} 120.000005\n",
                             "cambio_chain_shortage{network=\"ERC20\",coin=\"USDT\"} 0\n"})
        EXPECT_THAT(text, HasSubstr(line));

    // The books say that more is there than is.
    world.operate({"house", "fund", "liquidity", "USDT", "5", "--from", "ERC20"});
    EXPECT_EQ(weighed(), "USDT 100.000001 0.000001 20.000003 125.000005 0\n");
    EXPECT_THAT(output, HasSubstr("chain_shortage"));
    EXPECT_THAT(figures(), HasSubstr("cambio_chain_shortage{network=\"ERC20\",coin=\"USDT\"} 5\n"));

    // One who takes it out, by a transaction that may be in a block before the books hear of it.
    world.superuser().run("alter table withdrawals disable trigger user");
    world.superuser().run(
        "insert into withdrawals (client_id, content_hash, asset_id, network, address, amount, "
        "fee, "
        "worth, one_step, confirmations_needed, stage) "
        "select $1, 0, id, 'ERC20', 'x', 5, 1, 5, false, 1, 5 from assets where code = 'USDT'",
        {anna.id});
    EXPECT_EQ(weighed(), "USDT 100.000001 0.000001 20.000003 125.000005 5\n");
    EXPECT_THAT(figures(), HasSubstr("cambio_chain_shortage{network=\"ERC20\",coin=\"USDT\"} 0\n"));
    world.superuser().run("delete from withdrawals");

    anvil.pause();
    EXPECT_EQ(weigh(), 1) << "the node does not answer";
    EXPECT_THAT(output, HasSubstr("chain_not_weighed"));
    world.superuser().run("update chain_holdings set at = now() - interval '61 minutes'");
    EXPECT_THAT(figures(), Not(HasSubstr("cambio_chain_books{"))) << "a figure of long ago is none";
    anvil.resume();
}

}  // namespace
}  // namespace cambio::test
