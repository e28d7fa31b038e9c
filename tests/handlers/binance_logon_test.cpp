// What comes over a connection of the WebSocket API that has logged on: named by its key alone, as
// the gateway (handlers/streams) passes it on, and refused with the key's end.
#include <sodium.h>

#include "binance_fixture.h"

namespace cambio {
namespace {

constexpr const char* order_path = "/binance/api/v3/order";
constexpr const char* logon_path = "/internal/user-logon";
const std::string not_signed = "Signature for this request is not valid.";
const std::string not_allowed = "Invalid API-key, IP, or permissions for action.";

/// A key of Ed25519, of which the client has the secret half.
class Signer {
  public:
    Signer(World& world, const Person& person, const account::KeyScope& scope) {
        crypto_sign_keypair(reinterpret_cast<unsigned char*>(public_key_.data()),
                            reinterpret_cast<unsigned char*>(secret_key_.data()));
        pg::Transaction tx{world.app()};
        key = account::make_api_key(tx, world.config().hash_key(), person.id,
                                    {"A program", public_key_, scope}, {"127.0.0.1", "a test", {}});
        tx.commit();
    }
    std::string sign(const std::string& text) const {
        std::string raw(crypto_sign_BYTES, '\0');
        crypto_sign_detached(reinterpret_cast<unsigned char*>(raw.data()), nullptr,
                             reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                             reinterpret_cast<const unsigned char*>(secret_key_.data()));
        std::string base64(
            sodium_base64_ENCODED_LEN(crypto_sign_BYTES, sodium_base64_VARIANT_ORIGINAL), '\0');
        sodium_bin2base64(base64.data(), base64.size(),
                          reinterpret_cast<const unsigned char*>(raw.data()), raw.size(),
                          sodium_base64_VARIANT_ORIGINAL);
        base64.pop_back();
        return base64;
    }
    account::MadeApiKey key;

  private:
    std::string public_key_ = std::string(crypto_sign_PUBLICKEYBYTES, '\0');
    std::string secret_key_ = std::string(crypto_sign_SECRETKEYBYTES, '\0');
};

class BinanceLogon : public BinancePrograms {
  protected:
    void SetUp() override {
        BinancePrograms::SetUp();
        if (!binance) binance.reset(new HandlerProcess{world->handler("binance")});
    }
    static void TearDownTestSuite() {
        binance.reset();
        BinancePrograms::TearDownTestSuite();
    }
    Signer signer(const Person& who, const account::KeyScope& scope = {true, {}, {}, {}}) const {
        return {*world, who, scope};
    }

    struct Way {
        std::string logon;  ///< the key that the connection has proven, or empty
        bool by_gateway = true;
        std::string address = "127.0.0.1";
        std::string api_key{};  ///< the header of a signed call
    };
    static Answer pass(const HandlerProcess& process, const std::string& method,
                       const std::string& path, const Query& fields, const Way& way) {
        auto client = process.client();
        client.address(way.address);
        std::map<std::string, std::string> variables{{"REQUEST_METHOD", method},
                                                     {"DOCUMENT_URI", path},
                                                     {"CONTENT_TYPE", "application/json"}};
        if (way.by_gateway) variables["CAMBIO_GATEWAY"] = "yes";
        if (!way.logon.empty()) variables["HTTP_X_CAMBIO_LOGON"] = way.logon;
        if (!way.api_key.empty()) variables["HTTP_X_MBX_APIKEY"] = way.api_key;
        std::string body;
        for (const auto& [name, value] : fields)
            body += (body.empty() ? "{\"" : ",\"") + name + "\":\"" + value + '"';
        return client.raw(std::move(variables), body.empty() ? "{}" : body + '}');
    }
    static Query now(const Query& fields = {}) {
        return with(fields, {{"timestamp", Program::now()}});
    }
    Query purchase() const { return now(limit_order("BUY", "95", "2")); }
    static Answer place(const Query& order, const Way& way) {
        return pass(*spot, "POST", order_path, order, way);
    }
    static Answer log_on(const std::string& key, const std::string& signature,
                         const std::string& time, const std::string& address = "127.0.0.1") {
        return pass(*binance, "POST", logon_path,
                    {{"apiKey", key}, {"timestamp", time}, {"signature", signature}},
                    {.logon = {}, .address = address});
    }
    static std::int64_t orders_of(const Person& person) {
        return number("select count(*) as n from orders where client_id = $1", {person.id});
    }
    static void end(const Person& person, const account::MadeApiKey& key) {
        pg::Transaction tx{world->app()};
        account::end_api_key(tx, person.id, account::api_key_of(tx, person.id, key.id));
        tx.commit();
    }
    static void change(const Person& person, const account::MadeApiKey& key,
                       const account::KeyScope& scope) {
        pg::Transaction tx{world->app()};
        account::change_api_key(tx, person.id, account::api_key_of(tx, person.id, key.id), scope,
                                {"127.0.0.1", "a test", {}});
        tx.commit();
    }

    static inline std::unique_ptr<HandlerProcess> binance;
};

TEST_F(BinanceLogon, IsForKeysOfEd25519ThatSignIt) {
    const auto anna = person();
    const auto mine = signer(anna, {false, {}, {}, {}});
    const auto at = Program::now();
    const auto text = [&](const std::string& key) { return "apiKey=" + key + "&timestamp=" + at; };
    const auto& id = mine.key.public_id;
    const auto good_one = log_on(id, mine.sign(text(id)), at);
    EXPECT_EQ(good(good_one)["apiKey"], id);
    EXPECT_EQ(good_one.header("x-mbx-used-weight-1m"), "2");
    expect_refused(log_on(id, mine.sign("timestamp=" + at), at), 400, -1022, not_signed);
    expect_refused(log_on(id, signer(anna).sign(text(id)), at), 400, -1022, not_signed);
    const auto old = Program::now(std::chrono::seconds{-6});
    expect_refused(log_on(id, mine.sign("apiKey=" + id + "&timestamp=" + old), old), 400, -1021,
                   "Timestamp for this request is outside of the recvWindow.");
    const auto shared = trader(anna);
    const auto& other = shared.key().public_id;
    expect_refused(log_on(other, shared.sign(text(other)), at), 400, -4056,
                   "HMAC_SHA256 API key is not supported.");
    // A logon does not bring about another one.
    expect_refused(pass(*binance, "POST", logon_path, now({{"apiKey", other}}), {id}), 401, -2014,
                   "API-key format invalid.");
    EXPECT_EQ(good(pass(*binance, "POST", logon_path, now(), {id}))["apiKey"], id);
    end(anna, mine.key);
    test::wait_until("the end of the key",
                     [&] { return pass(*binance, "POST", logon_path, now(), {id}).status == 401; });
}

// Whoever has seen a signature that names nothing but the key and the time, in whatever request,
// would otherwise be that key for as long as the time is good.
TEST_F(BinanceLogon, IsNotTakenFromElsewhereOnceMore) {
    const auto mine = signer(person());
    const auto& id = mine.key.public_id;
    const std::string home = "127.0.0.1", elsewhere = "198.51.100.7";
    const auto at = Program::now();
    const auto signature = mine.sign("apiKey=" + id + "&timestamp=" + at);
    good(log_on(id, signature, at, home));
    good(log_on(id, signature, at, home));
    expect_refused(log_on(id, signature, at, elsewhere), 400, -1022, not_signed);
    good(log_on(id, signature, at, home));

    const auto window = std::string{"60000"};
    const auto then = Program::now();
    const Query read{
        {"apiKey", id},
        {"recvWindow", window},
        {"timestamp", then},
        {"signature", mine.sign("apiKey=" + id + "&recvWindow=" + window + "&timestamp=" + then)}};
    good(pass(*binance, "GET", "/binance/api/v3/account", read, {}));
    for (const auto* path : {logon_path, "/internal/user-stream"})
        expect_refused(pass(*binance, "POST", path, read, {.logon = {}, .address = elsewhere}), 400,
                       -1022, not_signed);
    // Nobody takes the place of whoever has the key by a signature of his own.
    const auto later = Program::now(std::chrono::milliseconds{1});
    const auto other = mine.sign("apiKey=" + id + "&timestamp=" + later);
    expect_refused(log_on(id, signature, later, elsewhere), 400, -1022, not_signed);
    good(log_on(id, other, later, home));
}

TEST_F(BinanceLogon, StandsInForSignatures) {
    const auto anna = person();
    const auto mine = signer(anna);
    const Way way{mine.key.public_id};
    const auto answer = place(purchase(), way);
    EXPECT_EQ(good(answer)["status"], "NEW");
    EXPECT_EQ(answer.header("x-mbx-used-weight-1m"), "1") << "the key's";
    EXPECT_EQ(answer.header("x-mbx-order-count-10s"), "1");
    EXPECT_EQ(anna.held("USDT"), dec("190"));
    const auto list = good(pass(*spot, "POST", "/binance/api/v3/orderList/oco",
                                now({{"symbol", pair()},
                                     {"side", "SELL"},
                                     {"quantity", "2"},
                                     {"aboveType", "LIMIT_MAKER"},
                                     {"abovePrice", "109"},
                                     {"belowType", "STOP_LOSS_LIMIT"},
                                     {"belowStopPrice", "95"},
                                     {"belowPrice", "94"},
                                     {"belowTimeInForce", "GTC"}}),
                                way));
    EXPECT_EQ(list["orderReports"].size(), 2u);
    const auto account = good(pass(*binance, "GET", "/binance/api/v3/account", now(), way));
    EXPECT_EQ(account["uid"].asInt64(), anna.id.value);
    EXPECT_EQ(good(pass(*binance, "POST", "/internal/user-stream", now(), way)).size(), 1u);
    const auto ended =
        good(pass(*spot, "DELETE", "/binance/api/v3/openOrders", now({{"symbol", pair()}}), way));
    EXPECT_EQ(ended.size(), 2u);
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    // The time is asked for as of all.
    expect_refused(place(with(purchase(), {{"timestamp", "-"}}), way), 400, -1102,
                   "Mandatory parameter 'timestamp' was not sent, was empty/null, or malformed.");
    expect_refused(
        place(with(purchase(), {{"timestamp", Program::now(std::chrono::seconds{-6})}}), way), 400,
        -1021, "Timestamp for this request is outside of the recvWindow.");
}

TEST_F(BinanceLogon, IsTheGatewaysToTellAlone) {
    const auto anna = person();
    const auto mine = signer(anna);
    const auto theirs = signer(person());
    const auto& id = mine.key.public_id;
    const std::string format = "API-key format invalid.";
    expect_refused(place(purchase(), {.logon = id, .by_gateway = false}), 401, -2014, format);
    expect_refused(place(purchase(), {.logon = id, .by_gateway = false, .api_key = id}), 400, -1102,
                   "Mandatory parameter 'signature' was not sent, was empty/null, or malformed.");
    // Nobody names another key beside it.
    expect_refused(place(with(purchase(), {{"apiKey", id}}), {theirs.key.public_id}), 401, -2014,
                   format);
    expect_refused(place(purchase(), {.logon = theirs.key.public_id, .api_key = id}), 401, -2014,
                   format);
    expect_refused(place(with(purchase(), {{"signature", "x"}}), {id}), 400, -1022, not_signed);
    expect_refused(place(purchase(), {std::string(64, 'A')}), 401, -2015, not_allowed);
    expect_refused(place(purchase(), {"short"}), 401, -2015, not_allowed);
    EXPECT_EQ(orders_of(anna), 0);
    EXPECT_EQ(spot->log().find(id), std::string::npos);
}

TEST_F(BinanceLogon, MayWhatTheKeyMayNow) {
    const auto anna = person();
    const auto reader = signer(anna, {false, {}, {}, {}});
    expect_refused(place(purchase(), {reader.key.public_id}), 401, -2015, not_allowed);
    const MarketId bitcoin{number("select id as n from markets where pair = 'BTCUSDT'", {})};
    const auto narrow = signer(anna, {true, std::vector{bitcoin}, {}, {}});
    expect_refused(place(purchase(), {narrow.key.public_id}), 401, -2015, not_allowed);
    const auto network = *token::Network::parse("10.0.0.0/8");
    const auto local = signer(anna, {true, {}, {network}, {}});
    expect_refused(place(purchase(), {local.key.public_id}), 401, -2015, not_allowed);
    good(place(purchase(), {.logon = local.key.public_id, .address = "10.1.2.3"}));
    const auto old = signer(anna, {true, {}, {}, pg::now() - std::chrono::seconds{1}});
    expect_refused(place(purchase(), {old.key.public_id}), 401, -2015, not_allowed);
    EXPECT_EQ(orders_of(anna), 1);

    // What is taken from it, it may no more from that moment on.
    const auto lessened = signer(anna);
    good(place(purchase(), {lessened.key.public_id}));
    change(anna, lessened.key, {false, {}, {}, {}});
    EXPECT_EQ(place(purchase(), {lessened.key.public_id}).status, 401);
    const auto moved = signer(anna);
    good(place(purchase(), {moved.key.public_id}));
    change(anna, moved.key, {true, {}, {network}, {}});
    EXPECT_EQ(place(purchase(), {moved.key.public_id}).status, 401);
    const auto ended = signer(anna);
    good(place(purchase(), {ended.key.public_id}));
    end(anna, ended.key);
    EXPECT_EQ(place(purchase(), {ended.key.public_id}).status, 401);
    EXPECT_EQ(pass(*spot, "DELETE", "/binance/api/v3/openOrders", now({{"symbol", pair()}}),
                   {ended.key.public_id})
                  .status,
              401);
    EXPECT_EQ(orders_of(anna), 4);
    EXPECT_EQ(anna.held("USDT"), dec("760"));
}

}  // namespace
}  // namespace cambio
