#include "token/codes.h"

#include "crypto/crypto.h"
#include "error/error.h"

namespace cambio::token {

namespace {

constexpr int digits = 6;
constexpr std::uint64_t all_codes = 1'000'000;
constexpr std::size_t seed_bytes = 16;

// For one asker, one purpose and one address.
constexpr std::int64_t max_tries = 5;  ///< at one code
constexpr std::int64_t max_tries_a_day = 15;
constexpr std::int64_t max_a_day = 10;
// For all strangers together. Fifty tries find a code in one of 20,000 days.
constexpr std::int64_t max_strangers_tries_a_day = 50;
constexpr std::int64_t max_strangers_codes_a_day = 30;
// For all sessions of the owner together, and for all known browsers: whoever knows the password
// can open one after another. Likewise for those that links have made known: whoever reads the
// mailbox can.
constexpr std::int64_t max_sessions_tries_a_day = 50;
constexpr std::int64_t max_sessions_codes_a_day = 30;

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
        case Purpose::step_up:
            return "step_up";
    }
    return {};
}

std::string keyed(std::string_view key, Purpose purpose, std::string_view address,
                  std::string_view rest) {
    std::string text{name_of(purpose)};
    text += '\n';
    text += address;
    text += '\n';
    text += rest;
    return crypto::keyed_hash(key, text);
}

/// The code that a seed stands for. Only who has the key can tell.
std::string code_of(std::string_view key, Purpose purpose, std::string_view address,
                    std::string_view seed) {
    const auto hash = keyed(key, purpose, address, "seed\n" + std::string{seed});
    std::uint64_t number = 0;
    for (std::size_t at = 0; at < sizeof number; ++at)
        number = number << 8U | static_cast<unsigned char>(hash[at]);
    auto text = std::to_string(number % all_codes);
    return std::string(digits - text.size(), '0') + text;
}

// Two requests for one address at the same time must not both find the minute free.
constexpr const char* lock_address = R"sql(
    select pg_advisory_xact_lock(hashtextextended('code:' || $1, 0))
)sql";

constexpr const char* forget_old = R"sql(
    with tries as (delete from code_tries where address = $1 and at < now() - interval '1 day')
    delete from one_time_codes where address = $1 and created_at < now() - interval '1 day'
)sql";

constexpr const char* count_sent = R"sql(
    select count(*) filter (where asker = $3) as mine,
           count(*) filter (where asker like 'net:%' or asker like 'client:%') as strangers,
           count(*) filter (where asker like 'session:%') as sessions,
           count(*) filter (where asker like 'browser:%') as browsers,
           count(*) filter (where asker like 'link:%') as links,
           coalesce(ceil(extract(epoch from max(created_at) filter (where asker = $3)
               + make_interval(secs => $4::int) - now())), 0)::bigint as wait
      from one_time_codes
     where address = $1 and purpose = $2 and created_at >= now() - interval '1 day'
)sql";

// What is left of a code's life must be enough to read it and type it in.
constexpr const char* newest_code = R"sql(
    select id, code_hash, coalesce(seed, '') as seed, expires_at,
           used_at is not null as used, expires_at <= now() as expired,
           greatest(0, ceil(extract(epoch from expires_at - now())))::bigint as left,
           used_at is null and seed is not null
               and expires_at > now() + interval '1 minute' as alive
      from one_time_codes where address = $1 and purpose = $2
     order by created_at desc, id desc limit 1 for update
)sql";

constexpr const char* others_have = R"sql(
    select exists (select from one_time_codes
                    where address = $1 and purpose = $2 and seed = $3 and asker <> $4) as found
)sql";

constexpr const char* insert_code = R"sql(
    insert into one_time_codes (purpose, address, code_hash, seed, asker, expires_at)
    values ($1, $2, $3, $4, $5, coalesce($6::timestamptz, now() + interval '10 minutes'))
)sql";

// A code is ten minutes old when it expires: what was tried before that was another.
constexpr const char* count_tries = R"sql(
    select count(*) filter (where asker = $3 and at >= $4::timestamptz - interval '10 minutes')
               as at_this,
           count(*) filter (where asker = $3) as mine,
           count(*) filter (where asker like 'net:%' or asker like 'client:%') as strangers,
           count(*) filter (where asker like 'session:%') as sessions,
           count(*) filter (where asker like 'browser:%') as browsers,
           count(*) filter (where asker like 'link:%') as links
      from code_tries
     where address = $1 and purpose = $2 and at >= now() - interval '1 day'
)sql";

constexpr const char* insert_try = R"sql(
    insert into code_tries (purpose, address, asker) values ($1, $2, $3)
)sql";

constexpr const char* use_code = "update one_time_codes set used_at = now() where id = $1";

// The address of a code for an act begins with the act's name, but its asker is a session.
constexpr const char* end_all = R"sql(
    update one_time_codes set used_at = now()
     where used_at is null and expires_at > now()
       and (address = $1 or asker = any(
            select 'session:' || id from sessions where client_id = $2 and expires_at > now()
            union all select 'client:' || $2::bigint))
)sql";

constexpr const char* strangers_codes = R"sql(
    select greatest(
        (select count(*) from one_time_codes where address = $1 and purpose = $2
            and (asker like 'net:%' or asker like 'client:%')
            and created_at >= now() - interval '1 day'),
        (select count(*) from one_time_codes where asker = $3
            and created_at >= now() - interval '1 hour')) as sent
)sql";

/// Whether the asker may not try that code any more.
bool out_of_tries(pg::Transaction& tx, Purpose purpose, std::string_view address,
                  const Asker& asker, const pg::Row& code) {
    const auto tries =
        tx.one(count_tries, {address, name_of(purpose), asker.name, code.time("expires_at")});
    if (tries.integer("at_this") >= max_tries) return true;
    if (asker.signed_in) return tries.integer("sessions") >= max_sessions_tries_a_day;
    if (asker.known) return tries.integer("browsers") >= max_sessions_tries_a_day;
    if (asker.by_link) return tries.integer("links") >= max_sessions_tries_a_day;
    return asker.stranger && (tries.integer("mine") >= max_tries_a_day ||
                              tries.integer("strangers") >= max_strangers_tries_a_day);
}

[[noreturn]] void too_soon(std::int64_t seconds) {
    throw Error{Code::code_too_soon}.with("resend_after", std::to_string(seconds));
}

}  // namespace

std::string issue_code(pg::Transaction& tx, std::string_view key, Purpose purpose,
                       std::string_view address, const Asker& asker) {
    tx.one(lock_address, {address});
    const auto sent = tx.one(
        count_sent, {address, name_of(purpose), asker.name, static_cast<int>(code_pause.count())});
    if (const auto wait = sent.integer("wait"); wait > 0) too_soon(wait);
    if (sent.integer("mine") >= max_a_day ||
        (asker.stranger && sent.integer("strangers") >= max_strangers_codes_a_day) ||
        (asker.signed_in && sent.integer("sessions") >= max_sessions_codes_a_day) ||
        (asker.known && sent.integer("browsers") >= max_sessions_codes_a_day) ||
        (asker.by_link && sent.integer("links") >= max_sessions_codes_a_day))
        throw Error{Code::code_too_many};

    auto seed = crypto::random_bytes(seed_bytes);
    std::optional<pg::Time> expires;
    if (const auto newest = tx.maybe(newest_code, {address, name_of(purpose)});
        newest && newest->boolean("alive")) {
        const bool spent = out_of_tries(tx, purpose, address, asker, *newest);
        const auto living = newest->bytes("seed");
        // Whoever has guessed enough does not make the code of somebody else worthless.
        if (spent && (asker.stranger || asker.signed_in || asker.known || asker.by_link) &&
            tx.one(others_have, {address, name_of(purpose), pg::Param::bytes(living), asker.name})
                .boolean("found"))
            too_soon(newest->integer("left"));
        if (!spent) {
            seed = living;
            expires = newest->time("expires_at");
        }
    }
    auto code = code_of(key, purpose, address, seed);
    const auto hash = keyed(key, purpose, address, code);
    tx.run(forget_old, {address});
    tx.change(1, insert_code,
              {name_of(purpose), address, pg::Param::bytes(hash), pg::Param::bytes(seed),
               asker.name, expires});
    return code;
}

std::int64_t codes_of_strangers(pg::Transaction& tx, Purpose purpose, std::string_view address,
                                const Asker& asker) {
    return tx.one(strangers_codes, {address, name_of(purpose), asker.name}).integer("sent");
}

CodeCheck check_code(pg::Transaction& tx, std::string_view key, Purpose purpose,
                     std::string_view address, std::string_view code, const Asker& asker) {
    tx.one(lock_address, {address});
    const auto newest = tx.maybe(newest_code, {address, name_of(purpose)});
    if (!newest || newest->boolean("used")) return CodeCheck::wrong;
    if (newest->boolean("expired") || out_of_tries(tx, purpose, address, asker, *newest))
        return CodeCheck::expired;

    if (!crypto::equal(newest->bytes("code_hash"), keyed(key, purpose, address, code))) {
        tx.change(1, insert_try, {name_of(purpose), address, asker.name});
        return CodeCheck::wrong;
    }
    tx.change(1, use_code, {newest->integer("id")});
    return CodeCheck::right;
}

void end_codes(pg::Transaction& tx, ClientId client, std::string_view email) {
    tx.one(lock_address, {email});
    tx.run(end_all, {email, client});
}

}  // namespace cambio::token
