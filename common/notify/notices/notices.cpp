#include "notices/notices.h"

#include <array>
#include <stdexcept>

#include "json/parse.h"
#include "json/write.h"
#include "notices/texts.h"
#include "text/letters.h"

namespace cambio::notices {

namespace {

constexpr std::array languages = {"en", "zh", "de", "ja", "es", "vi"};
constexpr std::string_view exchange = "Cambio";

constexpr const char* insert_notification = R"sql(
    insert into notifications (client_id, kind, data) values ($1, $2, $3::jsonb)
)sql";
constexpr const char* insert_both = R"sql(
    with bell as (insert into notifications (client_id, kind, data) values ($1, $2, $3::jsonb))
    insert into outgoing_mails (client_id, name, data) values ($1, $2, $3::jsonb)
)sql";
constexpr const char* insert_both_rarely = R"sql(
    with lately as (select count(*) as told from notifications
                     where client_id = $1 and kind = $2
                           and created_at > now() - interval '1 day'),
         bell as (insert into notifications (client_id, kind, data)
                  select $1, $2, $3::jsonb from lately where told < $4
                  returning client_id)
    insert into outgoing_mails (client_id, name, data)
    select client_id, $2, $3::jsonb from bell
)sql";
constexpr std::string_view insert_for_each = R"sql(
    insert into notifications (client_id, kind, data)
)sql";

constexpr const char* insert_notifications = R"sql(
    insert into notifications (client_id, kind, data)
    select id, $1, $2::jsonb from clients c where not client_frozen(c)
)sql";
constexpr const char* insert_mails = R"sql(
    insert into outgoing_mails (client_id, name, data)
    select id, $1, $2::jsonb from clients c where not client_frozen(c)
)sql";

bool has_mail(Kind kind) {
    switch (kind) {
#define X(name, mail, push, page) \
    case Kind::name:              \
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

using Catalogue = std::map<std::string, Json::Value, std::less<>>;

Catalogue catalogue_of(std::optional<std::string_view> (*text_of)(std::string_view)) {
    Catalogue read;
    for (const char* name : languages)
        if (const auto text = text_of(name)) read.emplace(name, parsed(*text));
    return read;
}

const Json::Value& in_language(const Catalogue& all, std::string_view language) {
    const auto found = all.find(language);
    return found == all.end() ? all.at("en") : found->second;
}

const Json::Value& texts(std::string_view language) {
    static const Catalogue all = catalogue_of(texts_of);
    return in_language(all, language);
}

const Json::Value& bell_texts(std::string_view language) {
    static const Catalogue all = catalogue_of(bell_texts_of);
    return in_language(all, language);
}

/// As the site: what is told of an order has a sentence for each side.
std::string bell_key(std::string_view kind, const Values& data) {
    const auto side = data.find("delegate_type");
    const bool sold = kind == "order_filled" && side != data.end() && side->second == "SELL";
    return std::string{kind} + (sold ? "_sell" : "");
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
    return data.isNull() ? "{}" : json::compact(data);
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
    const auto primary = text::lower(name.substr(0, name.find_first_of("- ")));
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
#define X(name, mail, push, page) \
    case Kind::name:              \
        return #name;
#include "notices/kinds.def"
#undef X
    }
    return {};
}

Wake wake_of(std::string_view kind) {
#define X(name, mail, push, page) \
    if (kind == #name) return Wake::push;
#include "notices/kinds.def"
#undef X
    return Wake::none;
}

std::string page_of(std::string_view kind, const Json::Value& data) {
    constexpr std::string_view quote = "USDT", hole = "{coin}";
    std::string page;
#define X(name, mail, push, page_) \
    if (kind == #name) page = page_;
#include "notices/kinds.def"
#undef X
    const auto at = page.find(hole);
    if (at == std::string::npos) return page;
    auto pair = data["pair"].asString();
    if (!pair.ends_with(quote)) return {};
    pair.resize(pair.size() - quote.size());
    return page.replace(at, hole.size(), pair);
}

void tell(pg::Transaction& tx, ClientId client, Kind kind, const Json::Value& data) {
    tx.change(1, has_mail(kind) ? insert_both : insert_notification,
              {client, name_of(kind), object_text(data)});
}

void tell_by_bell(pg::Transaction& tx, ClientId client, Kind kind, const Json::Value& data) {
    tx.change(1, insert_notification, {client, name_of(kind), object_text(data)});
}

void tell_rarely(pg::Transaction& tx, ClientId client, Kind kind, int max_in_a_day,
                 const Json::Value& data) {
    tx.run(insert_both_rarely, {client, name_of(kind), object_text(data), max_in_a_day});
}

std::string bell_for_each(std::string_view query) {
    return std::string{insert_for_each} + std::string{query};
}

std::string tell_for_each(Kind kind, std::string_view query) {
    const std::string name = "'" + std::string{name_of(kind)} + "'";
    return "with told (client_id, data) as (" + std::string{query} + "), bell as (" +
           std::string{insert_for_each} + "select client_id, " + name + ", data from told) " +
           "insert into outgoing_mails (client_id, name, data) select client_id, " + name +
           ", data from told where not exists ("
           "select from outgoing_mails as m where m.client_id = told.client_id "
           "and m.name = " +
           name + " and m.created_at > now() - interval '1 hour')";
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

BellWords bell_words(std::string_view language, std::string_view kind, const Values& data) {
    constexpr std::string_view quote = "USDT";
    auto all = with_names(data);
    if (const auto pair = data.find("pair"); pair != data.end() && pair->second.ends_with(quote))
        all.emplace("coin", pair->second.substr(0, pair->second.size() - quote.size()));
    const auto& texts = bell_texts(language);
    const auto key = bell_key(kind, data);
    BellWords words{filled(texts[key + "_title"].asString(), all),
                    filled(texts[key + "_text"].asString(), all)};
    // What the data lack is not shown with its holes.
    if (words.title.empty() || words.title.find('{') != std::string::npos)
        words.title = texts["other_title"].asString();
    if (words.text.find('{') != std::string::npos) words.text.clear();
    return words;
}

std::string phrase(std::string_view language, std::string_view name) {
    return text(language, name).asString();
}

Message sms(std::string_view language, std::string_view name, const std::string& number,
            const Values& values) {
    return {number, {}, filled(text(language, name)["text"].asString(), with_names(values))};
}

}  // namespace cambio::notices
