#include "notices/kept.h"

#include <string>

namespace cambio::notices {

namespace {

/// Of 8 kB.
constexpr std::int64_t pages_at_once = 4096;

constexpr const char* read_one = R"sql(
    update notifications set read_at = coalesce(read_at, now()) where client_id = $1 and id = $2
)sql";
constexpr const char* read_all = R"sql(
    update notifications set read_at = now() where client_id = $1 and read_at is null
)sql";

constexpr const char* set_sent = R"sql(
    update outgoing_mails set sent_at = now(), tries = tries + 1 where id = $1
)sql";
constexpr const char* set_failed = R"sql(
    update outgoing_mails set tries = tries + 1,
           next_try_at = now() + make_interval(mins => (tries + 1) * (tries + 1))
     where id = $1
)sql";

constexpr const char* count_notification_pages = R"sql(
    select pg_relation_size('notifications') / current_setting('block_size')::bigint as pages
)sql";
constexpr const char* delete_notifications = R"sql(
    delete from notifications
    where ctid >= $1::text::tid and ctid < $2::text::tid
          and created_at < now() - make_interval(days => $3)
)sql";
constexpr const char* count_mail_pages = R"sql(
    select pg_relation_size('outgoing_mails') / current_setting('block_size')::bigint as pages
)sql";
constexpr const char* delete_mails = R"sql(
    delete from outgoing_mails
    where ctid >= $1::text::tid and ctid < $2::text::tid
          and created_at < now() - make_interval(days => $3)
)sql";

std::string page(std::int64_t number) {
    return '(' + std::to_string(number) + ",0)";
}

std::int64_t forget(pg::Connection& connection, const char* count_pages, const char* delete_old,
                    int days) {
    const std::int64_t pages = connection.run(count_pages)[0].integer("pages");
    std::int64_t deleted = 0;
    for (std::int64_t from = 0; from < pages; from += pages_at_once)
        deleted +=
            connection.run(delete_old, {page(from), page(from + pages_at_once), days}).affected();
    return deleted;
}

}  // namespace

bool mark_read(pg::Transaction& tx, ClientId client, NotificationId id) {
    return tx.run(read_one, {client, id}).affected() > 0;
}

void mark_all_read(pg::Transaction& tx, ClientId client) {
    tx.run(read_all, {client});
}

void mark_mail_sent(pg::Transaction& tx, std::int64_t mail) {
    tx.change(1, set_sent, {mail});
}

void mark_mail_failed(pg::Transaction& tx, std::int64_t mail) {
    tx.change(1, set_failed, {mail});
}

std::int64_t forget_notifications(pg::Connection& connection, int days) {
    return forget(connection, count_notification_pages, delete_notifications, days);
}

std::int64_t forget_mails(pg::Connection& connection, int days) {
    return forget(connection, count_mail_pages, delete_mails, days);
}

}  // namespace cambio::notices
