// The candles of the site's charts and the UDF datafeed, over FastCGI.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/builders.h"
#include "support/long_reads.h"

namespace cambio {
namespace {

using test::Answer, test::HandlerProcess, test::World;

constexpr std::int64_t day = 86400;
// Monday, 2 November 2026, 00:00 UTC.
constexpr std::int64_t monday = 1793577600;

class Chart : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        world = new World;
        // 14 days whose figures count from 1; and 30 minutes of the first of them.
        add_candles(1440, monday, 14);
        add_candles(5, monday, 12);
        add_candles(1, monday, 60);
        handler = new HandlerProcess{world->handler("chart")};
    }
    static void TearDownTestSuite() {
        delete handler;
        delete world;
    }

    static void add_candles(int span, std::int64_t from, int count) {
        world->superuser().run(R"sql(
            insert into candles (market_id, span, opened_at, open, high, low, close, volume, closed)
            select $1, $2::int, to_timestamp($3::bigint + (n - 1) * $2::int * 60), 100 + n,
                   110.5 + n,
                   90 + n, 101 + n, n, true
            from generate_series(1, $4::int) n)sql",
                               {world->market("BTCUSDT"), span, from, count});
    }

    static Answer get(const std::string& path, const test::FastCgiClient::Params& parameters = {}) {
        return handler->client().get(path, parameters);
    }

    static Json::Value history(const std::string& resolution, std::int64_t from, std::int64_t to,
                               const test::FastCgiClient::Params& more = {}) {
        test::FastCgiClient::Params all{{"symbol", "BTCUSDT"},
                                        {"resolution", resolution},
                                        {"from", std::to_string(from)},
                                        {"to", std::to_string(to)}};
        all.insert(all.end(), more.begin(), more.end());
        return get("/udf/history", all).json();
    }

    static World* world;
    static HandlerProcess* handler;
};
World* Chart::world = nullptr;
HandlerProcess* Chart::handler = nullptr;

TEST_F(Chart, DrawsTheNewestCandlesWithoutKnowingTheTime) {
    const auto answer =
        get("/api/v2/chart/chart-series", {{"symbol", "BTC"}, {"timeframe", "1D"}, {"limit", "3"}});
    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto chart = answer.json();
    ASSERT_EQ(chart["dates"].size(), 3u) << answer.body;
    EXPECT_EQ(chart["dates"][2].asInt64(), (monday + 13 * day) * 1000);
    EXPECT_THAT(answer.body, testing::HasSubstr("[114,115,104,124.5,14]"));
    EXPECT_EQ(chart["latest_time"]["close"].asInt(), 115);
}

TEST_F(Chart, GoesBackFromATime) {
    const auto chart =
        get("/api/v2/chart/chart-series", {{"symbol", "BTCUSDT"},
                                           {"timeframe", "1D"},
                                           {"limit", "2"},
                                           {"before", std::to_string((monday + 5 * day) * 1000)}})
            .json();
    ASSERT_EQ(chart["dates"].size(), 2u);
    EXPECT_EQ(chart["dates"][1].asInt64(), (monday + 4 * day) * 1000);
}

TEST_F(Chart, HasNoCandlesOfAMarketThatNeverTraded) {
    const auto chart = get("/api/v2/chart/chart-series", {{"symbol", "ETH"}}).json();
    EXPECT_TRUE(chart["dates"].empty());
    EXPECT_TRUE(chart["latest_time"].isNull());
}

TEST_F(Chart, NamesTheFieldThatIsWrong) {
    struct Case {
        test::FastCgiClient::Params parameters;
        int status;
        const char* message;
        const char* field;
    };
    const Case cases[] = {
        {{}, 400, "missing_parameter", "symbol"},
        {{{"symbol", "NOPE"}}, 404, "unknown_market", "symbol"},
        {{{"symbol", "BTC"}, {"timeframe", "7min"}}, 400, "invalid_parameter", "timeframe"},
        {{{"symbol", "BTC"}, {"limit", "0"}}, 400, "out_of_range", "limit"},
        {{{"symbol", "BTC"}, {"limit", "1001"}}, 400, "out_of_range", "limit"},
        {{{"symbol", "BTC"}, {"limit", "1e3"}}, 400, "invalid_parameter", "limit"},
        {{{"symbol", "BTC"}, {"before", "-1"}}, 400, "out_of_range", "before"},
        {{{"symbol", "BTC"}, {"before", "9999999999999999"}}, 400, "out_of_range", "before"},
    };
    for (const auto& wrong : cases) {
        const auto answer = get("/api/v2/chart/chart-series", wrong.parameters);
        EXPECT_EQ(answer.status, wrong.status) << answer.body;
        EXPECT_EQ(answer.json()["message"], wrong.message) << answer.body;
        EXPECT_EQ(answer.json()["field"], wrong.field) << answer.body;
    }
}

TEST_F(Chart, GivesBarsAscendingWithAnExclusiveEnd) {
    const auto bars = history("1D", monday, monday + 3 * day);
    ASSERT_EQ(bars["s"], "ok") << bars.toStyledString();
    EXPECT_EQ(bars["t"].size(), 3u);
    EXPECT_EQ(bars["t"][0].asInt64(), monday);
    EXPECT_EQ(bars["t"][2].asInt64(), monday + 2 * day);
    EXPECT_DOUBLE_EQ(bars["h"][0].asDouble(), 111.5);
    EXPECT_EQ(bars["o"].size(), 3u);
    EXPECT_EQ(bars["v"][1].asInt(), 2);
}

TEST_F(Chart, IgnoresFromWhenItIsToldHowMany) {
    const auto bars = history("1D", monday + 9 * day, monday + 10 * day, {{"countback", "4"}});
    ASSERT_EQ(bars["t"].size(), 4u) << bars.toStyledString();
    EXPECT_EQ(bars["t"][3].asInt64(), monday + 9 * day);
}

TEST_F(Chart, JoinsBarsOfResolutionsThatAreNotStored) {
    const auto quarters = history("15", monday, monday + 3600);
    ASSERT_EQ(quarters["t"].size(), 4u) << quarters.toStyledString();
    EXPECT_EQ(quarters["o"][0].asInt(), 101);
    EXPECT_EQ(quarters["c"][0].asInt(), 104);
    EXPECT_DOUBLE_EQ(quarters["h"][0].asDouble(), 113.5);
    EXPECT_EQ(quarters["l"][0].asInt(), 91);
    EXPECT_EQ(quarters["v"][0].asInt(), 6);

    const auto weeks = history("1W", monday, monday + 14 * day);
    ASSERT_EQ(weeks["t"].size(), 2u) << weeks.toStyledString();
    EXPECT_EQ(weeks["t"][1].asInt64(), monday + 7 * day);
    EXPECT_EQ(weeks["v"][0].asInt(), 28);
}

TEST_F(Chart, SaysWhereToLookBeforeAGapAndStopsAtTheBeginning) {
    const auto gap = history("1D", monday + 100 * day, monday + 101 * day);
    EXPECT_EQ(gap["s"], "no_data");
    EXPECT_EQ(gap["nextTime"].asInt64(), monday + 13 * day);
    const auto before_everything = history("1D", monday - 10 * day, monday);
    EXPECT_EQ(before_everything["s"], "no_data");
    EXPECT_FALSE(before_everything.isMember("nextTime"));
}

TEST_F(Chart, LooksAtNoMoreThanItCouldAnswer) {
    constexpr std::int64_t long_ago = monday - 20'000 * 60;
    add_candles(1, long_ago, 1);
    const auto bars = history("1", 0, monday + day);
    ASSERT_EQ(bars["t"].size(), 60u) << bars.toStyledString();
    EXPECT_EQ(bars["t"][0].asInt64(), monday);
    EXPECT_EQ(history("1", 0, monday)["t"][0].asInt64(), long_ago);
    world->superuser().run("delete from candles where opened_at = to_timestamp($1::bigint)",
                           {long_ago});
}

TEST_F(Chart, TakesTheSpanFromThePathOfATimeFrame) {
    const test::FastCgiClient::Params hour{{"symbol", "BTCUSDT"},
                                           {"resolution", "1"},
                                           {"from", std::to_string(monday)},
                                           {"to", std::to_string(monday + 3600)}};
    EXPECT_EQ(get("/udf/history", hour).json()["t"].size(), 60u);
    EXPECT_EQ(get("/udf/history/ticker", hour).json()["t"].size(), 60u);
    EXPECT_EQ(get("/udf/history/five-min", hour).json()["t"].size(), 12u);
    EXPECT_EQ(get("/udf/history/one-day", hour).json()["t"].size(), 1u);
    EXPECT_EQ(get("/udf/history/one-hour", hour).json()["s"], "no_data");
    EXPECT_EQ(get("/udf/history/four-hour", hour).json()["s"], "no_data");
}

TEST_F(Chart, AnswersEveryErrorInTheDatafeedsWay) {
    struct Case {
        test::FastCgiClient::Params parameters;
        const char* field;
    };
    const Case cases[] = {
        {{}, "symbol"},
        {{{"symbol", "NOPE"}}, "symbol"},
        {{{"symbol", "BTCUSDT"}, {"resolution", "2"}}, "resolution"},
        {{{"symbol", "BTCUSDT"}, {"to", "-5"}}, "to"},
        {{{"symbol", "BTCUSDT"}, {"from", "x"}}, "from"},
        {{{"symbol", "BTCUSDT"}, {"countback", "0"}}, "countback"},
        {{{"symbol", "BTCUSDT"}, {"countback", "99999999999999999999"}}, "countback"},
    };
    for (const auto& wrong : cases) {
        const auto answer = get("/udf/history", wrong.parameters);
        EXPECT_GE(answer.status, 400);
        EXPECT_LT(answer.status, 500);
        EXPECT_EQ(answer.json()["s"], "error") << answer.body;
        EXPECT_THAT(answer.json()["errmsg"].asString(), testing::HasSubstr(wrong.field));
    }
    const std::string long_name(41, 'x');
    const struct {
        const char* path;
        test::FastCgiClient::Params parameters;
        const char* field;
    } others[] = {
        {"/udf/symbols", {}, "symbol"},
        {"/udf/symbols", {{"symbol", long_name}}, "symbol"},
        {"/udf/search", {{"query", long_name}}, "query"},
        {"/udf/search", {{"limit", "many"}}, "limit"},
    };
    for (const auto& wrong : others) {
        const auto answer = get(wrong.path, wrong.parameters);
        EXPECT_EQ(answer.status, 400) << answer.body;
        EXPECT_EQ(answer.json()["s"], "error") << answer.body;
        EXPECT_THAT(answer.json()["errmsg"].asString(), testing::HasSubstr(wrong.field));
    }
}

TEST_F(Chart, DescribesItselfAndItsSymbols) {
    const auto config = get("/udf/config").json();
    EXPECT_TRUE(config["supports_search"].asBool());
    EXPECT_FALSE(config["supports_group_request"].asBool());
    EXPECT_TRUE(config["supports_time"].asBool());
    EXPECT_GE(config["supported_resolutions"].size(), 8u);

    for (const auto* name : {"BTCUSDT", "btc", "Cambio:BTCUSDT"}) {
        const auto symbol = get("/udf/symbols", {{"symbol", name}}).json();
        EXPECT_EQ(symbol["ticker"], "BTCUSDT");
        EXPECT_EQ(symbol["pricescale"].asInt64(), 10);
        EXPECT_EQ(symbol["minmov"].asInt64(), 1);
        EXPECT_EQ(symbol["session"], "24x7");
        EXPECT_EQ(symbol["timezone"], "Etc/UTC");
        EXPECT_TRUE(symbol["has_intraday"].asBool());
        EXPECT_EQ(symbol["original_currency_code"], symbol["currency_code"]);
        EXPECT_EQ(symbol["unit_id"], "BTC");
        EXPECT_EQ(symbol["original_unit_id"], "BTC");
        EXPECT_EQ(symbol["unit_conversion_types"], Json::Value{Json::arrayValue});
        EXPECT_EQ(symbol["minmove2"].asInt64(), 0);
        EXPECT_EQ(symbol["session_holidays"], "");
        EXPECT_EQ(symbol["corrections"], "");
        EXPECT_FALSE(symbol.isMember("s"));
    }
    EXPECT_EQ(get("/udf/symbols", {{"symbol", "NOPE"}}).json()["errmsg"], "unknown_symbol");
}

TEST_F(Chart, InformsAboutAllSymbolsInColumns) {
    const auto info = get("/udf/symbol_info", {{"group", "Cambio"}}).json();
    EXPECT_GE(info["symbol"].size(), 40u);
    EXPECT_EQ(info["symbol"].size(), info["pricescale"].size());
    EXPECT_EQ(info["symbol"].size(), info["description"].size());
    EXPECT_TRUE(get("/udf/symbol_info", {{"group", "NYSE"}}).json()["symbol"].empty());
}

TEST_F(Chart, SearchesNamesBeforeDescriptions) {
    const auto found = get("/udf/search", {{"query", "BTC"}, {"limit", "30"}}).json();
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0]["symbol"], "BTCUSDT");
    EXPECT_EQ(found[0]["full_name"], "Cambio:BTCUSDT");
    EXPECT_EQ(found[0]["params"], Json::Value{Json::arrayValue});
    EXPECT_EQ(get("/udf/search", {{"query", "BITCOIN"}}).json()[0]["symbol"], "BTCUSDT");
    EXPECT_TRUE(get("/udf/search", {{"query", "ZZZZ"}}).json().empty());
    EXPECT_TRUE(get("/udf/search", {{"query", "BTC"}, {"type", "forex"}}).json().empty());
    EXPECT_LE(get("/udf/search", {{"query", "U"}, {"limit", "5"}}).json().size(), 5u);
}

TEST_F(Chart, QuotesSeveralSymbolsAndSaysWhichItDoesNotKnow) {
    world->quote("BTCUSDT", "67482.1");
    const auto quotes = get("/udf/quotes", {{"symbols", "BTCUSDT,NOPE,ETHUSDT"}}).json();
    ASSERT_EQ(quotes["s"], "ok") << quotes.toStyledString();
    ASSERT_EQ(quotes["d"].size(), 3u);
    EXPECT_EQ(quotes["d"][0]["s"], "ok");
    EXPECT_DOUBLE_EQ(quotes["d"][0]["v"]["lp"].asDouble(), 67482.1);
    EXPECT_EQ(quotes["d"][1]["s"], "error");
    EXPECT_EQ(quotes["d"][1]["n"], "NOPE");
    EXPECT_EQ(get("/udf/quotes").json()["s"], "error");
}

/// A fill in the second `at` of an order of `taker`, which `maker` has answered; nobody: the house.
void fill(World& world, std::optional<ClientId> taker, std::optional<ClientId> maker, int side,
          const char* price, const char* quantity, std::int64_t at, std::int64_t order,
          const char* pair = "BTCUSDT") {
    world.superuser().run(
        R"sql(
        insert into fills (market_id, seq, position, taker_order, maker_order, taker_client,
                           maker_client, taker_side, price, quantity, taker_fee, maker_fee, at)
        select $1, coalesce(max(seq), 0) + 1, 0, $2::bigint,
               case when $4::bigint is not null then $2::bigint + 1000 end, $3, $4, $5, $6, $7, 0,
               0, to_timestamp($8::bigint) + interval '0.3 s'
          from fills)sql",
        {world.market(pair), order, taker, maker, std::int64_t{side}, price, quantity, at});
}

TEST_F(Chart, MarksWhatTheAskingClientHasTraded) {
    EXPECT_TRUE(get("/udf/config").json()["supports_marks"].asBool());
    const auto anna = world->client("anna@example.com"), ben = world->client("ben@example.com");
    // Two levels at once are one mark; what ben sold her is one for each; the house's for nobody.
    fill(*world, anna.id, {}, 1, "50000", "0.1", monday + 100, 11);
    fill(*world, anna.id, {}, 1, "50100", "0.3", monday + 100, 11);
    fill(*world, ben.id, anna.id, 2, "50200.5", "0.2", monday + 200, 12);
    fill(*world, {}, ben.id, 2, "49000", "1", monday + 300, 13);
    fill(*world, anna.id, {}, 2, "2500", "4", monday + 100, 14, "ETHUSDT");
    const auto marks = [&](const test::Person& person, std::int64_t from, std::int64_t to) {
        auto client = handler->client();
        client.bearer(world->token(person));
        const auto answer = client.get("/udf/marks", {{"symbol", "BTCUSDT"},
                                                      {"from", std::to_string(from)},
                                                      {"to", std::to_string(to)},
                                                      {"resolution", "60"}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    };
    const auto hers = marks(anna, monday, monday + 3600);
    ASSERT_EQ(hers.size(), 2u) << hers.toStyledString();
    EXPECT_EQ(hers[0]["id"], "fill:11:" + std::to_string(monday + 100));
    EXPECT_EQ(hers[0]["time"].asInt64(), monday + 100);
    EXPECT_EQ(hers[0]["text"], "Bought 0.4 BTC at 50075");
    EXPECT_EQ(hers[0]["label"], "B");
    EXPECT_EQ(hers[1]["text"], "Bought 0.2 BTC at 50200.5") << "she answered his sale";
    const auto his = marks(ben, monday, monday + 3600);
    ASSERT_EQ(his.size(), 2u) << his.toStyledString();
    EXPECT_EQ(his[0]["text"], "Sold 0.2 BTC at 50200.5");
    EXPECT_EQ(his[0]["label"], "S");
    EXPECT_EQ(his[1]["text"], "Bought 1 BTC at 49000");
    // Both ends belong to the range.
    EXPECT_EQ(marks(anna, monday + 100, monday + 199).size(), 1u);
    EXPECT_EQ(marks(anna, monday + 101, monday + 200).size(), 1u);
    EXPECT_EQ(marks(anna, monday + 201, monday + 3600).size(), 0u);
    // A guest has none, and is told what is wrong with a question as everybody.
    EXPECT_EQ(get("/udf/marks", {{"symbol", "BTCUSDT"}}).body, "[]");
    const std::pair<test::FastCgiClient::Params, const char*> wrong[] = {
        {{}, "symbol"},
        {{{"symbol", "NOPE"}}, "symbol"},
        {{{"symbol", "BTCUSDT"}, {"from", "-1"}}, "from"},
        {{{"symbol", "BTCUSDT"}, {"to", "99999999999"}}, "to"},
        {{{"symbol", "BTCUSDT"}, {"resolution", "2"}}, "resolution"},
    };
    for (const auto& [parameters, field] : wrong) {
        const auto answer = get("/udf/marks", parameters);
        EXPECT_EQ(answer.json()["s"], "error") << answer.body;
        EXPECT_THAT(answer.json()["errmsg"].asString(), testing::HasSubstr(field));
    }
}

TEST_F(Chart, MarksThatTakeLongHoldUpNoCandles) {
    const auto anna = world->client("busy@example.com");
    std::vector<test::FastCgiClient> hers;
    for (int n = 0; n < 12; ++n) {
        hers.push_back(handler->client());
        hers.back().bearer(world->token(anna));
    }
    test::expect_long_reads_hold_up_nobody(
        *world, std::move(hers),
        [](auto& client) {
            return client.get("/udf/marks", {{"symbol", "BTCUSDT"}});
        },
        4,
        [] {
            return get(
                "/udf/history",
                {{"symbol", "BTCUSDT"}, {"resolution", "1D"}, {"from", "0"}, {"to", "4000000000"}});
        });
}

TEST_F(Chart, HasNothingOnTheTimeAxisAndTellsTheTime) {
    EXPECT_EQ(get("/udf/timescale_marks", {{"symbol", "BTCUSDT"}}).body, "[]");
    const auto seconds = std::stoll(get("/udf/time").body);
    EXPECT_NEAR(static_cast<double>(seconds), static_cast<double>(time(nullptr)), 5);
}

}  // namespace
}  // namespace cambio
