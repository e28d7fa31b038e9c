// Orders of Binance's clients, signed by an API key: what becomes of them, of the money and of what
// does not fit.
#include <algorithm>
#include <atomic>
#include <future>
#include <vector>

#include "binance_fixture.h"

namespace cambio {
namespace {

constexpr const char* order_path = "api/v3/order";

class BinanceOrders : public BinancePrograms {};

TEST_F(BinanceOrders, ALimitOrderRestsAndIsCancelled) {
    const auto anna = person();
    auto program = trader(anna);
    const auto answer = program.ask(
        "POST", order_path,
        limit_order("BUY", "95.5", "2", {{"newClientOrderId", "x-TKT5PX2F-first"}}), Place::body);
    const auto placed = good(answer);
    EXPECT_EQ(answer.header("x-mbx-order-count-10s"), "1");
    EXPECT_EQ(answer.header("x-mbx-order-count-1d"), "1");
    EXPECT_EQ(answer.header("x-mbx-used-weight-1m"), "1");
    EXPECT_EQ(placed["symbol"], pair());
    EXPECT_EQ(placed["status"], "NEW");
    EXPECT_EQ(placed["type"], "LIMIT");
    EXPECT_EQ(placed["timeInForce"], "GTC");
    EXPECT_EQ(placed["price"], "95.50000000");
    EXPECT_EQ(placed["origQty"], "2.00000000");
    EXPECT_EQ(placed["executedQty"], "0.00000000");
    EXPECT_EQ(placed["clientOrderId"], "x-TKT5PX2F-first");
    EXPECT_EQ(placed["orderListId"], -1);
    EXPECT_TRUE(placed["fills"].empty());
    EXPECT_EQ(anna.held("USDT"), dec("191"));

    const auto id = placed["orderId"].asString();
    const auto shown = good(program.ask("GET", order_path, {{"symbol", pair()}, {"orderId", id}}));
    EXPECT_EQ(shown["status"], "NEW");
    EXPECT_TRUE(shown["isWorking"].asBool());
    EXPECT_EQ(shown["time"], placed["transactTime"]);
    const auto open = good(program.ask("GET", "api/v3/openOrders", {{"symbol", pair()}}));
    ASSERT_EQ(open.size(), 1u);
    EXPECT_EQ(open[0]["orderId"].asString(), id);
    // The site shows the same order.
    auto site = as(anna);
    EXPECT_EQ(site.get("/api/v3/trades/open-orders").json()["orders"][0]["id"].asString(), id);

    const auto cancelled = good(program.ask(
        "DELETE", order_path, {{"symbol", pair()}, {"origClientOrderId", "x-TKT5PX2F-first"}}));
    EXPECT_EQ(cancelled["status"], "CANCELED");
    EXPECT_EQ(cancelled["origClientOrderId"], "x-TKT5PX2F-first");
    EXPECT_EQ(cancelled["orderId"].asString(), id);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    expect_refused(program.ask("DELETE", order_path, {{"symbol", pair()}, {"orderId", id}}), 400,
                   -2011, "Unknown order sent.");
    EXPECT_EQ(good(program.ask("GET", order_path, {{"symbol", pair()}, {"orderId", id}}))["status"],
              "CANCELED");
    EXPECT_TRUE(good(program.ask("GET", "api/v3/openOrders")).empty());
}

TEST_F(BinanceOrders, AMarketOrderTellsItsFills) {
    const auto anna = person();
    auto program = trader(anna);
    const Query order{{"symbol", pair()},
                      {"side", "BUY"},
                      {"type", "MARKET"},
                      {"quantity", "12"},
                      {"newClientOrderId", "with-fills"}};
    const auto bought = good(program.ask("POST", order_path, order));
    EXPECT_EQ(bought["status"], "FILLED");
    EXPECT_EQ(bought["executedQty"], "12.00000000");
    EXPECT_EQ(bought["cummulativeQuoteQty"], "1214.00000000");
    ASSERT_EQ(bought["fills"].size(), 2u);
    EXPECT_EQ(bought["fills"][0]["price"], "101.00000000");
    EXPECT_EQ(bought["fills"][0]["qty"], "10.00000000");
    EXPECT_EQ(bought["fills"][0]["commissionAsset"], coin);
    EXPECT_EQ(test::dec(bought["fills"][0]["commission"].asString()), dec("0.01"));
    EXPECT_EQ(bought["fills"][1]["price"], "102.00000000");
    EXPECT_EQ(anna.balance("USDT"), dec("8786"));
    EXPECT_EQ(good(program.ask("POST", order_path, order)), bought) << "the same from the database";

    const auto trades = good(program.ask("GET", "api/v3/myTrades", {{"symbol", pair()}}));
    ASSERT_EQ(trades.size(), 2u);
    EXPECT_EQ(trades[0]["id"], bought["fills"][0]["tradeId"]);
    EXPECT_EQ(trades[1]["id"], bought["fills"][1]["tradeId"]);
    EXPECT_EQ(trades[0]["orderId"], bought["orderId"]);
    EXPECT_TRUE(trades[0]["isBuyer"].asBool());
    EXPECT_FALSE(trades[0]["isMaker"].asBool());
    EXPECT_EQ(trades[0]["quoteQty"], "1010.00000000");
    const auto next = std::to_string(trades[0]["id"].asInt64() + 1);
    const auto rest =
        good(program.ask("GET", "api/v3/myTrades", {{"symbol", pair()}, {"fromId", next}}));
    ASSERT_EQ(rest.size(), 1u);
    EXPECT_EQ(rest[0]["id"], trades[1]["id"]);
    // Both trades are of one moment, and a page of one is the right one all the same.
    const auto one = [&](const Query& more) {
        return good(program.ask("GET", "api/v3/myTrades",
                                with({{"symbol", pair()}, {"limit", "1"}}, more)));
    };
    EXPECT_EQ(one({})[0]["id"], trades[1]["id"]) << "the latest";
    EXPECT_EQ(one({{"fromId", trades[0]["id"].asString()}})[0]["id"], trades[0]["id"]);
    EXPECT_EQ(one({{"fromId", next}})[0]["id"], trades[1]["id"]);
    const auto beyond = std::to_string(std::numeric_limits<std::int64_t>::max());
    EXPECT_TRUE(one({{"fromId", beyond}}).empty());
    EXPECT_TRUE(good(program.ask("GET", "api/v3/myTrades", {{"symbol", pair()}, {"orderId", "1"}}))
                    .empty());

    const auto by_total = good(program.ask("POST", order_path,
                                           {{"symbol", pair()},
                                            {"side", "BUY"},
                                            {"type", "MARKET"},
                                            {"quoteOrderQty", "102"},
                                            {"newOrderRespType", "RESULT"}}));
    EXPECT_EQ(by_total["status"], "FILLED");
    EXPECT_EQ(by_total["origQuoteOrderQty"], "102.00000000");
    EXPECT_EQ(by_total["executedQty"], "1.00000000");
    EXPECT_FALSE(by_total.isMember("fills"));
    EXPECT_FALSE(by_total["clientOrderId"].asString().empty());
    const auto by_key = good(program.ask(
        "GET", order_path,
        {{"symbol", pair()}, {"origClientOrderId", by_total["clientOrderId"].asString()}}));
    EXPECT_EQ(by_key["orderId"], by_total["orderId"]);
}

TEST_F(BinanceOrders, TheSameOrderSentTwiceIsOne) {
    const auto anna = person();
    auto program = trader(anna);
    const auto fields = limit_order("BUY", "95", "1", {{"newClientOrderId", "once"}});
    const auto first = good(program.ask("POST", order_path, fields));
    const auto again = good(program.ask("POST", order_path, fields));
    EXPECT_EQ(first["orderId"], again["orderId"]);
    EXPECT_EQ(anna.held("USDT"), dec("95"));
    expect_refused(program.ask("POST", order_path, with(fields, {{"quantity", "2"}})), 400, -2010,
                   "Duplicate order sent.");
    // With a market that rests, the order of before is still the answer.
    world->superuser().run("update markets set halted = true where pair = $1", {pair()});
    const auto halted = [&] {
        return program.ask("POST", order_path, with(fields, {{"newClientOrderId", "another"}}));
    };
    for (int tries = 0; tries < 1000 && halted().status == 200; ++tries)
        good(program.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}}));
    expect_refused(halted(), 400, -1013, "Market is closed.");
    EXPECT_EQ(good(program.ask("POST", order_path, fields))["orderId"], first["orderId"]);
    world->superuser().run("update markets set halted = false where pair = $1", {pair()});
}

TEST_F(BinanceOrders, TypesAndTimesInForceAreThoseOfTheEngine) {
    const auto anna = person();
    auto program = trader(anna);
    const auto maker = good(program.ask(
        "POST", order_path,
        limit_order("BUY", "95", "1", {{"type", "LIMIT_MAKER"}, {"timeInForce", "-"}})));
    EXPECT_FALSE(maker.isMember("status")) << "an acknowledgement";
    EXPECT_EQ(
        good(program.ask("GET", order_path,
                         {{"symbol", pair()}, {"orderId", maker["orderId"].asString()}}))["type"],
        "LIMIT_MAKER");
    expect_refused(program.ask("POST", order_path,
                               limit_order("BUY", "105", "1",
                                           {{"type", "LIMIT_MAKER"}, {"timeInForce", "-"}})),
                   400, -2010, "Order would immediately match and take.");
    const auto part = good(
        program.ask("POST", order_path, limit_order("BUY", "101", "11", {{"timeInForce", "IOC"}})));
    EXPECT_EQ(part["status"], "EXPIRED");
    EXPECT_EQ(part["executedQty"], "10.00000000");
    expect_refused(
        program.ask("POST", order_path, limit_order("BUY", "95", "50", {{"timeInForce", "FOK"}})),
        400, -2010, "The whole quantity could not be filled at once. The order was not taken.");
    // Both sides of the price of 101, at which the last trade was.
    const auto stop = [&](const std::string& side, const std::string& type,
                          const std::string& stop_price) {
        return program.ask(
            "POST", order_path,
            limit_order(
                side, side == "BUY" ? "105" : "94", "1",
                {{"type", type}, {"stopPrice", stop_price}, {"newOrderRespType", "RESULT"}}));
    };
    EXPECT_EQ(good(stop("SELL", "STOP_LOSS_LIMIT", "95"))["type"], "STOP_LOSS_LIMIT");
    EXPECT_EQ(good(stop("BUY", "STOP_LOSS_LIMIT", "104"))["type"], "STOP_LOSS_LIMIT");
    EXPECT_EQ(good(stop("SELL", "TAKE_PROFIT_LIMIT", "104"))["type"], "TAKE_PROFIT_LIMIT");
    const auto profit = good(stop("BUY", "TAKE_PROFIT_LIMIT", "95"));
    EXPECT_EQ(profit["type"], "TAKE_PROFIT_LIMIT");
    EXPECT_EQ(profit["stopPrice"], "95.00000000");
    EXPECT_EQ(profit["workingTime"], -1);
    const std::string reached = "Stop price would trigger immediately.";
    expect_refused(stop("SELL", "STOP_LOSS_LIMIT", "104"), 400, -2010, reached);
    expect_refused(stop("BUY", "STOP_LOSS_LIMIT", "95"), 400, -2010, reached);
    expect_refused(stop("SELL", "TAKE_PROFIT_LIMIT", "95"), 400, -2010, reached);
    expect_refused(stop("BUY", "TAKE_PROFIT_LIMIT", "104"), 400, -2010, reached);
    EXPECT_EQ(good(program.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}})).size(), 5u);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    expect_refused(program.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}}), 400, -2011,
                   "Unknown order sent.");
}

TEST_F(BinanceOrders, CancellingAllEndsAPairThatIsDueAndIsNoError) {
    const auto anna = person(), ben = person();
    auto program = trader(anna);
    auto site = as(anna), other = as(ben);
    const auto due = [](const std::string& when) {
        const std::string change = "alter table spot_brackets alter column due_at set default ";
        world->superuser().run((change + when).c_str());
    };
    const auto order =
        placed(site, limit("BUY", "100", "2", {{"take_profit", "105"}, {"stop_loss", "95"}}));
    due("now() + interval '1 hour'");
    placed(other, limit("SELL", "100", "2"));
    const auto in_state = [&](int state) {
        return number("select count(*) as n from spot_brackets where order_id = $1 and state = $2",
                      {order["id"].asString(), state});
    };
    EXPECT_EQ(in_state(1), 1);
    due("now()");
    const auto cancel_all = [&] {
        return program.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}});
    };
    EXPECT_EQ(good(cancel_all()), Json::Value{Json::arrayValue});
    EXPECT_EQ(in_state(4), 1);
    expect_refused(cancel_all(), 400, -2011, "Unknown order sent.");
}

TEST_F(BinanceOrders, WaitsForAPriceAndTradesAtTheMarket) {
    const auto anna = person();
    auto program = trader(anna);
    const auto stop = [&](const std::string& side, const std::string& type,
                          const std::string& stop_price, const Query& more = {}) {
        return program.ask("POST", order_path,
                           with({{"symbol", pair()},
                                 {"side", side},
                                 {"type", type},
                                 {"quantity", "1"},
                                 {"stopPrice", stop_price},
                                 {"newOrderRespType", "RESULT"}},
                                more));
    };
    const auto sale = good(stop("SELL", "STOP_LOSS", "95"));
    EXPECT_EQ(sale["type"], "STOP_LOSS");
    EXPECT_EQ(sale["status"], "NEW");
    EXPECT_EQ(sale["price"], "0.00000000");
    EXPECT_EQ(sale["stopPrice"], "95.00000000");
    EXPECT_EQ(sale["origQuoteOrderQty"], "0.00000000");
    EXPECT_EQ(sale["workingTime"], -1);
    EXPECT_EQ(good(stop("BUY", "TAKE_PROFIT", "95"))["type"], "TAKE_PROFIT");
    const auto profit = good(stop("SELL", "TAKE_PROFIT", "105"));
    EXPECT_EQ(profit["type"], "TAKE_PROFIT");
    const auto buy = good(stop("BUY", "STOP_LOSS", "105"));
    const std::string reached = "Stop price would trigger immediately.";
    expect_refused(stop("SELL", "STOP_LOSS", "105"), 400, -2010, reached);
    expect_refused(stop("BUY", "TAKE_PROFIT", "105"), 400, -2010, reached);
    for (const char* name : {"price", "timeInForce", "quoteOrderQty"}) {
        const std::string value = std::string_view{name} == "timeInForce" ? "GTC" : "94";
        expect_refused(stop("SELL", "STOP_LOSS", "95", {{name, value}}), 400, -1106,
                       "Parameter '" + std::string{name} + "' sent when not required.");
    }
    expect_refused(
        program.ask(
            "POST", order_path,
            {{"symbol", pair()}, {"side", "SELL"}, {"type", "STOP_LOSS"}, {"quantity", "1"}}),
        400, -1102, "Mandatory parameter 'stopPrice' was not sent, was empty/null, or malformed.");
    world->provider_book(pair(), {{"104", "10"}}, {{"106", "10"}});
    world->quote(pair(), "105");
    const auto shown = [&](const Json::Value& order) {
        return good(program.ask("GET", order_path,
                                {{"symbol", pair()}, {"orderId", order["orderId"].asString()}}));
    };
    for (const auto& one : {buy, profit})
        test::wait_until("the price to be heard", [&] { return shown(one)["status"] != "NEW"; });
    EXPECT_EQ(shown(buy)["status"], "FILLED");
    // The price may be heard before the book.
    EXPECT_THAT(shown(buy)["cummulativeQuoteQty"].asString(),
                testing::AnyOf("101.00000000", "106.00000000"));
    EXPECT_EQ(shown(buy)["isWorking"], true);
    EXPECT_EQ(shown(profit)["status"], "FILLED");
    EXPECT_EQ(shown(sale)["status"], "NEW");
    EXPECT_EQ(shown(sale)["isWorking"], false);
    EXPECT_EQ(good(program.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}})).size(), 2u);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(BinanceOrders, MakesAnOrderSmaller) {
    const auto anna = person();
    auto program = trader(anna);
    const auto first = good(program.ask(
        "POST", order_path, limit_order("BUY", "95", "3", {{"newClientOrderId", "large"}})));
    const auto id = first["orderId"].asString();
    const auto amend = [&](const Query& more) {
        return program.ask("PUT", "api/v3/order/amend/keepPriority",
                           with({{"symbol", pair()}, {"orderId", id}}, more));
    };
    const auto answer = good(amend({{"newQty", "2"}, {"newClientOrderId", "smaller"}}));
    EXPECT_GT(answer["executionId"].asInt64(), 0);
    const auto& order = answer["amendedOrder"];
    EXPECT_EQ(order["orderId"].asString(), id);
    EXPECT_EQ(order["clientOrderId"], "large");
    EXPECT_EQ(order["qty"], "2.00000000");
    EXPECT_EQ(order["executedQty"], "0.00000000");
    EXPECT_EQ(order["status"], "NEW");
    EXPECT_EQ(anna.held("USDT"), dec("190"));
    // The same change again is the same; another one under its key is none.
    EXPECT_EQ(good(amend({{"newQty", "2"}, {"newClientOrderId", "smaller"}})), answer);
    expect_refused(amend({{"newQty", "1"}, {"newClientOrderId", "smaller"}}), 400, -2010,
                   "Duplicate order sent.");
    expect_refused(amend({{"newQty", "2"}}), 400, -2038,
                   "Order amend (quantity increase) is not supported.");
    expect_refused(amend({{"newQty", "5"}}), 400, -2038,
                   "Order amend (quantity increase) is not supported.");
    expect_refused(amend({{"newQty", "0.005"}}), 400, -1013, "Filter failure: LOT_SIZE");
    expect_refused(amend({{"newQty", "1"}, {"orderId", "987654321"}}), 400, -2013,
                   "Order does not exist.");
    good(amend({{"newQty", "1"}, {"orderId", "-"}, {"origClientOrderId", "large"}}));
    EXPECT_EQ(anna.held("USDT"), dec("95"));
    good(program.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}}));
    expect_refused(amend({{"newQty", "0.5"}}), 400, -2011, "Unknown order sent.");
}

TEST_F(BinanceOrders, ListsTheOrdersOfAMarket) {
    const auto anna = person();
    auto program = trader(anna);
    std::vector<std::string> ids;
    for (int i = 0; i < 3; ++i)
        ids.push_back(
            good(program.ask("POST", order_path, limit_order("BUY", "95", "1")))["orderId"]
                .asString());
    good(program.ask("DELETE", order_path, {{"symbol", pair()}, {"orderId", ids[1]}}));
    const auto listed = [&](const Query& more) {
        std::vector<std::string> found;
        for (const auto& order :
             good(program.ask("GET", "api/v3/allOrders", with({{"symbol", pair()}}, more))))
            found.push_back(order["orderId"].asString());
        return found;
    };
    EXPECT_EQ(listed({}), ids);
    EXPECT_EQ(listed({{"limit", "2"}}), (std::vector<std::string>{ids[1], ids[2]}));
    EXPECT_EQ(listed({{"orderId", ids[1]}}), (std::vector<std::string>{ids[1], ids[2]}));
    EXPECT_EQ(listed({{"startTime", "1500000000000"}, {"limit", "1"}}),
              (std::vector<std::string>{ids[0]}));
    EXPECT_TRUE(listed({{"endTime", "1500000000000"}}).empty());
    EXPECT_EQ(good(program.ask("GET", "api/v3/rateLimit/order"))[1]["count"], 3);
    // Nobody else's.
    auto other = trader(person());
    EXPECT_TRUE(good(other.ask("GET", "api/v3/allOrders", {{"symbol", pair()}})).empty());
    expect_refused(other.ask("GET", order_path, {{"symbol", pair()}, {"orderId", ids[0]}}), 400,
                   -2013, "Order does not exist.");
    expect_refused(other.ask("DELETE", order_path, {{"symbol", pair()}, {"orderId", ids[0]}}), 400,
                   -2011, "Unknown order sent.");
    expect_refused(program.ask("DELETE", order_path, {{"symbol", "BTCUSDT"}, {"orderId", ids[0]}}),
                   400, -2011, "Unknown order sent.");
}

// Ten thousand open orders take a third of a second to list: whoever asks for them with all keys at
// once waits for himself, and orders of others do not.
TEST_F(BinanceOrders, WhatIsOpenInAllMarketsIsListedBesideTheThreadsThatTakeOrders) {
    constexpr int asked = 16, at_a_time = 4;
    const auto anna = person();
    auto other = trader(person());
    std::vector<Program> programs;
    for (int i = 0; i < asked; ++i) programs.push_back(trader(anna));
    for (const char* path : {"api/v3/openOrderList", "api/v3/openOrders"}) {
        std::atomic<int> refused = 0;
        std::vector<std::future<Answer>> answers;
        {
            pg::Connection busy{world->database().superuser()};
            pg::Transaction reading{busy};
            reading.run("lock table orders in access exclusive mode");
            for (auto& program : programs)
                answers.push_back(std::async(std::launch::async, [&refused, &program, path] {
                    auto answer = program.ask("GET", path);
                    refused += answer.status == 429 ? 1 : 0;
                    return answer;
                }));
            test::wait_until("all but four are refused",
                             [&] { return refused == asked - at_a_time; });
            good(other.ask("POST", "api/v3/order/test", limit_order("BUY", "95", "2")));
        }
        const auto listed =
            std::ranges::count_if(answers, [](auto& answer) { return answer.get().status == 200; });
        EXPECT_EQ(listed, at_a_time) << path;
    }
}

TEST_F(BinanceOrders, TestsAnOrderWithoutPlacingIt) {
    const auto anna = person();
    auto program = trader(anna);
    EXPECT_EQ(program.ask("POST", "api/v3/order/test", limit_order("BUY", "95", "1")).body, "{}");
    const auto rates =
        good(program.ask("POST", "api/v3/order/test",
                         limit_order("BUY", "95", "1", {{"computeCommissionRates", "true"}})));
    EXPECT_EQ(rates["standardCommissionForOrder"]["maker"], "0.00100000");
    EXPECT_EQ(rates["standardCommissionForOrder"]["taker"], "0.00100000");
    EXPECT_EQ(rates["taxCommissionForOrder"]["taker"], "0.00000000");
    EXPECT_EQ(rates["discount"]["enabledForAccount"], false);
    expect_refused(program.ask("POST", "api/v3/order/test", limit_order("BUY", "95.55", "1")), 400,
                   -1013, "Filter failure: PRICE_FILTER");
    EXPECT_TRUE(good(program.ask("GET", "api/v3/openOrders")).empty());
}

TEST_F(BinanceOrders, RefusesInBinancesWordsAndChangesNothing) {
    const auto anna = person();
    auto program = trader(anna);
    const auto refused = [&](const Query& more, int code, const std::string& text) {
        expect_refused(program.ask("POST", order_path, limit_order("BUY", "95", "1", more)), 400,
                       code, text);
    };
    const auto missing = [](const std::string& name) {
        return "Mandatory parameter '" + name + "' was not sent, was empty/null, or malformed.";
    };
    const auto unwanted = [](const std::string& name) {
        return "Parameter '" + name + "' sent when not required.";
    };
    for (const auto* name : {"symbol", "side", "type", "timeInForce", "price", "quantity"})
        refused({{name, "-"}}, -1102, missing(name));
    refused({{"symbol", "NOPE"}}, -1121, "Invalid symbol.");
    refused({{"side", "HOLD"}}, -1117, "Invalid side.");
    refused({{"type", "STOP"}}, -1116, "Invalid orderType.");
    refused({{"timeInForce", "GTX"}}, -1115, "Invalid timeInForce.");
    refused({{"price", "0"}}, -1013, "Invalid price.");
    refused({{"quantity", "0"}}, -1013, "Invalid quantity.");
    refused({{"price", "1e2"}}, -1100,
            "Illegal characters found in parameter 'price'; legal range is "
            "'^([0-9]{1,20})(\\.[0-9]{1,20})?$'.");
    refused({{"quantity", "1.0000000000000000001"}}, -1111,
            "Parameter 'quantity' has too much precision.");
    refused({{"price", "95.55"}}, -1013, "Filter failure: PRICE_FILTER");
    refused({{"quantity", "1.0005"}}, -1013, "Filter failure: LOT_SIZE");
    refused({{"quantity", "0.001"}}, -1013, "Filter failure: LOT_SIZE");
    refused({{"quantity", "0.05"}}, -1013, "Filter failure: NOTIONAL");
    refused({{"price", "1100"}}, -1013, "Filter failure: PERCENT_PRICE_BY_SIDE");
    refused({{"price", "9"}}, -1013, "Filter failure: PERCENT_PRICE_BY_SIDE");
    refused({{"quantity", "200"}}, -2010, "Account has insufficient balance for requested action.");
    refused({{"stopPrice", "90"}}, -1106, unwanted("stopPrice"));
    refused({{"quoteOrderQty", "90"}}, -1106, unwanted("quoteOrderQty"));
    refused({{"type", "STOP_LOSS_LIMIT"}}, -1102, missing("stopPrice"));
    refused({{"type", "MARKET"}, {"price", "-"}}, -1106, unwanted("timeInForce"));
    refused({{"type", "MARKET"}, {"timeInForce", "-"}}, -1106, unwanted("price"));
    refused({{"type", "MARKET"}, {"timeInForce", "-"}, {"price", "-"}, {"quantity", "-"}}, -1102,
            "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!");
    refused({{"type", "MARKET"},
             {"side", "SELL"},
             {"timeInForce", "-"},
             {"price", "-"},
             {"quantity", "-"},
             {"quoteOrderQty", "100"}},
            -1130, "Data sent for parameter 'quoteOrderQty' is not valid.");
    for (const auto* name : {"icebergQty", "pegPriceType"})
        refused({{name, "1"}}, -1130,
                "Data sent for parameter '" + std::string{name} + "' is not valid.");
    refused({{"selfTradePreventionMode", "NONE"}}, -1130,
            "Data sent for parameter 'selfTradePreventionMode' is not valid.");
    refused({{"newOrderRespType", "ALL"}}, -1130,
            "Data sent for parameter 'newOrderRespType' is not valid.");
    for (const auto& key : {std::string(37, 'a'), std::string{"a b"}, std::string{"é"}})
        refused({{"newClientOrderId", key}}, -1100,
                "Illegal characters found in parameter 'newClientOrderId'; legal range is "
                "'^[a-zA-Z0-9-_]{1,36}$'.");
    refused({{"colour", "red"}}, -1104, "Not all sent parameters were read.");
    expect_refused(program.ask("DELETE", order_path, {{"symbol", pair()}}), 400, -1102,
                   "Param 'origClientOrderId' or 'orderId' must be sent, but both were "
                   "empty/null!");
    expect_refused(program.ask("GET", order_path, {{"symbol", pair()}, {"orderId", "0"}}), 400,
                   -1130, "Data sent for parameter 'orderId' is not valid.");
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 0);
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

}  // namespace
}  // namespace cambio
