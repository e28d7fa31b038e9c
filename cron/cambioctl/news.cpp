// News that the operator writes, and news that should not be shown.
#include "commands.h"
#include "news/items.h"
#include "output.h"

namespace cambio::control {

namespace {

constexpr const char* newest = R"sql(
    select id, to_char(published_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as published, source,
           case when hidden then 'hidden' else 'shown' end as state, title, url
      from news_items order by published_at desc, id desc limit $1
)sql";

void list(Control& control, int most) {
    print_list(control.db.run(newest, {most}),
               {"id", "published", "source", "state", "title", "url"}, control.json);
}

void add(Control& control, const news::OwnItem& item, const std::string& reason) {
    pg::Transaction tx{control.db};
    const auto id = std::to_string(news::publish(tx, item));
    Json::Value data;
    data["title"] = item.title;
    control.record(tx, "news add", id, reason, data);
    tx.commit();
    Json::Value reply;
    reply["id"] = id;
    print_done("News " + id + " is published.", reply, control.json);
}

void hide(Control& control, std::int64_t id, const std::string& reason) {
    pg::Transaction tx{control.db};
    const auto title = news::hide(tx, id);
    const auto number = std::to_string(id);
    if (!title) throw Refused{"There is no news " + number + " on the site."};
    Json::Value data;
    data["title"] = *title;
    control.record(tx, "news hide", number, reason, data);
    tx.commit();
    Json::Value reply;
    reply["id"] = number;
    print_done("News " + number + " is hidden.", reply, control.json);
}

std::string web_address(const std::string& text) {
    const bool web = text.starts_with("https://") || text.starts_with("http://");
    return web ? "" : "must start with https://";
}

}  // namespace

void add_news(Commands& commands) {
    struct Options {
        news::OwnItem item;
        std::int64_t id = 0;
        int most = 20;
    };
    const auto given = std::make_shared<Options>();
    auto& noun = commands.noun("news", "News: list, add, hide");
    auto& listing = commands.verb(noun, "list", "List news, newest first",
                                  [given](Control& control) { list(control, given->most); });
    listing.add_option("--limit", given->most, "At most this many")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    auto& adding = commands.act(noun, "add", "Publish news", [given, &commands](Control& control) {
        add(control, given->item, commands.reason);
    });
    const auto letters = [](std::size_t most) {
        return [most](const std::string& text) -> std::string {
            if (!text.empty() && text.size() <= most) return {};
            return "must have 1 to " + std::to_string(most) + " letters";
        };
    };
    adding.add_option("--title", given->item.title, "The headline")
        ->required()
        ->type_name("TEXT")
        ->check(letters(300));
    adding.add_option("--body", given->item.body, "The text")
        ->type_name("TEXT")
        ->check(letters(20'000));
    adding.add_option("--url", given->item.url, "Where to read more")
        ->type_name("URL")
        ->check(web_address);
    adding.add_option("--image-url", given->item.image_url, "A picture")
        ->type_name("URL")
        ->check(web_address);
    auto& hiding = commands.act(
        noun, "hide", "Hide a news item",
        [given, &commands](Control& control) { hide(control, given->id, commands.reason); });
    hiding.add_option("id", given->id, "Its number")->required();
}

}  // namespace cambio::control
