// Orders of Binance's clients whose stop follows the price: what a program is told of them, where
// they trade, and which are refused.
#include <algorithm>

#include "binance_fixture.h"

namespace cambio {
namespace {

constexpr const char* order_path = "api/v3/order";
const std::string not_wanted = "Parameter 'trailingDelta' sent when not required.";
const std::string bad_combination = "Combination of optional parameters invalid.";

class BinanceTrailing : public BinancePrograms {
  protected:
    Query trailing(const std::string& side, const std::string& delta,
                   const Query& more = {}) const {
        return with({{"symbol", pair()},
                     {"side", side},
                     {"type", "STOP_LOSS"},
                     {"quantity", "2"},
                     {"trailingDelta", delta},
                     {"newOrderRespType", "RESULT"}},
                    more);
    }
    Json::Value shown(Program& program, const Json::Value& order) const {
        return good(program.ask("GET", order_path,
                                {{"symbol", pair()}, {"orderId", order["orderId"].asString()}}));
    }
    void wait_for_stop(Program& program, const Json::Value& order, const std::string& price) const {
        test::wait_until("the stop to stand at " + price,
                         [&] { return shown(program, order)["stopPrice"].asString() == price; });
    }
};

TEST_F(BinanceTrailing, ASaleIsListedFollowsThePriceAndIsTriggered) {
    const auto anna = person();
    auto program = trader(anna);
    const auto order = trailing("SELL", "500", {{"newClientOrderId", "follows"}});
    const auto sale = good(program.ask("POST", order_path, order));
    EXPECT_EQ(sale["type"], "STOP_LOSS");
    EXPECT_EQ(sale["status"], "NEW");
    EXPECT_EQ(sale["trailingDelta"], 500);
    EXPECT_EQ(sale["stopPrice"], "95.00000000");
    EXPECT_EQ(sale["workingTime"], -1);
    EXPECT_EQ(sale["trailingTime"], shown(program, sale)["time"]);
    EXPECT_EQ(anna.held(coin), dec("2"));

    world->quote(pair(), "110");
    wait_for_stop(program, sale, "104.50000000");
    for (const char* path : {"api/v3/openOrders", "api/v3/allOrders"}) {
        const auto listed = good(program.ask("GET", path, {{"symbol", pair()}}));
        ASSERT_EQ(listed.size(), 1u) << path;
        EXPECT_EQ(listed[0]["orderId"], sale["orderId"]);
        EXPECT_EQ(listed[0]["type"], "STOP_LOSS");
        EXPECT_EQ(listed[0]["trailingDelta"], 500);
        EXPECT_EQ(listed[0]["stopPrice"], "104.50000000");
        EXPECT_EQ(listed[0]["isWorking"], false);
    }
    const auto again = good(program.ask("POST", order_path, order));
    EXPECT_EQ(again["orderId"], sale["orderId"]) << "the same order, wherever its stop stands";
    expect_refused(program.ask("POST", order_path, with(order, {{"trailingDelta", "600"}})), 400,
                   -2010, "Duplicate order sent.");

    world->quote(pair(), "104");
    world->provider_book(pair(), {{"103", "10"}}, {{"105", "10"}});
    test::wait_until("the sale", [&] { return shown(program, sale)["status"] == "FILLED"; });
    const auto done = shown(program, sale);
    EXPECT_EQ(done["cummulativeQuoteQty"], "206.00000000");
    EXPECT_EQ(done["trailingDelta"], 500);
    EXPECT_EQ(done["stopPrice"], "104.50000000");
    EXPECT_EQ(done["isWorking"], true);
    EXPECT_EQ(anna.held(coin), dec("0"));
    EXPECT_EQ(anna.balance(coin), dec("98"));
}

TEST_F(BinanceTrailing, APurchaseFollowsTheLowestPriceAndIsCancelled) {
    const auto anna = person();
    auto program = trader(anna);
    const auto purchase = good(program.ask("POST", order_path, trailing("BUY", "1000")));
    EXPECT_EQ(purchase["stopPrice"], "110.00000000");
    EXPECT_EQ(purchase["trailingDelta"], 1000);
    EXPECT_GT(anna.held("USDT"), dec("220"));
    world->quote(pair(), "90");
    wait_for_stop(program, purchase, "99.00000000");
    const auto cancelled = good(program.ask(
        "DELETE", order_path, {{"symbol", pair()}, {"orderId", purchase["orderId"].asString()}}));
    EXPECT_EQ(cancelled["status"], "CANCELED");
    EXPECT_EQ(cancelled["trailingDelta"], 1000);
    EXPECT_EQ(cancelled["trailingTime"], purchase["trailingTime"]);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(BinanceTrailing, TheRulesThatAreToldAreKept) {
    HandlerProcess binance{world->handler("binance")};
    auto anybody = binance.client();
    const auto rules =
        anybody.get("/binance/api/v3/exchangeInfo", {{"symbol", pair()}}).json()["symbols"][0];
    EXPECT_TRUE(rules["allowTrailingStop"].asBool());
    const auto filter = std::ranges::find_if(rules["filters"], [](const Json::Value& one) {
        return one["filterType"] == "TRAILING_DELTA";
    });
    ASSERT_NE(filter, rules["filters"].end());

    const auto anna = person();
    auto program = trader(anna);
    const struct { const char *side, *place; } sides[] = {{"BUY", "Above"}, {"SELL", "Below"}};
    for (const auto& [side, place] : sides) {
        const auto bound = [&](const char* which) {
            const auto name = which + std::string{"Trailing"} + place + "Delta";
            EXPECT_TRUE((*filter)[name].isInt()) << name;
            return (*filter)[name].asInt();
        };
        const auto test = [&](int delta) {
            return program.ask("POST", "api/v3/order/test", trailing(side, std::to_string(delta)));
        };
        for (const int delta : {bound("min"), bound("max")}) good(test(delta));
        for (const int delta : {bound("min") - 1, bound("max") + 1, 0, -500})
            expect_refused(test(delta), 400, -1013, "Filter failure: TRAILING_DELTA");
    }
    for (const auto* delta : {"1.5", "much"})
        expect_refused(program.ask("POST", order_path, trailing("SELL", delta)), 400, -1130,
                       "Data sent for parameter 'trailingDelta' is not valid.");
}

TEST_F(BinanceTrailing, OnlyAStopLossAtTheMarketsPriceTrails) {
    const auto anna = person();
    auto program = trader(anna);
    const auto refused = [&](const Query& order, int code, const std::string& text) {
        for (const char* path : {order_path, "api/v3/order/test"})
            expect_refused(program.ask("POST", path, order), 400, code, text);
    };
    const Query delta{{"trailingDelta", "100"}};
    refused(limit_order("BUY", "95", "1", delta), -1106, not_wanted);
    refused(
        limit_order("BUY", "95", "1", with(delta, {{"type", "LIMIT_MAKER"}, {"timeInForce", "-"}})),
        -1106, not_wanted);
    refused(trailing("BUY", "100", {{"type", "MARKET"}}), -1106, not_wanted);
    // Binance has these, and they would wait for another price here.
    for (const char* type : {"STOP_LOSS_LIMIT", "TAKE_PROFIT_LIMIT"}) {
        refused(limit_order("SELL", "94", "1", with(delta, {{"type", type}})), -1128,
                bad_combination);
        refused(limit_order("SELL", "94", "1", with(delta, {{"type", type}, {"stopPrice", "95"}})),
                -1128, bad_combination);
    }
    refused(trailing("SELL", "100", {{"type", "TAKE_PROFIT"}}), -1128, bad_combination);
    refused(trailing("SELL", "100", {{"stopPrice", "95"}}), -1128, bad_combination);
    refused(trailing("SELL", "100", {{"price", "95"}}), -1106,
            "Parameter 'price' sent when not required.");
    // Its worth is known where its stop is: when it is placed.
    expect_refused(program.ask("POST", order_path, trailing("SELL", "100", {{"quantity", "0.05"}})),
                   400, -1013, "Filter failure: NOTIONAL");
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 0);
    EXPECT_EQ(anna.balance(coin), dec("100"));
}

TEST_F(BinanceTrailing, AClientHasTwentyInAMarket) {
    const auto anna = person();
    auto program = trader(anna);
    for (int i = 0; i < 20; ++i) good(program.ask("POST", order_path, trailing("SELL", "500")));
    expect_refused(program.ask("POST", order_path, trailing("SELL", "500")), 400, -1013,
                   "Filter failure: MAX_NUM_ALGO_ORDERS");
    EXPECT_EQ(anna.held(coin), dec("40"));
    EXPECT_EQ(good(program.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}})).size(), 20u);
    EXPECT_EQ(anna.held(coin), dec("0"));
}

}  // namespace
}  // namespace cambio
