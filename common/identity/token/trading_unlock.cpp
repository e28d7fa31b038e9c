#include "token/trading_unlock.h"

namespace cambio::token {

namespace {

constexpr const char* read_unlocked = R"sql(
    select s.unlocked_until from sessions s join clients c on c.id = s.client_id
    where s.id = $1 and s.client_id = $2 and s.unlocked_until > now()
          and s.unlocked_epoch = c.epoch and session_alive(s)
          and s.last_seen_at > now() - interval '10 minutes'
          and coalesce(trading_lock(s, c), '-infinity') <= now()
)sql";

// It is used at this moment, which nobody may have written down yet.
constexpr const char* unlock = R"sql(
    update sessions s set unlocked_until = now() + make_interval(mins => $3),
                          unlocked_epoch = c.epoch, last_seen_at = now(),
                          trading_passkey_epoch =
                              case when $4 then c.epoch else s.trading_passkey_epoch end
    from clients c
    where s.id = $1 and s.client_id = c.id and c.epoch = $2 and session_alive(s)
)sql";

constexpr const char* close = "update sessions set unlocked_until = null where id = $1";

constexpr const char* shorten = R"sql(
    update sessions set unlocked_until = now() + make_interval(mins => $2)
    where client_id = $1 and revoked_at is null
          and unlocked_until > now() + make_interval(mins => $2)
)sql";

}  // namespace

std::optional<pg::Time> unlocked_until(pg::Connection& connection, const Session& session) {
    const pg::Result rows = connection.run(read_unlocked, {session.id, session.client});
    if (rows.empty()) return {};
    return rows[0].time("unlocked_until");
}

bool unlock_trading(pg::Transaction& tx, const Session& session, UnlockedBy proof,
                    std::chrono::minutes time) {
    return tx.run(unlock, {session.id, session.epoch, time.count(), proof == UnlockedBy::passkey})
               .affected() == 1;
}

void close_trading(pg::Connection& connection, SessionId session) {
    connection.run(close, {session});
}

void shorten_unlocks(pg::Transaction& tx, ClientId client, std::chrono::minutes time) {
    tx.run(shorten, {client, time.count()});
}

}  // namespace cambio::token
