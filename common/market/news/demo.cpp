#include "news/demo.h"

#include <json/reader.h>
#include <json/value.h>

#include <fstream>
#include <stdexcept>

namespace cambio::news {

namespace {

constexpr const char* insert_demo = R"sql(
    insert into news_items (source, external_id, publisher, title, body, published_at)
    values ('operator', $1, 'Cambio', $2, $3, $4::timestamptz)
    on conflict (source, external_id) do nothing
)sql";

}  // namespace

int publish_demo_news(pg::Connection& owner, const std::string& path) {
    std::ifstream file{path};
    Json::Value items;
    std::string problem;
    if (!Json::parseFromStream(Json::CharReaderBuilder{}, file, &items, &problem))
        throw std::runtime_error{path + ": " + (file.is_open() ? problem : "cannot be read")};
    std::uint64_t published = 0;
    pg::Transaction tx{owner};
    for (const Json::Value& item : items)
        published += tx.run(insert_demo, {item["id"].asString(), item["title"].asString(),
                                          item["body"].asString(), item["published"].asString()})
                         .affected();
    tx.commit();
    return static_cast<int>(published);
}

}  // namespace cambio::news
