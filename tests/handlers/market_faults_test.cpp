// The provider fails in every way that it can, and the exchange says so, refuses what it could not
// price, goes on with what it can, and comes back by itself.
#include "spot_fixture.h"
#include "support/simulated_market.h"

namespace cambio {
namespace {

using test::SimulatedMarket;

/// A fault of the simulator, and whether the jobs notice it themselves. One that they do not notice
/// (an answer that is old) shows by the provider's own time.
struct Fault {
    std::string kind;
    std::string more;
    bool noticed = true;
};

class FaultyMarket : public testing::Test {
  protected:
    void SetUp() override {
        world.config().set("PROVIDER_URL", market.url());
        world.config().set("PROVIDER_SIMULATED", "yes");
        // The other markets' books would only take time.
        world.superuser().run("update markets set state = 'closed' where pair <> 'BTCUSDT'");
        world.liquidity("USDT", "10000000");
        world.liquidity("BTC", "100");
        spot.emplace("spot", world.config().path(), world.config().secret());
        prices.emplace("markets", world.config().path(), world.config().secret());
    }

    void TearDown() override { test::expect_books_balance(world); }

    /// Whether both jobs were content with the provider.
    bool fetch() {
        const bool tickers = once("fetch_tickers");
        return once("fetch_books") && tickers;
    }
    bool once(const std::string& job) {
        return test::run_job(job, world.config().path(), {"--once"}) == 0;
    }

    FastCgiClient client_of(const Person& person) {
        FastCgiClient client = spot->client();
        client.bearer(world.token(person));
        return client;
    }

    static Answer buy(FastCgiClient& client, const Fields& more) {
        FastCgiClient::Params fields{{"name", "BTCUSDT"},
                                     {"delegate_type", "BUY"},
                                     {"transaction_password", World::transaction_password}};
        for (const auto& field : more) fields.push_back(field);
        return client.post_json(my_order, fields);
    }
    static Answer buy_at_market(FastCgiClient& client) {
        return buy(client, {{"market_type", "MARKET"}, {"total", "10"}});
    }

    bool shown_as_stale() {
        auto guest = prices->client();
        const Answer answer = guest.get("/api/v3/coin-pair/current-price", {{"symbol", "BTCUSDT"}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json()["chart"]["stale"].asBool();
    }

    /// Feeds prices until a market order goes through.
    void trade(FastCgiClient& client) {
        test::wait_until("a market order is filled", [&] {
            fetch();
            return buy_at_market(client).message() == "success";
        });
    }

    SimulatedMarket market{{"--no-limits"}};
    World world{{{"STALE_AFTER_MS", "2000"}}};
    std::optional<HandlerProcess> spot, prices;
};

class MarketFaults : public FaultyMarket, public testing::WithParamInterface<Fault> {};

TEST_P(MarketFaults, StopWhatNeedsAPriceAndPassByThemselves) {
    Person anna = world.client("anna@example.com").with("USDT", "100000");
    auto client = client_of(anna);
    trade(client);

    market.fault(GetParam().kind, GetParam().more);
    EXPECT_EQ(fetch(), !GetParam().noticed);
    test::wait_until("the price counts as stale", [&] {
        return buy_at_market(client).message() == "stale_price" && shown_as_stale();
    });
    const Answer resting =
        buy(client,
            {{"market_type", "LIMIT"}, {"order_per_unit", "20000"}, {"number_of_order", "0.1"}});
    EXPECT_EQ(resting.message(), "success") << resting.body;
    EXPECT_EQ(resting.json()["order"]["state"].asString(), "PENDING");

    market.clear();
    trade(client);
    test::wait_until("the price is fresh", [&] {
        fetch();
        return !shown_as_stale();
    });
}

INSTANTIATE_TEST_SUITE_P(OfTheProvider, MarketFaults,
                         testing::Values(Fault{"late", "&value=20000"}, Fault{"stale", "", false},
                                         Fault{"malformed", ""}, Fault{"429", ""}, Fault{"5xx", ""},
                                         Fault{"close", ""}, Fault{"down", ""}),
                         [](const testing::TestParamInfo<Fault>& tested) {
                             return "Of" + tested.param.kind;
                         });

/// One tick far away is no price to trade at; a second one is.
TEST_F(FaultyMarket, AJumpIsHeldBackUntilItIsConfirmed) {
    Person anna = world.client("anna@example.com").with("USDT", "100000");
    auto client = client_of(anna);
    trade(client);
    const auto last = [&] {
        return dec(world.app()
                       .run("select last::text as v from quotes q join markets m "
                            "on m.id = q.market_id where m.pair = 'BTCUSDT'")[0]
                       .str("v"));
    };
    const Decimal before = last();
    market.fault("jump", "&value=2&instId=BTC-USDT");
    once("fetch_tickers");
    EXPECT_LT(last(), Decimal::multiply(before, dec("1.2"), Rounding::up));
    once("fetch_tickers");
    EXPECT_GT(last(), Decimal::multiply(before, dec("1.5"), Rounding::up));
    trade(client);
}

}  // namespace
}  // namespace cambio
