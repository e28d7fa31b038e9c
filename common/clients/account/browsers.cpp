#include "account/browsers.h"

namespace cambio::account {

namespace {

constexpr int max_browsers = 20;  ///< of a client
constexpr int max_browsers_by_link = 3;

constexpr const char* insert_mark = R"sql(
    insert into device_marks (client_id, mark_hash, key_id) values ($1, $2, $3) returning id
)sql";
constexpr const char* forget_oldest = R"sql(
    delete from device_marks where client_id = $1 and id not in
        (select id from device_marks where client_id = $1
          order by last_seen_at desc, id desc limit $2)
)sql";
constexpr const char* insert_link_mark = R"sql(
    insert into link_marks (client_id, mark_hash, key_id) values ($1, $2, $3) returning id
)sql";
constexpr const char* forget_oldest_by_link = R"sql(
    delete from link_marks where client_id = $1 and id not in
        (select id from link_marks where client_id = $1
          order by created_at desc, id desc limit $2)
)sql";
// Of two that sign in there at the same time the second finds none.
constexpr const char* keep_mark = R"sql(
    with kept as (delete from link_marks where id = $1 returning client_id, mark_hash)
    insert into device_marks (client_id, mark_hash, key_id)
    select client_id, mark_hash, $2 from kept returning id
)sql";
constexpr const char* find_mark = R"sql(
    select id, false as by_link from device_marks where client_id = $1 and mark_hash = $2
    union all
    select id, true from link_marks
     where client_id = $1 and mark_hash = $2 and created_at > now() - interval '1 day'
)sql";
constexpr const char* see_mark = R"sql(
    update device_marks set last_seen_at = now(), key_id = $2 where id = $1
)sql";

// The count is of what the client had before.
constexpr const char* upsert_device = R"sql(
    insert into known_devices (client_id, device_hash, key_id) values ($1, $2, $3)
    on conflict (client_id, device_hash) do update
        set last_seen_at = now(), key_id = excluded.key_id
    returning xmax = 0 as fresh,
              exists (select from known_devices where client_id = $1) as has_others,
              coalesce(told_at > now() - interval '1 day', false) as told_lately
)sql";
constexpr const char* set_told = R"sql(
    update known_devices set told_at = now() where client_id = $1 and device_hash = $2
)sql";
constexpr const char* change_hash = R"sql(
    update known_devices set device_hash = $2, key_id = $3
     where client_id = $1 and device_hash = $4
           and not exists (select from known_devices where client_id = $1 and device_hash = $2)
)sql";

constexpr const char* mark_of = "select device_mark_id from sessions where id = $1";

constexpr const char* forget_one = R"sql(
    delete from device_marks
     where id = (select device_mark_id from sessions where id = $1)
           and id is distinct from (select device_mark_id from sessions where id = $2)
)sql";

constexpr const char* forget_others = R"sql(
    delete from device_marks
     where client_id = $1
           and id is distinct from (select device_mark_id from sessions where id = $2)
)sql";

// Those that ended for being idle are signed out only now.
constexpr const char* forget_signed_in = R"sql(
    delete from device_marks
     where client_id = $1
           and id in (select device_mark_id from sessions s
                       where client_id = $1 and (not session_revoked(s) or ended_idle))
           and id is distinct from (select device_mark_id from sessions where id = $2)
)sql";

constexpr const char* forget_all = "delete from device_marks where client_id = $1";
constexpr const char* forget_all_by_link = "delete from link_marks where client_id = $1";
constexpr const char* forget_everything = "delete from device_marks";
constexpr const char* forget_everything_by_link = "delete from link_marks";
// Whoever comes back without a mark is news again.
constexpr const char* forget_told = R"sql(
    update known_devices set told_at = null where client_id = $1 and told_at is not null
)sql";

}  // namespace

std::int64_t add_browser(pg::Transaction& tx, ClientId client, std::string_view mark_hash,
                         std::string_view key_id) {
    const auto id =
        tx.one(insert_mark, {client, pg::Param::bytes(mark_hash), key_id}).integer("id");
    tx.run(forget_oldest, {client, max_browsers});
    return id;
}

std::int64_t add_browser_by_link(pg::Transaction& tx, ClientId client, std::string_view mark_hash,
                                 std::string_view key_id) {
    const auto id =
        tx.one(insert_link_mark, {client, pg::Param::bytes(mark_hash), key_id}).integer("id");
    tx.run(forget_oldest_by_link, {client, max_browsers_by_link});
    return id;
}

std::optional<std::int64_t> keep_browser(pg::Transaction& tx, ClientId client, std::int64_t by_link,
                                         std::string_view key_id) {
    const auto kept = tx.maybe(keep_mark, {by_link, key_id});
    if (!kept) return {};
    tx.run(forget_oldest, {client, max_browsers});
    return kept->integer("id");
}

std::optional<KnownBrowser> find_browser(pg::Transaction& tx, ClientId client,
                                         std::string_view mark_hash) {
    const auto row = tx.maybe(find_mark, {client, pg::Param::bytes(mark_hash)});
    if (!row) return {};
    return KnownBrowser{row->integer("id"), row->boolean("by_link")};
}

void see_browser(pg::Transaction& tx, std::int64_t browser, std::string_view key_id) {
    tx.run(see_mark, {browser, key_id});
}

SeenDevice see_device(pg::Transaction& tx, ClientId client, const Device& device) {
    const auto row = tx.one(upsert_device, {client, pg::Param::bytes(device.hash), device.key_id});
    return {row.boolean("fresh"), row.boolean("has_others"), row.boolean("told_lately")};
}

void note_device_told(pg::Transaction& tx, ClientId client, std::string_view hash) {
    tx.run(set_told, {client, pg::Param::bytes(hash)});
}

void hash_device_anew(pg::Transaction& tx, ClientId client, const Device& device,
                      std::string_view former_hash) {
    tx.run(change_hash,
           {client, pg::Param::bytes(device.hash), device.key_id, pg::Param::bytes(former_hash)});
}

std::optional<std::int64_t> browser_of(pg::Transaction& tx, SessionId session) {
    return tx.one(mark_of, {session}).maybe_integer("device_mark_id");
}

void forget_browser(pg::Transaction& tx, SessionId session, SessionId own) {
    tx.run(forget_one, {session, own});
}

void forget_other_browsers(pg::Transaction& tx, ClientId client, SessionId own) {
    tx.run(forget_others, {client, own});
    tx.run(forget_all_by_link, {client});
    tx.run(forget_told, {client});
}

void forget_signed_in_browsers(pg::Transaction& tx, ClientId client, SessionId own) {
    tx.run(forget_signed_in, {client, own});
    tx.run(forget_all_by_link, {client});
    tx.run(forget_told, {client});
}

void forget_browsers(pg::Transaction& tx, ClientId client) {
    tx.run(forget_all, {client});
    tx.run(forget_all_by_link, {client});
    tx.run(forget_told, {client});
}

void forget_browsers_of_all(pg::Transaction& tx) {
    tx.run(forget_everything);
    tx.run(forget_everything_by_link);
}

}  // namespace cambio::account
