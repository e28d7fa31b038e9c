// Who may call by an API key: signatures, times, rights, and how often.
#include "binance_fixture.h"

namespace cambio {
namespace {

constexpr const char* order_path = "api/v3/order";
const std::string not_signed = "Signature for this request is not valid.";
const std::string not_allowed = "Invalid API-key, IP, or permissions for action.";

class BinanceKeys : public BinancePrograms {
  protected:
    void SetUp() override {
        BinancePrograms::SetUp();
        if (!binance) binance.reset(new HandlerProcess{world->handler("binance")});
    }
    static void SetUpTestSuite() {
        start({{"API_KEY_ORDERS_PER_TEN_SECONDS", "8"},
               {"API_KEY_WEIGHT_PER_MINUTE", "400"},
               {"RATE_LIMIT_FACTOR", "1"}});
    }
    static void TearDownTestSuite() {
        binance.reset();
        BinancePrograms::TearDownTestSuite();
    }
    Program reader(const Person& who, const account::KeyScope& scope = {}) const {
        return {*world, *binance, who, scope};
    }
    static inline std::unique_ptr<HandlerProcess> binance;
};

TEST_F(BinanceKeys, ShowsTheWallet) {
    const auto anna = person();
    auto program = reader(anna);
    const auto answer = program.ask("GET", "api/v3/account", {{"omitZeroBalances", "true"}});
    const auto account = good(answer);
    EXPECT_EQ(answer.header("x-mbx-used-weight-1m"), "20");
    ASSERT_EQ(account["balances"].size(), 2u);
    EXPECT_EQ(account["balances"][0]["asset"], coin);
    EXPECT_EQ(account["balances"][0]["free"], "100.00000000");
    EXPECT_EQ(account["balances"][1]["free"], "10000.00000000");
    EXPECT_EQ(account["balances"][1]["locked"], "0.00000000");
    EXPECT_EQ(account["makerCommission"], 10);
    EXPECT_EQ(account["commissionRates"]["taker"], "0.00100000");
    EXPECT_FALSE(account["canTrade"].asBool()) << "a key that only reads";
    EXPECT_FALSE(account["canWithdraw"].asBool());
    EXPECT_EQ(account["uid"].asInt64(), anna.id.value);
    EXPECT_GT(good(program.ask("GET", "api/v3/account"))["balances"].size(), 40u);

    const auto fees = good(program.ask("GET", "api/v3/account/commission", {{"symbol", pair()}}));
    EXPECT_EQ(fees["standardCommission"]["maker"], "0.00100000");
    const auto all_fees = good(program.ask("GET", "sapi/v1/asset/tradeFee"));
    EXPECT_GT(all_fees.size(), 40u);
    const auto coins = good(program.ask("GET", "sapi/v1/capital/config/getall"));
    EXPECT_GT(coins.size(), 40u);
    for (const auto& row : coins) EXPECT_FALSE(row["coin"].asString().empty());
}

TEST_F(BinanceKeys, TakesASignatureOfQueryAndBody) {
    auto program = trader(person());
    const auto order =
        "symbol=" + pair() + "&side=BUY&type=LIMIT&timeInForce=GTC&price=95&quantity=1&timestamp=";
    // All in the body, all in the query, and parts in both, the signature in either.
    auto text = order + Program::now();
    EXPECT_EQ(
        program.send("POST", order_path, "", text + "&signature=" + program.sign(text)).status,
        200);
    EXPECT_EQ(
        program.send("POST", order_path, text + "&signature=" + program.sign(text), "").status,
        200);
    const std::string query = "symbol=" + pair() + "&side=BUY";
    auto body = "type=LIMIT&timeInForce=GTC&price=95&quantity=1&timestamp=" + Program::now();
    EXPECT_EQ(
        program.send("POST", order_path, query, body + "&signature=" + program.sign(query + body))
            .status,
        200);
    EXPECT_EQ(
        program.send("POST", order_path, query + "&signature=" + program.sign(query + body), body)
            .status,
        200);
    auto upper = program.sign(text);
    for (auto& letter : upper) letter = static_cast<char>(std::toupper(letter));
    EXPECT_EQ(program.send("POST", order_path, text + "&signature=" + upper, "").status, 200);
}

TEST_F(BinanceKeys, RefusesWhatWasNotSignedSo) {
    const auto anna = person();
    auto program = trader(anna);
    const auto text = [&] {
        return "symbol=" + pair() +
               "&side=BUY&type=LIMIT&timeInForce=GTC&price=95&quantity=1&timestamp=" +
               Program::now();
    };
    const auto refused = [&](const std::string& query, const std::string& body, int status,
                             int code, const std::string& words) {
        expect_refused(program.send("POST", order_path, query, body), status, code, words);
    };
    auto one = text();
    const auto good_signature = program.sign(one);
    const std::string doubled = "Duplicate values for a parameter detected.";
    refused(one + "&signature=" + program.sign(one + "0"), "", 400, -1022, not_signed);
    refused(one + "1&signature=" + good_signature, "", 400, -1021,
            "Timestamp for this request was 1000ms ahead of the server's time.");
    refused(one + "&recvWindow=9000&signature=" + good_signature, "", 400, -1022, not_signed);
    refused(one, "", 400, -1102,
            "Mandatory parameter 'signature' was not sent, was empty/null, or malformed.");
    refused(one + "&signature=" + program.sign(one + "quantity=5"), "quantity=5", 400, -1101,
            doubled);
    refused(one + "&signature=" + good_signature, "newClientOrderId=x", 400, -1022, not_signed);
    refused(one + "&signature=" + good_signature + "&signature=" + good_signature, "", 400, -1101,
            doubled);
    refused(one + "&signature=" + good_signature, "signature=" + good_signature, 400, -1101,
            doubled);
    // A name that only decoding makes the signature's, and other writings of the same values.
    refused(one + "&%73ignature=" + good_signature, "", 400, -1022, not_signed);
    refused("s%79mbol" + one.substr(6) + "&signature=" + good_signature, "", 400, -1022,
            not_signed);
    refused(one + "&&signature=" + good_signature, "", 400, -1022, not_signed);
    refused(one + "&signature=", "", 400, -1022, not_signed);
    refused(one + "&signature=x", "", 400, -1022, not_signed);
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 0);
    EXPECT_EQ(spot->log().find(good_signature), std::string::npos);
    EXPECT_EQ(spot->log().find(program.header), std::string::npos);
}

// Two equal orders of one millisecond have the same signature, and a program may want both: only an
// idempotency key makes the second one a repetition.
TEST_F(BinanceKeys, TheSameBytesAgainAreTheSameOrderIfItHasAKey) {
    const auto anna = person();
    auto program = trader(anna);
    const auto twice = [&](const std::string& more) {
        const auto text = "symbol=" + pair() + "&side=BUY&type=LIMIT&timeInForce=GTC&price=95" +
                          "&quantity=1" + more + "&timestamp=" + Program::now();
        const auto bytes = text + "&signature=" + program.sign(text);
        const auto first = good(program.send("POST", order_path, bytes));
        const auto second = good(program.send("POST", order_path, bytes));
        return std::pair{first["orderId"].asInt64(), second["orderId"].asInt64()};
    };
    const auto named = twice("&newClientOrderId=once");
    EXPECT_EQ(named.first, named.second);
    EXPECT_EQ(anna.held("USDT"), dec("95"));
    const auto nameless = twice("");
    EXPECT_NE(nameless.first, nameless.second);
    EXPECT_EQ(anna.held("USDT"), dec("285"));
    const auto text = "symbol=" + pair() + "&timestamp=" + Program::now();
    const auto bytes = text + "&signature=" + program.sign(text);
    EXPECT_EQ(good(program.send("DELETE", "api/v3/openOrders", bytes)).size(), 3u);
    expect_refused(program.send("DELETE", "api/v3/openOrders", bytes), 400, -2011,
                   "Unknown order sent.");
    EXPECT_EQ(anna.held("USDT"), dec("0"));
}

TEST_F(BinanceKeys, RefusesAnotherTime) {
    auto program = trader(person());
    const auto at = [&](const std::string& time, const std::string& more = "") {
        const auto text = "timestamp=" + time + more;
        return program.send("GET", "api/v3/openOrders", text + "&signature=" + program.sign(text),
                            "");
    };
    using std::chrono::seconds;
    const std::string outside = "Timestamp for this request is outside of the recvWindow.";
    expect_refused(at(Program::now(seconds{-6})), 400, -1021, outside);
    EXPECT_EQ(at(Program::now(seconds{-6}), "&recvWindow=60000").status, 200);
    EXPECT_EQ(at(Program::now(seconds{-6}), "&recvWindow=59999.5").status, 200);
    expect_refused(at(Program::now(seconds{-61}), "&recvWindow=60000"), 400, -1021, outside);
    expect_refused(at(Program::now(seconds{5})), 400, -1021,
                   "Timestamp for this request was 1000ms ahead of the server's time.");
    expect_refused(at(Program::now(), "&recvWindow=60001"), 400, -1131,
                   "recvWindow must be less than 60000.");
    expect_refused(at("soon"), 400, -1130, "Data sent for parameter 'timestamp' is not valid.");
    const std::string text = "symbol=" + pair();
    expect_refused(
        program.send("GET", "api/v3/openOrders", text + "&signature=" + program.sign(text), ""),
        400, -1102, "Mandatory parameter 'timestamp' was not sent, was empty/null, or malformed.");
}

TEST_F(BinanceKeys, RefusesWhoMayNot) {
    const auto anna = person();
    auto program = trader(anna);
    const auto order = limit_order("BUY", "95", "1");
    program.header = "";
    expect_refused(program.ask("GET", "api/v3/openOrders"), 401, -2014, "API-key format invalid.");
    program.header = "no key at all";
    expect_refused(program.ask("GET", "api/v3/openOrders"), 401, -2014, "API-key format invalid.");
    program.header = std::string(64, 'A');
    expect_refused(program.ask("GET", "api/v3/openOrders"), 401, -2015, not_allowed);

    Program read_only{*world, *spot, anna, {}};
    EXPECT_EQ(read_only.ask("GET", "api/v3/openOrders").status, 200);
    expect_refused(read_only.ask("POST", order_path, order), 401, -2015, not_allowed);
    expect_refused(read_only.ask("POST", "api/v3/order/test", order), 401, -2015, not_allowed);
    expect_refused(read_only.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}}), 401, -2015,
                   not_allowed);
    expect_refused(read_only.ask("DELETE", order_path, {{"symbol", pair()}, {"orderId", "1"}}), 401,
                   -2015, not_allowed);

    auto elsewhere = trader(anna, {true, std::vector{world->market("BTCUSDT")}, {}, {}});
    expect_refused(elsewhere.ask("POST", order_path, order), 401, -2015, not_allowed);
    auto at_home = trader(anna, {true, {}, {*token::Network::parse("203.0.113.0/24")}, {}});
    expect_refused(at_home.ask("POST", order_path, order), 401, -2015, not_allowed);
    at_home.address("203.0.113.9");
    EXPECT_EQ(at_home.ask("POST", order_path, order).status, 200);
    auto expired = trader(anna, {true, {}, {}, pg::now() - std::chrono::seconds{1}});
    expect_refused(expired.ask("POST", order_path, order), 401, -2015, not_allowed);

    // A key that ends is refused from then on.
    auto ended = trader(anna);
    EXPECT_EQ(ended.ask("GET", "api/v3/openOrders").status, 200);
    pg::Transaction tx{world->app()};
    account::end_api_key(tx, anna.id, account::api_key_of(tx, anna.id, ended.key().id));
    tx.commit();
    // One weight a try, of the 400 in a minute.
    test::wait_until("the key to be refused",
                     [&] { return ended.ask("POST", "api/v3/order/test", order).status == 401; });
    expect_refused(ended.ask("POST", order_path, order), 401, -2015, not_allowed);
}

TEST_F(BinanceKeys, AFloodSlowsItsOwnKeyAlone) {
    const auto anna = person();
    auto flood = trader(anna);
    auto calm = trader(anna);
    Answer answer;
    for (int call = 0; call < 100 && answer.status != 429; ++call)
        answer = flood.ask("POST", order_path, limit_order("BUY", "95", "0.001"));
    ASSERT_EQ(answer.status, 429) << answer.body;
    EXPECT_EQ(answer.json()["code"], -1015);
    EXPECT_EQ(answer.json()["msg"],
              "Too many new orders; current limit is 8 orders per 10 SECOND.");
    EXPECT_GE(std::stoi(answer.header("retry-after")), 1);
    EXPECT_EQ(calm.ask("POST", order_path, limit_order("BUY", "95", "1")).status, 200);
    EXPECT_EQ(flood.ask("GET", "api/v3/openOrders", {{"symbol", pair()}}).status, 200);
    answer.status = 200;
    for (int call = 0; call < 50 && answer.status != 429; ++call)
        answer = flood.ask("GET", "api/v3/openOrders");
    ASSERT_EQ(answer.status, 429);
    EXPECT_EQ(answer.json()["code"], -1003) << answer.body;
    EXPECT_EQ(calm.ask("GET", "api/v3/openOrders", {{"symbol", pair()}}).status, 200);
}

// Whoever knows no more than the key's name neither keeps the processor busy with its signatures
// nor uses up what its owner may ask for.
TEST_F(BinanceKeys, WhoCannotSignSlowsHisOwnAddressAlone) {
    auto program = trader(person());
    const auto forged = [&] {
        const auto text = "symbol=" + pair() + "&timestamp=" + Program::now();
        return program.send("GET", "api/v3/openOrders",
                            text + "&signature=" + program.sign(text + "0"));
    };
    int of_the_owner = 0;
    const auto signed_well = [&] {
        auto answer = program.ask("GET", "api/v3/openOrders", {{"symbol", pair()}});
        if (answer.status == 200) of_the_owner += 6;
        return answer;
    };
    program.address("203.0.113.7");
    // Those of a second are refused one by one, then all that come from there until it ends.
    Answer refused, unseen;
    test::wait_until("signatures from there to be left unseen", [&] {
        for (int call = 0; call < 60; ++call) {
            refused = forged();
            if (refused.status == 429) break;
            EXPECT_EQ(refused.json()["code"], -1022) << refused.body;
        }
        unseen = signed_well();
        return refused.status == 429 && unseen.status == 429;
    });
    for (const auto& answer : {refused, unseen}) {
        expect_refused(answer, 429, -1003, "Too many requests queued.");
        EXPECT_EQ(answer.header("retry-after"), "1");
    }
    program.address("203.0.113.8");
    const auto own = signed_well();
    EXPECT_EQ(own.status, 200) << own.body;
    EXPECT_LE(std::stoi(own.header("x-mbx-used-weight-1m")), of_the_owner);
}

}  // namespace
}  // namespace cambio
