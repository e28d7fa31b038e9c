#include "binance/object_text.h"

#include <utility>

#include "fcgi/text.h"

namespace cambio::binance {

ObjectText& ObjectText::text(std::string_view name, std::string_view value) {
    begin_member(name);
    fcgi::append_json_string(text_, value);
    return *this;
}

ObjectText& ObjectText::number(std::string_view name, std::int64_t value) {
    return json(name, std::to_string(value));
}

ObjectText& ObjectText::flag(std::string_view name, bool value) {
    return json(name, value ? "true" : "false");
}

ObjectText& ObjectText::json(std::string_view name, std::string_view value) {
    begin_member(name);
    text_ += value;
    return *this;
}

std::string ObjectText::end() && {
    text_ += '}';
    return std::move(text_);
}

void ObjectText::begin_member(std::string_view name) {
    text_ += text_.size() == 1 ? "\"" : ",\"";
    text_ += name;
    text_ += "\":";
}

std::string array_text(const std::vector<std::string>& values) {
    std::string text = "[";
    for (const auto& value : values) {
        if (text.size() > 1) text += ',';
        text += value;
    }
    return text += ']';
}

}  // namespace cambio::binance
