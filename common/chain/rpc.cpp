#include "chain/rpc.h"

#include <json/reader.h>
#include <json/writer.h>

#include <memory>

namespace cambio::chain {

namespace {

// A block of 4 MB is 8 MB of hexadecimal digits.
constexpr std::size_t largest_answer = 64u << 20;
constexpr std::size_t longest_message = 300;

[[noreturn]] void fail(RpcFault fault, const std::string& method, const std::string& reason,
                       int code = 0) {
    throw RpcError{fault, code, method + ": " + reason.substr(0, longest_message)};
}

RpcFault fault_of(http::Outcome outcome) {
    if (outcome == http::Outcome::unreachable) return RpcFault::unreachable;
    return outcome == http::Outcome::timed_out ? RpcFault::timed_out : RpcFault::broken;
}

std::string text_of(const Json::Value& value) {
    Json::StreamWriterBuilder compact;
    compact["indentation"] = "";
    return Json::writeString(compact, value);
}

Json::Value parsed(const std::string& method, const std::string& body) {
    Json::Value value;
    const std::unique_ptr<Json::CharReader> reader{Json::CharReaderBuilder{}.newCharReader()};
    if (!reader->parse(body.data(), body.data() + body.size(), &value, nullptr) ||
        !value.isObject())
        fail(RpcFault::broken, method, "the answer is no JSON-RPC");
    return value;
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

Json::Value Rpc::call(const std::string& method, Json::Value parameters) {
    Json::Value call;
    call["jsonrpc"] = "2.0";
    call["id"] = 1;
    call["method"] = method;
    call["params"] = std::move(parameters);

    http::Outgoing request;
    request.method = "POST";
    request.url = url_;
    request.headers = {"Content-Type: application/json"};
    request.body = text_of(call);
    request.timeout = timeout_;
    request.largest_body = largest_answer;
    const auto answer = http_.send(request);
    // libcurl's words name hosts and ports at most; the outcome is enough.
    if (answer.outcome != http::Outcome::answered)
        fail(fault_of(answer.outcome), method, std::string{name_of(fault_of(answer.outcome))});
    // Bitcoin's nodes send refusals with status 500, so the body counts and not the status.
    const bool json = answer.body.starts_with('{');
    if (!json) fail(RpcFault::broken, method, "HTTP status " + std::to_string(answer.status));
    auto reply = parsed(method, answer.body);
    if (const auto& error = reply["error"]; !error.isNull()) {
        const bool usual = error.isObject() && error["message"].isString();
        fail(RpcFault::refused, method, usual ? error["message"].asString() : text_of(error),
             error.isObject() && error["code"].isInt() ? error["code"].asInt() : 0);
    }
    if (!reply.isMember("result")) fail(RpcFault::broken, method, "the answer has no result");
    return reply["result"];
}

}  // namespace cambio::chain
