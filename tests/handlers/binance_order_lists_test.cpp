// Pairs of orders of Binance's clients (OCO): placed, shown, cancelled and ended by the engine.
#include <functional>
#include <future>
#include <set>

#include "binance_fixture.h"

namespace cambio {
namespace {

constexpr const char* list_path = "api/v3/orderList";
constexpr const char* place_path = "api/v3/orderList/oco";
constexpr const char* old_path = "api/v3/order/oco";
constexpr const char* order_path = "api/v3/order";
const std::string duplicate = "Duplicate order sent.";
const std::string unknown = "Unknown order sent.";
const std::string not_allowed = "Invalid API-key, IP, or permissions for action.";

class BinanceOrderLists : public BinancePrograms {
  protected:
    static void SetUpTestSuite() { start({{"API_KEY_ORDERS_PER_TEN_SECONDS", "1000"}}); }

    /// A sale: its limit above the price of 100, its stop below.
    Query sale(const Query& more = {}) const {
        return with({{"symbol", pair()},
                     {"side", "SELL"},
                     {"quantity", "2"},
                     {"aboveType", "LIMIT_MAKER"},
                     {"abovePrice", "109"},
                     {"belowType", "STOP_LOSS_LIMIT"},
                     {"belowStopPrice", "95"},
                     {"belowPrice", "94"},
                     {"belowTimeInForce", "GTC"}},
                    more);
    }
    Query purchase(const Query& more = {}) const {
        return with({{"symbol", pair()},
                     {"side", "BUY"},
                     {"quantity", "1"},
                     {"belowType", "LIMIT_MAKER"},
                     {"belowPrice", "95"},
                     {"aboveType", "STOP_LOSS_LIMIT"},
                     {"aboveStopPrice", "105"},
                     {"abovePrice", "106"},
                     {"aboveTimeInForce", "IOC"}},
                    more);
    }
    static Query named(const Json::Value& list, const Query& more = {}) {
        return with({{"orderListId", list["orderListId"].asString()}}, more);
    }
    static Json::Value shown(Program& program, const Json::Value& list) {
        return good(program.ask("GET", list_path, named(list)));
    }
    static Json::Value order_of(Program& program, const Json::Value& leg) {
        return good(program.ask(
            "GET", order_path,
            {{"symbol", leg["symbol"].asString()}, {"orderId", leg["orderId"].asString()}}));
    }
    static std::int64_t orders_of(const Person& person) {
        return number("select count(*) as n from orders where client_id = $1", {person.id});
    }
};

TEST_F(BinanceOrderLists, ASaleIsPlacedShownAndCancelled) {
    const auto anna = person();
    auto program = trader(anna);
    const auto answer = program.ask("POST", place_path,
                                    sale({{"listClientOrderId", "my-list"},
                                          {"aboveClientOrderId", "my-limit"},
                                          {"belowClientOrderId", "my-stop"}}));
    const auto placed = good(answer);
    EXPECT_EQ(answer.header("x-mbx-order-count-10s"), "2");
    EXPECT_EQ(placed["contingencyType"], "OCO");
    EXPECT_EQ(placed["listStatusType"], "EXEC_STARTED");
    EXPECT_EQ(placed["listOrderStatus"], "EXECUTING");
    EXPECT_EQ(placed["listClientOrderId"], "my-list");
    EXPECT_EQ(placed["symbol"], pair());
    ASSERT_EQ(placed["orders"].size(), 2u);
    ASSERT_EQ(placed["orderReports"].size(), 2u);
    const auto& stop = placed["orderReports"][0];
    const auto& limit = placed["orderReports"][1];
    for (const auto& leg : placed["orderReports"]) {
        EXPECT_EQ(leg["orderListId"], placed["orderListId"]);
        EXPECT_EQ(leg["transactTime"], placed["transactionTime"]);
        EXPECT_EQ(leg["status"], "NEW");
        EXPECT_EQ(leg["side"], "SELL");
        EXPECT_EQ(leg["origQty"], "2.00000000");
    }
    EXPECT_EQ(stop["type"], "STOP_LOSS_LIMIT");
    EXPECT_EQ(stop["clientOrderId"], "my-stop");
    EXPECT_EQ(stop["stopPrice"], "95.00000000");
    EXPECT_EQ(stop["price"], "94.00000000");
    EXPECT_EQ(stop["timeInForce"], "GTC");
    EXPECT_EQ(stop["workingTime"], -1);
    EXPECT_EQ(limit["type"], "LIMIT_MAKER");
    EXPECT_EQ(limit["clientOrderId"], "my-limit");
    EXPECT_EQ(limit["price"], "109.00000000");
    EXPECT_EQ(anna.held(coin), dec("2")) << "once for both";

    const auto seen = shown(program, placed);
    EXPECT_EQ(seen["orders"], placed["orders"]);
    EXPECT_EQ(seen["listOrderStatus"], "EXECUTING");
    EXPECT_EQ(good(program.ask("GET", list_path, {{"origClientOrderId", "my-list"}})), seen);
    const auto open = good(program.ask("GET", "api/v3/openOrderList"));
    ASSERT_EQ(open.size(), 1u);
    EXPECT_EQ(open[0], seen);
    EXPECT_EQ(good(program.ask("GET", "api/v3/allOrderList")), open);
    for (const auto* key : {"my-limit", "my-stop"}) {
        const auto order =
            good(program.ask("GET", order_path, {{"symbol", pair()}, {"origClientOrderId", key}}));
        EXPECT_EQ(order["orderListId"], placed["orderListId"]);
    }
    EXPECT_EQ(good(program.ask("GET", "api/v3/openOrders", {{"symbol", pair()}})).size(), 2u);

    const auto ended = good(program.ask(
        "DELETE", list_path,
        {{"symbol", pair()}, {"listClientOrderId", "my-list"}, {"newClientOrderId", "enough"}}));
    EXPECT_EQ(ended["listStatusType"], "ALL_DONE");
    EXPECT_EQ(ended["listOrderStatus"], "ALL_DONE");
    EXPECT_EQ(ended["listClientOrderId"], "my-list");
    ASSERT_EQ(ended["orderReports"].size(), 2u);
    EXPECT_EQ(ended["orderReports"][0]["origClientOrderId"], "my-stop");
    EXPECT_EQ(ended["orderReports"][1]["origClientOrderId"], "my-limit");
    for (const auto& leg : ended["orderReports"]) {
        EXPECT_EQ(leg["clientOrderId"], "enough");
        EXPECT_EQ(leg["status"], "CANCELED");
    }
    EXPECT_EQ(anna.held(coin), dec("0"));
    EXPECT_EQ(shown(program, placed)["listStatusType"], "ALL_DONE");
    EXPECT_TRUE(good(program.ask("GET", "api/v3/openOrderList")).empty());
    expect_refused(program.ask("DELETE", list_path, named(placed, {{"symbol", pair()}})), 400,
                   -2011, unknown);
}

TEST_F(BinanceOrderLists, APurchaseAndTheOldCall) {
    const auto anna = person();
    auto program = trader(anna);
    const auto placed = good(program.ask("POST", place_path, purchase()));
    EXPECT_EQ(placed["orderReports"][0]["type"], "STOP_LOSS_LIMIT");
    EXPECT_EQ(placed["orderReports"][0]["timeInForce"], "IOC");
    EXPECT_EQ(placed["orderReports"][1]["price"], "95.00000000");
    EXPECT_EQ(anna.held("USDT"), dec("106")) << "what the dearer one needs";
    const Query old{{"symbol", pair()},          {"side", "SELL"},
                    {"quantity", "2"},           {"price", "109"},
                    {"stopPrice", "95"},         {"stopLimitPrice", "94"},
                    {"limitClientOrderId", "a"}, {"stopClientOrderId", "b"},
                    {"newOrderRespType", "ACK"}, {"stopLimitTimeInForce", "FOK"}};
    const auto second = good(program.ask("POST", old_path, old));
    EXPECT_EQ(second["orders"][0]["clientOrderId"], "b");
    EXPECT_EQ(second["orders"][1]["clientOrderId"], "a");
    EXPECT_FALSE(second["orderReports"][0].isMember("price")) << "an acknowledgement";
    EXPECT_EQ(good(program.ask("POST", old_path, old))["orderListId"], second["orderListId"]);
    expect_refused(program.ask("POST", old_path, with(old, {{"stopLimitPrice", "-"}})), 400, -1158,
                   "Order type not supported in OCO.");
    expect_refused(program.ask("POST", old_path, with(old, {{"stopLimitTimeInForce", "-"}})), 400,
                   -1102,
                   "Mandatory parameter 'stopLimitTimeInForce' was not sent, was empty/null, or "
                   "malformed.");
    // All of a market: a pair is told as one.
    good(program.ask("POST", order_path, limit_order("BUY", "90", "1")));
    const auto ended = good(program.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}}));
    ASSERT_EQ(ended.size(), 3u);
    std::size_t pairs = 0;
    for (const auto& one : ended) pairs += one.isMember("orderReports") ? 1 : 0;
    EXPECT_EQ(pairs, 2u);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(anna.held(coin), dec("0"));
}

TEST_F(BinanceOrderLists, ByWhicheverKeyItIsOnce) {
    const auto anna = person();
    auto program = trader(anna);
    int pairs = 0;
    for (const auto* name : {"listClientOrderId", "aboveClientOrderId", "belowClientOrderId"}) {
        const auto fields = sale({{name, "key-" + std::string{name}.substr(0, 5)}});
        const auto first = good(program.ask("POST", place_path, fields));
        EXPECT_EQ(good(program.ask("POST", place_path, fields)), first) << name;
        expect_refused(program.ask("POST", place_path, with(fields, {{"quantity", "1"}})), 400,
                       -2010, duplicate);
        EXPECT_EQ(orders_of(anna), 2 * ++pairs);
    }
    EXPECT_EQ(anna.held(coin), dec("6"));
    // Under one key already taken, with others that are not.
    const auto other = [&](const std::string& list, const std::string& limit,
                           const std::string& stop) {
        return program.ask("POST", place_path,
                           sale({{"listClientOrderId", list},
                                 {"aboveClientOrderId", limit},
                                 {"belowClientOrderId", stop}}));
    };
    good(other("l", "a", "b"));
    expect_refused(other("l", "a2", "b2"), 400, -2010, duplicate);
    expect_refused(other("l2", "a", "b2"), 400, -2010, duplicate);
    expect_refused(other("l2", "a2", "b"), 400, -2010, duplicate);
    expect_refused(other("l2", "b", "a"), 400, -2010, duplicate);
    expect_refused(other("l3", "same", "same"), 400, -2010, duplicate);
    for (const auto* leg : {"a", "b"})
        expect_refused(program.ask("POST", order_path,
                                   limit_order("BUY", "90", "1", {{"newClientOrderId", leg}})),
                       400, -2010, duplicate);
    good(program.ask("POST", order_path,
                     limit_order("BUY", "90", "1", {{"newClientOrderId", "l"}})));
    // Another client's keys are their own.
    auto berta = trader(person());
    good(berta.ask("POST", place_path, sale({{"listClientOrderId", "l"}})));
    // What has ended keeps its key, and its answer.
    const auto ended =
        good(program.ask("DELETE", list_path, {{"symbol", pair()}, {"listClientOrderId", "l"}}));
    const auto again = good(other("l", "a", "b"));
    EXPECT_EQ(again["orderListId"], ended["orderListId"]);
    EXPECT_EQ(again["listOrderStatus"], "ALL_DONE");
    EXPECT_EQ(orders_of(anna), 9);
}

TEST_F(BinanceOrderLists, TwentyAtOnce) {
    const auto anna = person();
    std::vector<Program> programs;
    for (int i = 0; i < 20; ++i) programs.push_back(trader(anna));
    const auto at_once = [&](const std::function<Answer(Program&, int)>& ask) {
        std::vector<std::future<Answer>> answers;
        for (int i = 0; i < 20; ++i)
            answers.push_back(std::async(std::launch::async, [&ask, &programs, i] {
                return ask(programs[static_cast<std::size_t>(i)], i);
            }));
        std::vector<Answer> all;
        for (auto& answer : answers) all.push_back(answer.get());
        return all;
    };
    const auto ids = [](const std::vector<Answer>& answers) {
        std::set<std::string> found;
        for (const auto& answer : answers) found.insert(good(answer)["orderListId"].asString());
        return found.size();
    };
    const auto taken = [](const std::vector<Answer>& answers, int code, const std::string& text) {
        int count = 0;
        for (const auto& answer : answers) {
            if (answer.status == 200)
                ++count;
            else
                expect_refused(answer, 400, code, text);
        }
        return count;
    };
    EXPECT_EQ(ids(at_once([&](Program& program, int) {
                  return program.ask("POST", place_path, sale({{"listClientOrderId", "one"}}));
              })),
              1u);
    EXPECT_EQ(anna.held(coin), dec("2"));
    // The same list with another order each, or the same order in another list: the first one.
    EXPECT_EQ(taken(at_once([&](Program& program, int i) {
                        return program.ask("POST", place_path,
                                           sale({{"listClientOrderId", "two"},
                                                 {"aboveClientOrderId", std::to_string(i)}}));
                    }),
                    -2010, duplicate),
              1);
    EXPECT_EQ(taken(at_once([&](Program& program, int i) {
                        return program.ask("POST", place_path,
                                           sale({{"listClientOrderId", std::to_string(i)},
                                                 {"belowClientOrderId", "three"}}));
                    }),
                    -2010, duplicate),
              1);
    EXPECT_EQ(anna.held(coin), dec("6"));
    EXPECT_EQ(ids(at_once(
                  [&](Program& program, int) { return program.ask("POST", place_path, sale()); })),
              20u);
    EXPECT_EQ(anna.held(coin), dec("46"));
    // One more than can be paid for each, and as many that want to end one.
    const auto list = good(programs.front().ask("GET", "api/v3/openOrderList"))[0];
    EXPECT_EQ(taken(at_once([&](Program& program, int) {
                        return program.ask("POST", place_path, sale({{"quantity", "5"}}));
                    }),
                    -2010, "Account has insufficient balance for requested action."),
              10);
    EXPECT_EQ(taken(at_once([&](Program& program, int) {
                        return program.ask("DELETE", list_path, named(list, {{"symbol", pair()}}));
                    }),
                    -2011, unknown),
              1);
    EXPECT_EQ(anna.held(coin), dec("94"));
}

TEST_F(BinanceOrderLists, OneOrderEndsTheOther) {
    const auto anna = person();
    auto program = trader(anna);
    auto berta = trader(person());
    // The limit order is bought from.
    const auto first = good(program.ask("POST", place_path, sale({{"abovePrice", "100.5"}})));
    good(berta.ask("POST", order_path, limit_order("BUY", "100.5", "0.5")));
    EXPECT_EQ(order_of(program, first["orders"][1])["status"], "PARTIALLY_FILLED");
    EXPECT_EQ(order_of(program, first["orders"][0])["status"], "CANCELED");
    EXPECT_EQ(shown(program, first)["listOrderStatus"], "EXECUTING");
    const auto trades = good(program.ask("GET", "api/v3/myTrades", {{"symbol", pair()}}));
    ASSERT_EQ(trades.size(), 1u);
    EXPECT_EQ(trades[0]["orderListId"], first["orderListId"]);
    EXPECT_EQ(good(berta.ask("GET", "api/v3/myTrades", {{"symbol", pair()}}))[0]["orderListId"],
              -1);
    EXPECT_EQ(anna.held(coin), dec("1.5"));
    good(program.ask("DELETE", list_path, named(first, {{"symbol", pair()}})));
    EXPECT_EQ(anna.held(coin), dec("0"));
    EXPECT_EQ(order_of(program, first["orders"][1])["executedQty"], "0.50000000");

    // The stop is reached: what is left of it is cancelled by the list.
    const auto second = good(
        program.ask("POST", place_path,
                    sale({{"quantity", "30"}, {"belowPrice", "98"}, {"belowStopPrice", "99"}})));
    world->quote(pair(), "98.5");
    test::wait_until("the stop",
                     [&] { return order_of(program, second["orders"][0])["isWorking"].asBool(); });
    EXPECT_EQ(order_of(program, second["orders"][0])["status"], "PARTIALLY_FILLED");
    EXPECT_EQ(order_of(program, second["orders"][1])["status"], "CANCELED");
    EXPECT_EQ(shown(program, second)["listOrderStatus"], "EXECUTING");
    ASSERT_EQ(good(program.ask("GET", "api/v3/openOrderList")).size(), 1u);
    const auto ended = good(program.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}}));
    ASSERT_EQ(ended.size(), 1u);
    EXPECT_EQ(ended[0]["orderReports"].size(), 2u);
    EXPECT_EQ(shown(program, second)["listOrderStatus"], "ALL_DONE");
    EXPECT_EQ(anna.held(coin), dec("0"));
}

TEST_F(BinanceOrderLists, ListsAllOfThem) {
    const auto anna = person();
    auto program = trader(anna);
    std::vector<std::string> ids;
    for (int i = 0; i < 3; ++i)
        ids.push_back(good(program.ask("POST", place_path, sale()))["orderListId"].asString());
    // One of the site's, which has no key of its own.
    auto site = as(anna);
    const auto pair_of_site = placed(site, order("BUY", "OCO",
                                                 {{"order_per_unit", "95"},
                                                  {"stop_price", "105"},
                                                  {"stop_limit_price", "106"},
                                                  {"number_of_order", "1"}}));
    ids.push_back(pair_of_site["oco_group"].asString());
    good(program.ask("DELETE", list_path, {{"symbol", pair()}, {"orderListId", ids[1]}}));
    const auto listed = [&](const char* path, const Query& more) {
        std::vector<std::string> found;
        for (const auto& list : good(program.ask("GET", path, more)))
            found.push_back(list["orderListId"].asString());
        return found;
    };
    using Ids = std::vector<std::string>;
    constexpr const char* all = "api/v3/allOrderList";
    EXPECT_EQ(listed(all, {}), ids);
    EXPECT_EQ(listed("api/v3/openOrderList", {}), (Ids{ids[0], ids[2], ids[3]}));
    EXPECT_EQ(listed(all, {{"limit", "2"}}), (Ids{ids[2], ids[3]}));
    EXPECT_EQ(listed(all, {{"fromId", ids[1]}, {"limit", "2"}}), (Ids{ids[1], ids[2]}));
    EXPECT_EQ(listed(all, {{"startTime", "1500000000000"}, {"limit", "1"}}), (Ids{ids[0]}));
    EXPECT_TRUE(listed(all, {{"endTime", "1500000000000"}}).empty());
    expect_refused(program.ask("GET", all, {{"fromId", "1"}, {"endTime", "1500000000000"}}), 400,
                   -1128, "Combination of optional parameters invalid.");
    const auto of_site = good(program.ask("GET", list_path, {{"orderListId", ids[3]}}));
    EXPECT_EQ(of_site["listClientOrderId"], "");
    EXPECT_EQ(of_site["orders"].size(), 2u);
    good(program.ask("DELETE", list_path, {{"symbol", pair()}, {"orderListId", ids[3]}}));
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(BinanceOrderLists, NobodyElsesAndNotWithoutTheRight) {
    const auto anna = person();
    auto program = trader(anna);
    const auto list = good(program.ask("POST", place_path, sale({{"listClientOrderId", "hers"}})));
    const auto berta = person();
    auto thief = trader(berta);
    const Query by_key{{"symbol", pair()}, {"listClientOrderId", "hers"}};
    expect_refused(thief.ask("GET", list_path, named(list)), 400, -2013,
                   "Order list does not exist.");
    expect_refused(thief.ask("GET", list_path, {{"origClientOrderId", "hers"}}), 400, -2013,
                   "Order list does not exist.");
    expect_refused(thief.ask("DELETE", list_path, named(list, {{"symbol", pair()}})), 400, -2011,
                   unknown);
    expect_refused(thief.ask("DELETE", list_path, by_key), 400, -2011, unknown);
    expect_refused(
        thief.ask("DELETE", list_path,
                  {{"symbol", pair()}, {"orderListId", list["orders"][0]["orderId"].asString()}}),
        400, -2011, unknown);
    EXPECT_TRUE(good(thief.ask("GET", "api/v3/openOrderList")).empty());
    EXPECT_TRUE(good(thief.ask("GET", "api/v3/allOrderList")).empty());

    auto reader = trader(anna, {false, {}, {}, {}});
    expect_refused(reader.ask("POST", place_path, sale()), 401, -2015, not_allowed);
    expect_refused(reader.ask("POST", old_path,
                              {{"symbol", pair()},
                               {"side", "SELL"},
                               {"quantity", "2"},
                               {"price", "109"},
                               {"stopPrice", "95"},
                               {"stopLimitPrice", "94"},
                               {"stopLimitTimeInForce", "GTC"}}),
                   401, -2015, not_allowed);
    expect_refused(reader.ask("DELETE", list_path, by_key), 401, -2015, not_allowed);
    EXPECT_EQ(good(reader.ask("GET", "api/v3/openOrderList")).size(), 1u);
    const MarketId bitcoin{number("select id as n from markets where pair = 'BTCUSDT'", {})};
    auto elsewhere = trader(anna, {true, std::vector{bitcoin}, {}, {}});
    expect_refused(elsewhere.ask("POST", place_path, sale()), 401, -2015, not_allowed);
    expect_refused(elsewhere.ask("DELETE", list_path, by_key), 401, -2015, not_allowed);
    expect_refused(elsewhere.ask("DELETE", list_path, with(by_key, {{"symbol", "BTCUSDT"}})), 400,
                   -2011, unknown);
    EXPECT_EQ(anna.held(coin), dec("2"));
    EXPECT_EQ(orders_of(anna), 2);
    EXPECT_EQ(orders_of(berta), 0);
}

TEST_F(BinanceOrderLists, RefusesInBinancesWordsAndChangesNothing) {
    const auto anna = person();
    auto program = trader(anna);
    const auto refused = [&](const Query& fields, int code, const std::string& text) {
        expect_refused(program.ask("POST", place_path, fields), 400, code, text);
    };
    const auto missing = [](const std::string& name) {
        return "Mandatory parameter '" + name + "' was not sent, was empty/null, or malformed.";
    };
    for (const auto* name : {"symbol", "side", "quantity", "aboveType", "abovePrice", "belowType",
                             "belowStopPrice", "belowPrice", "belowTimeInForce"})
        refused(sale({{name, "-"}}), -1102, missing(name));
    const std::string no_such_type = "Order type not supported in OCO.";
    for (const auto* type : {"STOP_LOSS", "TAKE_PROFIT", "TAKE_PROFIT_LIMIT", "LIMIT", "x"}) {
        refused(sale({{"aboveType", type}}), -1158, no_such_type);
        refused(sale({{"belowType", type}}), -1158, no_such_type);
    }
    refused(sale({{"belowType", "LIMIT_MAKER"}}), -1168,
            "At least one OCO order must be contingent.");
    refused(sale({{"belowType", "LIMIT_MAKER"}, {"aboveType", "STOP_LOSS_LIMIT"}}), -1166,
            "A limit order in a sell OCO must be above.");
    refused(sale({{"aboveType", "STOP_LOSS_LIMIT"}}), -1197,
            "A stop loss order in a sell OCO must be below.");
    refused(sale({{"side", "BUY"}}), -1165, "A limit order in a buy OCO must be below.");
    refused(purchase({{"belowType", "STOP_LOSS_LIMIT"}}), -1196,
            "A stop loss order in a buy OCO must be above.");
    refused(sale({{"side", "HOLD"}}), -1117, "Invalid side.");
    refused(sale({{"symbol", "NOPE"}}), -1121, "Invalid symbol.");
    refused(sale({{"belowTimeInForce", "GTX"}}), -1115, "Invalid timeInForce.");
    for (const auto* name : {"aboveStopPrice", "aboveTimeInForce"})
        refused(sale({{name, "1"}}), -1106,
                "Parameter '" + std::string{name} + "' sent when not required.");
    for (const auto* name : {"aboveIcebergQty", "belowIcebergQty", "belowTrailingDelta",
                             "abovePegPriceType", "belowPegOffsetValue"})
        refused(sale({{name, "1"}}), -1130,
                "Data sent for parameter '" + std::string{name} + "' is not valid.");
    for (const auto* name : {"listClientOrderId", "aboveClientOrderId", "belowClientOrderId"})
        for (const auto& key : {std::string(37, 'a'), std::string{"a b"}})
            refused(sale({{name, key}}), -1100,
                    "Illegal characters found in parameter '" + std::string{name} +
                        "'; legal range is '^[a-zA-Z0-9-_]{1,36}$'.");
    refused(sale({{"selfTradePreventionMode", "NONE"}}), -1130,
            "Data sent for parameter 'selfTradePreventionMode' is not valid.");
    refused(sale({{"colour", "red"}}), -1104, "Not all sent parameters were read.");
    refused(sale({{"abovePrice", "0"}}), -1013, "Invalid price.");
    refused(sale({{"belowStopPrice", "0"}}), -1013, "Invalid stopPrice.");
    refused(sale({{"abovePrice", "109.55"}}), -1013, "Filter failure: PRICE_FILTER");
    refused(sale({{"belowPrice", "94.55"}}), -1013, "Filter failure: PRICE_FILTER");
    refused(sale({{"belowStopPrice", "95.55"}}), -1013, "Filter failure: PRICE_FILTER");
    refused(sale({{"quantity", "1.0005"}}), -1013, "Filter failure: LOT_SIZE");
    refused(sale({{"quantity", "0.05"}}), -1013, "Filter failure: NOTIONAL");
    refused(sale({{"abovePrice", "1100"}}), -1013, "Filter failure: PERCENT_PRICE_BY_SIDE");
    const std::string relation = "The relationship of the prices for the orders is not correct.";
    refused(sale({{"abovePrice", "99.5"}}), -2010, relation);
    refused(sale({{"belowStopPrice", "100.5"}}), -2010, relation);
    refused(purchase({{"belowPrice", "100.5"}}), -2010, relation);
    const std::string poor = "Account has insufficient balance for requested action.";
    refused(sale({{"quantity", "101"}}), -2010, poor);
    refused(purchase({{"quantity", "95"}}), -2010, poor);
    const auto both_missing = [](const std::string& key) {
        return "Param '" + key + "' or 'orderListId' must be sent, but both were empty/null!";
    };
    expect_refused(program.ask("GET", list_path), 400, -1102, both_missing("origClientOrderId"));
    expect_refused(program.ask("DELETE", list_path, {{"symbol", pair()}}), 400, -1102,
                   both_missing("listClientOrderId"));
    EXPECT_EQ(orders_of(anna), 0);
    EXPECT_EQ(anna.balance(coin), dec("100"));
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

}  // namespace
}  // namespace cambio
