#pragma once

#include <optional>
#include <string>

#include "news/feed.h"

/// The news in the database: those of the source and those of the operator.
namespace cambio::news {

/// Writes an item of the source, or what has changed of it. False: nothing has.
bool store(pg::Transaction& tx, Kind kind, const Item& item);

/// Keeps the newest 300 of the source.
void forget_old(pg::Transaction& tx);

struct OwnItem {
    std::string title, url, body, image_url;
};
/// News in the exchange's own name; their number.
std::int64_t publish(pg::Transaction& tx, const OwnItem& item);

/// Shows the item no more. Its title; nothing where none of that number is shown.
std::optional<std::string> hide(pg::Transaction& tx, std::int64_t id);

}  // namespace cambio::news
