#include "web_push/subscriptions.h"

#include "crypto/crypto.h"
#include "error/error.h"

namespace cambio::web_push {

namespace {

constexpr const char* lock_client = "select from clients where id = $1 for no key update";
// A session that ends at the same time ends before the subscription, or sees it and takes it along.
constexpr const char* keep_session = R"sql(
    select from sessions s where id = $1 and session_alive(s) for share
)sql";
constexpr const char* read_known = R"sql(
    select id, client_id, p256dh, auth from push_subscriptions where endpoint = $1 for update
)sql";
constexpr const char* count_subscriptions = R"sql(
    select count(*) as number from push_subscriptions where client_id = $1
)sql";
constexpr const char* insert_subscription = R"sql(
    insert into push_subscriptions (client_id, session_id, endpoint, p256dh, auth)
    values ($1, $2, $3, $4, $5)
)sql";
constexpr const char* move_subscription = R"sql(
    update push_subscriptions set session_id = $2 where id = $1 and session_id <> $2
)sql";
constexpr const char* delete_known = "delete from push_subscriptions where id = $1";
constexpr const char* delete_one = R"sql(
    delete from push_subscriptions where client_id = $1 and id = $2
)sql";
constexpr const char* delete_by_endpoint = R"sql(
    delete from push_subscriptions where client_id = $1 and endpoint = $2
)sql";
constexpr const char* count_one_message = R"sql(
    update push_subscriptions set
           sent_in_hour =
               case when hour_began > now() - interval '1 hour' then sent_in_hour else 0 end + 1,
           hour_began =
               case when hour_began > now() - interval '1 hour' then hour_began else now() end
     where id = $1
)sql";
constexpr const char* clear_error = R"sql(
    update push_subscriptions set last_error = null, last_error_at = null
     where id = $1 and last_error is not null
)sql";
constexpr const char* write_error = R"sql(
    update push_subscriptions set last_error = $2, last_error_at = now() where id = $1
)sql";
constexpr const char* read_subscriptions = R"sql(
    select p.id, p.session_id, s.device, p.created_at, p.last_error_at
      from push_subscriptions p join sessions s on s.id = p.session_id
     where p.client_id = $1 order by p.id desc
)sql";

}  // namespace

bool subscribe(pg::Transaction& tx, const NewSubscription& wanted) {
    tx.run(lock_client, {wanted.client});
    if (tx.run(keep_session, {wanted.session}).empty()) throw Error{Code::unauthorized};
    if (const auto known = tx.maybe(read_known, {wanted.endpoint})) {
        const auto id = known->id<PushId>("id");
        const bool same_keys = known->bytes("p256dh") == wanted.keys.p256dh &&
                               crypto::equal(known->bytes("auth"), wanted.keys.auth);
        const bool own = known->id<ClientId>("client_id") == wanted.client;
        if (own && same_keys) {
            tx.run(move_subscription, {id, wanted.session});
            return false;
        }
        if (!own && !same_keys) throw Error{Code::push_browser_taken, "endpoint"};
        tx.change(1, delete_known, {id});
    }
    if (tx.one(count_subscriptions, {wanted.client}).integer("number") >= max_subscriptions)
        throw Error{Code::too_many_push_browsers}.with("most", std::to_string(max_subscriptions));
    tx.change(1, insert_subscription,
              {wanted.client, wanted.session, wanted.endpoint, pg::Param::bytes(wanted.keys.p256dh),
               pg::Param::bytes(wanted.keys.auth)});
    return true;
}

bool unsubscribe(pg::Transaction& tx, ClientId client, PushId id) {
    return tx.run(delete_one, {client, id}).affected() == 1;
}

bool unsubscribe(pg::Transaction& tx, ClientId client, const std::string& endpoint) {
    return tx.run(delete_by_endpoint, {client, endpoint}).affected() == 1;
}

std::vector<Subscription> subscriptions_of(pg::Connection& connection, ClientId client) {
    std::vector<Subscription> all;
    for (const pg::Row row : connection.run(read_subscriptions, {client}))
        all.push_back({row.id<PushId>("id"), row.id<SessionId>("session_id"), row.str("device"),
                       row.time("created_at"), row.maybe_time("last_error_at")});
    return all;
}

void count_message(pg::Connection& connection, PushId id) {
    connection.run(count_one_message, {id});
}

void note_sent(pg::Transaction& tx, PushId id) {
    tx.run(clear_error, {id});
}

void note_error(pg::Transaction& tx, PushId id, const std::string& reason) {
    tx.run(write_error, {id, reason});
}

void forget(pg::Connection& connection, PushId id) {
    connection.run(delete_known, {id});
}

}  // namespace cambio::web_push
