// What Binance's clients read of the market, over FastCGI: figures, shapes, and the codes and texts
// of each refusal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "redis/redis.h"
#include "support/builders.h"

namespace cambio {
namespace {

using test::Answer, test::HandlerProcess, test::World;
using Query = test::FastCgiClient::Params;

constexpr std::int64_t day = 86400;
// Monday, 2 November 2026, 00:00 UTC.
constexpr std::int64_t monday = 1793577600;

class Binance : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        world = new World{{{"RATE_LIMIT_FACTOR", "1"}}};
        world->quote("BTCUSDT", "67482.1");
        world->quote("ETHUSDT", "3012.5");
        handler = new HandlerProcess{world->handler("binance")};
        markets = new HandlerProcess{world->handler("markets")};
    }
    static void TearDownTestSuite() {
        delete handler;
        delete markets;
        delete world;
    }
    void SetUp() override {
        world->superuser().run("delete from fills");
        world->superuser().run("delete from provider_trades");
        world->superuser().run("delete from candles");
        world->superuser().run("delete from shown_books");
    }

    static Answer get(const std::string& path, const Query& query = {}) {
        return handler->client().get("/binance/" + path, query);
    }
    static Json::Value good(const std::string& path, const Query& query = {}) {
        const auto answer = get(path, query);
        EXPECT_EQ(answer.status, 200) << path << ' ' << answer.body;
        return answer.json();
    }
    static void expect_refused(const std::string& path, const Query& query, int status, int code,
                               const std::string& text) {
        const auto answer = get(path, query);
        EXPECT_EQ(answer.status, status) << path << ' ' << answer.body;
        EXPECT_EQ(answer.json()["code"], code) << path << ' ' << answer.body;
        EXPECT_EQ(answer.json()["msg"], text) << path << ' ' << answer.body;
    }

    static void provider_trade(const std::string& pair, const std::string& id,
                               const std::string& price, const std::string& quantity, int side,
                               std::int64_t ms_ago) {
        world->superuser().run(R"sql(
            insert into provider_trades (market_id, trade_id, price, quantity, side, at)
            values ($1, $2, $3::numeric, $4::numeric, $5,
                    date_trunc('second', now()) - make_interval(secs => $6::int / 1000.0)))sql",
                               {world->market(pair), id, price, quantity, side, ms_ago});
    }
    static void fill(const std::string& pair, int seq, int position, std::int64_t order,
                     const std::string& price, const std::string& quantity, std::int64_t ms_ago) {
        world->superuser().run(
            R"sql(
            insert into fills (market_id, seq, position, taker_order, taker_side, price, quantity,
                               taker_fee, maker_fee, at)
            values ($1, $2, $3, $4, 1, $5::numeric, $6::numeric, 0, 0,
                    date_trunc('second', now()) - make_interval(secs => $7::int / 1000.0)))sql",
            {world->market(pair), seq, position, order, price, quantity, ms_ago});
    }
    static void candles(int span, std::int64_t from, int count) {
        world->superuser().run(R"sql(
            insert into candles (market_id, span, opened_at, open, high, low, close, volume, closed)
            select $1, $2::int, to_timestamp($3::bigint + (n - 1) * $2::int * 60), 100 + n,
                   110.5 + n, 90 + n, 101 + n, n, true
            from generate_series(1, $4::int) n)sql",
                               {world->market("BTCUSDT"), span, from, count});
    }
    static void book(const std::string& pair, const std::string& bids, const std::string& asks) {
        world->superuser().run(R"sql(
            insert into shown_books (market_id, bids, asks, at)
            values ($1, $2::json, $3::json, clock_timestamp()))sql",
                               {world->market(pair), bids, asks});
    }
    static std::string ms(std::int64_t seconds) { return std::to_string(seconds * 1000); }

    static World* world;
    static HandlerProcess* handler;
    static HandlerProcess* markets;
};
World* Binance::world = nullptr;
HandlerProcess* Binance::handler = nullptr;
HandlerProcess* Binance::markets = nullptr;

TEST_F(Binance, AnswersAndTellsTheTime) {
    EXPECT_EQ(get("api/v3/ping").body, "{}");
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count();
    EXPECT_NEAR(static_cast<double>(good("api/v3/time")["serverTime"].asInt64()),
                static_cast<double>(now), 60'000);
}

TEST_F(Binance, CountsWeightForTheAddress) {
    auto client = handler->client();
    client.address("192.0.2.7");
    const auto used = [&](const std::string& path, const Query& query = {}) {
        return std::stoi(client.get("/binance/" + path, query).header("x-mbx-used-weight-1m"));
    };
    EXPECT_EQ(used("api/v3/ping"), 1);
    EXPECT_EQ(used("api/v3/depth", {{"symbol", "BTCUSDT"}}), 6);
    EXPECT_EQ(used("api/v3/depth", {{"symbol", "NOPE"}}), 11) << "a refusal tells it, too";
    Answer answer;
    // 80 is the heaviest call; a minute may end meanwhile.
    for (int call = 0; call < 160 && answer.status != 429; ++call)
        answer = client.get("/binance/api/v3/ticker/24hr");
    ASSERT_EQ(answer.status, 429) << answer.body;
    EXPECT_EQ(answer.json()["code"], -1003);
    EXPECT_THAT(answer.json()["msg"].asString(),
                testing::StartsWith("Too much request weight used; current limit is 6000 request "
                                    "weight per 1 MINUTE."));
    EXPECT_GE(std::stoi(answer.header("retry-after")), 1);
    EXPECT_EQ(get("api/v3/ping").status, 200) << "somebody else's address";
}

TEST_F(Binance, GivesTheRulesThatTheEngineKeeps) {
    const auto rules = good("api/v3/exchangeInfo", {{"symbol", "BTCUSDT"}});
    ASSERT_EQ(rules["symbols"].size(), 1u);
    const auto& btc = rules["symbols"][0];
    EXPECT_EQ(btc["status"], "TRADING");
    EXPECT_EQ(btc["baseAsset"], "BTC");
    EXPECT_EQ(btc["quoteAsset"], "USDT");
    std::map<std::string, Json::Value> filters;
    for (const auto& filter : btc["filters"]) filters[filter["filterType"].asString()] = filter;
    const auto row = world->superuser().run(
        "select tick, lot, minimum_quantity, minimum_total from markets where pair = 'BTCUSDT'");
    const auto expect_figure = [](const Json::Value& figure, Decimal expected) {
        EXPECT_EQ(test::dec(figure.asString()), expected) << figure;
        EXPECT_THAT(figure.asString(), testing::ContainsRegex("\\.[0-9]{8,}$"));
    };
    expect_figure(filters["PRICE_FILTER"]["tickSize"], row[0].decimal("tick"));
    expect_figure(filters["LOT_SIZE"]["stepSize"], row[0].decimal("lot"));
    expect_figure(filters["LOT_SIZE"]["minQty"], row[0].decimal("minimum_quantity"));
    expect_figure(filters["MARKET_LOT_SIZE"]["stepSize"], row[0].decimal("lot"));
    expect_figure(filters["NOTIONAL"]["minNotional"], row[0].decimal("minimum_total"));
    EXPECT_EQ(filters["PERCENT_PRICE_BY_SIDE"]["bidMultiplierUp"], "10");
    EXPECT_EQ(filters["PERCENT_PRICE_BY_SIDE"]["askMultiplierDown"], "0.1");
    EXPECT_EQ(filters["MAX_NUM_ORDERS"]["maxNumOrders"], 200);
    EXPECT_EQ(filters["MAX_NUM_ALGO_ORDERS"]["maxNumAlgoOrders"], 20);
    EXPECT_GE(good("api/v3/exchangeInfo")["symbols"].size(), 40u);
    const auto two = good("api/v3/exchangeInfo", {{"symbols", R"(["ETHUSDT","BTCUSDT"])"}});
    EXPECT_EQ(two["symbols"].size(), 2u);
}

TEST_F(Binance, SaysThatAMarketRests) {
    world->superuser().run("update markets set halted = true where pair = 'ETHUSDT'");
    HandlerProcess fresh{world->handler("binance")};
    const auto rules =
        fresh.client().get("/binance/api/v3/exchangeInfo", {{"symbol", "ETHUSDT"}}).json();
    world->superuser().run("update markets set halted = false where pair = 'ETHUSDT'");
    EXPECT_EQ(rules["symbols"][0]["status"], "BREAK");
}

TEST_F(Binance, WaitsForTheNumberOfABook) {
    Redis redis{world->redis().url()};
    ASSERT_TRUE(redis.command({"SET", "push:market.ETHUSDT:book", "17"}));
    ASSERT_TRUE(redis.command({"CLIENT", "PAUSE", "300", "ALL"}));
    EXPECT_EQ(good("api/v3/depth", {{"symbol", "ETHUSDT"}})["lastUpdateId"].asInt64(), 17);
}

TEST_F(Binance, GivesTheBookThatTheSiteShows) {
    book("BTCUSDT", R"([["67482","1.5"],["67481.9","2"]])", R"([["67483.1","0.25"]])");
    const auto depth = good("api/v3/depth", {{"symbol", "BTCUSDT"}});
    EXPECT_TRUE(depth["lastUpdateId"].isInt64());
    ASSERT_EQ(depth["bids"].size(), 2u);
    EXPECT_EQ(depth["bids"][0][0], "67482.00000000");
    EXPECT_EQ(depth["bids"][0][1], "1.50000000");
    EXPECT_EQ(depth["asks"][0][0], "67483.10000000");
    const auto site = markets->client().get("/api/v3/recent-trades", {{"name", "BTCUSDT"}}).json();
    EXPECT_EQ(test::dec(site["bids"][1]["unit_price"].asString()),
              test::dec(depth["bids"][1][0].asString()));
    EXPECT_EQ(site["seq"].asString(), std::to_string(depth["lastUpdateId"].asInt64()));
    EXPECT_EQ(good("api/v3/depth", {{"symbol", "BTCUSDT"}, {"limit", "1"}})["bids"].size(), 1u);

    const auto best = good("api/v3/ticker/bookTicker", {{"symbol", "BTCUSDT"}});
    EXPECT_EQ(best["bidPrice"], "67482.00000000");
    EXPECT_EQ(best["bidQty"], "1.50000000");
    EXPECT_EQ(best["askQty"], "0.25000000");
    EXPECT_GE(good("api/v3/ticker/bookTicker").size(), 40u);
}

TEST_F(Binance, ListsTheTradesThatTheSiteShowsOldestFirst) {
    provider_trade("BTCUSDT", "900", "67480", "0.5", 2, 3000);
    provider_trade("BTCUSDT", "901", "67481", "0.25", 1, 2000);
    fill("BTCUSDT", 7, 0, 11, "67482", "1", 1000);
    const auto trades = good("api/v3/trades", {{"symbol", "BTCUSDT"}});
    ASSERT_EQ(trades.size(), 3u);
    EXPECT_EQ(trades[0]["price"], "67480.00000000");
    EXPECT_EQ(trades[0]["qty"], "0.50000000");
    EXPECT_EQ(trades[0]["quoteQty"], "33740.00000000");
    EXPECT_TRUE(trades[0]["isBuyerMaker"].asBool());
    EXPECT_FALSE(trades[2]["isBuyerMaker"].asBool());
    EXPECT_LT(trades[0]["id"].asInt64(), trades[1]["id"].asInt64());
    EXPECT_LT(trades[1]["id"].asInt64(), trades[2]["id"].asInt64());
    EXPECT_LT(trades[2]["id"].asInt64(), std::int64_t{1} << 53);
    const auto site =
        markets->client().get("/api/v3/recent-trades", {{"name", "BTCUSDT"}}).json()["trades"];
    ASSERT_EQ(site.size(), 3u);
    EXPECT_EQ(site[0]["ts"].asString(), std::to_string(trades[2]["time"].asInt64()));

    const auto last = good("api/v3/trades", {{"symbol", "BTCUSDT"}, {"limit", "1"}});
    ASSERT_EQ(last.size(), 1u);
    EXPECT_EQ(last[0]["id"], trades[2]["id"]);
    // Paging by id goes on where the last page ended.
    const auto next = std::to_string(trades[0]["id"].asInt64() + 1);
    const auto rest = good("api/v3/historicalTrades", {{"symbol", "BTCUSDT"}, {"fromId", next}});
    ASSERT_EQ(rest.size(), 2u);
    EXPECT_EQ(rest[0]["id"], trades[1]["id"]);
    EXPECT_EQ(good("api/v3/historicalTrades", {{"symbol", "BTCUSDT"}}).size(), 3u);
}

TEST_F(Binance, JoinsWhatOneOrderTookAtOnePrice) {
    provider_trade("BTCUSDT", "900", "67480", "0.5", 2, 3000);
    fill("BTCUSDT", 7, 0, 11, "67482", "1", 1000);
    fill("BTCUSDT", 7, 1, 11, "67482", "0.5", 1000);
    fill("BTCUSDT", 7, 2, 11, "67483", "2", 1000);
    fill("BTCUSDT", 7, 3, 12, "67483", "1", 1000);
    const auto joined = good("api/v3/aggTrades", {{"symbol", "BTCUSDT"}});
    ASSERT_EQ(joined.size(), 4u);
    EXPECT_EQ(joined[1]["q"], "1.50000000");
    EXPECT_EQ(joined[1]["l"].asInt64(), joined[1]["f"].asInt64() + 1);
    EXPECT_EQ(joined[2]["q"], "2.00000000");
    EXPECT_EQ(joined[3]["q"], "1.00000000");
    EXPECT_EQ(joined[0]["a"], joined[0]["f"]);
    EXPECT_TRUE(joined[0]["m"].asBool());
    const auto time = joined[1]["T"].asInt64();
    const auto until = good("api/v3/aggTrades", {{"symbol", "BTCUSDT"},
                                                 {"startTime", std::to_string(time - 5000)},
                                                 {"endTime", std::to_string(time - 1)}});
    ASSERT_EQ(until.size(), 1u);
    EXPECT_EQ(until[0]["a"], joined[0]["a"]);
    EXPECT_EQ(good("api/v3/aggTrades",
                   {{"symbol", "BTCUSDT"}, {"startTime", "1500000000000"}, {"limit", "2"}})
                  .size(),
              2u)
        << "a start long ago finds the first that there are";
    // However the pages are cut, each of them is told once, and whole.
    const auto page = [&](const Query& more) {
        Query query{{"symbol", "BTCUSDT"}};
        query.insert(query.end(), more.begin(), more.end());
        return good("api/v3/aggTrades", query);
    };
    std::vector<Json::Value> paged;
    for (auto next = joined[0]["a"].asInt64();;) {
        const auto some = page({{"fromId", std::to_string(next)}, {"limit", "1"}});
        if (some.empty()) break;
        ASSERT_EQ(some.size(), 1u);
        paged.push_back(some[0]);
        next = some[0]["a"].asInt64() + 1;
    }
    ASSERT_EQ(paged.size(), 4u);
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(paged[i], joined[i]);
    EXPECT_EQ(page({{"fromId", joined[3]["a"].asString()}})[0], joined[3]);
    EXPECT_EQ(page({{"limit", "3"}})[0], joined[1]) << "the latest three trades begin within it";
    EXPECT_EQ(
        good("api/v3/aggTrades", {{"symbol", "BTCUSDT"}, {"fromId", joined[2]["a"].asString()}})
            .size(),
        2u);
    EXPECT_TRUE(page({{"fromId", std::to_string(std::int64_t{1} << 62)}}).empty());
}

TEST_F(Binance, AveragesFiveMinutes) {
    EXPECT_EQ(good("api/v3/avgPrice", {{"symbol", "BTCUSDT"}})["price"], "67482.10000000")
        << "nobody traded: the last price";
    provider_trade("BTCUSDT", "900", "60000", "3", 2, 3000);
    fill("BTCUSDT", 7, 0, 11, "70000", "1", 1000);
    provider_trade("BTCUSDT", "899", "1", "1000", 2, 400'000);
    const auto average = good("api/v3/avgPrice", {{"symbol", "BTCUSDT"}});
    EXPECT_EQ(average["price"], "62500.00000000");
    EXPECT_EQ(average["mins"], 5);
}

TEST_F(Binance, GivesCandles) {
    candles(1440, monday, 14);
    candles(5, monday, 12);
    const auto days = good("api/v3/klines", {{"symbol", "BTCUSDT"}, {"interval", "1d"}});
    ASSERT_EQ(days.size(), 14u);
    EXPECT_EQ(days[0][0].asInt64(), monday * 1000);
    EXPECT_EQ(days[0][1], "101.00000000");
    EXPECT_EQ(days[0][2], "111.50000000");
    EXPECT_EQ(days[0][3], "91.00000000");
    EXPECT_EQ(days[0][4], "102.00000000");
    EXPECT_EQ(days[0][5], "1.00000000");
    EXPECT_EQ(days[0][6].asInt64(), (monday + day) * 1000 - 1);
    const auto last =
        good("api/v3/klines",
             {{"symbol", "BTCUSDT"}, {"interval", "1d"}, {"limit", "2"}, {"timeZone", "+00:00"}});
    ASSERT_EQ(last.size(), 2u);
    EXPECT_EQ(last[1], days[13]);
    EXPECT_EQ(last[0], days[12]);
    const auto first = good("api/v3/klines", {{"symbol", "BTCUSDT"},
                                              {"interval", "1d"},
                                              {"startTime", "1500000000000"},
                                              {"limit", "3"}});
    ASSERT_EQ(first.size(), 3u) << "a start before the first candle";
    EXPECT_EQ(first[0], days[0]);
    const auto some = good("api/v3/uiKlines", {{"symbol", "BTCUSDT"},
                                               {"interval", "1d"},
                                               {"startTime", ms(monday + day)},
                                               {"endTime", ms(monday + 3 * day)}});
    ASSERT_EQ(some.size(), 3u) << "both ends count";
    EXPECT_EQ(some[0], days[1]);
    // A candle whose opening is before the start is not told in part.
    const auto quarters =
        good("api/v3/klines",
             {{"symbol", "BTCUSDT"}, {"interval", "15m"}, {"startTime", ms(monday + 300)}});
    ASSERT_EQ(quarters.size(), 3u);
    EXPECT_EQ(quarters[0][0].asInt64(), (monday + 900) * 1000);
    const auto ended =
        good("api/v3/klines",
             {{"symbol", "BTCUSDT"}, {"interval", "15m"}, {"endTime", ms(monday + 1000)}});
    ASSERT_EQ(ended.size(), 2u);
    EXPECT_EQ(ended[1][5], "15.00000000") << "the last one is told whole: 4 + 5 + 6";
    const auto months = good("api/v3/klines", {{"symbol", "BTCUSDT"}, {"interval", "1M"}});
    ASSERT_EQ(months.size(), 1u);
    EXPECT_EQ(months[0][6].asInt64(), (monday + 29 * day) * 1000 - 1) << "1 December";
    EXPECT_TRUE(good("api/v3/klines", {{"symbol", "ETHUSDT"}, {"interval", "1d"}}).empty());
}

TEST_F(Binance, GivesTickers) {
    book("BTCUSDT", R"([["67482","1.5"]])", R"([["67483","0.25"]])");
    provider_trade("BTCUSDT", "900", "67482.1", "0.5", 2, 1000);
    EXPECT_EQ(good("api/v3/ticker/price", {{"symbol", "BTCUSDT"}})["price"], "67482.10000000");
    EXPECT_GE(good("api/v3/ticker/price").size(), 40u);
    const auto ticker = good("api/v3/ticker/24hr", {{"symbol", "BTCUSDT"}});
    EXPECT_EQ(ticker["lastPrice"], "67482.10000000");
    EXPECT_EQ(ticker["lastQty"], "0.50000000");
    EXPECT_EQ(ticker["bidPrice"], "67482.00000000");
    EXPECT_EQ(ticker["askQty"], "0.25000000");
    EXPECT_EQ(ticker["count"], 0);
    EXPECT_EQ(ticker["closeTime"].asInt64() - ticker["openTime"].asInt64(), day * 1000);
    const auto site =
        markets->client().get("/api/v3/coin-pair/current-price", {{"symbol", "BTC"}}).json();
    EXPECT_EQ(test::dec(site["chart"]["open"].asString()),
              test::dec(ticker["openPrice"].asString()));
    EXPECT_EQ(test::dec(site["chart"]["volume"].asString()),
              test::dec(ticker["volume"].asString()));
    EXPECT_GE(good("api/v3/ticker/24hr").size(), 40u);
    const auto mini =
        good("api/v3/ticker/24hr", {{"symbols", R"(["BTCUSDT","ETHUSDT"])"}, {"type", "MINI"}});
    ASSERT_EQ(mini.size(), 2u);
    EXPECT_FALSE(mini[0].isMember("bidPrice"));
    const auto window = good("api/v3/ticker", {{"symbol", "BTCUSDT"}, {"windowSize", "1d"}});
    EXPECT_EQ(window["highPrice"], ticker["highPrice"]);
    EXPECT_EQ(window["quoteVolume"], ticker["quoteVolume"]);
}

TEST_F(Binance, GivesTickersOfOtherWindowsThanADay) {
    constexpr std::int64_t minute = 60, hour = 3600;
    const auto this_minute = std::time(nullptr) / minute * minute;
    const auto ask = [&](const char* window, Query more = {}) {
        more.insert(more.end(), {{"symbol", "BTCUSDT"}, {"windowSize", window}});
        return good("api/v3/ticker", more);
    };
    const auto number = [](const Json::Value& text) { return test::dec(text.asString()); };
    EXPECT_EQ(ask("1m")["openPrice"], "67482.10000000") << "nobody traded: the last price";

    // Candle n is of n coins, and opens at 100 + n.
    const auto first = this_minute - 9 * minute;
    candles(1, first, 10);
    const auto ticker = ask("3m");
    const auto from = ticker["openTime"].asInt64() / 1000;
    EXPECT_EQ(from % minute, 0) << "it begins with a minute";
    const auto length = ticker["closeTime"].asInt64() - from * 1000;
    EXPECT_GE(length, 3 * minute * 1000);
    EXPECT_LT(length, 4 * minute * 1000);
    const auto oldest = (from - first) / minute + 1;
    std::int64_t volume = 0;
    for (auto n = oldest; n <= 10; ++n) volume += n;
    EXPECT_EQ(number(ticker["volume"]), Decimal::of(volume));
    EXPECT_EQ(number(ticker["openPrice"]), Decimal::of(100 + oldest));
    EXPECT_EQ(number(ticker["lowPrice"]), Decimal::of(90 + oldest));
    EXPECT_EQ(ticker["lastPrice"], "67482.10000000");
    EXPECT_EQ(ticker["highPrice"], "67482.10000000") << "newer than the last candle";
    EXPECT_EQ(number(ticker["priceChange"]),
              number(ticker["lastPrice"]) - Decimal::of(100 + oldest));
    EXPECT_FALSE(ticker.isMember("bidPrice"));
    EXPECT_FALSE(ask("3m", {{"type", "MINI"}}).isMember("priceChange"));
    const auto two =
        good("api/v3/ticker", {{"symbols", R"(["BTCUSDT","ETHUSDT"])"}, {"windowSize", "59m"}});
    ASSERT_EQ(two.size(), 2u);
    EXPECT_EQ(two[0]["volume"], "55.00000000");
    EXPECT_EQ(two[1]["volume"], "0.00000000");

    // Minutes to the first whole hour, then hours: nothing is counted twice.
    const auto early = this_minute - 2 * day, hours = early / hour * hour;
    candles(1, early, 90);
    candles(60, hours, 49);
    const auto long_one = ask("2d");
    const auto begin = long_one["openTime"].asInt64() / 1000;
    const auto whole = (begin + hour - 1) / hour * hour;
    volume = 0;
    for (std::int64_t n = 1; n <= 90; ++n) {
        const auto at = early + (n - 1) * minute;
        if (at >= begin && at < whole) volume += n;
    }
    for (std::int64_t n = 1; n <= 49; ++n)
        if (hours + (n - 1) * hour >= whole) volume += n;
    EXPECT_EQ(number(long_one["volume"]), Decimal::of(volume));
}

TEST_F(Binance, HasNoneOfWhatIsTradedElsewhere) {
    EXPECT_TRUE(good("fapi/v1/exchangeInfo")["symbols"].empty());
    EXPECT_TRUE(good("dapi/v1/exchangeInfo")["symbols"].empty());
    EXPECT_TRUE(good("sapi/v1/margin/allPairs").empty());
    EXPECT_TRUE(good("sapi/v1/margin/isolated/allPairs").empty());
    EXPECT_EQ(good("sapi/v1/system/status")["status"], 0);
}

TEST_F(Binance, RefusesInBinancesWords) {
    const std::string bad_symbol =
        "Illegal characters found in parameter 'symbol'; legal range is '^[A-Z0-9-_.]{1,20}$'.";
    const std::string no_symbol =
        "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.";
    for (const std::string path : {"depth", "trades", "historicalTrades", "aggTrades", "avgPrice",
                                   "klines", "uiKlines", "ticker"})
        expect_refused("api/v3/" + path, {}, 400, -1102, no_symbol);
    for (const std::string path :
         {"depth", "trades", "historicalTrades", "aggTrades", "avgPrice", "klines", "ticker",
          "ticker/24hr", "ticker/price", "ticker/bookTicker", "exchangeInfo"}) {
        expect_refused("api/v3/" + path, {{"symbol", "NOPE"}}, 400, -1121, "Invalid symbol.");
        expect_refused("api/v3/" + path, {{"symbol", "btc/usdt"}}, 400, -1100, bad_symbol);
        expect_refused("api/v3/" + path, {{"symbol", std::string(30, 'A')}}, 400, -1100,
                       bad_symbol);
        expect_refused("api/v3/" + path, {{"symbol", "BTCUSDT"}, {"symbol", "ETHUSDT"}}, 400, -1101,
                       "Duplicate values for a parameter detected.");
    }
    for (const std::string path : {"depth", "trades", "historicalTrades", "aggTrades", "klines"}) {
        for (const auto* limit : {"0", "-1", "x"})
            expect_refused("api/v3/" + path,
                           {{"symbol", "BTCUSDT"}, {"interval", "1m"}, {"limit", limit}}, 400,
                           -1130, "Data sent for parameter 'limit' is not valid.");
    }
    expect_refused("api/v3/klines", {{"symbol", "BTCUSDT"}}, 400, -1102,
                   "Mandatory parameter 'interval' was not sent, was empty/null, or malformed.");
    for (const auto* interval : {"1s", "7m", "1y", ""})
        expect_refused("api/v3/klines", {{"symbol", "BTCUSDT"}, {"interval", interval}}, 400, -1120,
                       "Invalid interval.");
    for (const auto* zone : {"8", "-12:00", "05:45", "0:30", "", "UTC", "+14:00:00"})
        expect_refused("api/v3/uiKlines",
                       {{"symbol", "BTCUSDT"}, {"interval", "1d"}, {"timeZone", zone}}, 400, -1130,
                       "Data sent for parameter 'timeZone' is not valid.");
    for (const std::string path : {"klines", "aggTrades"}) {
        expect_refused("api/v3/" + path,
                       {{"symbol", "BTCUSDT"}, {"interval", "1m"}, {"startTime", "-5"}}, 400, -1130,
                       "Data sent for parameter 'startTime' is not valid.");
        expect_refused("api/v3/" + path,
                       {{"symbol", "BTCUSDT"},
                        {"interval", "1m"},
                        {"startTime", "1700000000000"},
                        {"endTime", "1600000000000"}},
                       400, -1130, "Data sent for parameter 'endTime' is not valid.");
    }
    expect_refused("api/v3/aggTrades",
                   {{"symbol", "BTCUSDT"}, {"fromId", "1"}, {"startTime", "1600000000000"}}, 400,
                   -1128, "Combination of optional parameters invalid.");
    expect_refused("api/v3/historicalTrades", {{"symbol", "BTCUSDT"}, {"fromId", "-1"}}, 400, -1130,
                   "Data sent for parameter 'fromId' is not valid.");
    expect_refused("api/v3/ticker/24hr", {{"symbol", "BTCUSDT"}, {"symbols", "[]"}}, 400, -1128,
                   "Combination of optional parameters invalid.");
    for (const auto* symbols : {"[]", "{}", "BTCUSDT", "[1]", "[\"BTC USDT\"]"}) {
        const auto answer = get("api/v3/ticker/price", {{"symbols", symbols}});
        EXPECT_EQ(answer.json()["code"], -1100) << answer.body;
        EXPECT_THAT(answer.json()["msg"].asString(),
                    testing::StartsWith("Illegal characters found in parameter 'symbols'"));
    }
    expect_refused("api/v3/ticker/price", {{"symbols", R"(["NOPE"])"}}, 400, -1121,
                   "Invalid symbol.");
    expect_refused("api/v3/ticker/price", {{"symbols", R"(["BTCUSDT","BTCUSDT"])"}}, 400, -1101,
                   "Duplicate values for a parameter detected.");
    expect_refused("api/v3/ticker/24hr", {{"symbol", "BTCUSDT"}, {"type", "HUGE"}}, 400, -1130,
                   "Data sent for parameter 'type' is not valid.");
    for (const auto* window : {"0m", "60m", "24h", "8d", "-1d", "1w", "h", "5", "1hh", "long"})
        expect_refused("api/v3/ticker", {{"symbol", "BTCUSDT"}, {"windowSize", window}}, 400, -1130,
                       "Data sent for parameter 'windowSize' is not valid.");
    const auto wrong = handler->client().raw(
        {{"REQUEST_METHOD", "DELETE"}, {"DOCUMENT_URI", "/binance/api/v3/ping"}}, "");
    EXPECT_EQ(wrong.status, 405);
    EXPECT_EQ(wrong.json()["code"], -1020) << wrong.body;
    EXPECT_EQ(wrong.header("allow"), "GET");
}

}  // namespace
}  // namespace cambio
