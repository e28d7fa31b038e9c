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
std::string_view binance_name_of(const Error& error) {
    const std::string_view name = error.field();
    if (name == "order_per_unit" || name == "stop_limit_price") return "price";
    if (name == "stop_price") return "stopPrice";
    if (name == "number_of_order") return "quantity";
    if (name == "total") return "quoteOrderQty";
    if (name == "trailing_delta") return "trailingDelta";
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

/// Null: the table has none.
const Words* find_words(const Error& error) {
    const auto field = binance_name_of(error);
    const auto* found = std::ranges::find_if(table, [&](const Words& line) {
        return line.code == error.code() && (line.field.empty() || line.field == field);
    });
    return found == std::end(table) ? nullptr : found;
}

}  // namespace

fcgi::Reply refusal(const Error& error, const fcgi::Request&) {
    const auto* words = find_words(error);
    auto reply = fcgi::Reply::json(worded(error),
                                   words == nullptr ? status_of(error.code()) : words->status);
    for (const auto& [name, value] : error.details()) {
        if (name == "retry_after") reply.header("Retry-After", value);
        if (name == "allow") reply.header("Allow", value);
    }
    return reply;
}

Json::Value worded(const Error& error) {
    const auto* words = find_words(error);
    Json::Value body;
    body["code"] = words == nullptr ? unknown_error : words->number;
    body["msg"] =
        words == nullptr ? sentence_of(error) : filled(words->text, binance_name_of(error), error);
    return body;
}

}  // namespace cambio::binance
