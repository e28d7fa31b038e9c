#include "notices/notices.h"

#include <json/writer.h>

#include <array>
#include <stdexcept>

#include "json/parse.h"
#include "notices/texts.h"

namespace cambio::notices {

namespace {

constexpr std::array languages = {"en", "zh", "de", "ja", "es", "vi"};
constexpr std::string_view exchange = "Cambio";

constexpr const char* insert_notification = R"sql(
    insert into notifications (client_id, kind, data) values ($1, $2, $3::jsonb)
)sql";
constexpr const char* insert_mail = R"sql(
    insert into outgoing_mails (client_id, name, data) values ($1, $2, $3::jsonb)
)sql";

constexpr const char* insert_notifications = R"sql(
    insert into notifications (client_id, kind, data)
    select id, $1, $2::jsonb from clients where status <> 'FREEZE_ACCOUNT'
)sql";
constexpr const char* insert_mails = R"sql(
    insert into outgoing_mails (client_id, name, data)
    select id, $1, $2::jsonb from clients where status <> 'FREEZE_ACCOUNT'
)sql";

bool has_mail(Kind kind) {
    switch (kind) {
#define X(name, mail) \
    case Kind::name:  \
        return mail;
#include "notices/kinds.def"
#undef X
    }
    return false;
}

Json::Value parsed(std::string_view text) {
    auto value = json::parse_object(text);
    if (!value) throw std::logic_error{"a file of notice texts is not a JSON object"};
    return *std::move(value);
}

const Json::Value& texts(std::string_view language) {
    static const std::map<std::string, Json::Value, std::less<>> all = [] {
        std::map<std::string, Json::Value, std::less<>> read;
        for (const char* name : languages)
            if (const auto text = texts_of(name)) read.emplace(name, parsed(*text));
        return read;
    }();
    const auto found = all.find(language);
    return found == all.end() ? all.at("en") : found->second;
}

const Json::Value& text(std::string_view language, std::string_view name) {
    const std::string key{name};
    const auto& own = texts(language)[key];
    if (!own.isNull()) return own;
    const auto& english = texts("en")[key];
    if (english.isNull()) throw std::logic_error{"there is no text for " + key};
    return english;
}

std::string object_text(const Json::Value& data) {
    Json::StreamWriterBuilder compact;
    compact["indentation"] = "";
    return data.isNull() ? "{}" : Json::writeString(compact, data);
}

std::string filled(const std::string& pattern, const Values& values) {
    std::string result;
    std::size_t at = 0;
    while (at < pattern.size()) {
        const auto open = pattern.find('{', at);
        const auto close = open == std::string::npos ? open : pattern.find('}', open);
        if (close == std::string::npos) break;
        result.append(pattern, at, open - at);
        const auto name = std::string_view{pattern}.substr(open + 1, close - open - 1);
        if (const auto found = values.find(name); found != values.end())
            result += found->second;
        else
            result.append(pattern, open, close - open + 1);
        at = close + 1;
    }
    return result.append(pattern, std::min(at, pattern.size()));
}

/// Every text may name the exchange.
Values with_names(const Values& values) {
    Values all = values;
    all.emplace("exchange", exchange);
    return all;
}

/// "de-AT;q=0.8": the language and how much it is wanted, 0 to 1000.
std::pair<std::string, int> wish(std::string_view part) {
    const auto semicolon = part.find(';');
    auto name = part.substr(0, semicolon);
    while (name.starts_with(' ')) name.remove_prefix(1);
    std::string primary;
    for (const char c : name.substr(0, name.find_first_of("- ")))
        primary += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (semicolon == std::string_view::npos) return {primary, 1000};
    auto quality = part.substr(semicolon + 1);
    const auto equals = quality.find('=');
    if (equals == std::string_view::npos) return {primary, 0};
    quality.remove_prefix(equals + 1);
    if (quality.starts_with('1')) return {primary, 1000};
    if (!quality.starts_with("0.")) return {primary, 0};
    int thousandths = 0;
    quality.remove_prefix(2);
    for (const int place : {100, 10, 1}) {
        if (quality.empty() || quality.front() < '0' || quality.front() > '9') break;
        thousandths += place * (quality.front() - '0');
        quality.remove_prefix(1);
    }
    return {primary, thousandths};
}

}  // namespace

std::string_view name_of(Kind kind) {
    switch (kind) {
#define X(name, mail) \
    case Kind::name:  \
        return #name;
#include "notices/kinds.def"
#undef X
    }
    return {};
}

void tell(pg::Transaction& tx, ClientId client, Kind kind, const Json::Value& data) {
    const auto object = object_text(data);
    tx.change(1, insert_notification, {client, name_of(kind), object});
    if (has_mail(kind)) tx.change(1, insert_mail, {client, name_of(kind), object});
}

void tell_by_bell(pg::Transaction& tx, ClientId client, Kind kind, const Json::Value& data) {
    tx.change(1, insert_notification, {client, name_of(kind), object_text(data)});
}

std::int64_t tell_all(pg::Transaction& tx, Kind kind, const Json::Value& data) {
    const auto object = object_text(data);
    const auto told = tx.run(insert_notifications, {name_of(kind), object}).affected();
    if (has_mail(kind)) tx.run(insert_mails, {name_of(kind), object});
    return told;
}

bool is_language(std::string_view name) {
    return std::find(languages.begin(), languages.end(), name) != languages.end();
}

std::string_view preferred_language(std::string_view accept_language) {
    std::string_view best = "en";
    int most = 0;
    while (!accept_language.empty()) {
        const auto comma = accept_language.find(',');
        const auto [name, quality] = wish(accept_language.substr(0, comma));
        accept_language.remove_prefix(comma == std::string_view::npos ? accept_language.size()
                                                                      : comma + 1);
        const auto found = std::find(languages.begin(), languages.end(), name);
        if (found == languages.end() || quality <= most) continue;
        best = *found;
        most = quality;
    }
    return best;
}

Message mail(std::string_view language, std::string_view name, const std::string& address,
             const Values& values, std::string_view anti_phishing_code) {
    const auto all = with_names(values);
    const auto& texts = text(language, name);
    Message message{address, filled(texts["subject"].asString(), all),
                    filled(texts["text"].asString(), all) + "\n\n"};
    if (!anti_phishing_code.empty())
        message.text += filled(text(language, "anti_phishing").asString(),
                               {{"code", std::string{anti_phishing_code}}}) +
                        "\n\n";
    message.text += filled(text(language, "closing").asString(), all) + "\n";
    return message;
}

std::string phrase(std::string_view language, std::string_view name) {
    return text(language, name).asString();
}

Message sms(std::string_view language, std::string_view name, const std::string& number,
            const Values& values) {
    return {number, {}, filled(text(language, name)["text"].asString(), with_names(values))};
}

}  // namespace cambio::notices
