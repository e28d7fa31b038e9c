#pragma once

#include <json/value.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace cambio::web_push {

/// What a browser shows of a notification, and how its push service treats it (RFC 8030, 5).
struct PushMessage {
    std::string text;                 ///< JSON for the site's worker: title, body, path, tag
    std::chrono::seconds lifetime{};  ///< after which it is no news any more
    const char* urgency = "normal";
    std::string topic;  ///< of a notification: sent twice it is shown once
};

struct Notification {
    std::int64_t id = 0;
    std::string kind;
    Json::Value data;  ///< what fills the holes of the bell's sentence
};

/// Nothing: the bell alone shows this kind.
std::optional<PushMessage> message_of(const Notification& notification, std::string_view language);

}  // namespace cambio::web_push
