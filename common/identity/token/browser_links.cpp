#include "token/browser_links.h"

#include "crypto/crypto.h"
#include "token/one_time.h"

namespace cambio::token {

namespace {

constexpr const char* link_purpose = "browser_link";
constexpr int left_for_reading = 600;  ///< seconds that a link in the mailbox must be good for
constexpr std::int64_t max_followed_in_a_day = 5;

// Two requests at the same time must not both find the mailbox empty.
constexpr const char* lock_links = R"sql(
    select pg_advisory_xact_lock(hashtextextended('browser_link:' || $1::bigint, 0))
)sql";

// One that a new password has ended counts as followed.
constexpr const char* count_links = R"sql(
    select count(*) filter (where used_at is null
               and expires_at > now() + make_interval(secs => $3::int)) as waiting,
           count(*) filter (where used_at > now() - interval '1 day') as followed
      from one_time_tokens where client_id = $1 and purpose = $2
)sql";

constexpr const char* delete_link = R"sql(
    delete from one_time_tokens where token_hash = $1 and purpose = $2
)sql";

}  // namespace

std::optional<std::string> issue_browser_link(pg::Transaction& tx, ClientId client) {
    tx.one(lock_links, {client});
    const auto links = tx.one(count_links, {client, link_purpose, left_for_reading});
    if (links.integer("waiting") > 0 || links.integer("followed") >= max_followed_in_a_day)
        return {};
    return issue_one_time(tx, link_purpose, client, {}, browser_link_lifetime);
}

void drop_browser_link(pg::Transaction& tx, std::string_view token) {
    const auto hash = crypto::hash(token);
    tx.run(delete_link, {pg::Param::bytes(hash), link_purpose});
}

std::optional<ClientId> take_browser_link(pg::Transaction& tx, std::string_view token) {
    const auto taken = take_one_time(tx, link_purpose, token);
    return taken ? taken->client : std::nullopt;
}

}  // namespace cambio::token
