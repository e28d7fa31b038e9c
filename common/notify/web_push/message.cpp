#include "web_push/message.h"

#include "json/write.h"
#include "notices/notices.h"
#include "web_push/encryption.h"

namespace cambio::web_push {

namespace {

using notices::Wake;

std::string json_of(const notices::BellWords& words, const std::string& path,
                    const std::string& tag) {
    Json::Value payload;
    payload["title"] = words.title;
    payload["body"] = words.text;
    payload["path"] = path;
    payload["tag"] = tag;
    return json::compact(payload);
}

}  // namespace

std::optional<PushMessage> message_of(const Notification& notification, std::string_view language) {
    const auto wake = notices::wake_of(notification.kind);
    if (wake == Wake::none) return {};
    notices::Values values;
    for (const auto& name : notification.data.getMemberNames())
        values.insert_or_assign(name, notification.data[name].asString());
    auto words = notices::bell_words(language, notification.kind, values);

    PushMessage message;
    message.topic = "n" + std::to_string(notification.id);
    auto path = notices::page_of(notification.kind, notification.data);
    if (path.empty()) path = "/account/notifications";
    message.text = json_of(words, path, message.topic);
    if (message.text.size() > max_message) {
        words.text.clear();
        message.text = json_of(words, path, message.topic);
    }
    message.lifetime = wake == Wake::price ? std::chrono::hours{1} : std::chrono::hours{24};
    message.urgency = wake == Wake::order ? "normal" : "high";
    return message;
}

}  // namespace cambio::web_push
