#include "token/codes.h"

#include "crypto/crypto.h"
#include "error/error.h"

namespace cambio::token {

namespace {

constexpr int digits = 6;
constexpr std::int64_t most_tries = 5;
constexpr std::int64_t most_a_day = 10;

std::string_view name_of(Purpose purpose) {
    switch (purpose) {
        case Purpose::sign_up:
            return "sign_up";
        case Purpose::reset_password:
            return "reset_password";
        case Purpose::change_password:
            return "change_password";
        case Purpose::bind_mobile:
            return "bind_mobile";
        case Purpose::anti_phishing:
            return "anti_phishing";
        case Purpose::withdrawal:
            return "withdrawal";
    }
    return {};
}

std::string hash_code(std::string_view key, Purpose purpose, std::string_view address,
                      std::string_view code) {
    std::string text{name_of(purpose)};
    text += '\n';
    text += address;
    text += '\n';
    text += code;
    return crypto::keyed_hash(key, text);
}

// Two requests for one address at the same time must not both find the minute free.
constexpr const char* lock_address = R"sql(
    select pg_advisory_xact_lock(hashtextextended('code:' || $1, 0))
)sql";

constexpr const char* forget_old = R"sql(
    delete from one_time_codes where address = $1 and created_at < now() - interval '1 day'
)sql";

constexpr const char* count_sent = R"sql(
    select count(*) filter (where created_at >= now() - interval '1 day') as today,
           coalesce(ceil(extract(epoch from
               max(created_at) + make_interval(secs => $2::int) - now())), 0)::bigint as wait
      from one_time_codes where address = $1
)sql";

constexpr const char* insert_code = R"sql(
    insert into one_time_codes (purpose, address, code_hash, expires_at)
    values ($1, $2, $3, now() + interval '10 minutes')
)sql";

constexpr const char* lock_newest = R"sql(
    select id, code_hash, tries, used_at is not null as used, expires_at <= now() as expired
      from one_time_codes where address = $1 and purpose = $2
     order by created_at desc, id desc limit 1 for update
)sql";

constexpr const char* use_code = "update one_time_codes set used_at = now() where id = $1";
constexpr const char* count_try = "update one_time_codes set tries = tries + 1 where id = $1";

}  // namespace

std::string issue_code(pg::Transaction& tx, std::string_view key, Purpose purpose,
                       std::string_view address) {
    tx.one(lock_address, {address});
    const auto sent = tx.one(count_sent, {address, static_cast<int>(code_pause.count())});
    const auto wait = sent.integer("wait");
    if (wait > 0) throw Error{Code::code_too_soon}.with("resend_after", std::to_string(wait));
    if (sent.integer("today") >= most_a_day) throw Error{Code::code_too_many};

    auto code = crypto::random_digits(digits);
    const auto hash = hash_code(key, purpose, address, code);
    tx.run(forget_old, {address});
    tx.change(1, insert_code, {name_of(purpose), address, pg::Param::bytes(hash)});
    return code;
}

CodeCheck check_code(pg::Transaction& tx, std::string_view key, Purpose purpose,
                     std::string_view address, std::string_view code) {
    tx.one(lock_address, {address});
    const auto newest = tx.maybe(lock_newest, {address, name_of(purpose)});
    if (!newest || newest->boolean("used")) return CodeCheck::wrong;
    if (newest->boolean("expired") || newest->integer("tries") >= most_tries)
        return CodeCheck::expired;

    const auto id = newest->integer("id");
    if (!crypto::equal(newest->bytes("code_hash"), hash_code(key, purpose, address, code))) {
        tx.change(1, count_try, {id});
        return CodeCheck::wrong;
    }
    tx.change(1, use_code, {id});
    return CodeCheck::right;
}

}  // namespace cambio::token
