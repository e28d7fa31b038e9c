#include "binance/streams.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "json/parse.h"
#include "json/write.h"
#include "text/letters.h"

namespace cambio::binance {

namespace {

using Kind = StreamName::Kind;

constexpr std::array<std::string_view, 15> intervals = {
    "1m", "3m", "5m", "15m", "30m", "1h", "2h", "4h", "6h", "8h", "12h", "1d", "3d", "1w", "1M"};
constexpr std::size_t max_market = 20;
constexpr std::size_t max_id = 36;
constexpr std::size_t max_quoted = 40;

constexpr int unknown_property = 0;
constexpr int wrong_type = 1;
constexpr int invalid_request = 2;
constexpr int invalid_json = 3;

constexpr std::array<std::string_view, 5> methods = {
    "SUBSCRIBE", "UNSUBSCRIBE", "LIST_SUBSCRIPTIONS", "SET_PROPERTY", "GET_PROPERTY"};

bool digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// What stands before the separator, which both are taken from the text.
std::string_view take_until(std::string_view& text, char separator) {
    const auto part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    return part;
}

/// Whether the name of the stream, without the market, is one that there is.
bool read_kind(std::string_view name, StreamName& stream) {
    if (name.ends_with("@100ms")) {
        name.remove_suffix(6);
        stream.quick = true;
    } else if (name.ends_with("@1000ms")) {
        name.remove_suffix(7);
        if (name != "depth") return false;
    }
    if (name == "depth") {
        stream.kind = Kind::depth;
        return true;
    }
    if (name == "depth5" || name == "depth10" || name == "depth20") {
        stream.kind = Kind::partial_depth;
        const auto levels = name.substr(5);
        std::from_chars(levels.data(), levels.data() + levels.size(), stream.levels);
        return true;
    }
    if (stream.quick) return false;
    if (name.starts_with("kline_")) {
        stream.kind = Kind::candle;
        stream.interval = name.substr(6);
        return std::ranges::find(intervals, stream.interval) != intervals.end();
    }
    constexpr std::array<std::pair<std::string_view, Kind>, 5> others = {{
        {"trade", Kind::trade},
        {"aggTrade", Kind::joined_trade},
        {"ticker", Kind::ticker},
        {"miniTicker", Kind::mini_ticker},
        {"bookTicker", Kind::best},
    }};
    const auto* found = std::ranges::find(others, name, &std::pair<std::string_view, Kind>::first);
    if (found == others.end()) return false;
    stream.kind = found->second;
    return true;
}

bool legal_id(const Json::Value& id) {
    if (id.isNull() || id.isInt64()) return true;
    return id.isString() && id.asString().size() <= max_id;
}

StreamRefusal refusal_of(const std::string& text, const Json::Value& id) {
    return {invalid_request, "Invalid request: " + text, id};
}

std::variant<StreamRequest, StreamRefusal> read_property(const Json::Value& params,
                                                         StreamRequest request) {
    const bool sets = request.method == StreamRequest::Method::set_property;
    if (!params.isArray() || params.size() != (sets ? 2 : 1))
        return refusal_of("invalid number of parameters", request.id);
    if (!params[0].isString()) return refusal_of("property name must be a string", request.id);
    if (params[0].asString() != "combined")
        return StreamRefusal{unknown_property, "Unknown property", request.id};
    if (sets && !params[1].isBool())
        return StreamRefusal{wrong_type, "Invalid value type: expected Boolean", request.id};
    request.combined = sets && params[1].asBool();
    return request;
}

/// %40 is @; what is no such escape stays as it is.
std::string unescaped(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        unsigned value = 0;
        const auto code = text.substr(at + 1, 2);
        if (text[at] == '%' && code.size() == 2 &&
            std::from_chars(code.data(), code.data() + 2, value, 16).ptr == code.data() + 2) {
            result += static_cast<char>(value);
            at += 2;
        } else {
            result += text[at];
        }
    }
    return result;
}

std::vector<std::string> names_in(std::string_view text) {
    std::vector<std::string> names;
    const auto plain = unescaped(text);
    for (std::string_view rest = plain; !rest.empty();) {
        const auto name = take_until(rest, '/');
        if (!name.empty() && !digits(name)) names.emplace_back(name);
    }
    return names;
}

}  // namespace

std::optional<StreamName> read_stream(std::string_view text) {
    StreamName stream;
    stream.text = text;
    const auto symbol = take_until(text, '@');
    if (symbol.empty() || symbol.size() > max_market) return {};
    for (const char c : symbol) {
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) return {};
        stream.symbol += text::upper(c);
    }
    if (!read_kind(text, stream)) return {};
    return stream;
}

std::variant<StreamRequest, StreamRefusal> read_stream_request(std::string_view text) {
    const auto value = json::parse(text);
    if (!value)
        return StreamRefusal{invalid_json, "Invalid JSON: expected value at line 1 column 1", {}};
    StreamRequest request;
    if (!value->isObject()) return refusal_of("expected an object", {});
    if (!legal_id((*value)["id"])) return refusal_of("request ID must be an unsigned integer", {});
    request.id = (*value)["id"];
    const auto& method = (*value)["method"];
    if (method.isNull()) return refusal_of("missing field `method`", request.id);
    if (!method.isString()) return refusal_of("method must be a string", request.id);
    const auto* found = std::ranges::find(methods, method.asString());
    if (found == methods.end()) {
        return refusal_of("unknown variant `" + method.asString().substr(0, max_quoted) +
                              "`, expected one of `SUBSCRIBE`, `UNSUBSCRIBE`, "
                              "`LIST_SUBSCRIPTIONS`, `SET_PROPERTY`, `GET_PROPERTY`",
                          request.id);
    }
    request.method = static_cast<StreamRequest::Method>(found - methods.begin());
    const auto& params = (*value)["params"];
    if (request.method == StreamRequest::Method::list_subscriptions) return request;
    if (request.method != StreamRequest::Method::subscribe &&
        request.method != StreamRequest::Method::unsubscribe)
        return read_property(params, std::move(request));
    if (!params.isArray() || params.empty())
        return refusal_of("missing field `params`", request.id);
    for (const auto& name : params) {
        if (!name.isString()) return refusal_of("stream name must be a string", request.id);
        request.streams.push_back(name.asString());
    }
    return request;
}

std::string stream_reply(const Json::Value& id, const Json::Value& result) {
    return "{\"result\":" + json::compact(result) + ",\"id\":" + json::compact(id) + '}';
}

std::string stream_refusal(const StreamRefusal& refusal) {
    return "{\"error\":{\"code\":" + std::to_string(refusal.code) +
           ",\"msg\":" + json::compact(refusal.text) + "},\"id\":" + json::compact(refusal.id) +
           '}';
}

std::optional<StreamPlace> read_stream_place(std::string_view target) {
    constexpr std::string_view root = "/binance/";
    auto path = take_until(target, '?');
    if (!path.starts_with(root)) return {};
    path.remove_prefix(root.size());
    StreamPlace place;
    auto first = take_until(path, '/');
    // ccxt takes a connection for one of spot markets by the word "stream" in its address.
    const bool both = first == "stream" && (path == "ws" || path.starts_with("ws/"));
    if (both) first = take_until(path, '/');
    if (first != "ws" && first != "stream") return {};
    place.combined = first == "stream";
    place.streams = names_in(path);
    if (place.combined && !place.streams.empty()) return {};
    while (place.combined && !target.empty()) {
        auto value = take_until(target, '&');
        if (take_until(value, '=') == "streams") place.streams = names_in(value);
    }
    return place;
}

}  // namespace cambio::binance
