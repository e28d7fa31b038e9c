#include "binance/refusal.h"

#include <algorithm>
#include <string>

#include "error/sentence.h"

namespace cambio::binance {

namespace {

struct Words {
    Code code;
    std::string_view field;
    int status;
    int number;
    std::string_view text;
};

constexpr Words table[] = {
#define X(code, field, status, number, text) {Code::code, field, status, number, text},
#include "binance/refusals.def"
#undef X
};

constexpr int unknown_error = -1000;

/// What the engine calls otherwise than Binance.
std::string_view field_of(const Error& error) {
    const std::string_view name = error.field();
    if (name == "order_per_unit" || name == "stop_limit_price") return "price";
    if (name == "stop_price") return "stopPrice";
    if (name == "number_of_order") return "quantity";
    if (name == "total") return "quoteOrderQty";
    return name;
}

std::string filled(std::string_view text, std::string_view field, const Error& error) {
    std::string result{text};
    const auto fill = [&](const std::string& hole, std::string_view value) {
        const auto at = result.find(hole);
        if (at != std::string::npos) result.replace(at, hole.size(), value);
    };
    fill("{field}", field);
    for (const auto& [name, value] : error.details()) fill("{" + name + "}", value);
    return result;
}

}  // namespace

fcgi::Reply refusal(const Error& error, const fcgi::Request&) {
    const auto field = field_of(error);
    const auto* words = std::ranges::find_if(table, [&](const Words& line) {
        return line.code == error.code() && (line.field.empty() || line.field == field);
    });
    Json::Value body;
    int status = status_of(error.code());
    if (words == std::end(table)) {
        body["code"] = unknown_error;
        body["msg"] = sentence_of(error);
    } else {
        status = words->status;
        body["code"] = words->number;
        body["msg"] = filled(words->text, field, error);
    }
    auto reply = fcgi::Reply::json(body, status);
    for (const auto& [name, value] : error.details()) {
        if (name == "retry_after") reply.header("Retry-After", value);
        if (name == "allow") reply.header("Allow", value);
    }
    return reply;
}

}  // namespace cambio::binance
