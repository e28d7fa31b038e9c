#include "token/two_factor.h"

#include <botan/base32.h>
#include <botan/otp.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <stdexcept>

#include "crypto/crypto.h"
#include "error/error.h"
#include "http/http.h"
#include "notices/notices.h"
#include "token/attempts.h"

namespace cambio::token {

namespace {

constexpr const char* issuer = "Cambio";
constexpr std::size_t secret_bytes = 20;  ///< as long as SHA-1's result (RFC 4226, section 4)
constexpr std::size_t code_digits = 6;
constexpr std::chrono::seconds step_length{30};
constexpr std::int64_t allowed_drift = 1;  ///< steps either way (RFC 6238, section 5.2)
/// Of all strangers who know the password, in fifteen minutes and in a day: with three codes in a
/// million that are right, so many a day find one in some forty years.
constexpr int max_wrong_of_strangers = 10;
constexpr int max_wrong_of_strangers_in_a_day = 20;
/// However often the owner, or who has stolen the mailbox, has reset the password meanwhile.
constexpr int max_unforgiven_in_a_day = 40;
/// A day that is full becomes so again with each guess that it allows.
constexpr int max_warnings_in_a_day = 2;
/// Of one session, or of one known browser: whoever has stolen it guesses as long as it lasts.
constexpr int max_wrong_in_a_day = 50;

// Three groups of four out of 32 letters and digits that nobody mistakes: 60 bits each, which five
// guesses in fifteen minutes do not find.
constexpr int recovery_code_count = 10;
constexpr std::size_t recovery_code_length = 12;
constexpr std::size_t recovery_code_group = 4;
constexpr std::string_view recovery_letters = "23456789abcdefghjkmnpqrstuvwxyz0";

constexpr const char* guarded = R"sql(
    select exists (select from two_factor where client_id = $1 and confirmed_at is not null) as yes
)sql";

constexpr const char* begin = R"sql(
    insert into two_factor (client_id, secret_sealed, begun_in) values ($1, $2, $3)
    on conflict (client_id) do update
        set secret_sealed = excluded.secret_sealed, begun_in = excluded.begun_in,
            created_at = now(), last_step = 0
      where two_factor.confirmed_at is null
)sql";

constexpr const char* lock_secret = R"sql(
    select secret_sealed, confirmed_at is not null as confirmed, last_step,
           coalesce(begun_in, 0) as begun_in, created_at > now() - interval '10 minutes' as fresh
      from two_factor where client_id = $1 for update
)sql";

constexpr const char* keep_secret = R"sql(
    update two_factor set secret_sealed = $2 where client_id = $1
)sql";
constexpr const char* keep_step = "update two_factor set last_step = $2 where client_id = $1";
constexpr const char* confirm = "update two_factor set confirmed_at = now() where client_id = $1";
constexpr const char* delete_secret = "delete from two_factor where client_id = $1";
constexpr const char* delete_codes = "delete from recovery_codes where client_id = $1";

constexpr const char* insert_code = R"sql(
    insert into recovery_codes (client_id, code_hash, key_id) values ($1, $2, $3)
)sql";

constexpr const char* use_code = R"sql(
    update recovery_codes set used_at = now()
     where client_id = $1 and code_hash = $2 and used_at is null
)sql";

constexpr const char* count_codes = R"sql(
    select count(*) as left from recovery_codes where client_id = $1 and used_at is null
)sql";

/// Guesses at a client's codes: those of one asker, those of all strangers, and, of codes of the
/// app, those of all strangers whatever was forgiven since. The last count no recovery code, which
/// nobody guesses: it still lets an owner in whom a thief with the mailbox has made a stranger.
struct Guesses {
    ClientId client;
    std::string own, strangers, unforgiven;
    bool stranger;
    bool of_app;
};

/// Whether the app could show it.
bool is_app_code(std::string_view code) {
    return code.size() == code_digits &&
           std::ranges::all_of(code, [](char c) { return c >= '0' && c <= '9'; });
}

std::string guessed_by(ClientId client, const std::string& who) {
    return "two_factor:" + std::to_string(client.value) + '/' + who;
}
std::string guessed_by_strangers(ClientId client) {
    return guessed_by(client, "strangers");
}

Guesses guesses_of(ClientId client, const Asker& asker, std::string_view code) {
    return {client,
            guessed_by(client, asker.name),
            guessed_by_strangers(client),
            guessed_by(client, "unforgiven"),
            asker.stranger,
            is_app_code(code)};
}

void begin_guess(pg::Transaction& tx, const Guesses& guesses) {
    if (guesses.stranger) {
        begin_attempt(tx, guesses.strangers, max_wrong_of_strangers);
        require_quiet_day(tx, guesses.strangers, max_wrong_of_strangers_in_a_day);
        if (guesses.of_app) require_quiet_day(tx, guesses.unforgiven, max_unforgiven_in_a_day);
    }
    begin_attempt(tx, guesses.own);
    require_quiet_day(tx, guesses.own, max_wrong_in_a_day);
}

void count_wrong_guess(pg::Transaction& tx, const Guesses& guesses) {
    count_wrong_attempt(tx, guesses.own);
    bool many = day_is_full(tx, guesses.own, max_wrong_in_a_day);
    if (guesses.stranger) {
        const bool locked = count_wrong_attempt(tx, guesses.strangers, max_wrong_of_strangers);
        if (guesses.of_app) count_wrong_attempt(tx, guesses.unforgiven, max_unforgiven_in_a_day);
        many = many || locked ||
               day_is_full(tx, guesses.strangers, max_wrong_of_strangers_in_a_day) ||
               day_is_full(tx, guesses.unforgiven, max_unforgiven_in_a_day);
    }
    if (many)
        notices::tell_rarely(tx, guesses.client, notices::Kind::two_factor_guessed,
                             max_warnings_in_a_day);
}

// An assertion of its own for each client, so that a sealed secret opens in no other row.
std::string assertion_of(ClientId client) {
    return "two_factor:" + std::to_string(client.value);
}

std::string unsealed(const HashKeys& keys, ClientId client, const pg::Row& row) {
    auto opened = unseal_two_factor(keys, client, row.bytes("secret_sealed"));
    if (!opened)
        throw std::runtime_error{
            "a two-factor secret does not open with any hash key that is kept"};
    return *std::move(opened);
}

std::string code_of_step(std::string_view secret, std::int64_t step) {
    Botan::HOTP generator{reinterpret_cast<const std::uint8_t*>(secret.data()), secret.size(),
                          "SHA-1", code_digits};
    auto digits = std::to_string(generator.generate_hotp(static_cast<std::uint64_t>(step)));
    return std::string(code_digits - digits.size(), '0') + digits;
}

std::int64_t step_at(std::chrono::sys_seconds at) {
    return at.time_since_epoch() / step_length;
}

// The step that a code belongs to: a later one than the last that was used.
std::optional<std::int64_t> step_of(std::string_view secret, std::string_view code,
                                    std::int64_t last) {
    const auto now =
        step_at(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
    std::optional<std::int64_t> found;
    for (auto step = now - allowed_drift; step <= now + allowed_drift; ++step)
        if (crypto::equal(code_of_step(secret, step), code) && step > last) found = step;
    return found;
}

std::string hashed_of_recovery_code(ClientId client, std::string_view code) {
    std::string text = "recovery_code:" + std::to_string(client.value) + ':';
    for (const char c : code)
        if (c != '-' && c != ' ')
            text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string new_recovery_code() {
    std::string code;
    const auto random = crypto::random_bytes(recovery_code_length);
    for (std::size_t i = 0; i < random.size(); ++i) {
        if (i > 0 && i % recovery_code_group == 0) code += '-';
        code += recovery_letters[static_cast<unsigned char>(random[i]) % recovery_letters.size()];
    }
    return code;
}

std::vector<std::string> write_recovery_codes(pg::Transaction& tx, const HashKeys& keys,
                                              ClientId client) {
    tx.run(delete_codes, {client});
    std::vector<std::string> codes;
    for (int i = 0; i < recovery_code_count; ++i) {
        codes.push_back(new_recovery_code());
        const auto hash =
            crypto::keyed_hash(keys.current(), hashed_of_recovery_code(client, codes.back()));
        tx.change(1, insert_code, {client, pg::Param::bytes(hash), keys.id()});
    }
    return codes;
}

bool use_recovery_code(pg::Transaction& tx, const HashKeys& keys, ClientId client,
                       std::string_view code) {
    const auto hashes = keys.hashes(hashed_of_recovery_code(client, code));
    const bool used = std::ranges::any_of(hashes, [&](const auto& hash) {
        return tx.run(use_code, {client, pg::Param::bytes(hash)}).affected() > 0;
    });
    if (!used) return false;
    Json::Value data;
    data["left"] = std::to_string(recovery_codes_left(tx, client));
    notices::tell(tx, client, notices::Kind::recovery_code_used, data);
    return true;
}

}  // namespace

std::string seal_two_factor(const HashKeys& keys, ClientId client, std::string_view secret) {
    return keys.seal(SecretKind::two_factor, secret, assertion_of(client));
}

std::optional<std::string> unseal_two_factor(const HashKeys& keys, ClientId client,
                                             std::string_view sealed) {
    return keys.unseal(SecretKind::two_factor, sealed, assertion_of(client));
}

bool two_factor_on(pg::Transaction& tx, ClientId client) {
    return tx.one(guarded, {client}).boolean("yes");
}

TwoFactorSetup begin_two_factor(pg::Transaction& tx, const HashKeys& keys, ClientId client,
                                SessionId session, std::string_view account_name) {
    const auto secret = crypto::random_bytes(secret_bytes);
    const auto sealed = seal_two_factor(keys, client, secret);
    if (tx.run(begin, {client, pg::Param::bytes(sealed), session}).affected() == 0)
        throw Error{Code::two_factor_already_on};

    TwoFactorSetup setup;
    setup.secret =
        Botan::base32_encode(reinterpret_cast<const std::uint8_t*>(secret.data()), secret.size());
    setup.uri = "otpauth://totp/" + http::encode(issuer) + ':' +
                http::encode(std::string{account_name}) + "?secret=" + setup.secret +
                "&issuer=" + http::encode(issuer) + "&algorithm=SHA1&digits=6&period=30";
    return setup;
}

std::vector<std::string> confirm_two_factor(pg::Transaction& tx, const HashKeys& keys,
                                            ClientId client, SessionId session,
                                            std::string_view code) {
    const auto guesses = guesses_of(client, Asker::session(session), code);
    begin_guess(tx, guesses);
    const auto row = tx.maybe(lock_secret, {client});
    if (!row) throw Error{Code::two_factor_off};
    if (row->boolean("confirmed")) throw Error{Code::two_factor_already_on};
    if (row->integer("begun_in") != session.value || !row->boolean("fresh"))
        throw Error{Code::two_factor_off};
    const auto step = step_of(unsealed(keys, client, *row), code, row->integer("last_step"));
    if (!step) {
        count_wrong_guess(tx, guesses);
        return {};
    }
    forget_attempts(tx, guesses.own);
    tx.change(1, keep_step, {client, *step});
    tx.change(1, confirm, {client});
    return write_recovery_codes(tx, keys, client);
}

void keep_two_factor_secret(pg::Transaction& tx, ClientId client, std::string_view sealed) {
    tx.change(1, keep_secret, {client, pg::Param::bytes(sealed)});
}

void remove_two_factor(pg::Transaction& tx, ClientId client) {
    tx.run(delete_codes, {client});
    tx.run(delete_secret, {client});
}

std::vector<std::string> renew_recovery_codes(pg::Transaction& tx, const HashKeys& keys,
                                              ClientId client) {
    const auto row = tx.maybe(lock_secret, {client});
    if (!row || !row->boolean("confirmed")) throw Error{Code::two_factor_off};
    return write_recovery_codes(tx, keys, client);
}

int recovery_codes_left(pg::Transaction& tx, ClientId client) {
    return static_cast<int>(tx.one(count_codes, {client}).integer("left"));
}

SecondFactor check_second_factor(pg::Transaction& tx, const HashKeys& keys, ClientId client,
                                 const Asker& asker, std::string_view code) {
    const auto guesses = guesses_of(client, asker, code);
    begin_guess(tx, guesses);
    const auto row = tx.maybe(lock_secret, {client});
    if (!row || !row->boolean("confirmed")) throw Error{Code::two_factor_off};

    auto result = SecondFactor::wrong;
    if (const auto step = step_of(unsealed(keys, client, *row), code, row->integer("last_step"))) {
        tx.change(1, keep_step, {client, *step});
        result = SecondFactor::right;
    } else if (use_recovery_code(tx, keys, client, code)) {
        result = SecondFactor::right_by_recovery_code;
    }
    if (result == SecondFactor::wrong)
        count_wrong_guess(tx, guesses);
    else
        forget_attempts(tx, guesses.own);
    return result;
}

void forgive_strangers(pg::Transaction& tx, ClientId client) {
    forget_attempts(tx, guessed_by_strangers(client));
}

std::string authenticator_code(std::string_view secret, std::chrono::sys_seconds at) {
    const auto raw = Botan::base32_decode(std::string{secret});
    return code_of_step({reinterpret_cast<const char*>(raw.data()), raw.size()}, step_at(at));
}

}  // namespace cambio::token
