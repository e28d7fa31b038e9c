#pragma once

#include <json/value.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What clients of Binance's streams ask for, and what they are answered.
namespace cambio::binance {

/// A stream of one market.
struct StreamName {
    enum class Kind {
        trade,
        joined_trade,
        depth,
        partial_depth,
        candle,
        ticker,
        mini_ticker,
        best,
    };
    std::string text;    ///< btcusdt@depth@100ms
    std::string symbol;  ///< BTCUSDT
    Kind kind = Kind::trade;
    std::string interval;    ///< of candles: 1m
    std::size_t levels = 0;  ///< of a partial book, on each side
    bool quick = false;      ///< a book ten times a second, and not once
};
/// Nothing: no market has such a stream.
std::optional<StreamName> read_stream(std::string_view text);

/// What a client sends over its connection.
struct StreamRequest {
    enum class Method { subscribe, unsubscribe, list_subscriptions, set_property, get_property };
    Method method = Method::subscribe;
    Json::Value id;                    ///< null where none was given
    std::vector<std::string> streams;  ///< to subscribe to, or to leave
    bool combined = false;             ///< what the property of that name is set to
};
struct StreamRefusal {
    int code = 0;
    std::string text;
    Json::Value id;
};
std::variant<StreamRequest, StreamRefusal> read_stream_request(std::string_view text);

/// {"result":…,"id":…}
std::string stream_reply(const Json::Value& id, const Json::Value& result);
/// {"error":{"code":…,"msg":…},"id":…}
std::string stream_refusal(const StreamRefusal& refusal);

/// Where a connection was opened, and what it is to hear from the start.
struct StreamPlace {
    std::vector<std::string> streams;
    bool combined = false;  ///< each event stands beside the name of its stream
};
/// `target`: the request's, with its query: /binance/ws/btcusdt@trade or
/// /binance/stream?streams=btcusdt@trade/ethusdt@trade. A number after the path, which ccxt puts
/// there to tell its connections apart, names no stream. Nothing: there is no such place.
std::optional<StreamPlace> read_stream_place(std::string_view target);

}  // namespace cambio::binance
