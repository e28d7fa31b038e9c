#include "json/parse.h"

#include <json/reader.h>

#include <memory>

namespace cambio::json {

namespace {

constexpr int deepest = 100;

/// One for each thread: making it costs more than reading a small text.
Json::CharReader& strict_reader() {
    thread_local const std::unique_ptr<Json::CharReader> reader = [] {
        Json::CharReaderBuilder builder;
        Json::CharReaderBuilder::strictMode(&builder.settings_);
        builder["stackLimit"] = deepest;
        return std::unique_ptr<Json::CharReader>{builder.newCharReader()};
    }();
    return *reader;
}

}  // namespace

std::optional<Json::Value> parse(std::string_view text) {
    Json::Value value;
    try {
        if (!strict_reader().parse(text.data(), text.data() + text.size(), &value, nullptr))
            return {};
    } catch (const Json::Exception&) {  // Nested too deeply.
        return {};
    }
    return value;
}

std::optional<Json::Value> parse_object(std::string_view text) {
    auto value = parse(text);
    if (!value || !value->isObject()) return {};
    return value;
}

}  // namespace cambio::json
