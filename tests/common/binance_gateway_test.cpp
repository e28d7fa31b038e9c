#include <gtest/gtest.h>

#include "binance/gateway.h"
#include "binance/turns.h"
#include "json/parse.h"

namespace cambio::binance {
namespace {

Json::Value json_of(std::string_view text) {
    const auto value = json::parse(text);
    EXPECT_TRUE(value) << text;
    return value.value_or(Json::Value{});
}

GatewayRequest request_of(std::string_view text) {
    const auto read = read_gateway_request(text);
    const auto* request = std::get_if<GatewayRequest>(&read);
    EXPECT_NE(request, nullptr) << text;
    return request == nullptr ? GatewayRequest{} : *request;
}

GatewayRefusal refusal_of(std::string_view text) {
    const auto read = read_gateway_request(text);
    const auto* refusal = std::get_if<GatewayRefusal>(&read);
    EXPECT_NE(refusal, nullptr) << text;
    return refusal == nullptr ? GatewayRefusal{} : *refusal;
}

TEST(BinanceGateway, PassesParametersOnAsTheyWereWritten) {
    const auto request = request_of(
        R"({"id":7,"method":"order.place","params":{"symbol":"BTCUSDT","quantity":0.0100,)"
        R"("price":"5.0","returnRateLimits":false,"timestamp":1645423376532,"apiKey":"K\u0041",)"
        R"("note":null}})");
    const auto* const* call = std::get_if<const GatewayCall*>(&request.what);
    ASSERT_NE(call, nullptr);
    EXPECT_EQ((*call)->method, "POST");
    EXPECT_EQ((*call)->path, "/binance/api/v3/order");
    EXPECT_TRUE((*call)->by_key);
    EXPECT_EQ(request.id, 7);
    EXPECT_EQ(request.api_key, "KA");
    EXPECT_EQ(request.limits, false);
    EXPECT_EQ(request.body,
              R"({"apiKey":"K\u0041","note":null,"price":"5.0","quantity":0.0100,)"
              R"("returnRateLimits":false,"symbol":"BTCUSDT","timestamp":1645423376532})");
}

TEST(BinanceGateway, AsksForTheCallThatAMethodStandsFor) {
    const struct {
        std::string_view name, method, path;
    } methods[] = {
        {"order.amend.keepPriority", "PUT", "/binance/api/v3/order/amend/keepPriority"},
        {"order.cancelReplace", "POST", "/binance/api/v3/order/cancelReplace"},
        {"openOrders.cancelAll", "DELETE", "/binance/api/v3/openOrders"},
        {"orderList.place.oco", "POST", "/binance/api/v3/orderList/oco"},
    };
    for (const auto& [name, method, path] : methods) {
        const auto request = request_of(R"({"id":1,"method":")" + std::string{name} + "\"}");
        const auto* const* call = std::get_if<const GatewayCall*>(&request.what);
        ASSERT_NE(call, nullptr) << name;
        EXPECT_EQ((*call)->method, method);
        EXPECT_EQ((*call)->path, path);
        EXPECT_TRUE((*call)->by_key);
    }
}

// What is looked at here and what is passed on are the same bytes.
TEST(BinanceGateway, PassesTheSameOnBehindAByteOrderMark) {
    const std::string text = R"({"method":"userDataStream.subscribe.signature","params":{)"
                             R"("apiKey":   "KEY","timestamp":1645423376532}})";
    const auto request = request_of("\xef\xbb\xbf" + text);
    EXPECT_EQ(request.api_key, "KEY");
    EXPECT_EQ(request.body, request_of(text).body);
}

TEST(BinanceGateway, WritesListsAsAnAddressHasThem) {
    EXPECT_EQ(request_of(R"({"id":"a","method":"v3/exchangeInfo",)"
                         R"("params":{"symbols":["BTCUSDT", "ETHUSDT"]}})")
                  .body,
              R"({"symbols":"[\"BTCUSDT\",\"ETHUSDT\"]"})");
    EXPECT_EQ(request_of(R"({"id":null,"method":"ping"})").body, "");
    EXPECT_EQ(request_of(R"({"method":"time","params":{}})").body, "");
}

TEST(BinanceGateway, SeesWhatNamesItsOwnKey) {
    const auto by_itself = [](const std::string& params) {
        return request_of(R"({"id":1,"method":"order.place","params":)" + params + "}").by_itself;
    };
    EXPECT_FALSE(by_itself(R"({"symbol":"BTCUSDT","timestamp":1})"));
    EXPECT_FALSE(request_of(R"({"id":1,"method":"openOrders.status"})").by_itself);
    EXPECT_TRUE(by_itself(R"({"signature":"x"})"));
    EXPECT_TRUE(by_itself(R"({"apiKey":"x"})"));
    EXPECT_TRUE(by_itself(R"({"apiKey":null})"));
    EXPECT_TRUE(by_itself(R"({"apiKey":["x"]})"));
    EXPECT_TRUE(by_itself(R"({"\u0061piKey":"x"})")) << "however it is written";
}

TEST(BinanceGateway, RefusesWhatIsNoRequest) {
    EXPECT_EQ(refusal_of("{").code, -1135);
    EXPECT_EQ(refusal_of("[]").code, -1135);
    EXPECT_EQ(refusal_of(R"({"id":{},"method":"ping"})").code, -1135);
    EXPECT_EQ(refusal_of(R"({"id":1.5,"method":"ping"})").code, -1135);
    EXPECT_EQ(refusal_of(R"({"id":1,"method":1})").code, -1135);
    EXPECT_EQ(refusal_of(R"({"id":1,"method":"ping","params":[]})").code, -1135);
    EXPECT_EQ(refusal_of(R"({"id":1,"method":"order.place","params":{"a":1,"a":2}})").code, -1135);
    EXPECT_EQ(refusal_of(R"({"id":1,"method":"/internal/user-data"})").code, -1020);
    EXPECT_EQ(gateway_refusal(refusal_of(R"({"id":"x\"y","method":"sapi"})")),
              R"({"id":"x\"y","status":400,"error":{"code":-1020,)"
              R"("msg":"This operation is not supported."}})");
}

TEST(BinanceGateway, RepliesAsTheCallDid) {
    const GatewayLimits limits{6000, 100, 200'000};
    const CallReply good{200, R"({"serverTime":5})", true, "12", "1", "3", ""};
    const auto reply = json_of(gateway_reply("x", good, &limits, 1000));
    EXPECT_EQ(reply["id"], "x");
    EXPECT_EQ(reply["status"], 200);
    EXPECT_EQ(reply["result"]["serverTime"], 5);
    ASSERT_EQ(reply["rateLimits"].size(), 3u);
    EXPECT_EQ(reply["rateLimits"][0]["interval"], "SECOND");
    EXPECT_EQ(reply["rateLimits"][0]["limit"], 100);
    EXPECT_EQ(reply["rateLimits"][1]["count"], 3);
    EXPECT_EQ(reply["rateLimits"][2]["rateLimitType"], "REQUEST_WEIGHT");
    EXPECT_EQ(reply["rateLimits"][2]["count"], 12);
    EXPECT_FALSE(json_of(gateway_reply("x", good, nullptr, 1000)).isMember("rateLimits"));

    const CallReply late{429, R"({"code":-1015,"msg":"Too many new orders"})", true, "", "", "",
                         "7"};
    const auto refused = json_of(gateway_reply(3, late, nullptr, 1000));
    EXPECT_EQ(refused["status"], 429);
    EXPECT_EQ(refused["error"]["code"], -1015);
    EXPECT_EQ(refused["error"]["data"]["retryAfter"], 8000);
    EXPECT_EQ(refused["error"]["data"]["serverTime"], 1000);
    EXPECT_FALSE(refused.isMember("result"));

    const CallReply ban{418, R"({"code":-1003,"msg":"Way too much"})", true, "", "", "", "120"};
    const auto banned = json_of(gateway_reply(4, ban, nullptr, 1000));
    EXPECT_EQ(banned["status"], 418);
    EXPECT_EQ(banned["error"]["code"], -1003);
    EXPECT_EQ(banned["error"]["data"]["retryAfter"], 121'000);
}

TEST(BinanceGateway, SaysThatNobodyKnowsWhereNoReplyCame) {
    for (const auto& lost : {CallReply{}, CallReply{502, "<html>", false, "", "", "", ""}}) {
        const auto reply = json_of(gateway_reply(1, lost, nullptr, 0));
        EXPECT_EQ(reply["status"], 503);
        EXPECT_EQ(reply["error"]["code"], -1007);
    }
}

TEST(BinanceGateway, KnowsItsPlace) {
    bool limits = false;
    EXPECT_TRUE(read_gateway_place("/binance/ws-api/v3", limits));
    EXPECT_TRUE(limits);
    EXPECT_TRUE(read_gateway_place("/binance/ws-api/v3?returnRateLimits=false", limits));
    EXPECT_FALSE(limits);
    EXPECT_FALSE(read_gateway_place("/binance/ws-api/v3/btcusdt@trade", limits));
    EXPECT_FALSE(read_gateway_place("/binance/ws", limits));
}

TEST(BinanceGateway, LetsOneAfterTheOtherLookAtAClient) {
    Turns turns;
    std::string called;
    const auto call = [&](char who) { return [&called, who] { called += who; }; };
    turns.take("anna", call('a'));
    turns.take("anna", call('b'));
    turns.take("anna", [&] {
        called += 'c';
        turns.pass("anna");  // who has gone meanwhile
    });
    turns.take("anna", call('d'));
    turns.take("ben", call('x'));
    EXPECT_EQ(called, "ax");
    turns.pass("anna");
    EXPECT_EQ(called, "axb");
    turns.pass("anna");
    EXPECT_EQ(called, "axbcd");
    turns.pass("anna");
    turns.take("anna", call('e'));
    EXPECT_EQ(called, "axbcde");
}

}  // namespace
}  // namespace cambio::binance
