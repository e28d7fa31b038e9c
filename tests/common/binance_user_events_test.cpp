#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "binance/user_events.h"
#include "json/parse.h"

namespace cambio::binance {
namespace {

using testing::ElementsAre, testing::IsEmpty;

/// An order as a look shows it.
Json::Value order_of(int id, const char* status, const char* filled, const char* total,
                     const char* fee, int created = 1000, int updated = 1000) {
    Json::Value order;
    order["symbol"] = "BTCUSDT";
    order["orderId"] = id;
    order["orderListId"] = -1;
    order["clientOrderId"] = "mine-" + std::to_string(id);
    order["price"] = "100.00000000";
    order["origQty"] = "3.00000000";
    order["executedQty"] = filled;
    order["cummulativeQuoteQty"] = total;
    order["commission"] = fee;
    order["origQuoteOrderQty"] = "0.00000000";
    order["status"] = status;
    order["timeInForce"] = "GTC";
    order["type"] = "LIMIT";
    order["side"] = "BUY";
    order["selfTradePreventionMode"] = "EXPIRE_TAKER";
    order["time"] = created;
    order["workingTime"] = created;
    order["updateTime"] = updated;
    order["isWorking"] = true;
    order["baseAsset"] = "BTC";
    order["quoteAsset"] = "USDT";
    return order;
}

Json::Value fill_of(int id, const char* quantity, const char* total, const char* fee, int at) {
    Json::Value fill;
    fill["tradeId"] = id;
    fill["price"] = "100.00000000";
    fill["qty"] = quantity;
    fill["quoteQty"] = total;
    fill["commission"] = fee;
    fill["isMaker"] = true;
    fill["time"] = at;
    return fill;
}

Json::Value look_of(int time, int after, std::initializer_list<Json::Value> orders,
                    const char* dollars, const char* held, const char* coins = "0") {
    Json::Value look;
    look["time"] = time;
    look["after"] = after;
    look["orders"] = Json::arrayValue;
    for (const auto& order : orders) look["orders"].append(order);
    look["balances"]["USDT"]["free"] = dollars;
    look["balances"]["USDT"]["locked"] = held;
    look["balances"]["BTC"]["free"] = coins;
    look["balances"]["BTC"]["locked"] = "0";
    return look;
}

std::vector<std::string> kinds(const std::vector<Json::Value>& events) {
    std::vector<std::string> kinds;
    for (const auto& event : events)
        kinds.push_back(event.isMember("x") ? event["x"].asString() + ' ' + event["X"].asString()
                                            : event["e"].asString());
    return kinds;
}

TEST(UserEvents, TellNothingOfWhatWasBefore) {
    const auto look = look_of(1000, 0, {order_of(5, "NEW", "0", "0", "0")}, "700", "300");
    UserView view{look};
    EXPECT_THAT(view.changes(look, 2000), IsEmpty());
}

TEST(UserEvents, AnOrderIsTakenFilledAndEnds) {
    UserView view{look_of(1000, 0, {}, "1000", "0")};
    const auto placed =
        view.changes(look_of(2000, 0, {order_of(5, "NEW", "0", "0", "0")}, "700", "300"), 2001);
    EXPECT_THAT(kinds(placed), ElementsAre("NEW NEW", "outboundAccountPosition"));
    EXPECT_EQ(placed[0]["c"], "mine-5");
    EXPECT_EQ(placed[0]["z"], "0.00000000");
    EXPECT_EQ(placed[0]["t"], -1);
    EXPECT_TRUE(placed[0]["w"].asBool());
    EXPECT_EQ(placed[1]["B"][1]["a"], "USDT");
    EXPECT_EQ(placed[1]["B"][1]["f"], "700.00000000");
    EXPECT_EQ(placed[1]["B"][1]["l"], "300.00000000");

    auto part = order_of(5, "PARTIALLY_FILLED", "1", "100", "0.01", 1000, 3000);
    part["fills"].append(fill_of(71, "0.4", "40", "0.004", 2500));
    part["fills"].append(fill_of(72, "0.6", "60", "0.006", 3000));
    const auto look = look_of(3000, 0, {part}, "700", "200", "0.99");
    const auto filled = view.changes(look, 3001);
    EXPECT_THAT(kinds(filled), ElementsAre("TRADE PARTIALLY_FILLED", "TRADE PARTIALLY_FILLED",
                                           "outboundAccountPosition"));
    EXPECT_EQ(filled[0]["t"], 71);
    EXPECT_EQ(filled[0]["z"], "0.40000000");
    EXPECT_EQ(filled[1]["t"], 72);
    EXPECT_EQ(filled[1]["l"], "0.6");
    EXPECT_EQ(filled[1]["z"], "1.00000000");
    EXPECT_EQ(filled[1]["Z"], "100.00000000");
    EXPECT_EQ(filled[1]["n"], "0.006");
    EXPECT_EQ(filled[1]["N"], "BTC");
    EXPECT_THAT(view.changes(look, 3002), IsEmpty()) << "a look that overlaps tells nothing twice";

    auto ended = part;
    ended["status"] = "CANCELED";
    ended["updateTime"] = 4000;
    const auto cancelled = view.changes(look_of(4000, 0, {ended}, "900", "0", "0.99"), 4001);
    EXPECT_THAT(kinds(cancelled), ElementsAre("CANCELED CANCELED", "outboundAccountPosition"));
    EXPECT_EQ(cancelled[0]["T"], 4000);
    EXPECT_FALSE(cancelled[0]["w"].asBool());
}

TEST(UserEvents, AnOrderThatCameAndWentBetweenTwoLooksIsToldInFull) {
    UserView view{look_of(1000, 0, {}, "1000", "0")};
    auto order = order_of(9, "FILLED", "3", "300", "0.03", 1500, 1500);
    order["fills"].append(fill_of(1, "3", "300", "0.03", 1500));
    const auto events = view.changes(look_of(2000, 0, {order}, "700", "0", "2.97"), 2001);
    EXPECT_THAT(kinds(events), ElementsAre("NEW NEW", "TRADE FILLED", "outboundAccountPosition"));
}

TEST(UserEvents, WhatTradesDoNotExplainIsABalanceUpdate) {
    UserView view{look_of(1000, 0, {order_of(5, "NEW", "0", "0", "0")}, "700", "300")};
    auto filled = order_of(5, "FILLED", "3", "300", "0.03", 1000, 1500);
    filled["fills"].append(fill_of(1, "3", "300", "0.03", 1500));
    // 50 were deposited meanwhile, and 1 coin left.
    const auto events = view.changes(look_of(2000, 0, {filled}, "750", "0", "1.97"), 2001);
    EXPECT_THAT(kinds(events), ElementsAre("TRADE FILLED", "outboundAccountPosition",
                                           "balanceUpdate", "balanceUpdate"));
    EXPECT_EQ(events[2]["a"], "BTC");
    EXPECT_EQ(events[2]["d"], "-1.00000000");
    EXPECT_EQ(events[3]["d"], "50.00000000");
}

TEST(UserEvents, APairBeginsAndEndsAsAList) {
    const auto legs = [](const char* limit, const char* stop, bool waits) {
        auto first = order_of(20, limit, "0", "0", "0");
        auto second = order_of(21, stop, "0", "0", "0");
        first["orderListId"] = second["orderListId"] = 20;
        first["listClientOrderId"] = second["listClientOrderId"] = "both";
        second["stopPrice"] = "90.00000000";
        second["type"] = "STOP_LOSS_LIMIT";
        second["isWorking"] = !waits;
        return std::pair{first, second};
    };
    UserView view{look_of(1000, 0, {}, "1000", "0")};
    const auto [limit, stop] = legs("NEW", "NEW", true);
    const auto begun = view.changes(look_of(2000, 0, {limit, stop}, "700", "300"), 2001);
    EXPECT_THAT(kinds(begun),
                ElementsAre("NEW NEW", "NEW NEW", "listStatus", "outboundAccountPosition"));
    EXPECT_FALSE(begun[1]["w"].asBool());
    EXPECT_EQ(begun[2]["l"], "EXEC_STARTED");
    EXPECT_EQ(begun[2]["g"], 20);
    EXPECT_EQ(begun[2]["C"], "both");
    ASSERT_EQ(begun[2]["O"].size(), 2u);
    const auto [done, other] = legs("CANCELED", "CANCELED", false);
    const auto ended = view.changes(look_of(3000, 0, {done, other}, "1000", "0"), 3001);
    EXPECT_THAT(kinds(ended), ElementsAre("CANCELED CANCELED", "CANCELED CANCELED", "listStatus",
                                          "outboundAccountPosition"));
    EXPECT_EQ(ended[2]["L"], "ALL_DONE");
}

TEST(UserEvents, APairWhoseOrdersEndOneAfterTheOtherIsToldWhole) {
    auto limit = order_of(20, "NEW", "0", "0", "0");
    auto stop = order_of(21, "NEW", "0", "0", "0");
    limit["orderListId"] = stop["orderListId"] = 20;
    UserView view{look_of(1000, 0, {limit, stop}, "700", "300")};
    limit["status"] = "CANCELED";
    limit["updateTime"] = 2000;
    EXPECT_THAT(kinds(view.changes(look_of(2000, 0, {limit, stop}, "700", "300"), 2001)),
                ElementsAre("CANCELED CANCELED", "outboundAccountPosition"));
    // It has ended long ago.
    view.changes(look_of(3000, 30, {stop}, "700", "300"), 3001);
    stop["status"] = "CANCELED";
    stop["updateTime"] = 4000;
    const auto ended = view.changes(look_of(4000, 30, {stop}, "1000", "0"), 4001);
    ASSERT_THAT(kinds(ended),
                ElementsAre("CANCELED CANCELED", "listStatus", "outboundAccountPosition"));
    EXPECT_EQ(ended[1]["L"], "ALL_DONE");
    ASSERT_EQ(ended[1]["O"].size(), 2u);
    EXPECT_EQ(ended[1]["O"][0]["c"], "mine-20");
    EXPECT_EQ(ended[1]["O"][1]["c"], "mine-21");
}

TEST(UserEvents, AStopThatIsReachedIsToldAsWorking) {
    auto stop = order_of(30, "NEW", "0", "0", "0");
    stop["stopPrice"] = "90.00000000";
    stop["isWorking"] = false;
    UserView view{look_of(1000, 0, {stop}, "700", "300")};
    stop["isWorking"] = true;
    stop["updateTime"] = 2000;
    const auto events = view.changes(look_of(2000, 0, {stop}, "700", "300"), 2001);
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(kinds(events)[0], "NEW NEW");
    EXPECT_TRUE(events[0]["w"].asBool());
}

TEST(UserEvents, AStopThatTrailsIsToldWithItsDistance) {
    auto stop = order_of(30, "NEW", "0", "0", "0");
    stop["stopPrice"] = "90.00000000";
    stop["trailingDelta"] = 500;
    stop["trailingTime"] = 1000;
    stop["isWorking"] = false;
    UserView view{look_of(500, 0, {}, "1000", "0")};
    const auto placed = view.changes(
        look_of(1500, 0, {stop, order_of(31, "NEW", "0", "0", "0")}, "400", "600"), 1501);
    ASSERT_GE(placed.size(), 2u);
    EXPECT_EQ(placed[0]["d"], 500);
    EXPECT_EQ(placed[0]["D"], 1000);
    EXPECT_EQ(placed[0]["P"], "90.00000000");
    EXPECT_FALSE(placed[1].isMember("d") || placed[1].isMember("D"));
    stop["stopPrice"] = "95.00000000";
    const auto moved = look_of(2000, 0, {stop, order_of(31, "NEW", "0", "0", "0")}, "400", "600");
    EXPECT_THAT(view.changes(moved, 2001), IsEmpty()) << "where its stop stands is asked for";
}

TEST(UserEvents, AskForWhatWasOpen) {
    UserView view{
        look_of(100'000, 7,
                {order_of(5, "NEW", "0", "0", "0"), order_of(8, "FILLED", "3", "300", "0"),
                 order_of(9, "NEW", "0", "0", "0")},
                "0", "0")};
    EXPECT_EQ(view.question(), R"({"open":"5,9","after":7,"since":90000})");
}

}  // namespace
}  // namespace cambio::binance
