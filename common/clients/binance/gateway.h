#pragma once

#include <json/value.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// Requests of Binance's WebSocket API, and what they are answered.
namespace cambio::binance {

/// A method that is a call, whose parameters become its body.
struct GatewayCall {
    std::string_view name;
    std::string_view method;  ///< of HTTP
    std::string_view path;
    bool by_key = false;  ///< signed; else anybody may ask
};

/// What the gateway answers by itself.
enum class GatewayAct {
    logon,
    status,
    logout,
    subscribe,
    subscribe_by_logon,
    unsubscribe,
    subscriptions
};

struct GatewayRequest {
    Json::Value id;  ///< a number, a text or null
    std::variant<GatewayAct, const GatewayCall*> what;
    std::string body;            ///< the parameters as an object of JSON, or empty
    std::string api_key;         ///< the parameter of that name, as it came
    bool by_itself = false;      ///< it names a key or is signed: no logon stands in for that
    Json::Value subscription;    ///< `subscriptionId`
    std::optional<bool> limits;  ///< `returnRateLimits`
};
struct GatewayRefusal {
    Json::Value id;
    int status = 400;
    int code = 0;
    std::string text;
};
std::variant<GatewayRequest, GatewayRefusal> read_gateway_request(std::string_view text);

/// What a call replied.
struct CallReply {
    int status = 0;
    std::string body;
    bool is_json = false;
    std::string weight, orders_10s, orders_1d;  ///< the headers of what was used, or empty
    std::string retry_after;                    ///< in seconds, or empty
};
/// The most that may be used, which replies name.
struct GatewayLimits {
    std::int64_t weight = 0;  ///< in a minute
    std::int64_t orders_10s = 0;
    std::int64_t orders_1d = 0;
};
/// `limits` null: what was used is not told. `now`: milliseconds since 1970. Where no reply came,
/// or none of the call, nobody knows whether something has been done.
std::string gateway_reply(const Json::Value& id, const CallReply& reply,
                          const GatewayLimits* limits, std::int64_t now);
std::string gateway_reply(const Json::Value& id, const Json::Value& result);
std::string gateway_refusal(const GatewayRefusal& refusal);
/// An event for whoever has that subscription.
std::string gateway_event(std::int64_t subscription, const Json::Value& event);

/// Whether the request's target is where the API is; `limits` is then what its query says of
/// `returnRateLimits`.
bool read_gateway_place(std::string_view target, bool& limits);

}  // namespace cambio::binance
