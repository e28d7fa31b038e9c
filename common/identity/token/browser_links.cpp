#include "token/browser_links.h"

#include "crypto/crypto.h"

namespace cambio::token {

namespace {

constexpr std::size_t token_bytes = 32;
constexpr int left_for_reading = 600;  ///< seconds that a link in the mailbox must be good for
constexpr std::int64_t max_followed_in_a_day = 5;
constexpr std::int64_t short_lived_in_a_day = 6;
constexpr std::chrono::minutes link_lifetime{30}, longer_link_lifetime{120};

// Two requests at the same time must not both find the mailbox empty.
constexpr const char* lock_links = R"sql(
    select pg_advisory_xact_lock(hashtextextended('browser_link:' || $1::bigint, 0))
)sql";

constexpr const char* forget_old_links = R"sql(
    delete from browser_links
     where client_id = $1 and expires_at < now() - interval '1 day'
)sql";

constexpr const char* count_links = R"sql(
    select count(*) filter (where followed_at is null
               and (sent_at is not null or created_at > now() - interval '1 minute')
               and expires_at > now() + make_interval(secs => $2::int)) as waiting,
           count(*) filter (where followed_at is null
               and created_at > now() - interval '1 day') as unfollowed,
           count(*) filter (where followed_at > now() - interval '1 day') as followed
      from browser_links where client_id = $1
)sql";

constexpr const char* insert_link = R"sql(
    insert into browser_links (token_hash, client_id, expires_at)
    values ($1, $2, now() + make_interval(mins => $3::int))
)sql";

constexpr const char* note_sent = R"sql(
    update browser_links set sent_at = now() where token_hash = $1
)sql";

constexpr const char* delete_link = "delete from browser_links where token_hash = $1";

constexpr const char* whose = R"sql(
    select client_id from browser_links
     where token_hash = $1 and followed_at is null and expires_at > now()
)sql";

constexpr const char* take = R"sql(
    update browser_links set followed_at = now()
     where token_hash = $1 and followed_at is null and expires_at > now()
    returning client_id
)sql";

constexpr const char* end_waiting = R"sql(
    delete from browser_links where client_id = $1 and followed_at is null
)sql";

std::optional<ClientId> client_by(pg::Transaction& tx, const char* sql, std::string_view token) {
    const auto hash = crypto::hash(token);
    const auto row = tx.maybe(sql, {pg::Param::bytes(hash)});
    return row ? std::optional{row->id<ClientId>("client_id")} : std::nullopt;
}

}  // namespace

std::optional<BrowserLink> issue_browser_link(pg::Transaction& tx, ClientId client) {
    tx.one(lock_links, {client});
    tx.run(forget_old_links, {client});
    const auto links = tx.one(count_links, {client, left_for_reading});
    if (links.integer("waiting") > 0 || links.integer("followed") >= max_followed_in_a_day)
        return {};
    BrowserLink link{
        crypto::hex(crypto::random_bytes(token_bytes)),
        links.integer("unfollowed") < short_lived_in_a_day ? link_lifetime : longer_link_lifetime};
    const auto hash = crypto::hash(link.token);
    tx.change(1, insert_link,
              {pg::Param::bytes(hash), client, static_cast<int>(link.lifetime.count())});
    return link;
}

void note_browser_link_sent(pg::Transaction& tx, std::string_view token) {
    const auto hash = crypto::hash(token);
    tx.run(note_sent, {pg::Param::bytes(hash)});
}

void drop_browser_link(pg::Transaction& tx, std::string_view token) {
    const auto hash = crypto::hash(token);
    tx.run(delete_link, {pg::Param::bytes(hash)});
}

std::optional<ClientId> client_of_browser_link(pg::Transaction& tx, std::string_view token) {
    return client_by(tx, whose, token);
}

std::optional<ClientId> take_browser_link(pg::Transaction& tx, std::string_view token) {
    return client_by(tx, take, token);
}

void end_browser_links(pg::Transaction& tx, ClientId client) {
    tx.one(lock_links, {client});
    tx.run(end_waiting, {client});
}

}  // namespace cambio::token
