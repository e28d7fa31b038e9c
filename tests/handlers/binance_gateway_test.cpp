// What comes over the WebSocket API, as its gateway (handlers/streams) passes it on: signatures of
// sorted parameters, and what the gateway reads for those who listen.
#include "binance/user_events.h"
#include "binance_fixture.h"
#include "json/parse.h"

namespace cambio {
namespace {

const std::string not_signed = "Signature for this request is not valid.";
const std::string not_allowed = "Invalid API-key, IP, or permissions for action.";

class BinanceGatewayCalls : public BinancePrograms {
  protected:
    void SetUp() override {
        BinancePrograms::SetUp();
        if (!binance) binance.reset(new HandlerProcess{world->handler("binance")});
    }
    static void TearDownTestSuite() {
        binance.reset();
        BinancePrograms::TearDownTestSuite();
    }

    /// The signed text of parameters in the order of their names.
    static std::string sorted(const Query& fields) {
        const std::map<std::string, std::string> all{fields.begin(), fields.end()};
        std::string text;
        for (const auto& [name, value] : all)
            text += (text.empty() ? "" : "&") + name + '=' + value;
        return text;
    }
    static Query named(const Program& program, Query fields) {
        fields.emplace_back("apiKey", program.key().public_id);
        fields.emplace_back("timestamp", Program::now());
        return fields;
    }
    static std::string json_of(const Query& fields) {
        std::string text;
        for (const auto& [name, value] : fields)
            text += (text.empty() ? "{\"" : ",\"") + name + "\":\"" + value + '"';
        return text + '}';
    }

    static Answer pass(const HandlerProcess& process, const std::string& method,
                       const std::string& path, const std::string& body, bool by_gateway = true,
                       const std::string& header = "", const std::string& address = "127.0.0.1") {
        auto client = process.client();
        client.address(address);
        std::map<std::string, std::string> variables{{"REQUEST_METHOD", method},
                                                     {"DOCUMENT_URI", path},
                                                     {"CONTENT_TYPE", "application/json"}};
        if (by_gateway) variables["CAMBIO_GATEWAY"] = "yes";
        if (!header.empty()) variables["HTTP_X_MBX_APIKEY"] = header;
        return client.raw(std::move(variables), body);
    }
    Answer ask(const Program& program, const std::string& method, const std::string& path,
               const Query& fields) const {
        auto all = named(program, fields);
        all.emplace_back("signature", program.sign(sorted(all)));
        const bool order = path.find("rder") != std::string::npos;
        return pass(order ? *spot : *binance, method, "/binance/api/v3/" + path, json_of(all));
    }
    Json::Value look(const Program& program, const std::string& body = "") const {
        return good(
            pass(*binance, "POST", "/internal/user-data", body, true, program.key().public_id));
    }
    Answer place(const Program& program, const std::string& quantity,
                 const std::string& price = "95") const {
        return ask(program, "POST", "order", limit_order("BUY", price, quantity));
    }
    static std::vector<std::string> kinds(const std::vector<Json::Value>& events) {
        std::vector<std::string> result;
        for (const auto& event : events)
            result.push_back(event.isMember("x") ? event["x"].asString() : event["e"].asString());
        return result;
    }

    static inline std::unique_ptr<HandlerProcess> binance;
};

TEST_F(BinanceGatewayCalls, TakeASignatureOfSortedParameters) {
    const auto anna = person();
    auto program = trader(anna);
    const auto placed = good(place(program, "2"));
    EXPECT_EQ(placed["status"], "NEW");
    EXPECT_EQ(anna.held("USDT"), dec("190"));
    const Query named_order{{"symbol", pair()}, {"orderId", placed["orderId"].asString()}};
    EXPECT_EQ(good(ask(program, "GET", "order", named_order))["status"], "NEW");
    EXPECT_EQ(good(ask(program, "DELETE", "order", named_order))["status"], "CANCELED");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    EXPECT_EQ(good(ask(program, "GET", "account", {{"omitZeroBalances", "true"}}))["uid"].asInt64(),
              anna.id.value);
    // What the gateway reads of the parameters is signed with them.
    auto all = named(program, {{"symbol", pair()}});
    all.emplace_back("returnRateLimits", "false");
    all.emplace_back("signature", program.sign(sorted(all)));
    EXPECT_EQ(pass(*spot, "GET", "/binance/api/v3/openOrders", json_of(all)).status, 200);
}

TEST_F(BinanceGatewayCalls, RefuseWhatWasNotSignedSo) {
    const auto anna = person();
    auto program = trader(anna);
    const auto refused = [&](const std::string& body, int status, int code,
                             bool by_gateway = true) {
        const auto answer = pass(*spot, "POST", "/binance/api/v3/order", body, by_gateway);
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.json()["code"], code) << body << answer.body;
    };
    const auto order = named(program, limit_order("BUY", "95", "2"));
    const auto signature = program.sign(sorted(order));
    const auto with_signature = with(order, {{"signature", signature}});
    refused(json_of(with(with_signature, {{"quantity", "20"}})), 400, -1022);
    refused(json_of(with(with_signature, {{"newClientOrderId", "x"}})), 400, -1022);
    refused(json_of(with(with_signature, {{"timeInForce", "-"}})), 400, -1022);
    refused(json_of(with(with_signature, {{"apiKey", "-"}})), 401, -2014);
    refused(json_of(with(with_signature, {{"apiKey", std::string(64, 'A')}})), 401, -2015);
    // In the order that they were sent, as a call's query is.
    std::string as_sent;
    for (const auto& [name, value] : order)
        as_sent += (as_sent.empty() ? "" : "&") + name + '=' + value;
    refused(json_of(with(order, {{"signature", program.sign(as_sent)}})), 400, -1022);
    // One text of two sets of parameters, and names that could hide the parting.
    refused(json_of(with(with_signature, {{"price", "95&quantity=2"}, {"quantity", "-"}})), 400,
            -1100);
    refused(json_of(with(with_signature, {{"price=95&quantity", "2"}})), 400, -1100);
    refused(json_of(with_signature).insert(1, R"("quantity":"3",)"), 400, -1101);
    refused(json_of(with_signature).insert(1, R"("apiKey":"x",)"), 400, -1101);
    refused("{\"apiKey\":[]}", 400, -1130);
    // Whoever is not the gateway cannot be taken for it, whatever header says so.
    refused(json_of(with_signature), 401, -2014, false);
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 0);
    EXPECT_EQ(spot->log().find(signature), std::string::npos);
    EXPECT_EQ(spot->log().find(program.key().public_id), std::string::npos);
    EXPECT_EQ(pass(*spot, "POST", "/binance/api/v3/order", json_of(with_signature)).status, 200);
}

TEST_F(BinanceGatewayCalls, ASubscriptionIsForWhoeverMayRead) {
    const auto anna = person();
    auto program = trader(anna, {false, {}, {}, {}});
    auto all = named(program, {});
    const auto path = "/internal/user-stream";
    const auto wrong = with(all, {{"signature", program.sign("x")}});
    expect_refused(pass(*binance, "POST", path, json_of(wrong)), 400, -1022, not_signed);
    all.emplace_back("signature", program.sign(sorted(all)));
    const auto reply = good(pass(*binance, "POST", path, json_of(all)));
    EXPECT_TRUE(reply["channel"].asString().starts_with("client."));
    EXPECT_EQ(reply.size(), 1u) << "nothing but the channel";
}

TEST_F(BinanceGatewayCalls, LooksTellWhatHappensBetweenThem) {
    const auto anna = person();
    auto program = trader(anna);
    const auto resting = good(place(program, "1"))["orderId"];
    binance::UserView view{look(program)};
    EXPECT_TRUE(view.changes(look(program, view.question()), 1).empty());

    const auto second = good(place(program, "2"))["orderId"].asInt64();
    auto events = view.changes(look(program, view.question()), 1);
    EXPECT_EQ(kinds(events), (std::vector<std::string>{"NEW", "outboundAccountPosition"}));
    EXPECT_EQ(events[0]["i"], second);

    // One that is filled at once, and the end of one that was there before.
    const auto bought =
        good(ask(program, "POST", "order",
                 {{"symbol", pair()}, {"side", "BUY"}, {"type", "MARKET"}, {"quantity", "12"}}));
    good(ask(program, "DELETE", "order", {{"symbol", pair()}, {"orderId", resting.asString()}}));
    events = view.changes(look(program, view.question()), 1);
    EXPECT_EQ(kinds(events), (std::vector<std::string>{"NEW", "TRADE", "TRADE", "CANCELED",
                                                       "outboundAccountPosition"}));
    EXPECT_EQ(events[1]["t"], bought["fills"][0]["tradeId"]);
    EXPECT_EQ(events[2]["t"], bought["fills"][1]["tradeId"]);
    EXPECT_EQ(events[2]["X"], "FILLED");
    EXPECT_EQ(test::dec(events[2]["Z"].asString()), dec("1214"));
    EXPECT_EQ(test::dec(events[1]["n"].asString()), dec("0.01"));
    for (const auto& balance : events[4]["B"]) {
        if (balance["a"] == "USDT") {
            EXPECT_EQ(test::dec(balance["f"].asString()), anna.balance("USDT"));
        }
    }
    EXPECT_TRUE(view.changes(look(program, view.question()), 1).empty()) << "told twice";
}

TEST_F(BinanceGatewayCalls, AStopThatTrailsIsToldUntilItIsFilled) {
    const auto anna = person();
    auto program = trader(anna);
    binance::UserView view{look(program)};
    const auto sale = good(ask(program, "POST", "order",
                               {{"symbol", pair()},
                                {"side", "SELL"},
                                {"type", "STOP_LOSS"},
                                {"quantity", "2"},
                                {"trailingDelta", "500"},
                                {"newOrderRespType", "RESULT"}}));
    auto events = view.changes(look(program, view.question()), 1);
    ASSERT_EQ(kinds(events), (std::vector<std::string>{"NEW", "outboundAccountPosition"}));
    EXPECT_EQ(events[0]["o"], "STOP_LOSS");
    EXPECT_EQ(events[0]["d"], 500);
    EXPECT_EQ(events[0]["D"], sale["trailingTime"]);
    EXPECT_EQ(events[0]["P"], "95.00000000");
    EXPECT_FALSE(events[0]["w"].asBool());

    const auto shown = [&] {
        return good(ask(program, "GET", "order",
                        {{"symbol", pair()}, {"orderId", sale["orderId"].asString()}}));
    };
    world->quote(pair(), "110");
    test::wait_until("its stop to follow", [&] { return shown()["stopPrice"] == "104.50000000"; });
    EXPECT_TRUE(view.changes(look(program, view.question()), 1).empty()) << "which nobody is told";
    world->quote(pair(), "104");
    world->provider_book(pair(), {{"103", "10"}}, {{"105", "10"}});
    test::wait_until("the sale", [&] { return shown()["status"] == "FILLED"; });
    events = view.changes(look(program, view.question()), 1);
    ASSERT_EQ(kinds(events), (std::vector<std::string>{"NEW", "TRADE", "outboundAccountPosition"}));
    EXPECT_TRUE(events[0]["w"].asBool()) << "it is reached";
    for (int at = 0; at < 2; ++at) {
        EXPECT_EQ(events[at]["d"], 500);
        EXPECT_EQ(events[at]["P"], "104.50000000");
    }
    EXPECT_EQ(events[1]["X"], "FILLED");
    EXPECT_EQ(events[1]["L"], "103.00000000");
}

TEST_F(BinanceGatewayCalls, ALookIsForAKeyThatLives) {
    const auto anna = person();
    auto program = trader(anna, {false, {}, {*token::Network::parse("10.0.0.0/8")}, {}});
    const auto asked = [&](const std::string& address) {
        return pass(*binance, "POST", "/internal/user-data", "", true, program.key().public_id,
                    address);
    };
    EXPECT_EQ(asked("10.1.2.3").status, 200);
    expect_refused(asked("127.0.0.1"), 401, -2015, not_allowed);
    expect_refused(pass(*binance, "POST", "/internal/user-data", "", true), 401, -2015,
                   not_allowed);
    EXPECT_EQ(pass(*binance, "POST", "/internal/user-data", R"({"open":"1,x"})", true,
                   program.key().public_id, "10.1.2.3")
                  .json()["code"],
              -1130);
    {
        pg::Transaction tx{world->app()};
        account::end_api_key(tx, anna.id, account::api_key_of(tx, anna.id, program.key().id));
        tx.commit();
    }
    test::wait_until("the end of the key", [&] { return asked("10.1.2.3").status == 401; });
    // Of somebody else's orders nothing is shown, even by their ids.
    const auto berta = person();
    auto other = trader(berta);
    const auto order = good(place(other, "1"))["orderId"].asString();
    auto reader = trader(person());
    EXPECT_TRUE(look(reader, R"({"open":")" + order + R"(","after":0})")["orders"].empty());
}

}  // namespace
}  // namespace cambio
