#include "fcgi/reply.h"

#include <algorithm>

#include "error/sentence.h"
#include "fcgi/text.h"
#include "json/write.h"

namespace cambio::fcgi {

namespace {

void append_member(std::string& to, std::string_view name, std::string_view value) {
    to += to.size() == 1 ? "" : ",";
    append_json_string(to, name);
    to += ':';
    append_json_string(to, value);
}

}  // namespace

Reply Reply::json(const Json::Value& value, int status) {
    return raw_json(json::compact_utf8(value), status);
}

Reply Reply::raw_json(std::string body, int status) {
    Reply reply;
    reply.status = status;
    reply.body = std::move(body);
    return reply;
}

Reply Reply::message(std::string_view name) {
    std::string body = "{\"message\":";
    append_json_string(body, name);
    body += '}';
    return raw_json(std::move(body));
}

Reply Reply::error(const Error& error, std::string_view request_id) {
    std::string body = "{";
    append_member(body, "message", name_of(error.code()));
    if (!error.field().empty()) append_member(body, "field", error.field());
    append_member(body, "text", sentence_of(error));
    if (!error.details().empty()) {
        std::string details = "{";
        for (const auto& [name, value] : error.details()) append_member(details, name, value);
        body += ",\"details\":" + details + '}';
    }
    append_member(body, "request_id", request_id);
    body += '}';

    Reply reply = raw_json(std::move(body), status_of(error.code()));
    for (const auto& [name, value] : error.details()) {
        if (name == "retry_after") reply.header("Retry-After", value);
        if (name == "allow") reply.header("Allow", value);
    }
    return reply;
}

Reply Reply::text(std::string body, std::string_view content_type, int status) {
    Reply reply = raw_json(std::move(body), status);
    reply.content_type = content_type;
    return reply;
}

Reply Reply::redirect(const std::string& location) {
    Reply reply = text({}, "text/plain", 302);
    reply.header("Location", location);
    return reply;
}

Reply& Reply::header(std::string name, std::string value) {
    // A line break in a value would start a header of somebody else's choice.
    std::erase_if(value, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    headers.emplace_back(std::move(name), std::move(value));
    return *this;
}

}  // namespace cambio::fcgi
