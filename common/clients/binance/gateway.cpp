#include "binance/gateway.h"

#include <algorithm>
#include <charconv>

#include "json/parse.h"
#include "json/write.h"

namespace cambio::binance {

namespace {

constexpr int json_unreadable = -1135;
constexpr int unsupported = -1020;
constexpr int unknown_outcome = -1007;
constexpr std::size_t max_request_id = 36;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

constexpr GatewayCall gateway_calls[] = {
    {"ping", "GET", "/binance/api/v3/ping"},
    {"time", "GET", "/binance/api/v3/time"},
    {"exchangeInfo", "GET", "/binance/api/v3/exchangeInfo"},
    {"depth", "GET", "/binance/api/v3/depth"},
    {"trades.recent", "GET", "/binance/api/v3/trades"},
    {"trades.historical", "GET", "/binance/api/v3/historicalTrades"},
    {"trades.aggregate", "GET", "/binance/api/v3/aggTrades"},
    {"klines", "GET", "/binance/api/v3/klines"},
    {"uiKlines", "GET", "/binance/api/v3/uiKlines"},
    {"avgPrice", "GET", "/binance/api/v3/avgPrice"},
    {"ticker.24hr", "GET", "/binance/api/v3/ticker/24hr"},
    {"ticker", "GET", "/binance/api/v3/ticker"},
    {"ticker.price", "GET", "/binance/api/v3/ticker/price"},
    {"ticker.book", "GET", "/binance/api/v3/ticker/bookTicker"},
    {"order.place", "POST", "/binance/api/v3/order", true},
    {"order.test", "POST", "/binance/api/v3/order/test", true},
    {"order.status", "GET", "/binance/api/v3/order", true},
    {"order.cancel", "DELETE", "/binance/api/v3/order", true},
    {"order.cancelReplace", "POST", "/binance/api/v3/order/cancelReplace", true},
    {"order.amend.keepPriority", "PUT", "/binance/api/v3/order/amend/keepPriority", true},
    {"openOrders.status", "GET", "/binance/api/v3/openOrders", true},
    {"openOrders.cancelAll", "DELETE", "/binance/api/v3/openOrders", true},
    {"orderList.place", "POST", "/binance/api/v3/order/oco", true},
    {"orderList.place.oco", "POST", "/binance/api/v3/orderList/oco", true},
    {"orderList.status", "GET", "/binance/api/v3/orderList", true},
    {"orderList.cancel", "DELETE", "/binance/api/v3/orderList", true},
    {"openOrderLists.status", "GET", "/binance/api/v3/openOrderList", true},
    {"allOrderLists", "GET", "/binance/api/v3/allOrderList", true},
    {"allOrders", "GET", "/binance/api/v3/allOrders", true},
    {"myTrades", "GET", "/binance/api/v3/myTrades", true},
    {"account.status", "GET", "/binance/api/v3/account", true},
    {"account.commission", "GET", "/binance/api/v3/account/commission", true},
    {"account.rateLimits.orders", "GET", "/binance/api/v3/rateLimit/order", true},
};

constexpr std::pair<std::string_view, GatewayAct> gateway_acts[] = {
    {"session.logon", GatewayAct::logon},
    {"session.status", GatewayAct::status},
    {"session.logout", GatewayAct::logout},
    {"userDataStream.subscribe", GatewayAct::subscribe_by_logon},
    {"userDataStream.subscribe.signature", GatewayAct::subscribe},
    {"userDataStream.unsubscribe", GatewayAct::unsubscribe},
    {"session.subscriptions", GatewayAct::subscriptions},
};

bool legal_request_id(const Json::Value& id) {
    if (id.isNull() || id.isInt64()) return true;
    return id.isString() && id.asString().size() <= max_request_id;
}

/// The parameters with every number as it was written, since it is signed so. Lists become texts,
/// as an address has them.
std::string body_of(const Json::Value& params, std::string_view text) {
    std::string body;
    for (const auto& name : params.getMemberNames()) {
        const auto& value = params[name];
        body += body.empty() ? '{' : ',';
        body += json::compact(name) + ':';
        if (value.isArray() || value.isObject()) {
            body += json::compact(json::compact(value));
        } else {
            const auto from = static_cast<std::size_t>(value.getOffsetStart());
            body += text.substr(from, static_cast<std::size_t>(value.getOffsetLimit()) - from);
        }
    }
    return body.empty() ? body : body + '}';
}

Json::Value limit_of(const char* type, const char* interval, int number, std::int64_t most,
                     std::string_view used) {
    std::int64_t count = 0;
    std::from_chars(used.data(), used.data() + used.size(), count);
    Json::Value limit;
    limit["rateLimitType"] = type;
    limit["interval"] = interval;
    limit["intervalNum"] = number;
    limit["limit"] = Json::Int64{most};
    limit["count"] = Json::Int64{count};
    return limit;
}

std::string head_of(const Json::Value& id, int status) {
    return "{\"id\":" + json::compact(id) + ",\"status\":" + std::to_string(status);
}

/// What the body says, and in case of too many requests when the next one may come.
std::string error_of(const CallReply& reply, std::int64_t now) {
    auto error = reply.is_json ? json::parse_object(reply.body) : std::nullopt;
    if (!error || !(*error)["code"].isInt()) {
        error.emplace();
        (*error)["code"] = unknown_outcome;
        (*error)["msg"] =
            "Timeout waiting for response from backend server. Send status unknown; execution "
            "status unknown.";
    }
    if (!reply.retry_after.empty()) {
        std::int64_t seconds = 0;
        std::from_chars(reply.retry_after.data(),
                        reply.retry_after.data() + reply.retry_after.size(), seconds);
        (*error)["data"]["serverTime"] = Json::Int64{now};
        (*error)["data"]["retryAfter"] = Json::Int64{now + seconds * 1000};
    }
    return json::compact(*error);
}

}  // namespace

std::variant<GatewayRequest, GatewayRefusal> read_gateway_request(std::string_view text) {
    // The parser skips it, too, and counts from behind it.
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    const auto value = json::parse_object(text);
    if (!value) return GatewayRefusal{{}, 400, json_unreadable, "Invalid JSON Request"};
    GatewayRequest request;
    if (!legal_request_id((*value)["id"]))
        return GatewayRefusal{
            {},
            400,
            json_unreadable,
            "Invalid 'id' in JSON request; expected an integer, a string or null."};
    request.id = (*value)["id"];
    const auto refuse = [&](int code, std::string why) {
        return GatewayRefusal{request.id, 400, code, std::move(why)};
    };
    if (!(*value)["method"].isString())
        return refuse(json_unreadable, "Invalid 'method' in JSON request; expected a string.");
    auto method = (*value)["method"].asString();
    if (method.starts_with("v3/")) method.erase(0, 3);
    const auto* call = std::ranges::find(gateway_calls, method, &GatewayCall::name);
    const auto* act =
        std::ranges::find(gateway_acts, method, &std::pair<std::string_view, GatewayAct>::first);
    if (call != std::end(gateway_calls))
        request.what = call;
    else if (act != std::end(gateway_acts))
        request.what = act->second;
    else
        return refuse(unsupported, "This operation is not supported.");
    const auto& params = (*value)["params"];
    if (params.isNull()) return request;
    if (!params.isObject())
        return refuse(json_unreadable, "Invalid 'params' in JSON request; expected an object.");
    request.body = body_of(params, text);
    request.by_itself = params.isMember("apiKey") || params.isMember("signature");
    if (params["apiKey"].isString()) request.api_key = params["apiKey"].asString();
    request.subscription = params["subscriptionId"];
    if (params["returnRateLimits"].isBool()) request.limits = params["returnRateLimits"].asBool();
    return request;
}

std::string gateway_reply(const Json::Value& id, const CallReply& reply,
                          const GatewayLimits* limits, std::int64_t now) {
    const bool good = reply.is_json && reply.status == 200;
    const int status = reply.is_json ? reply.status : 503;
    auto text = head_of(id, status);
    text += good ? ",\"result\":" + reply.body : ",\"error\":" + error_of(reply, now);
    if (limits == nullptr) return text + '}';
    Json::Value used{Json::arrayValue};
    if (!reply.orders_10s.empty())
        used.append(limit_of("ORDERS", "SECOND", 10, limits->orders_10s, reply.orders_10s));
    if (!reply.orders_1d.empty())
        used.append(limit_of("ORDERS", "DAY", 1, limits->orders_1d, reply.orders_1d));
    if (!reply.weight.empty())
        used.append(limit_of("REQUEST_WEIGHT", "MINUTE", 1, limits->weight, reply.weight));
    return text + ",\"rateLimits\":" + json::compact(used) + '}';
}

std::string gateway_reply(const Json::Value& id, const Json::Value& result) {
    return head_of(id, 200) + ",\"result\":" + json::compact(result) + '}';
}

std::string gateway_refusal(const GatewayRefusal& refusal) {
    return head_of(refusal.id, refusal.status) +
           ",\"error\":{\"code\":" + std::to_string(refusal.code) +
           ",\"msg\":" + json::compact(refusal.text) + "}}";
}

std::string gateway_event(std::int64_t subscription, const Json::Value& event) {
    return "{\"subscriptionId\":" + std::to_string(subscription) +
           ",\"event\":" + json::compact(event) + '}';
}

bool read_gateway_place(std::string_view target, bool& limits) {
    constexpr std::string_view place = "/binance/ws-api/v3";
    const auto question = std::min(target.find('?'), target.size());
    const auto path = target.substr(0, question);
    limits = target.substr(question).find("returnRateLimits=false") == std::string_view::npos;
    return path == place || path == "/binance/ws-api/v3/";
}

}  // namespace cambio::binance
