#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "binance/stream_events.h"
#include "binance/streams.h"
#include "json/parse.h"

namespace cambio::binance {
namespace {

using testing::ElementsAre, testing::IsEmpty, testing::Pair;
using Kind = StreamName::Kind;

Json::Value json_of(std::string_view text) {
    const auto value = json::parse(text);
    EXPECT_TRUE(value) << text;
    return value.value_or(Json::Value{});
}

StreamRefusal refusal_of(std::string_view text) {
    const auto read = read_stream_request(text);
    const auto* refusal = std::get_if<StreamRefusal>(&read);
    EXPECT_NE(refusal, nullptr) << text;
    return refusal == nullptr ? StreamRefusal{} : *refusal;
}

StreamRequest request_of(std::string_view text) {
    const auto read = read_stream_request(text);
    const auto* request = std::get_if<StreamRequest>(&read);
    EXPECT_NE(request, nullptr) << text;
    return request == nullptr ? StreamRequest{} : *request;
}

TEST(BinanceStreams, NamesThatThereAre) {
    const auto depth = read_stream("btcusdt@depth@100ms");
    ASSERT_TRUE(depth);
    EXPECT_EQ(depth->symbol, "BTCUSDT");
    EXPECT_EQ(depth->kind, Kind::depth);
    EXPECT_TRUE(depth->quick);
    EXPECT_EQ(read_stream("btcusdt@depth20")->levels, 20u);
    EXPECT_FALSE(read_stream("btcusdt@depth20")->quick);
    EXPECT_EQ(read_stream("1inchusdt@kline_1M")->interval, "1M");
    EXPECT_EQ(read_stream("btcusdt@aggTrade")->kind, Kind::joined_trade);
    EXPECT_EQ(read_stream("btcusdt@bookTicker")->kind, Kind::best);
}

TEST(BinanceStreams, NamesThatThereAreNot) {
    for (const char* name :
         {"", "@", "btcusdt", "btcusdt@", "BTCUSDT@trade", "btc/usdt@trade", "btcusdt@depth7",
          "btcusdt@trade@100ms", "btcusdt@kline_1s", "btcusdt@kline_", "btcusdt@depth@50ms",
          "btcusdt@ticker\"", "!ticker@arr", "aaaaaaaaaaaaaaaaaaaaausdt@trade"})
        EXPECT_FALSE(read_stream(name)) << name;
}

TEST(BinanceStreams, Requests) {
    const auto request =
        request_of(R"({"method":"SUBSCRIBE","params":["a@trade","b@depth"],"id":7})");
    EXPECT_THAT(request.streams, ElementsAre("a@trade", "b@depth"));
    EXPECT_EQ(stream_reply(request.id, {}), R"({"result":null,"id":7})");
    EXPECT_EQ(request_of(R"({"method":"LIST_SUBSCRIPTIONS","id":"x"})").id, "x");
    EXPECT_TRUE(
        request_of(R"({"method":"SET_PROPERTY","params":["combined",true],"id":1})").combined);
}

TEST(BinanceStreams, RequestsThatAreNone) {
    EXPECT_EQ(refusal_of("").code, 3);
    EXPECT_EQ(refusal_of("{\"id\":").code, 3);
    EXPECT_EQ(refusal_of("[]").code, 2);
    EXPECT_EQ(refusal_of(R"({"id":1})").text, "Invalid request: missing field `method`");
    EXPECT_EQ(refusal_of(R"({"method":"SUBSCRIBE","params":[],"id":1})").code, 2);
    EXPECT_EQ(refusal_of(R"({"method":"SUBSCRIBE","params":[1],"id":1})").code, 2);
    EXPECT_EQ(refusal_of(R"({"method":"SUBSCRIBE","params":["a@trade"],"id":1.5})").code, 2);
    EXPECT_EQ(refusal_of(R"({"method":"SUBSCRIBE","params":["a@trade"],"id":{}})").code, 2);
    EXPECT_EQ(refusal_of(R"({"method":"SET_PROPERTY","params":["other",true],"id":1})").code, 0);
    EXPECT_EQ(refusal_of(R"({"method":"SET_PROPERTY","params":["combined",1],"id":1})").code, 1);
    const auto other = refusal_of(R"({"method":"a\"b","id":3})");
    EXPECT_EQ(json_of(stream_refusal(other))["id"], 3);
    EXPECT_THAT(json_of(stream_refusal(other))["error"]["msg"].asString(),
                testing::StartsWith("Invalid request: unknown variant `a\"b`, expected one of"));
}

TEST(BinanceStreams, Places) {
    const auto streams = [](const char* target) { return read_stream_place(target)->streams; };
    EXPECT_THAT(streams("/binance/ws"), IsEmpty());
    EXPECT_THAT(streams("/binance/ws/a@trade"), ElementsAre("a@trade"));
    EXPECT_THAT(streams("/binance/stream?streams=a@trade/b@depth"),
                ElementsAre("a@trade", "b@depth"));
    EXPECT_THAT(streams("/binance/stream?x=1&streams=a%40trade%2Fb%40depth"),
                ElementsAre("a@trade", "b@depth"));
    EXPECT_TRUE(read_stream_place("/binance/stream")->combined);
    // ccxt counts its connections there.
    EXPECT_THAT(streams("/binance/stream/ws/17"), IsEmpty());
    EXPECT_FALSE(read_stream_place("/binance/stream/ws/17")->combined);
    for (const char* target : {"", "/", "/binance", "/binance/wss", "/binance/stream/a@trade"})
        EXPECT_FALSE(read_stream_place(target)) << target;
}

StreamBook book_of(StreamBook::Side bids, StreamBook::Side asks) {
    return {std::move(bids), std::move(asks)};
}

TEST(BinanceStreams, ChangesTurnOneBookIntoAnother) {
    const auto before = book_of({{"9.0", "1.0"}, {"8.0", "2.0"}}, {{"10.0", "3.0"}});
    const auto after = book_of({{"9.0", "4.0"}, {"7.0", "5.0"}}, {{"10.0", "3.0"}});
    const auto changed = changes(before, after);
    EXPECT_THAT(changed.bids,
                ElementsAre(Pair("9.0", "4.0"), Pair("7.0", "5.0"), Pair("8.0", "0.00000000")));
    EXPECT_THAT(changed.asks, IsEmpty());
    EXPECT_TRUE(changes(after, after).empty());
    EXPECT_EQ(depth_event("AUSDT", 5, 2, 4, book_of({{"9.0", "4.0"}}, {})),
              R"({"e":"depthUpdate","E":5,"s":"AUSDT","U":2,"u":4,"b":[["9.0","4.0"]],"a":[]})");
}

TEST(BinanceStreams, PushedBooksHaveThePlacesOfTheMarket) {
    const auto data =
        json_of(R"({"asks":[{"unit_price":"10","number_of_order":"0.5"}],"bids":[]})");
    const auto book = pushed_book(data, {2, 8});
    ASSERT_TRUE(book);
    EXPECT_THAT(book->asks, ElementsAre(Pair("10.00", "0.50000000")));
    EXPECT_EQ(
        best_event("AUSDT", 7, *book),
        R"({"u":7,"s":"AUSDT","b":"0.00000000","B":"0.00000000","a":"10.00","A":"0.50000000"})");
    EXPECT_EQ(partial_depth_event(7, *book, 5),
              R"({"lastUpdateId":7,"bids":[],"asks":[["10.00","0.50000000"]]})");
    EXPECT_FALSE(pushed_book(json_of(R"({"asks":[{"unit_price":"x"}],"bids":[]})"), {}));
    EXPECT_FALSE(pushed_book(json_of(R"({"asks":[]})"), {}));
}

TEST(BinanceStreams, TradesOfOneOrderAtOnePriceAreJoined) {
    // Newest first, as they are pushed.
    const auto trades = pushed_trades(json_of(R"({"trades":[
        {"px":"2","sz":"0.3","side":"sell","ts":"1003","id":4},
        {"px":"2","sz":"0.2","side":"buy","ts":"1002","id":3,"joins":true},
        {"px":"2","sz":"0.1","side":"buy","ts":"1002","id":2},
        {"px":"1","sz":"0.1","side":"buy","ts":"1001"}]})"),
                                      {2, 2});
    ASSERT_EQ(trades.size(), 3u);
    EXPECT_EQ(trade_event("AUSDT", 9, trades[0]),
              R"({"e":"trade","E":9,"s":"AUSDT","t":2,"p":"2.00","q":"0.10","T":1002,"m":false,)"
              R"("M":true})");
    EXPECT_THAT(
        joined_trade_events("AUSDT", 9, trades),
        ElementsAre(R"({"e":"aggTrade","E":9,"s":"AUSDT","a":2,"p":"2.00","q":"0.30","f":2,"l":3,)"
                    R"("T":1002,"m":false,"M":true})",
                    R"({"e":"aggTrade","E":9,"s":"AUSDT","a":4,"p":"2.00","q":"0.30","f":4,"l":4,)"
                    R"("T":1003,"m":true,"M":true})"));
}

}  // namespace
}  // namespace cambio::binance
