// One book for all: what REST, the pushes and the chart's datafeed show is what can be traded.
#include "spot_fixture.h"
#include "support/contracts.h"
#include "support/http_server.h"

namespace cambio {
namespace {

using Levels = std::vector<std::pair<std::string, std::string>>;

struct Book {
    Levels bids, asks;

    friend bool operator==(const Book&, const Book&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Book& book) {
        for (const auto& [price, quantity] : book.bids) out << quantity << " at " << price << ", ";
        out << "|";
        for (const auto& [price, quantity] : book.asks) out << ' ' << quantity << " at " << price;
        return out;
    }
};

Levels levels_of(const Json::Value& list) {
    Levels levels;
    for (const Json::Value& level : list) {
        levels.emplace_back(level["unit_price"].asString(), level["number_of_order"].asString());
    }
    return levels;
}

Book book_of(const Json::Value& value) {
    return {levels_of(value["bids"]), levels_of(value["asks"])};
}

Book fetched(const HandlerProcess& markets, const std::string& pair) {
    const Answer answer = markets.client().get("/api/v3/recent-trades", {{"name", pair}});
    EXPECT_EQ(answer.status, 200) << answer.body;
    return book_of(answer.json());
}

class ShownBook : public Spot {
  protected:
    static void SetUpTestSuite() {
        pushes =
            new test::HttpServer{test::HttpServer::Where::unix_socket,
                                 [](const test::HttpRequest&) { return test::HttpServer::ok(""); }};
        world =
            new World{{{"STALE_AFTER_MS", "3600000"}, {"PUSH_URL", "unix:" + pushes->socket()}}};
        make_markets();
        spot.reset(new HandlerProcess{world->handler("spot")});
        readers.reset(new HandlerProcess{world->handler("markets")});
        charts.reset(new HandlerProcess{world->handler("chart")});
        contracts.reset(new HandlerProcess{world->handler("futures")});
    }

    static void TearDownTestSuite() {
        contracts.reset();
        charts.reset();
        readers.reset();
        Spot::TearDownTestSuite();
        delete pushes;
        pushes = nullptr;
    }

    Book fetched() const { return cambio::fetched(*readers, pair()); }

    Book pushed() const { return book_of(newest_push()); }

    Json::Value newest_push() const {
        Json::Value newest;
        for (const auto& push : pushes->requests()) {
            if (push.target != "/publish/market." + pair()) continue;
            Answer parsed;
            parsed.body = push.body;
            const Json::Value message = parsed.json();
            if (message["channel"] == "book") newest = message["data"];
        }
        return newest;
    }

    /// The last price of the market list, the ticker, the book, the chart's datafeed, the push and
    /// the contract's list.
    std::vector<std::string> last_prices() const {
        std::string listed;
        const auto list = readers->client().get("/api/v2/market-all-pairs").json();
        for (const auto& row : list["coinpair"])
            if (row["coin_pair_name"] == pair()) listed = row["close"].asString();
        const auto ticker =
            readers->client().get("/api/v3/coin-pair/current-price", {{"symbol", pair()}}).json();
        const auto book = readers->client().get("/api/v3/recent-trades", {{"name", pair()}}).json();
        const auto feed = charts->client().get("/udf/quotes", {{"symbols", pair()}}).json();
        const auto contract =
            contracts->client().get("/api/v3/futures/contract", {{"name", pair()}}).json();
        return {listed,
                ticker["chart"]["close"].asString(),
                book["price"].asString(),
                feed["d"][0]["v"]["lp"].asString(),
                newest_push()["price"].asString(),
                contract["contract"]["last_price"].asString()};
    }

    void expect_last(const std::string& price) {
        const std::vector<std::string> everywhere(6, price);
        try {
            test::wait_until("one last price", [&] { return last_prices() == everywhere; });
        } catch (const std::exception&) {
            std::string shown;
            for (const auto& one : last_prices()) shown += one + " ";
            ADD_FAILURE() << "not " << price << " everywhere, but " << shown;
        }
    }

    /// The best prices of the chart's datafeed.
    std::pair<double, double> quoted() const {
        const Answer answer = charts->client().get("/udf/quotes", {{"symbols", pair()}});
        const Json::Value values = answer.json()["d"][0]["v"];
        return {values["bid"].asDouble(), values["ask"].asDouble()};
    }

    /// Waits until everybody is shown this book.
    void expect_shown(const Book& book) {
        try {
            test::wait_until("the book", [&] { return fetched() == book && pushed() == book; });
        } catch (const std::exception&) {
            ADD_FAILURE() << "not shown: " << book << "\nbut fetched: " << fetched()
                          << "\nand pushed: " << pushed();
        }
        EXPECT_EQ(quoted(),
                  std::pair(std::stod(book.bids.at(0).first), std::stod(book.asks.at(0).first)));
    }

    static inline test::HttpServer* pushes = nullptr;
    static inline std::unique_ptr<HandlerProcess> readers, charts, contracts;
};

const Book untouched{{{"99", "10"}, {"98", "10"}, {"90", "10"}},
                     {{"101", "10"}, {"102", "10"}, {"110", "10"}}};

TEST_F(ShownBook, HasNoMoreThanTheHouseTradesAtOnce) {
    expect_shown(untouched);
    world->provider_book(pair(), {{"99", "100.5"}, {"98", "1"}}, {{"101", "80"}, {"102", "80"}});
    expect_shown({{{"99", "100"}}, {{"101", "80"}, {"102", "20"}}});
}

TEST_F(ShownBook, StandsAsFarOffAsTheHouseAsksInItsMarket) {
    world->operate({"markets", "spread", pair(), "0.01"});
    // The engine takes a new spread after a while, for the books that come then.
    test::wait_until("the market's spread", [&] {
        world->provider_book(pair(), {{"100", "10"}, {"98", "10"}}, {{"200", "10"}, {"300", "10"}});
        return fetched().asks == Levels{{"202", "10"}, {"303", "10"}};
    });
    // A buyer's price is rounded down to the tick, 97.02.
    expect_shown({{{"99", "10"}, {"97", "10"}}, {{"202", "10"}, {"303", "10"}}});
}

TEST_F(ShownBook, HasNoMoreThanTheHouseCanPay) {
    world->superuser().run("update markets set provider_limit = 5000 where pair = $1", {pair()});
    // The engine takes a new limit after a while, for the books that come then.
    test::wait_until("the new limit", [&] {
        world->provider_book(pair(), {{"99", "10"}}, {{"101", "900"}});
        return fetched().asks == Levels{{"101", "900"}};
    });
    world->provider_book(pair(), {{"99", "10"}}, {{"101", "999"}, {"102", "2"}});
    expect_shown({{{"99", "10"}}, {{"101", "999"}, {"102", "1"}}});
}

TEST_F(ShownBook, LosesWhatAnOldBookOfTheProviderReplaces) {
    expect_shown(untouched);
    world->superuser().run(
        "update provider_books set provider_at = now() - interval '2 hours', received_at = now() "
        "where market_id = $1",
        {world->market(pair())});
    test::wait_until("an empty book", [&] { return fetched() == Book{} && pushed() == Book{}; });
}

TEST_F(ShownBook, ForgetsALevelThatWasBought) {
    expect_shown(untouched);
    const Person anna = person();
    FastCgiClient client = as(anna);
    EXPECT_EQ(placed(client, limit("BUY", "101", "10"))["state"], "APPROVED");
    expect_shown({untouched.bids, {{"102", "10"}, {"110", "10"}}});

    // What is shown is what is so: at the price of the level that is gone, a maker's order rests.
    EXPECT_EQ(placed(client, limit("BUY", "101", "1", {{"post_only", "true"}}))["state"],
              "PENDING");
    EXPECT_EQ(placed(client, limit("SELL", "102", "2", {{"post_only", "true"}}))["state"],
              "PENDING");
    expect_shown(
        {{{"101", "1"}, {"99", "10"}, {"98", "10"}, {"90", "10"}}, {{"102", "12"}, {"110", "10"}}});
    const Person ben = person();
    FastCgiClient other = as(ben);
    EXPECT_EQ(placed(other, limit("SELL", "98", "15"))["filled"], "15");
    expect_shown({{{"98", "6"}, {"90", "10"}}, {{"102", "12"}, {"110", "10"}}});
}

TEST_F(ShownBook, HasTheSameLastPriceEverywhereAndNeverOutsideOfIt) {
    expect_shown(untouched);
    test::mark(*world, pair(), "100");
    const Person anna = person();
    FastCgiClient client = as(anna);
    EXPECT_EQ(placed(client, limit("BUY", "101", "10"))["state"], "APPROVED");
    expect_last("101");
    // The provider's book moves past the trade, to either side, and back.
    world->provider_book(pair(), {{"103", "10"}}, {{"104", "10"}});
    expect_last("103");
    world->provider_book(pair(), {{"97", "10"}}, {{"98", "10"}});
    expect_last("98");
    world->provider_book(pair(), {{"99", "10"}}, {{"102", "10"}});
    expect_last("101");
}

TEST_F(ShownBook, TellsWithEachPushHowOldItsPricesAre) {
    expect_shown(untouched);
    test::wait_until("a push with the time of the fetched prices", [&] {
        const Answer answer = readers->client().get("/api/v3/recent-trades", {{"name", pair()}});
        const std::string as_of = answer.json()["as_of"].asString();
        return !as_of.empty() && newest_push()["as_of"] == as_of;
    });
}

TEST_F(ShownBook, IsOfPeopleAloneWhileNobodySettlesOrders) {
    const Person anna = person();
    FastCgiClient client = as(anna);
    placed(client, limit("BUY", "95", "2"));
    placed(client, limit("BUY", "95.5", "1"));
    placed(client, limit("SELL", "105", "3"));
    placed(client, limit("SELL", "105", "1.5"));
    const Book both{{{"99", "10"}, {"98", "10"}, {"95.5", "1"}, {"95", "2"}, {"90", "10"}},
                    {{"101", "10"}, {"102", "10"}, {"105", "4.5"}, {"110", "10"}}};
    expect_shown(both);

    spot->stop();
    EXPECT_EQ(fetched(), both) << "an engine that is started anew is away for a moment";
    world->superuser().run("update shown_books set at = at - interval '10 seconds'");
    EXPECT_EQ(fetched(), (Book{{{"95.5", "1"}, {"95", "2"}}, {{"105", "4.5"}}}));
    EXPECT_EQ(quoted(), std::pair(95.5, 105.0));
    spot->start();
    expect_shown(both);
}

TEST_F(ShownBook, StaysThoughNothingHappens) {
    expect_shown(untouched);
    world->superuser().run("update shown_books set at = at - interval '1 day'");
    expect_shown(untouched);
}

TEST(ShownBooks, LeaveTheHouseOutWhoseProviderIsSilent) {
    World world{{{"STALE_AFTER_MS", "2000"}}};
    world.liquidity("USDT", "1000000");
    world.liquidity("BTC", "10");
    const Book house{{{"67000", "1"}}, {{"67001", "3"}}};
    const auto spot = world.handler("spot");
    const auto markets = world.handler("markets");
    world.provider_book("BTCUSDT", house.bids, house.asks);
    test::wait_until("the house's levels", [&] { return fetched(markets, "BTCUSDT") == house; });
    test::wait_until("an empty book that is called stale", [&] {
        const Answer answer = markets.client().get("/api/v3/recent-trades", {{"name", "BTCUSDT"}});
        return book_of(answer.json()) == Book{} && answer.json()["stale"].asBool();
    });
}

}  // namespace
}  // namespace cambio
