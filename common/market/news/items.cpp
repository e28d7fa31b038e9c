#include "news/items.h"

namespace cambio::news {

namespace {

constexpr const char* write_item = R"sql(
    insert into news_items (source, external_id, publisher, title, url, body, image_url,
                            published_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (source, external_id) do update
        set publisher = excluded.publisher, title = excluded.title, url = excluded.url,
            body = excluded.body, image_url = excluded.image_url
        where (news_items.publisher, news_items.title, news_items.url, news_items.body,
               news_items.image_url)
              is distinct from (excluded.publisher, excluded.title, excluded.url, excluded.body,
                                excluded.image_url))sql";
constexpr const char* forget_surplus = R"sql(
    delete from news_items where source <> 'operator' and id not in (
        select id from news_items where source <> 'operator'
        order by published_at desc, id desc limit 300))sql";
constexpr const char* insert_own = R"sql(
    insert into news_items (source, publisher, title, url, body, image_url)
    values ('operator', 'Cambio', $1, $2, $3, $4) returning id
)sql";
constexpr const char* hide_item = R"sql(
    update news_items set hidden = true where id = $1 and not hidden returning title
)sql";

}  // namespace

bool store(pg::Transaction& tx, Kind kind, const Item& item) {
    return tx.run(write_item, {name_of(kind), item.external_id, item.publisher, item.title,
                               item.url, item.body, item.image_url, item.published_at})
               .affected() > 0;
}

void forget_old(pg::Transaction& tx) {
    tx.run(forget_surplus);
}

std::int64_t publish(pg::Transaction& tx, const OwnItem& item) {
    return tx.one(insert_own, {item.title, item.url, item.body, item.image_url}).integer("id");
}

std::optional<std::string> hide(pg::Transaction& tx, std::int64_t id) {
    const auto row = tx.maybe(hide_item, {id});
    return row ? std::optional{row->str("title")} : std::nullopt;
}

}  // namespace cambio::news
