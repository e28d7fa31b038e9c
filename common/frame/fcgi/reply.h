#pragma once

#include <json/value.h>

#include <string>
#include <utility>
#include <vector>

#include "error/error.h"

namespace cambio::fcgi {

/// What goes back: JSON unless told otherwise.
class Reply {
  public:
    /// A JSON object, 200.
    static Reply json(const Json::Value& value, int status = 200);
    /// Already serialised JSON (hot paths).
    static Reply raw_json(std::string body, int status = 200);
    /// {"message": name}, 200.
    static Reply message(std::string_view name);
    /// The catalogue's reply for an error.
    static Reply error(const Error& error, std::string_view request_id);
    static Reply text(std::string body, std::string_view content_type, int status = 200);
    static Reply redirect(const std::string& location);

    Reply& header(std::string name, std::string value);

    int status = 200;
    std::string content_type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
};

}  // namespace cambio::fcgi
