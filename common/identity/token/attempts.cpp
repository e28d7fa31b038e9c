#include "token/attempts.h"

#include "error/error.h"

namespace cambio::token {

namespace {

constexpr const char* lock_subject = R"sql(
    select pg_advisory_xact_lock(hashtextextended('attempt:' || $1, 0))
)sql";

// The seconds of a lock that are left: the last ones lie within fifteen minutes and the last of
// them is not fifteen minutes old. Nothing is added during a lock, so the last ones tell all.
// clock_timestamp(), because the turn may have come long after the transaction began.
constexpr const char* seconds_locked = R"sql(
    select case when count(*) = $2 and max(at) - min(at) <= interval '15 minutes'
                then greatest(0, ceil(extract(epoch from
                         max(at) + interval '15 minutes' - clock_timestamp())))::bigint
                else 0 end as seconds
      from (select at from password_attempts where subject = $1 order by at desc limit $2) last
)sql";

// Until the oldest of the last ones is a day old.
constexpr const char* seconds_of_day = R"sql(
    select case when count(*) = $2
                then greatest(0, ceil(extract(epoch from
                         min(at) + interval '1 day' - clock_timestamp())))::bigint
                else 0 end as seconds
      from (select at from password_attempts where subject = $1 order by at desc limit $2) last
)sql";

constexpr const char* insert_attempt = R"sql(
    insert into password_attempts (subject, at) values ($1, clock_timestamp())
)sql";

constexpr const char* count_lately = R"sql(
    select count(*) as wrong from password_attempts
     where subject = $1 and at > clock_timestamp() - interval '15 minutes'
)sql";

// Whatever their subject, since a stranger's may never come again.
constexpr const char* delete_old = R"sql(
    delete from password_attempts where ctid = any (array(
        select ctid from password_attempts where at < now() - interval '1 day'
         order by at limit 100 for update skip locked))
)sql";

constexpr const char* delete_attempts = "delete from password_attempts where subject = $1";

std::int64_t locked_for(pg::Transaction& tx, std::string_view subject, int most) {
    return tx.one(seconds_locked, {subject, most}).integer("seconds");
}

std::int64_t full_for(pg::Transaction& tx, std::string_view subject, int most) {
    return tx.one(seconds_of_day, {subject, most}).integer("seconds");
}

void refuse_while_locked(std::int64_t seconds) {
    if (seconds > 0)
        throw Error{Code::too_many_attempts}.with("retry_after_seconds", std::to_string(seconds));
}

}  // namespace

void begin_attempt(pg::Transaction& tx, std::string_view subject, int most) {
    tx.one(lock_subject, {subject});
    refuse_while_locked(locked_for(tx, subject, most));
}

void require_quiet_day(pg::Transaction& tx, std::string_view subject, int most) {
    refuse_while_locked(full_for(tx, subject, most));
}

bool day_is_full(pg::Transaction& tx, std::string_view subject, int most) {
    return full_for(tx, subject, most) > 0;
}

bool count_wrong_attempt(pg::Transaction& tx, std::string_view subject, int most) {
    tx.run(delete_old);
    tx.change(1, insert_attempt, {subject});
    return locked_for(tx, subject, most) > 0;
}

std::int64_t wrong_attempts(pg::Transaction& tx, std::string_view subject) {
    return tx.one(count_lately, {subject}).integer("wrong");
}

void forget_attempts(pg::Transaction& tx, std::string_view subject) {
    tx.run(delete_attempts, {subject});
}

}  // namespace cambio::token
