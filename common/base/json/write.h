#pragma once

#include <json/value.h>

#include <string>

namespace cambio::json {

/// A value as JSON (RFC 8259) in one line: no blanks between its parts, no newline at the end, the
/// members of an object by their names' bytes, equal values in equal bytes. All beyond ASCII is
/// escaped ("\u00e9"; bytes that are no UTF-8 as "\ufffd"), so that any reader takes it. Numbers
/// that are a double have 17 digits: amounts are texts.
std::string compact(const Json::Value& value);

/// The same with letters beyond ASCII as they are, in UTF-8: shorter, and for people to read.
std::string compact_utf8(const Json::Value& value);

}  // namespace cambio::json
