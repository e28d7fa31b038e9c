// The news that the landing page shows, and their pictures.
#include "fcgi/serve.h"
#include "routes.h"

namespace cambio::content {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;

constexpr const char* newest_news = R"sql(
    select n.id, n.publisher, n.title, n.url, n.body, n.published_at, i.news_id as picture
      from news_items n left join news_images i on i.news_id = n.id
     where not n.hidden and n.published_at <= now()
     order by n.published_at desc, n.id desc limit 30
)sql";

constexpr const char* picture_of = R"sql(
    select i.type, i.bytes from news_images i join news_items n on n.id = i.news_id
     where i.news_id = $1 and not n.hidden and n.published_at <= now()
)sql";

struct NewsTag;
using NewsId = Id<NewsTag>;

Reply list_news(Request& request) {
    Json::Value list{Json::arrayValue};
    auto connection = request.db();
    for (const auto row : connection->run(newest_news)) {
        Json::Value item;
        const auto id = row.str("id");
        item["id"] = id;
        item["title"] = row.str("title");
        item["url"] = row.str("url");
        item["body"] = row.str("body");
        item["imageurl"] = row.null("picture") ? "" : "/api/v3/news/image?id=" + id;
        item["publisher"] = row.str("publisher");
        item["published_at"] = pg::iso(row.time("published_at"));
        list.append(std::move(item));
    }
    Json::Value reply;
    reply["newsfeed"]["Data"] = std::move(list);
    return Reply::json(reply);
}

Reply show_picture(Request& request) {
    const auto id = request.params.required<NewsId>("id");
    auto connection = request.db();
    const auto found = connection->run(picture_of, {id});
    if (found.empty()) throw Error{Code::not_found, "id"};
    return Reply::text(found[0].bytes("bytes"), found[0].str("type"));
}

constexpr Parameter picture_parameters[] = {
    {"id", Type::id, Need::required, "The news item's id."},
};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/news", Access::guest, Limit::reads, Effect::reads, list_news,
          nullptr, 30}
        .gives("News")
        .means("Lists the news"),
    Route{Method::get, "/api/v3/news/image", Access::guest, Limit::reads, Effect::reads,
          show_picture, nullptr, 30}
        .takes(picture_parameters)
        .gives("NewsPicture")
        .means("Shows the picture of a news item"),
};

}  // namespace

const std::span<const Route> news_routes{routes};

}  // namespace cambio::content
