// Addresses that go on after refusals: what they are told, which of their calls, and who beside
// them is none of theirs.
#include <gmock/gmock.h>

#include "binance_fixture.h"
#include "redis/redis.h"

namespace cambio {
namespace {

constexpr int max_refusals = 600;

class BinanceBans : public BinancePrograms {
  protected:
    static void SetUpTestSuite() {
        start({{"API_KEY_WEIGHT_PER_MINUTE", "400"}, {"RATE_LIMIT_FACTOR", "1"}});
        binance.reset(new HandlerProcess{world->handler("binance")});
    }
    static void TearDownTestSuite() {
        binance.reset();
        BinancePrograms::TearDownTestSuite();
    }

    static FastCgiClient from(const std::string& address, const HandlerProcess& process) {
        auto client = process.client();
        client.address(address);
        return client;
    }
    static Answer ask(FastCgiClient& client) { return client.get("/binance/api/v3/ticker/24hr"); }

    struct Outcome {
        int refusals = 0;
        Answer last;
    };
    /// Asks until that status comes; a minute may end meanwhile.
    static Outcome go_on(FastCgiClient& client, int until) {
        Outcome outcome;
        for (int call = 0; call < 5 * max_refusals; ++call) {
            outcome.last = ask(client);
            if (outcome.last.status == until) break;
            if (outcome.last.status == 429) ++outcome.refusals;
        }
        EXPECT_EQ(outcome.last.status, until) << outcome.last.body;
        return outcome;
    }
    static Outcome ban(const std::string& address, const HandlerProcess& process) {
        auto client = from(address, process);
        return go_on(client, 418);
    }

    static void expect_banned(const Answer& answer) {
        EXPECT_EQ(answer.status, 418) << answer.body;
        EXPECT_EQ(answer.json()["code"], -1003) << answer.body;
        EXPECT_THAT(answer.json()["msg"].asString(),
                    testing::MatchesRegex(
                        "Way too much request weight used; IP banned until [0-9]{13}\\. Please "
                        "use WebSocket Streams for live updates to avoid bans\\."));
        EXPECT_FALSE(answer.header("retry-after").empty());
    }
    /// Of the text, in seconds from now.
    static double seconds_left(const Answer& banned) {
        const auto text = banned.json()["msg"].asString();
        const auto at = text.find("until ") + 6;
        return (std::stod(text.substr(at, 13)) - std::stod(Program::now())) / 1000;
    }

    static inline std::unique_ptr<HandlerProcess> binance;
};

TEST_F(BinanceBans, WhoGoesOnIsBannedForTwoMinutes) {
    auto client = from("192.0.2.1", *binance);
    const auto first = go_on(client, 429);
    EXPECT_GE(std::stoi(first.last.header("retry-after")), 1);
    const auto outcome = go_on(client, 418);
    EXPECT_GE(outcome.refusals, max_refusals - 1) << "and the first one";
    expect_banned(outcome.last);
    EXPECT_NEAR(std::stoi(outcome.last.header("retry-after")), 119, 2);
    EXPECT_NEAR(seconds_left(outcome.last), 119, 2);
    const auto text = outcome.last.json()["msg"];
    EXPECT_EQ(ask(client).json()["msg"], text) << "asking on makes it no longer";
    auto other = from("192.0.2.2", *binance);
    EXPECT_EQ(ask(other).status, 200) << "another address";
}

TEST_F(BinanceBans, TheNextOneIsLonger) {
    const std::string address = "192.0.2.3";
    EXPECT_NEAR(seconds_left(ban(address, *binance).last), 119, 2);
    // As though its time had come, for a process that has not heard of it.
    Redis redis{world->redis().url(), std::chrono::seconds{5}};
    EXPECT_TRUE(redis.remove("limit:ban:" + address));
    const auto minute = std::stoll(Program::now()) / 60'000;
    for (const auto each : {minute - 1, minute})
        redis.remove("limit:refusals:" + address + ':' + std::to_string(each));
    HandlerProcess fresh{world->handler("binance")};
    const auto second = ban(address, fresh).last;
    expect_banned(second);
    EXPECT_NEAR(seconds_left(second), 599, 2);
    EXPECT_NEAR(std::stoi(second.header("retry-after")), 599, 2);
}

TEST_F(BinanceBans, AreOfWhateverProvesNoKey) {
    const std::string address = "192.0.2.4";
    ban(address, *binance);
    auto client = from(address, *binance);
    for (const char* path :
         {"api/v3/ping", "api/v3/time", "api/v3/exchangeInfo", "api/v3/depth", "api/v3/trades",
          "api/v3/historicalTrades", "api/v3/aggTrades", "api/v3/avgPrice", "api/v3/klines",
          "api/v3/uiKlines", "api/v3/ticker", "api/v3/ticker/24hr", "api/v3/ticker/price",
          "api/v3/ticker/bookTicker", "fapi/v1/exchangeInfo", "dapi/v1/exchangeInfo",
          "sapi/v1/margin/allPairs", "sapi/v1/margin/isolated/allPairs", "sapi/v1/system/status"}) {
        SCOPED_TRACE(path);
        expect_banned(client.get("/binance/" + std::string{path},
                                 {{"symbol", pair()}, {"interval", "1m"}, {"windowSize", "1d"}}));
    }
    // Programs that prove nothing, also where the ban has not been heard of yet.
    const auto anna = person();
    struct Signed {
        const HandlerProcess& process;
        const char *method, *path;
    };
    const Signed calls[] = {{*binance, "GET", "api/v3/account"},
                            {*binance, "GET", "api/v3/account/commission"},
                            {*binance, "GET", "sapi/v1/capital/deposit/hisrec"},
                            {*binance, "GET", "sapi/v1/capital/withdraw/history"},
                            {*spot, "POST", "api/v3/order"},
                            {*spot, "GET", "api/v3/order"},
                            {*spot, "DELETE", "api/v3/order"},
                            {*spot, "POST", "api/v3/order/test"},
                            {*spot, "GET", "api/v3/openOrders"},
                            {*spot, "PUT", "api/v3/order/amend/keepPriority"},
                            {*spot, "POST", "api/v3/orderList/oco"}};
    for (const auto& [process, method, path] : calls) {
        SCOPED_TRACE(method + std::string{' '} + path);
        Program program{*world, process, anna, {true, {}, {}, {}}};
        program.address(address);
        const auto text = "timestamp=" + Program::now();
        expect_banned(program.send(method, path, text + "&signature=" + program.sign(text + '0')));
        const auto old = "timestamp=" + Program::now(std::chrono::seconds{-61});
        expect_banned(program.send(method, path, old + "&signature=" + program.sign(old)));
        program.header = std::string(64, 'A');
        expect_banned(program.ask(method, path));
        program.header = "";
        expect_banned(program.ask(method, path));
    }
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 0);
    // As the WebSocket API passes it on.
    for (const char* path : {"/internal/user-logon", "/internal/user-stream"})
        expect_banned(client.raw({{"REQUEST_METHOD", "POST"},
                                  {"DOCUMENT_URI", path},
                                  {"CONTENT_TYPE", "application/json"},
                                  {"CAMBIO_GATEWAY", "yes"}},
                                 "{}"));
}

// Anybody may share an address: behind a company's, or a provider's.
TEST_F(BinanceBans, LeaveTheKeysBehindTheAddressAlone) {
    const std::string address = "192.0.2.5";
    ban(address, *binance);
    const auto anna = person();
    auto program = trader(anna);
    program.address(address);
    const auto placed = good(program.ask("POST", "api/v3/order", limit_order("BUY", "95", "1")));
    EXPECT_EQ(placed["status"], "NEW");
    Program reader{*world, *binance, anna, {}};
    reader.address(address);
    EXPECT_EQ(reader.ask("GET", "api/v3/account").status, 200);
    const auto ended = good(program.ask(
        "DELETE", "api/v3/order", {{"symbol", pair()}, {"orderId", placed["orderId"].asString()}}));
    EXPECT_EQ(ended["status"], "CANCELED");
}

TEST_F(BinanceBans, LeaveTheSitesOwnCallsAlone) {
    const std::string address = "192.0.2.6";
    ban(address, *binance);
    auto client = as(person());
    client.address(address);
    placed(client, limit("BUY", "90", "1"));
    EXPECT_EQ(client.get(open_orders).status, 200);
    HandlerProcess prices{world->handler("markets")};
    auto guest = from(address, prices);
    EXPECT_EQ(guest.get("/api/v3/coin-pair/current-price", {{"symbol", coin}}).status, 200);
}

TEST_F(BinanceBans, AreNotBroughtAboutByAKey) {
    const std::string address = "192.0.2.7";
    const auto anna = person();
    auto flood = trader(anna);
    flood.address(address);
    int refusals = 0;
    for (int call = 0; call < 2 * max_refusals; ++call) {
        const auto answer = flood.ask("GET", "api/v3/openOrders");
        ASSERT_TRUE(answer.status == 200 || answer.status == 429) << answer.body;
        if (answer.status == 429) ++refusals;
    }
    EXPECT_GT(refusals, max_refusals);
    auto calm = trader(anna);
    calm.address(address);
    EXPECT_EQ(calm.ask("GET", "api/v3/openOrders", {{"symbol", pair()}}).status, 200);
    auto anybody = from(address, *binance);
    const auto answer = ask(anybody);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("x-mbx-used-weight-1m"), "80")
        << "nothing of it counts for the address";
}

}  // namespace
}  // namespace cambio
