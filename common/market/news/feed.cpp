#include "news/feed.h"

#include <curl/curl.h>
#include <time.h>

#include <algorithm>
#include <pugixml.hpp>

#include "json/parse.h"
#include "news/plain_text.h"
#include "text/letters.h"

namespace cambio::news {
namespace {

constexpr std::size_t max_items = 100;
constexpr std::size_t max_name = 300;
constexpr std::size_t max_publisher = 80;
constexpr std::size_t max_title = 300;
constexpr std::size_t max_body = 2000;
constexpr std::size_t max_url = 2000;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The address with bytes beyond ASCII percent-encoded, or nothing for what a browser should not
/// be sent to: another scheme, blanks, quotes, or a name before the host, which hides the host.
std::string safe_url(std::string_view text) {
    text = trimmed(text);
    if (text.size() > max_url || !origin_of(text)) return {};
    constexpr char digits[] = "0123456789ABCDEF";
    std::string url;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= 0x20 || byte == 0x7F ||
            std::string_view{"\"<>\\^`{|}"}.find(c) != std::string_view::npos)
            return {};
        if (byte < 0x80) {
            url += c;
        } else {
            url += '%';
            url += digits[byte >> 4];
            url += digits[byte & 15];
        }
    }
    return url;
}

std::string safe_image(std::string_view text, std::string_view trusted_origin) {
    auto url = safe_url(text);
    if (url.empty() || text::lower(url.substr(0, 8)) == "https://") return url;
    return !trusted_origin.empty() && origin_of(url) == trusted_origin ? url : std::string{};
}

pg::Time seconds(std::int64_t since_1970) {
    // What is beyond the year 9999 is no date.
    constexpr std::int64_t latest = 253402300799;
    return pg::Time{std::chrono::seconds{std::clamp<std::int64_t>(since_1970, 0, latest)}};
}

/// RFC 3339, as Atom has it: "2003-12-13T18:30:02.25+01:00".
std::optional<pg::Time> internet_date(const std::string& text) {
    tm parts{};
    const char* rest = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    if (rest == nullptr) return {};
    if (*rest == '.')
        for (++rest; *rest >= '0' && *rest <= '9'; ++rest) {
        }
    tm with_zone = parts;
    if (*rest != 'Z' && *rest != 'z' && strptime(rest, "%z", &with_zone) == nullptr) return {};
    const auto offset = *rest == 'Z' || *rest == 'z' ? 0 : with_zone.tm_gmtoff;
    return seconds(timegm(&parts) - offset);
}

/// RFC 822, as RSS has it: "Sat, 21 Nov 2026 10:00:00 GMT".
std::optional<pg::Time> mail_date(const std::string& text) {
    const auto found = curl_getdate(text.c_str(), nullptr);
    if (found < 0) return {};
    return seconds(found);
}

std::optional<pg::Time> date_of(std::string_view text) {
    const std::string date{trimmed(text)};
    if (date.empty()) return {};
    const auto found = internet_date(date);
    return found ? found : mail_date(date);
}

/// What every protocol gives, before it is made safe.
struct Raw {
    std::string name, publisher, title, url, body, image;
    std::optional<pg::Time> published_at;
};

class Collector {
  public:
    Collector(std::string_view trusted_origin, pg::Time now)
        : trusted_origin_{trusted_origin}, now_{now} {}

    void add(const Raw& raw) {
        if (feed_.items.size() >= max_items) return;
        Item item;
        item.external_id = plain_text(raw.name, max_name);
        item.publisher = plain_text(raw.publisher, max_publisher);
        item.title = plain_text(raw.title, max_title);
        item.url = safe_url(raw.url);
        item.body = plain_text(raw.body, max_body);
        item.image_url = safe_image(raw.image, trusted_origin_);
        item.published_at = std::min(raw.published_at.value_or(now_), now_);
        if (item.title.empty() || item.external_id.empty()) return;
        feed_.items.push_back(std::move(item));
    }

    Feed take() { return std::move(feed_); }

  private:
    std::string_view trusted_origin_;
    pg::Time now_;
    Feed feed_;
};

Feed failed(std::string_view problem) {
    return {{}, plain_text(problem, max_title)};
}

/// The member as text, numbers too; empty for everything else.
std::string text_in(const Json::Value& object, const char* name) {
    const auto& value = object[name];
    return value.isString() || value.isIntegral() ? value.asString() : std::string{};
}

std::optional<pg::Time> moment_in(const Json::Value& object, const char* name) {
    const auto& value = object[name];
    if (!value.isInt64() || value.asInt64() <= 0) return {};
    return seconds(value.asInt64());
}

/// https://developers.coindesk.com: an error comes with status 200 too, and then has `Err`.
Feed coindesk(const Json::Value& reply, Collector collector) {
    if (const auto& error = reply["Err"]; error.isObject() && !error.empty()) {
        return failed("the source says: " + text_in(error, "message"));
    }
    if (!reply["Data"].isArray()) return failed("there is no list called Data");
    for (const auto& article : reply["Data"]) {
        if (!article.isObject()) continue;
        const auto status = text_in(article, "STATUS");
        if (!status.empty() && status != "ACTIVE") continue;
        const auto& source = article["SOURCE_DATA"];
        collector.add({.name = text_in(article, "ID"),
                       .publisher = source.isObject() ? text_in(source, "NAME") : std::string{},
                       .title = text_in(article, "TITLE"),
                       .url = text_in(article, "URL"),
                       .body = text_in(article, "BODY"),
                       .image = text_in(article, "IMAGE_URL"),
                       .published_at = moment_in(article, "PUBLISHED_ON")});
    }
    return collector.take();
}

/// https://min-api.cryptocompare.com: an error comes with status 200, `Response` and a message.
Feed cryptocompare(const Json::Value& reply, Collector collector) {
    if (text_in(reply, "Response") == "Error") {
        return failed("the source says: " + text_in(reply, "Message"));
    }
    if (!reply["Data"].isArray()) return failed("there is no list called Data");
    for (const auto& article : reply["Data"]) {
        if (!article.isObject()) continue;
        const auto& source = article["source_info"];
        collector.add(
            {.name = text_in(article, "id"),
             .publisher = source.isObject() ? text_in(source, "name") : text_in(article, "source"),
             .title = text_in(article, "title"),
             .url = text_in(article, "url"),
             .body = text_in(article, "body"),
             .image = text_in(article, "imageurl"),
             .published_at = moment_in(article, "published_on")});
    }
    return collector.take();
}

/// The first picture that an item names: media:content, media:thumbnail or an enclosure.
std::string picture_of(const pugi::xml_node& item) {
    for (const auto& child : item.children()) {
        const std::string_view name = child.name();
        if (name != "media:content" && name != "media:thumbnail" && name != "enclosure") continue;
        const std::string_view type = child.attribute("type").as_string();
        const std::string_view medium = child.attribute("medium").as_string();
        if (name == "media:thumbnail" || type.starts_with("image/") || medium == "image") {
            return child.attribute("url").as_string();
        }
    }
    return {};
}

std::string first_of(const pugi::xml_node& node, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        // An Atom title of type xhtml has elements in it, whose text belongs to it.
        const auto child = node.child(name);
        std::string text;
        for (const auto& part : child.select_nodes(".//text()")) text += part.node().value();
        if (!trimmed(text).empty()) return text;
    }
    return {};
}

Feed rss(const pugi::xml_node& channel, Collector collector) {
    const auto publisher = first_of(channel, {"title"});
    for (const auto& item : channel.children("item")) {
        const auto link = first_of(item, {"link"});
        const auto name = first_of(item, {"guid"});
        collector.add({.name = name.empty() ? link : name,
                       .publisher = publisher,
                       .title = first_of(item, {"title"}),
                       .url = link,
                       .body = first_of(item, {"description", "content:encoded"}),
                       .image = picture_of(item),
                       .published_at = date_of(first_of(item, {"pubDate", "dc:date"}))});
    }
    return collector.take();
}

std::string page_of(const pugi::xml_node& entry) {
    for (const auto& link : entry.children("link")) {
        const std::string_view relation = link.attribute("rel").as_string("alternate");
        if (relation == "alternate") return link.attribute("href").as_string();
    }
    return {};
}

Feed atom(const pugi::xml_node& root, Collector collector) {
    const auto publisher = first_of(root, {"title"});
    for (const auto& entry : root.children("entry")) {
        const auto page = page_of(entry);
        const auto name = first_of(entry, {"id"});
        collector.add({.name = name.empty() ? page : name,
                       .publisher = publisher,
                       .title = first_of(entry, {"title"}),
                       .url = page,
                       .body = first_of(entry, {"summary", "content"}),
                       .image = picture_of(entry),
                       .published_at = date_of(first_of(entry, {"published", "updated"}))});
    }
    return collector.take();
}

/// pugixml reads no DTD and resolves no entities of its own, so a feed cannot make it read a file
/// or grow without end.
Feed xml(std::string_view text, Collector collector) {
    pugi::xml_document document;
    const auto parsed = document.load_buffer(text.data(), text.size());
    if (!parsed) return failed("the XML is malformed: " + std::string{parsed.description()});
    if (const auto channel = document.child("rss").child("channel")) {
        return rss(channel, std::move(collector));
    }
    if (const auto feed = document.child("feed")) return atom(feed, std::move(collector));
    return failed("this is neither RSS 2.0 nor Atom");
}

}  // namespace

std::optional<Kind> kind_of(std::string_view name) {
    for (const auto kind : {Kind::coindesk, Kind::cryptocompare, Kind::rss}) {
        if (name == name_of(kind)) return kind;
    }
    return {};
}

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::coindesk:
            return "coindesk";
        case Kind::cryptocompare:
            return "cryptocompare";
        case Kind::rss:
            return "rss";
    }
    return {};
}

std::optional<std::string> origin_of(std::string_view url) {
    for (const std::string_view scheme : {"https://", "http://"}) {
        if (text::lower(url.substr(0, scheme.size())) != scheme) continue;
        const auto rest = url.substr(scheme.size());
        const auto authority = rest.substr(0, rest.find_first_of("/?#"));
        if (authority.empty() || authority.find_first_of("@\\ \t\r\n") != std::string_view::npos) {
            return {};
        }
        return std::string{scheme} + text::lower(authority);
    }
    return {};
}

Feed parse(Kind kind, std::string_view text, std::string_view trusted_origin, pg::Time now) {
    Collector collector{trusted_origin, now};
    if (kind == Kind::rss) return xml(text, std::move(collector));
    const auto reply = json::parse_object(text);
    if (!reply) return failed("this is not a JSON object");
    return kind == Kind::coindesk ? coindesk(*reply, std::move(collector))
                                  : cryptocompare(*reply, std::move(collector));
}

}  // namespace cambio::news
