#pragma once

#include <string>

#include "pg/pg.h"

namespace cambio::news {

/// Demo set-up: publishes the items of a file (common/market/news/demo_news.json) in the exchange's
/// own name, each once; one that the operator hid stays hidden. Returns the number of items
/// published now. Throws `std::runtime_error` where the file cannot be read.
int publish_demo_news(pg::Connection& owner, const std::string& path);

}  // namespace cambio::news
