#pragma once

#include <json/value.h>

#include <optional>
#include <string_view>

namespace cambio::json {

/// The object or array in a text that somebody else wrote (RFC 8259), or nothing: it is none, is
/// nested more than 100 deep, or has a member that stands twice. Its texts may be of any bytes.
std::optional<Json::Value> parse(std::string_view text);

/// The same for an object alone.
std::optional<Json::Value> parse_object(std::string_view text);

}  // namespace cambio::json
