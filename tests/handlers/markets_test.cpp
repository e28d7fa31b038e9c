// The market lists, prices, favourites and the book with its trades, over FastCGI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/builders.h"

namespace cambio {
namespace {

using test::Answer, test::HandlerProcess, test::World;

class Markets : public testing::Test {
  protected:
    static void SetUpTestSuite() { world = new World; }
    static void TearDownTestSuite() { delete world; }

    void SetUp() override {
        world->superuser().run("delete from favorites");
        world->superuser().run("delete from quotes");
        world->superuser().run("delete from provider_books");
        world->superuser().run("delete from provider_trades");
        // A process of its own for each test: the listing is kept for a second.
        handler.reset(new HandlerProcess{world->handler("markets")});
    }

    Answer get(const std::string& path, const test::FastCgiClient::Params& parameters = {}) {
        return handler->client().get(path, parameters);
    }

    static std::vector<Json::Value> rows_of(const Answer& answer) {
        const auto body = answer.json();
        return {body["coinpair"].begin(), body["coinpair"].end()};
    }

    static std::vector<std::string> pairs_of(const Answer& answer) {
        std::vector<std::string> names;
        for (const auto& row : rows_of(answer)) {
            names.push_back(row["coin_pair_name"].asString());
        }
        return names;
    }

    static Json::Value row_of(const Answer& answer, const std::string& pair) {
        for (const auto& row : rows_of(answer)) {
            if (row["coin_pair_name"] == pair) return row;
        }
        ADD_FAILURE() << pair << " is not listed in " << answer.body.substr(0, 300);
        return {};
    }

    static World* world;
    std::unique_ptr<HandlerProcess> handler;
};
World* Markets::world = nullptr;

TEST_F(Markets, ListsEveryPairWithExactFigures) {
    world->quote("BTCUSDT", "67482.1");
    const auto answer = get("/api/v2/market-all-pairs");
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_GE(answer.json()["coinpair"].size(), 40u);
    const auto btc = row_of(answer, "BTCUSDT");
    EXPECT_EQ(btc["name"], "BTC");
    EXPECT_EQ(btc["full_name"], "Bitcoin");
    EXPECT_EQ(btc["close"], "67482.1");
    EXPECT_EQ(btc["amount"], "67482.1");
    EXPECT_EQ(btc["tick"], "0.1");
    EXPECT_EQ(btc["price_places"], 1);
    EXPECT_EQ(btc["type"], "MAIN");
    EXPECT_EQ(btc["favorite"], "");
    EXPECT_FALSE(btc["stale"].asBool());
}

TEST_F(Markets, DrawsTheDayOfItsFigures) {
    world->quote("ETHUSDT", "3120.5");
    world->superuser().run(R"sql(
        insert into candles (market_id, span, opened_at, open, high, low, close, volume, closed)
        select id, span, date_trunc('hour', now()) - ago * interval '1 hour', close, close, close,
               close, 1, closed
        from markets, (values (60, 25, 3000, true), (60, 3, 3100, true), (60, 2, 3150.25, true),
                              (60, 0, 3200, false), (240, 4, 3300, true))
                      as v (span, ago, close, closed)
        where pair = 'ETHUSDT')sql");
    const auto row = row_of(get("/api/v2/market-all-pairs"), "ETHUSDT");
    std::vector<std::string> line;
    for (const auto& price : row["sparkline"]) line.push_back(price.asString());
    EXPECT_EQ(line,
              (std::vector<std::string>{row["open"].asString(), "3100", "3150.25", "3120.5"}));
    EXPECT_EQ(row_of(get("/api/v2/market-all-pairs"), "BTCUSDT")["sparkline"].size(), 0u);
}

TEST_F(Markets, MarksAPriceThatIsOld) {
    world->quote("BTCUSDT", "67482.1", std::chrono::seconds{11});
    EXPECT_TRUE(row_of(get("/api/v3/all-pairs"), "BTCUSDT")["stale"].asBool());
}

TEST_F(Markets, MarksAPriceThatIsInDoubt) {
    const auto shown = [&] {
        handler.reset(new HandlerProcess{world->handler("markets")});
        const auto of_pair = get("/api/v3/all-pairs");
        const auto of_book = get("/api/v2/recent-trades", {{"name", "BTCUSDT"}}).json();
        const auto price =
            get("/api/v3/coin-pair/current-price", {{"symbol", "BTCUSDT"}}).json()["chart"];
        EXPECT_EQ(price["stale"], of_book["stale"]);
        EXPECT_EQ(row_of(of_pair, "BTCUSDT")["stale"], of_book["stale"]);
        return of_book["stale"].asBool();
    };
    world->quote("BTCUSDT", "67482.1");
    world->provider_book("BTCUSDT", {{"67482", "1"}}, {{"67483", "1"}});
    EXPECT_FALSE(shown());
    world->superuser().run("update quotes set held_back = 100000, held_back_at = now()");
    EXPECT_TRUE(shown()) << "a price far away has come since";
    world->superuser().run("update quotes set held_back = null, held_back_at = null");
    world->superuser().run("update provider_books set held_back = 100000, held_back_at = now()");
    EXPECT_TRUE(shown()) << "a book far away has come since";
    // Three starts of the program may have taken longer than a price stays fresh.
    world->quote("BTCUSDT", "67482.1");
    world->provider_book("BTCUSDT", {{"67482", "1"}}, {{"67483", "1"}});
    EXPECT_FALSE(shown());
}

TEST_F(Markets, ListsAPairThatWasNeverQuotedAsStale) {
    const auto row = row_of(get("/api/v3/all-pairs"), "ETHUSDT");
    EXPECT_EQ(row["close"], "0");
    EXPECT_EQ(row["percent"], "0.0000");
    EXPECT_TRUE(row["stale"].asBool());
}

TEST_F(Markets, ListsByType) {
    for (const auto& row : rows_of(get("/api/v3/main-coins", {{"pair_type", "MAIN"}}))) {
        EXPECT_EQ(row["type"], "MAIN");
    }
    const auto eth = get("/api/v3/inno-coins", {{"pair_type", "ETH"}});
    ASSERT_FALSE(pairs_of(eth).empty());
    for (const auto& row : rows_of(eth)) EXPECT_EQ(row["type"], "ETH");
    const auto alt = get("/api/v3/inn-coins", {{"pair_type", "ALT"}});
    ASSERT_FALSE(pairs_of(alt).empty());
    for (const auto& row : rows_of(alt)) EXPECT_EQ(row["type"], "ALT");
    EXPECT_EQ(pairs_of(get("/api/v3/inno-coins", {{"pair_type", "ALT"}})), pairs_of(alt));
}

TEST_F(Markets, RefusesAnUnknownType) {
    const auto answer = get("/api/v3/main-coins", {{"pair_type", "GOLD"}});
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.json()["message"], "invalid_parameter");
    EXPECT_EQ(answer.json()["field"], "pair_type");
}

TEST_F(Markets, ShowsFourPairsAtHomeByVolume) {
    const auto answer = get("/api/v1/home/coins");
    EXPECT_EQ(pairs_of(answer).size(), 4u);
    for (const auto& row : rows_of(answer)) EXPECT_EQ(row["type"], "MAIN");
}

TEST_F(Markets, ShowsTheLastPricesAtHome) {
    world->quote("BTCUSDT", "67482.1");
    world->quote("SHIBUSDT", "0.00001234", std::chrono::seconds{11});
    std::vector<std::string> names;
    const auto ticker = get("/api/v1/home/coins").json()["ticker"];
    for (const auto& last : ticker) names.push_back(last["name"].asString());
    EXPECT_THAT(names, testing::ElementsAre("BTC", "ETH", "ADA", "XRP", "SOL", "SHIB"));
    EXPECT_EQ(ticker[0]["last"], "67482.1");
    EXPECT_FALSE(ticker[0]["stale"].asBool());
    EXPECT_EQ(ticker[1]["last"], "0");
    EXPECT_TRUE(ticker[1]["stale"].asBool());
    EXPECT_EQ(ticker[5]["last"], "0.00001234");
    EXPECT_TRUE(ticker[5]["stale"].asBool());
}

TEST_F(Markets, StarsAndUnstarsForTheCallerAlone) {
    auto alice = world->client("alice.star@example.com");
    auto bob = world->client("bob.star@example.com");
    auto hers = handler->client();
    hers.bearer(world->token(alice));
    auto his = handler->client();
    his.bearer(world->token(bob));
    const auto btc = row_of(hers.get("/api/v3/all-pairs"), "BTCUSDT")["coin_id"].asString();

    auto answer = hers.post_json("/api/v3/add-favorite", {{"coin_id", btc}});
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_TRUE(answer.json()["favorite"].asBool());
    EXPECT_THAT(pairs_of(hers.get("/api/v3/favorites")), testing::ElementsAre("BTCUSDT"));
    EXPECT_EQ(row_of(hers.get("/api/v3/all-pairs"), "BTCUSDT")["favorite"], btc);
    EXPECT_THAT(pairs_of(his.get("/api/v3/favorites")), testing::IsEmpty());
    EXPECT_EQ(row_of(his.get("/api/v3/all-pairs"), "BTCUSDT")["favorite"], "");

    answer = hers.get("/api/v3/add-favorite", {{"coin_id", btc}});
    EXPECT_FALSE(answer.json()["favorite"].asBool());
    EXPECT_THAT(pairs_of(hers.get("/api/v3/favorites")), testing::IsEmpty());
}

TEST_F(Markets, RefusesFavouritesOfStrangersAndOfUnknownCoins) {
    EXPECT_EQ(get("/api/v3/favorites").status, 401);
    EXPECT_EQ(get("/api/v3/add-favorite", {{"coin_id", "2"}}).status, 401);

    auto carol = world->client("carol.star@example.com");
    auto client = handler->client();
    client.bearer(world->token(carol));
    struct Case {
        const char* body;
        int status;
        const char* message;
        const char* field;
    };
    const Case cases[] = {
        {"{}", 400, "missing_parameter", "coin_id"},
        {R"({"coin_id":"999"})", 404, "unknown_asset", "coin_id"},
        {R"({"coin_id":"32768"})", 404, "unknown_asset", "coin_id"},
        {R"({"coin_id":"99999999999"})", 404, "unknown_asset", "coin_id"},
        {R"({"coin_id":"9223372036854775807"})", 404, "unknown_asset", "coin_id"},
        {R"({"coin_id":"-1"})", 400, "invalid_parameter", "coin_id"},
        {R"({"coin_id":"BTC"})", 400, "invalid_parameter", "coin_id"},
        {R"({"coin_id":"2","more":"1"})", 400, "unknown_parameter", "more"},
    };
    for (const auto& wrong : cases) {
        const auto answer = client.post("/api/v3/add-favorite", "application/json", wrong.body);
        EXPECT_EQ(answer.status, wrong.status) << wrong.body << answer.body;
        EXPECT_EQ(answer.json()["message"], wrong.message) << wrong.body;
        EXPECT_EQ(answer.json()["field"], wrong.field) << wrong.body;
    }
    EXPECT_THAT(pairs_of(client.get("/api/v3/favorites")), testing::IsEmpty());
}

TEST_F(Markets, TellsOnePriceByCoinOrPair) {
    world->quote("ETHUSDT", "3518.42");
    for (const auto* name : {"ETH", "ETHUSDT", "eth-usdt"}) {
        const auto answer =
            get("/api/v3/coin-pair/current-price", {{"symbol", name}, {"timeframe", "1min"}});
        ASSERT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.json()["chart"]["close"], "3518.42");
    }
    EXPECT_EQ(
        get("/api/v3/coin-assets", {{"name", "ETH"}}).json()["coin"]["coin_base"]["full_name"],
        "Ethereum");
}

TEST_F(Markets, NamesTheFieldOfAnUnknownMarket) {
    const std::pair<const char*, const char*> calls[] = {
        {"/api/v3/coin-pair/current-price", "symbol"},
        {"/api/v3/coin-assets", "name"},
        {"/api/v3/recent-trades", "name"},
        {"/api/v2/recent-trades", "name"},
    };
    for (const auto& [path, field] : calls) {
        const auto missing = get(path);
        EXPECT_EQ(missing.status, 400) << path;
        EXPECT_EQ(missing.json()["field"], field) << path;
        const auto unknown = get(path, {{field, "NOPE"}});
        EXPECT_EQ(unknown.status, 404) << path;
        EXPECT_EQ(unknown.json()["message"], "unknown_market") << path;
        EXPECT_EQ(unknown.json()["field"], field) << path;
    }
}

/// The book with the house's part in it is the engine's: shown_book_test.cpp.
TEST_F(Markets, ShowsClientsOrdersWhileNobodySettlesThem) {
    world->provider_book("BTCUSDT", {{"67000", "1"}, {"66999", "2"}}, {{"67001", "3"}});
    auto alice = world->client("alice.book@example.com").with("USDT", "100000");
    // An open order as the settlement stores it; its money is not this test's subject.
    world->superuser().run(R"sql(
        insert into orders (id, client_id, market_id, seq, content_hash, side, type, price,
                            quantity,
                            filled, state)
        values (1, $1, $2, 1, 0, 1, 1, 67000, 0.5, 0.2, 1),
               (2, $1, $2, 1, 0, 1, 1, 67000, 1, 0, 1),
               (3, $1, $2, 1, 0, 1, 1, 67000.5, 0.1, 0, 1),
               (4, $1, $2, 1, 0, 2, 1, 67000.9, 4, 0, 1),
               (5, $1, $2, 1, 0, 2, 1, 60000, 4, 0, 3))sql",
                           {alice.id, world->market("BTCUSDT")});
    const auto book = get("/api/v2/recent-trades", {{"name", "BTCUSDT"}}).json();
    world->superuser().run("delete from orders");

    ASSERT_EQ(book["bids"].size(), 2u) << book.toStyledString();
    EXPECT_EQ(book["bids"][0]["unit_price"], "67000.5");
    EXPECT_EQ(book["bids"][1]["unit_price"], "67000");
    EXPECT_EQ(book["bids"][1]["number_of_order"], "1.3");
    EXPECT_EQ(book["bids"][1]["total"], "87100");
    ASSERT_EQ(book["asks"].size(), 1u) << book.toStyledString();
    EXPECT_EQ(book["asks"][0]["unit_price"], "67000.9");
}

TEST_F(Markets, ListsTheLatestTradesNewestFirst) {
    world->quote("BTCUSDT", "67000");
    world->superuser().run(R"sql(
        insert into provider_trades (market_id, trade_id, price, quantity, side, at)
        select $1, n, 67000 + n, 0.1, 1 + n % 2, now() - make_interval(secs => 200 - n)
        from generate_series(1, 150) n)sql",
                           {world->market("BTCUSDT")});
    const auto trades = get("/api/v2/recent-trades", {{"name", "BTCUSDT"}}).json()["trades"];
    ASSERT_EQ(trades.size(), 100u);
    EXPECT_EQ(trades[0]["px"], "67150");
    EXPECT_EQ(trades[0]["side"], "buy");
    EXPECT_EQ(trades[1]["px"], "67149");
    EXPECT_EQ(trades[1]["side"], "sell");
}

/// As pushes say it: the last trade's, here or at the provider.
TEST_F(Markets, ShowsThePriceOfTheNewestTrade) {
    const auto price = [&] {
        handler.reset(new HandlerProcess{world->handler("markets")});
        return get("/api/v3/recent-trades", {{"name", "BTCUSDT"}}).json()["price"].asString();
    };
    const auto fill = [&](int position, const char* at_price, int seconds_ago) {
        world->superuser().run(R"sql(
            insert into fills (market_id, seq, position, taker_order, taker_side, price, quantity,
                               taker_fee, maker_fee, at)
            values ($1, 1, $2, 1, 1, $3, 0.1, 0, 0, now() - make_interval(secs => $4)))sql",
                               {world->market("BTCUSDT"), position, at_price, seconds_ago});
    };
    const auto provider_trade = [&](const char* id, const char* at_price, int seconds_ago) {
        world->superuser().run(R"sql(
            insert into provider_trades (market_id, trade_id, price, quantity, side, at)
            values ($1, $2, $3, 0.1, 1, now() - make_interval(secs => $4)))sql",
                               {world->market("BTCUSDT"), id, at_price, seconds_ago});
    };
    world->quote("BTCUSDT", "67000", std::chrono::seconds{8});
    provider_trade("a", "67000", 9);
    EXPECT_EQ(price(), "67000");
    fill(1, "66990", 6);
    fill(2, "66991", 6);
    EXPECT_EQ(price(), "66991") << "the provider's is older";
    world->quote("BTCUSDT", "67000", std::chrono::seconds{4});
    EXPECT_EQ(price(), "66991") << "a newer quote says the older trade's price again";
    world->quote("BTCUSDT", "67002", std::chrono::seconds{3});
    EXPECT_EQ(price(), "67002") << "the provider's price is another one";
    provider_trade("b", "67002", 3);
    EXPECT_EQ(price(), "67002");
    fill(3, "67001", 1);
    EXPECT_EQ(price(), "67001");
    world->superuser().run("delete from fills");
}

}  // namespace
}  // namespace cambio
