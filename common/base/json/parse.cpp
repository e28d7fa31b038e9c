#include "json/parse.h"

#include <json/reader.h>

#include <memory>

namespace cambio::json {

namespace {

constexpr int deepest = 100;

}  // namespace

std::optional<Json::Value> parse(std::string_view text) {
    Json::CharReaderBuilder strict;
    Json::CharReaderBuilder::strictMode(&strict.settings_);
    strict["stackLimit"] = deepest;
    const std::unique_ptr<Json::CharReader> reader{strict.newCharReader()};
    Json::Value value;
    try {
        if (!reader->parse(text.data(), text.data() + text.size(), &value, nullptr)) return {};
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
