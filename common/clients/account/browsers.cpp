#include "account/browsers.h"

namespace cambio::account {

namespace {

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
           and id in (select device_mark_id from sessions
                       where client_id = $1 and (revoked_at is null or ended_idle))
           and id is distinct from (select device_mark_id from sessions where id = $2)
)sql";

constexpr const char* forget_all = "delete from device_marks where client_id = $1";
// Whoever comes back without a mark is news again.
constexpr const char* forget_told = R"sql(
    update known_devices set told_at = null where client_id = $1 and told_at is not null
)sql";

}  // namespace

std::optional<std::int64_t> browser_of(pg::Transaction& tx, SessionId session) {
    return tx.one(mark_of, {session}).maybe_integer("device_mark_id");
}

void forget_browser(pg::Transaction& tx, SessionId session, SessionId own) {
    tx.run(forget_one, {session, own});
}

void forget_other_browsers(pg::Transaction& tx, ClientId client, SessionId own) {
    tx.run(forget_others, {client, own});
    tx.run(forget_told, {client});
}

void forget_signed_in_browsers(pg::Transaction& tx, ClientId client, SessionId own) {
    tx.run(forget_signed_in, {client, own});
    tx.run(forget_told, {client});
}

void forget_browsers(pg::Transaction& tx, ClientId client) {
    tx.run(forget_all, {client});
    tx.run(forget_told, {client});
}

}  // namespace cambio::account
