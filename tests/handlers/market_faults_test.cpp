// The provider fails in every way that it can, and the exchange says so, refuses what it could not
// price, goes on with what it can, and comes back by itself.
#include <future>
#include <vector>

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
        world.fund(ledger::House::insurance, "USDT", "10000");
        spot.emplace("spot", world.config().path(), world.config().secret());
        futures.emplace("futures", world.config().path(), world.config().secret());
        prices.emplace("markets", world.config().path(), world.config().secret());
    }

    void TearDown() override { test::expect_books_balance(world); }

    /// The jobs that were not content with the provider. They run beside each other, as under cron:
    /// most of their time is waiting for answers that do not come.
    std::vector<std::string> refused_by(const std::vector<std::string>& jobs) {
        std::vector<std::future<bool>> content;
        content.reserve(jobs.size());
        for (const auto& job : jobs)
            content.push_back(std::async(std::launch::async, [&] { return once(job); }));
        std::vector<std::string> refused;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            if (!content[i].get()) refused.push_back(jobs[i]);
        }
        return refused;
    }
    void fetch() { refused_by({"fetch_tickers", "fetch_books"}); }
    /// Whether the job of contracts was content.
    bool fetch_marks() { return once("fetch_marks"); }
    bool once(const std::string& job) {
        return test::run_job(job, world.config().path(), {"--once"}) == 0;
    }

    FastCgiClient client_of(const Person& person) { return client_of(person, *spot); }
    FastCgiClient client_of(const Person& person, const HandlerProcess& process) {
        FastCgiClient client = process.client();
        client.bearer(world.token(person));
        return client;
    }
    Person trader() {
        return world.client("anna@example.com")
            .with("USDT", "100000")
            .with("BTC", "1")
            .with("USDT", "10000", ledger::Wallet::future);
    }

    static Answer buy(FastCgiClient& client, const Fields& more) {
        return order(client, "BUY", more);
    }
    static Answer sell(FastCgiClient& client, const Fields& more) {
        return order(client, "SELL", more);
    }
    static Answer order(FastCgiClient& client, const std::string& side, const Fields& more) {
        FastCgiClient::Params fields{{"name", "BTCUSDT"},
                                     {"delegate_type", side},
                                     {"transaction_password", World::transaction_password}};
        for (const auto& field : more) fields.push_back(field);
        return client.post_json(my_order, fields);
    }
    static Answer buy_at_market(FastCgiClient& client) {
        return buy(client, {{"market_type", "MARKET"}, {"total", "10"}});
    }
    static Answer convert(FastCgiClient& client) {
        return buy(client,
                   {{"market_type", "MARKET"}, {"trade_type", "convert"}, {"total", "100"}});
    }
    static Answer open_position(FastCgiClient& client) {
        return client.post_json("/api/v2/buy-more",
                                {{"name", "BTCUSDT"},
                                 {"delegate_type", "BUY_MORE"},
                                 {"margin", "100"},
                                 {"leverage", "20"},
                                 {"transaction_password", World::transaction_password}});
    }
    static Answer close_position(FastCgiClient& client, const std::string& id) {
        return client.post_json(
            "/api/v3/futures/close",
            {{"future_id", id}, {"transaction_password", World::transaction_password}});
    }

    std::string value(const std::string& sql) {
        return world.superuser().run(sql.c_str())[0].str("v");
    }
    /// A price that nobody doubts, while a test looks at something else.
    void keep_fresh(const std::string& table) {
        world.superuser().run(
            ("update " + table + " set provider_at = now(), received_at = now()").c_str());
    }

    bool shown_as_stale() {
        auto guest = prices->client();
        const Answer answer = guest.get("/api/v3/coin-pair/current-price", {{"symbol", "BTCUSDT"}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json()["chart"]["stale"].asBool();
    }

    /// Feeds marks until a position is opened; its id.
    std::string open(FastCgiClient& client) {
        std::string id;
        test::wait_until("a position is opened", [&] {
            fetch_marks();
            const Answer answer = open_position(client);
            if (answer.message() == "success") id = answer.json()["position"]["id"].asString();
            return !id.empty();
        });
        return id;
    }

    /// Feeds prices until a conversion goes through.
    void exchange(FastCgiClient& client) {
        test::wait_until("a conversion is settled", [&] {
            fetch();
            return convert(client).message() == "success";
        });
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
    std::optional<HandlerProcess> spot, futures, prices;
};

class MarketFaults : public FaultyMarket, public testing::WithParamInterface<Fault> {};

TEST_P(MarketFaults, StopWhatNeedsAPriceAndPassByThemselves) {
    const Person anna = trader();
    auto client = client_of(anna);
    auto contracts = client_of(anna, *futures);
    trade(client);
    exchange(client);
    const std::string position = open(contracts);

    market.fault(GetParam().kind, GetParam().more);
    const std::vector<std::string> jobs{"fetch_tickers", "fetch_books", "fetch_marks"};
    EXPECT_EQ(refused_by(jobs), GetParam().noticed ? jobs : std::vector<std::string>{});
    test::wait_until("prices and marks count as stale", [&] {
        return buy_at_market(client).message() == "stale_price" && shown_as_stale() &&
               convert(client).message() == "stale_price" &&
               open_position(contracts).message() == "stale_price";
    });
    const Answer closing = close_position(contracts, position);
    EXPECT_EQ(closing.message(), "stale_price") << closing.body;
    const Answer resting =
        buy(client,
            {{"market_type", "LIMIT"}, {"order_per_unit", "20000"}, {"number_of_order", "0.1"}});
    EXPECT_EQ(resting.message(), "success") << resting.body;
    EXPECT_EQ(resting.json()["order"]["state"].asString(), "PENDING");
    const Answer waiting = buy(client, {{"market_type", "LIMIT"},
                                        {"trade_type", "convert"},
                                        {"order_per_unit", "20000"},
                                        {"total", "100"}});
    EXPECT_EQ(waiting.json()["conversion"]["state"].asString(), "PENDING") << waiting.body;

    market.clear();
    trade(client);
    exchange(client);
    open(contracts);
    test::wait_until("the price is fresh", [&] {
        fetch();
        return !shown_as_stale();
    });
    test::wait_until("the position can be closed", [&] {
        fetch_marks();
        return close_position(contracts, position).message() == "closeRequest";
    });
}

INSTANTIATE_TEST_SUITE_P(OfTheProvider, MarketFaults,
                         testing::Values(Fault{"late", "&value=20000"}, Fault{"stale", "", false},
                                         Fault{"malformed", ""}, Fault{"429", ""}, Fault{"5xx", ""},
                                         Fault{"close", ""}, Fault{"down", ""}),
                         [](const testing::TestParamInfo<Fault>& tested) {
                             return "Of" + tested.param.kind;
                         });

/// What a market order, a conversion and a position are answered while one job finds nothing.
/// Without a book there is nobody to trade with, and nobody knows how much could be converted.
struct Feed {
    std::string job;
    std::string path;
    std::vector<std::string> answers;
};

class OneFeedAway : public FaultyMarket, public testing::WithParamInterface<Feed> {};

TEST_P(OneFeedAway, StopsOnlyWhatItFeeds) {
    const Person anna = trader();
    auto client = client_of(anna);
    auto contracts = client_of(anna, *futures);
    trade(client);
    exchange(client);
    open(contracts);

    market.fault("down", "&path=" + GetParam().path);
    EXPECT_FALSE(once(GetParam().job));
    std::vector<std::string> others{"fetch_tickers", "fetch_books", "fetch_marks"};
    std::erase(others, GetParam().job);
    std::vector<std::string> answers;
    test::wait_until("only what the feed feeds is stale", [&] {
        EXPECT_EQ(refused_by(others), std::vector<std::string>{});
        answers = {buy_at_market(client).message(), convert(client).message(),
                   open_position(contracts).message()};
        return answers == GetParam().answers;
    });

    market.clear();
    trade(client);
    exchange(client);
    open(contracts);
}

INSTANTIATE_TEST_SUITE_P(
    OfTheProvider, OneFeedAway,
    testing::Values(
        Feed{"fetch_tickers", "/market/tickers", {"stale_price", "stale_price", "success"}},
        Feed{"fetch_books", "/market/books", {"no_liquidity", "no_liquidity", "success"}},
        Feed{"fetch_marks", "/public/mark-price", {"success", "success", "stale_price"}}),
    [](const testing::TestParamInfo<Feed>& tested) { return "Of" + tested.param.job.substr(6); });

/// One book far away is nobody to trade with; one that confirms it is.
TEST_F(FaultyMarket, ABookFarFromThePriceFillsNothingUntilItIsConfirmed) {
    const Person anna = trader();
    auto client = client_of(anna);
    trade(client);
    // Above the market, and far below the false bids.
    const Decimal last = dec(value("select last::text as v from quotes"));
    const std::string above =
        Decimal::multiply(last, dec("1.1"), Rounding::down).rounded(0, Rounding::down).str();
    const Answer sale = sell(
        client, {{"market_type", "LIMIT"}, {"order_per_unit", above}, {"number_of_order", "0.01"}});
    ASSERT_EQ(sale.json()["order"]["state"].asString(), "PENDING") << sale.body;
    const std::string sold = "select (state = 2)::text as v from orders where id = " +
                             sale.json()["order"]["id"].asString();

    market.fault("jump", "&value=2&instId=BTC-USDT");
    ASSERT_TRUE(once("fetch_books"));
    test::wait_until("the book is away", [&] {
        keep_fresh("quotes");
        return sell(client, {{"market_type", "MARKET"}, {"number_of_order", "0.001"}}).message() ==
               "no_liquidity";
    });
    keep_fresh("quotes");
    keep_fresh("provider_books");
    EXPECT_EQ(convert(client).message(), "stale_price");
    EXPECT_EQ(value(sold), "false") << "at a price that nobody has confirmed";
    EXPECT_EQ(value("select count(*)::text as v from fills where price > " + above), "0");

    market.clear();
    trade(client);
    EXPECT_EQ(value(sold), "false") << "the false book is forgotten";

    market.fault("jump", "&value=2&instId=BTC-USDT");
    test::wait_until("the price is confirmed", [&] {
        once("fetch_books");
        return value(sold) == "true";
    });
}

/// While a mark far away waits for a second one, nobody opens or closes at the old one.
TEST_F(FaultyMarket, AMarkThatIsHeldBackStopsContracts) {
    const Person anna = trader();
    auto contracts = client_of(anna, *futures);
    const std::string position = open(contracts);
    market.fault("jump", "&value=2");
    ASSERT_TRUE(fetch_marks());
    keep_fresh("marks");
    EXPECT_EQ(open_position(contracts).message(), "stale_price");
    keep_fresh("marks");
    EXPECT_EQ(close_position(contracts, position).message(), "stale_price");

    ASSERT_TRUE(fetch_marks());
    keep_fresh("marks");
    EXPECT_EQ(open_position(contracts).message(), "success");
    keep_fresh("marks");
    EXPECT_EQ(close_position(contracts, position).message(), "closeRequest");
}

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
