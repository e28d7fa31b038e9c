#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pg/pg.h"

/// News as others publish them: two JSON protocols, RSS 2.0
/// (https://www.rssboard.org/rss-specification) and Atom (RFC 4287). Pure: text in, items out,
/// nothing fetched.
namespace cambio::news {

enum class Kind { coindesk, cryptocompare, rss };

/// "coindesk", "cryptocompare" or "rss", as NEWS_KIND and the table have it; nothing for others.
std::optional<Kind> kind_of(std::string_view name);
std::string_view name_of(Kind kind);

struct Item {
    std::string external_id;  ///< the source's own name of it, 1 to 300 characters
    std::string publisher;    ///< at most 80 characters, may be empty
    std::string title;        ///< plain text, 1 to 300 characters
    std::string url;          ///< http or https, or empty
    std::string body;         ///< plain text, at most 2000 characters
    std::string image_url;    ///< https, or empty
    pg::Time published_at;    ///< never later than the `now` that parse() was given
};

struct Feed {
    std::vector<Item> items;  ///< in the feed's order; what has no title or name is left out
    std::string problem;      ///< why there are none: the source's own words, or what is malformed
};

/// Reads at most 100 items. `trusted_origin` ("http://host:port", may be empty): pictures from
/// there may be plain http, because the operator named it.
Feed parse(Kind kind, std::string_view text, std::string_view trusted_origin, pg::Time now);

/// The scheme, host and port of an http or https address, in lower case; nothing for others.
std::optional<std::string> origin_of(std::string_view url);

}  // namespace cambio::news
