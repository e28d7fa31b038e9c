#include "token/one_time.h"

#include "crypto/crypto.h"
#include "json/parse.h"
#include "json/write.h"

namespace cambio::token {

namespace {

constexpr std::size_t token_bytes = 32;

constexpr const char* forget_old = R"sql(
    delete from one_time_tokens where expires_at < now() - interval '1 day'
)sql";

constexpr const char* insert_token = R"sql(
    insert into one_time_tokens (token_hash, purpose, client_id, data, expires_at)
    values ($1, $2, $3, $4::jsonb, now() + make_interval(secs => $5::int))
)sql";

constexpr const char* take = R"sql(
    update one_time_tokens set used_at = now()
     where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now()
    returning client_id, data::text as data
)sql";

constexpr const char* whose = R"sql(
    select client_id from one_time_tokens
     where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now()
)sql";

constexpr const char* try_once = R"sql(
    update one_time_tokens set tries = tries + 1
     where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now()
       and tries < $3
    returning client_id, data::text as data
)sql";

constexpr const char* end_all = R"sql(
    update one_time_tokens set used_at = now()
     where client_id = $1 and used_at is null and expires_at > now()
)sql";

constexpr const char* end_everything = R"sql(
    with codes as (update one_time_codes set used_at = now()
                    where used_at is null and expires_at > now()),
         links as (delete from browser_links where followed_at is null)
    update one_time_tokens set used_at = now() where used_at is null and expires_at > now()
)sql";

std::optional<OneTime> found(const std::optional<pg::Row>& row) {
    if (!row) return {};
    OneTime result;
    if (const auto client = row->maybe_integer("client_id")) result.client = ClientId{*client};
    result.data = json::parse(row->str("data")).value_or(Json::Value{});
    return result;
}

}  // namespace

std::string issue_one_time(pg::Transaction& tx, std::string_view purpose,
                           std::optional<ClientId> client, const Json::Value& data,
                           std::chrono::seconds lifetime) {
    auto token = crypto::hex(crypto::random_bytes(token_bytes));
    const auto hash = crypto::hash(token);
    tx.run(forget_old);
    tx.change(1, insert_token,
              {pg::Param::bytes(hash), purpose, client, data.isNull() ? "{}" : json::compact(data),
               static_cast<int>(lifetime.count())});
    return token;
}

std::optional<OneTime> take_one_time(pg::Transaction& tx, std::string_view purpose,
                                     std::string_view token) {
    const auto hash = crypto::hash(token);
    return found(tx.maybe(take, {pg::Param::bytes(hash), purpose}));
}

std::optional<ClientId> client_of_one_time(pg::Transaction& tx, std::string_view purpose,
                                           std::string_view token) {
    const auto hash = crypto::hash(token);
    const auto row = tx.maybe(whose, {pg::Param::bytes(hash), purpose});
    const auto client = row ? row->maybe_integer("client_id") : std::nullopt;
    return client ? std::optional{ClientId{*client}} : std::nullopt;
}

std::optional<OneTime> try_one_time(pg::Transaction& tx, std::string_view purpose,
                                    std::string_view token, int max_tries) {
    const auto hash = crypto::hash(token);
    return found(tx.maybe(try_once, {pg::Param::bytes(hash), purpose, max_tries}));
}

void end_one_time(pg::Transaction& tx, ClientId client) {
    tx.run(end_all, {client});
}

void end_proofs_of_all(pg::Transaction& tx) {
    tx.run(end_everything);
}

}  // namespace cambio::token
