// The simulator's WebSocket side. Its own suite, so that only this one pays for compiling Beast.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <functional>
#include <memory>
#include <optional>

#include "support/simulated_market.h"

namespace cambio::test {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;

class Stream {
  public:
    Stream(const SimulatedMarket& market, const std::string& path) : socket_{context_} {
        socket_.next_layer().connect({asio::ip::make_address("127.0.0.1"),
                                      static_cast<unsigned short>(std::stoi(market.port()))});
        socket_.handshake("127.0.0.1", path);
    }

    void send(const std::string& text) { socket_.write(asio::buffer(text)); }

    // Nothing when the connection has ended.
    std::optional<std::string> read_text() {
        beast::flat_buffer buffer;
        beast::error_code failure;
        socket_.read(buffer, failure);
        if (failure) return std::nullopt;
        return beast::buffers_to_string(buffer.data());
    }

    Json::Value read() {
        const std::string text = read_text().value_or("");
        Json::Value value;
        const std::unique_ptr<Json::CharReader> reader{Json::CharReaderBuilder{}.newCharReader()};
        if (!reader->parse(text.data(), text.data() + text.size(), &value, nullptr)) {
            throw std::runtime_error{"not JSON: " + text};
        }
        return value;
    }

    Json::Value ask(const std::string& text) {
        send(text);
        return read();
    }

    unsigned close_code() const { return socket_.reason().code; }

  private:
    asio::io_context context_;
    websocket::stream<asio::ip::tcp::socket> socket_;
};

const std::vector<std::string> quick{"--time", "1795264496789", "--speed",
                                     "20",     "--interval",    "20"};

SimulatedMarket& market() {
    static SimulatedMarket shared{quick};
    return shared;
}

std::string subscribe(const std::string& channel, const std::string& instrument) {
    return R"({"id":"15","op":"subscribe","args":[{"channel":")" + channel + R"(","instId":")" +
           instrument + R"("}]})";
}

TEST(MarketSimulatorStream, AnswersPingAndAcknowledgesEachArgument) {
    Stream stream{market(), "/ws/v5/public"};
    stream.send("ping");
    EXPECT_EQ(stream.read_text(), "pong");
    const Json::Value ack = stream.ask(subscribe("funding-rate", "BTC-USDT-SWAP"));
    EXPECT_EQ(ack["event"], "subscribe");
    EXPECT_EQ(ack["id"], "15");
    EXPECT_EQ(ack["arg"]["channel"], "funding-rate");
    EXPECT_TRUE(ack["connId"].isString());
    const Json::Value push = stream.read();
    EXPECT_EQ(push["arg"]["instId"], "BTC-USDT-SWAP");
    EXPECT_TRUE(push["data"][0]["fundingRate"].isString());
}

TEST(MarketSimulatorStream, SaysWhatIsWrongWithARequest) {
    Stream stream{market(), "/ws/v5/public"};
    EXPECT_EQ(stream.ask("{nonsense")["code"], "60012");
    EXPECT_EQ(stream.ask(R"({"op":"dance","args":[]})")["code"], "60019");
    EXPECT_EQ(stream.ask(R"({"op":"subscribe","args":[]})")["code"], "60013");
    EXPECT_EQ(stream.ask(R"({"op":"subscribe","args":[{"channel":"tickers"}]})")["code"], "60013");
    EXPECT_EQ(stream.ask(subscribe("tickers", "NOPE-USDT"))["code"], "60018");
    EXPECT_EQ(stream.ask(subscribe("rumours", "BTC-USDT"))["code"], "60018");
    EXPECT_EQ(stream.ask(subscribe("candle1m", "BTC-USDT"))["code"], "60018");
    EXPECT_EQ(stream.ask(subscribe("funding-rate", "BTC-USDT"))["code"], "60018");
    EXPECT_EQ(stream.ask(subscribe("rumours", "BTC-USDT"))["event"], "error");
}

TEST(MarketSimulatorStream, Books5AreWholeSnapshotsThatRise) {
    Stream stream{market(), "/ws/v5/public"};
    stream.ask(subscribe("books5", "ETH-USDT"));
    std::int64_t seen = 0;
    for (int k = 0; k < 5; ++k) {
        const Json::Value book = stream.read()["data"][0];
        EXPECT_EQ(book["asks"].size(), 5u);
        EXPECT_EQ(book["bids"].size(), 5u);
        EXPECT_EQ(book["instId"], "ETH-USDT");
        EXPECT_FALSE(book.isMember("action"));
        EXPECT_GT(book["seqId"].asInt64(), seen);
        seen = book["seqId"].asInt64();
    }
}

TEST(MarketSimulatorStream, TradesAreThoseOfTheOtherProtocol) {
    Stream stream{market(), "/ws/v5/public"};
    stream.ask(subscribe("trades", "BTC-USDT"));
    Json::Value pushed = stream.read()["data"][0];
    for (int k = 0; k < 3; ++k) {
        const Json::Value trade = stream.read()["data"][0];
        EXPECT_GT(std::stoll(trade["tradeId"].asString()),
                  std::stoll(pushed["tradeId"].asString()));
        pushed = trade;
    }
    Json::Value found;
    for (const Json::Value& trade : market().data("/api/v5/market/trades?instId=BTC-USDT")) {
        if (trade["tradeId"] == pushed["tradeId"]) found = trade;
    }
    for (const char* field : {"px", "sz", "side", "ts"}) EXPECT_EQ(found[field], pushed[field]);
}

TEST(MarketSimulatorStream, PinnedPricesArriveAsTickersAndMarkPrices) {
    Stream stream{market(), "/ws/v5/public"};
    stream.ask(subscribe("tickers", "SOL-USDT"));
    Stream marks{market(), "/ws/v5/public"};
    marks.ask(subscribe("mark-price", "SOL-USDT-SWAP"));
    market().pin_price("SOL-USDT", "99.5");
    market().pin_price("SOL-USDT-SWAP", "98.75");
    wait_until("the ticker arrives", [&] { return stream.read()["data"][0]["last"] == "99.5"; });
    wait_until("the mark price arrives",
               [&] { return marks.read()["data"][0]["markPx"] == "98.75"; });
    market().clear();
}

TEST(MarketSimulatorStream, CandlesAreOnTheBusinessAddressAndEndConfirmed) {
    Stream stream{market(), "/ws/v5/business"};
    EXPECT_EQ(stream.ask(subscribe("tickers", "BTC-USDT"))["code"], "60018");
    stream.ask(subscribe("candle1m", "BTC-USDT"));
    std::string opened;
    wait_until("a candle closes", [&] {
        const Json::Value row = stream.read()["data"][0];
        if (opened.empty()) opened = row[0].asString();
        if (row[8] != "1") return false;
        EXPECT_EQ(row[0].asString(), opened);
        return true;
    });
}

TEST(MarketSimulatorStream, UnsubscribingEndsTheMessages) {
    Stream stream{market(), "/ws/v5/public"};
    stream.ask(subscribe("books5", "BTC-USDT"));
    stream.send(R"({"op":"unsubscribe","args":[{"channel":"books5","instId":"BTC-USDT"}]})");
    wait_until("it is acknowledged", [&] { return stream.read()["event"] == "unsubscribe"; });
    stream.send("ping");
    EXPECT_EQ(stream.read_text(), "pong");
}

TEST(MarketSimulatorStream, ASilentClientIsDropped) {
    SimulatedMarket impatient{{"--silence", "100", "--interval", "20"}};
    Stream stream{impatient, "/ws/v5/public"};
    EXPECT_EQ(stream.read_text(), std::nullopt);
    EXPECT_EQ(stream.close_code(), 4004u);
}

TEST(MarketSimulatorStream, FaultsReachTheStream) {
    Stream broken{market(), "/ws/v5/public"};
    market().fault("malformed", "&instId=BTC-USDT");
    broken.ask(subscribe("books5", "BTC-USDT"));
    EXPECT_THROW(broken.read(), std::runtime_error);
    market().clear();

    market().fault("429");
    EXPECT_THROW((Stream{market(), "/ws/v5/public"}), beast::system_error);
    market().clear();

    Stream closed{market(), "/ws/v5/public"};
    market().fault("down");
    EXPECT_EQ(closed.read_text(), std::nullopt);
    EXPECT_THROW((Stream{market(), "/ws/v5/public"}), beast::system_error);
    market().clear();
}

}  // namespace
}  // namespace cambio::test
