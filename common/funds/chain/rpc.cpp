#include "chain/rpc.h"

#include <algorithm>
#include <memory>

#include "json/parse.h"
#include "json/write.h"

namespace cambio::chain {

namespace {

// A block of 4 MB is 8 MB of hexadecimal digits.
constexpr std::size_t largest_answer = 64u << 20;
constexpr std::size_t max_message = 300;
constexpr std::size_t calls_of_a_request = 200;

[[noreturn]] void fail(RpcFault fault, const std::string& method, const std::string& reason,
                       int code = 0) {
    throw RpcError{fault, code, method + ": " + reason.substr(0, max_message)};
}

RpcFault fault_of(http::Outcome outcome) {
    if (outcome == http::Outcome::unreachable) return RpcFault::unreachable;
    return outcome == http::Outcome::timed_out ? RpcFault::timed_out : RpcFault::broken;
}

Json::Value call_of(const std::string& method, Json::Value parameters, std::size_t id) {
    Json::Value call;
    call["jsonrpc"] = "2.0";
    call["id"] = static_cast<Json::UInt64>(id);
    call["method"] = method;
    call["params"] = std::move(parameters);
    return call;
}

Json::Value parsed(const std::string& method, const std::string& body) {
    auto value = json::parse(body);
    if (!value) fail(RpcFault::broken, method, "the answer is not JSON-RPC");
    return *std::move(value);
}

const Json::Value& result_of(const std::string& method, const Json::Value& reply) {
    if (!reply.isObject()) fail(RpcFault::broken, method, "the answer is not JSON-RPC");
    if (const auto& error = reply["error"]; !error.isNull()) {
        const bool usual = error.isObject() && error["message"].isString();
        fail(RpcFault::refused, method, usual ? error["message"].asString() : json::compact(error),
             error.isObject() && error["code"].isInt() ? error["code"].asInt() : 0);
    }
    if (!reply.isMember("result")) fail(RpcFault::broken, method, "the answer has no result");
    return reply["result"];
}

}  // namespace

std::string_view name_of(RpcFault fault) {
    switch (fault) {
        case RpcFault::unreachable:
            return "unreachable";
        case RpcFault::timed_out:
            return "timed_out";
        case RpcFault::broken:
            return "broken";
        case RpcFault::refused:
            return "refused";
    }
    return {};
}

std::string_view RpcAnswer::written(const Json::Value& value) const {
    const auto start = value.getOffsetStart();
    return std::string_view{text}.substr(static_cast<std::size_t>(start),
                                         static_cast<std::size_t>(value.getOffsetLimit() - start));
}

Rpc::Rpc(std::string url, std::chrono::milliseconds timeout, Transport transport)
    : url_{std::move(url)}, timeout_{timeout}, transport_{std::move(transport)} {}

Rpc::Transport Rpc::over_http() {
    return [client = std::make_shared<http::Client>()](const http::Outgoing& outgoing) {
        return client->send(outgoing);
    };
}

std::string Rpc::send(const std::string& method, const Json::Value& request) {
    http::Outgoing outgoing;
    outgoing.method = "POST";
    outgoing.url = url_;
    outgoing.headers = {"Content-Type: application/json"};
    outgoing.body = json::compact(request);
    outgoing.timeout = timeout_;
    outgoing.largest_body = largest_answer;
    auto answer = transport_(outgoing);
    // libcurl's words name hosts and ports at most; the outcome is enough.
    if (answer.outcome != http::Outcome::answered)
        fail(fault_of(answer.outcome), method, std::string{name_of(fault_of(answer.outcome))});
    // Bitcoin's nodes send refusals with status 500, so the body counts and not the status.
    const bool json = answer.body.starts_with('{') || answer.body.starts_with('[');
    if (!json) fail(RpcFault::broken, method, "HTTP status " + std::to_string(answer.status));
    return std::move(answer.body);
}

RpcAnswer Rpc::answer(const std::string& method, Json::Value parameters) {
    RpcAnswer found;
    found.text = send(method, call_of(method, std::move(parameters), 1));
    found.result = result_of(method, parsed(method, found.text));
    return found;
}

Json::Value Rpc::call(const std::string& method, Json::Value parameters) {
    return answer(method, std::move(parameters)).result;
}

std::vector<Json::Value> Rpc::calls(const std::string& method,
                                    const std::vector<Json::Value>& parameters) {
    std::vector<Json::Value> results(parameters.size());
    for (std::size_t first = 0; first < parameters.size(); first += calls_of_a_request) {
        const auto count = std::min(calls_of_a_request, parameters.size() - first);
        Json::Value request = Json::arrayValue;
        for (std::size_t i = 0; i < count; ++i)
            request.append(call_of(method, parameters[first + i], i));
        const auto replies = parsed(method, send(method, request));
        // A node that takes no lists of calls answers with a refusal of its own.
        if (!replies.isArray()) result_of(method, replies);
        std::vector<bool> answered(count);
        for (const auto& reply : replies) {
            const auto& result = result_of(method, reply);
            const auto& id = reply["id"];
            if (!id.isUInt64() || id.asUInt64() >= count)
                fail(RpcFault::broken, method, "the answer belongs to no call");
            results[first + id.asUInt64()] = result;
            answered[id.asUInt64()] = true;
        }
        if (std::ranges::count(answered, true) != static_cast<std::ptrdiff_t>(count))
            fail(RpcFault::broken, method, "not every call has an answer");
    }
    return results;
}

}  // namespace cambio::chain
