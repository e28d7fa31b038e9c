#include "token/passkeys.h"

#include <array>
#include <chrono>

#include "crypto/crypto.h"
#include "error/error.h"
#include "token/attempts.h"
#include "token/one_time.h"

namespace cambio::token {

namespace {

constexpr std::chrono::seconds challenge_lifetime{300};
constexpr int timeout_milliseconds = 120'000;  ///< what a browser gives its person
constexpr std::size_t handle_bytes = 32;
constexpr const char* site_name = "Cambio";

constexpr std::array purposes{"passkey_add", "passkey_sign_in", "passkey_second_factor",
                              "passkey_step_up", "passkey_unlock"};

constexpr const char* list = R"sql(
    select id, name, created_at, last_used_at, backed_up from passkeys
     where client_id = $1 order by id
)sql";
constexpr const char* credentials = R"sql(
    select credential_id from passkeys where client_id = $1 order by id
)sql";
constexpr const char* any_of = R"sql(
    select exists (select from passkeys where client_id = $1) as any
)sql";
constexpr const char* make_handle = R"sql(
    insert into passkey_handles (client_id, handle) values ($1, $2) on conflict do nothing
)sql";
constexpr const char* handle_of = "select handle from passkey_handles where client_id = $1";
constexpr const char* known = R"sql(
    select exists (select from passkeys where credential_id = $1) as known
)sql";
constexpr const char* insert = R"sql(
    insert into passkeys (client_id, credential_id, public_key, algorithm, sign_count,
                          backup_eligible, backed_up, name)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning id
)sql";
constexpr const char* rename = R"sql(
    update passkeys set name = $3 where client_id = $1 and id = $2
)sql";
constexpr const char* remove_one = R"sql(
    delete from passkeys where client_id = $1 and id = $2 returning name
)sql";
constexpr const char* remove_all = "delete from passkeys where client_id = $1 returning name";
constexpr const char* client_of = "select client_id from passkeys where credential_id = $1";
// Uses of one passkey at the same time see each other's counter.
constexpr const char* lock_passkey = R"sql(
    select id, client_id, public_key, sign_count, backup_eligible, name from passkeys
     where credential_id = $1 for update
)sql";
constexpr const char* used = R"sql(
    update passkeys set sign_count = $2, backed_up = $3, last_used_at = now() where id = $1
)sql";

Json::Value descriptors(pg::Transaction& tx, ClientId client) {
    Json::Value all = Json::arrayValue;
    for (const auto row : tx.run(credentials, {client})) {
        Json::Value one;
        one["type"] = "public-key";
        one["id"] = crypto::base64url(row.bytes("credential_id"));
        all.append(one);
    }
    return all;
}

std::string handle(pg::Transaction& tx, ClientId client) {
    tx.run(make_handle, {client, pg::Param::bytes(crypto::random_bytes(handle_bytes))});
    return tx.one(handle_of, {client}).bytes("handle");
}

void expect_room(pg::Transaction& tx, ClientId client) {
    if (tx.run(credentials, {client}).size() >= max_passkeys)
        throw Error{Code::too_many_passkeys}.with("most", std::to_string(max_passkeys));
}

const char* purpose_of(PasskeyUse use) {
    return purposes[static_cast<std::size_t>(use)];
}

std::string issue_challenge(pg::Transaction& tx, const RelyingParty& site, const PasskeyAsk& ask) {
    Json::Value data;
    data["bound_to"] = ask.bound_to;
    data["site"] = site.id;
    data["origin"] = site.origin;
    const auto token =
        issue_one_time(tx, purpose_of(ask.use), ask.client, data, challenge_lifetime);
    return crypto::base64url(crypto::from_hex(token).value());
}

/// The site that the challenge was given out for. Nothing: it was given to somebody else, for
/// something else, or not at all.
std::optional<RelyingParty> take_challenge(pg::Transaction& tx, const PasskeyAsk& ask,
                                           const std::string& challenge) {
    const auto found = take_one_time(tx, purpose_of(ask.use), crypto::hex(challenge));
    if (!found || found->client != ask.client ||
        !crypto::equal(found->data["bound_to"].asString(), ask.bound_to))
        return {};
    return RelyingParty{found->data["site"].asString(), found->data["origin"].asString()};
}

std::string subject_of(ClientId client, const Asker& asker) {
    return "passkey:" + std::to_string(client.value) + '/' + asker.name;
}

/// Level 3, 6.1.1: it goes up with each use, unless the authenticator has none.
bool counts_on(std::int64_t before, std::int64_t now) {
    return (before == 0 && now == 0) || now > before;
}

bool of_client(pg::Transaction& tx, ClientId client, const Assertion& given,
               const PasskeyAsk& ask) {
    if (ask.client)
        return ask.client == client &&
               (given.user_handle.empty() || given.user_handle == handle(tx, client));
    return given.user_handle == handle(tx, client);
}

PasskeyCheck judge(pg::Transaction& tx, const pg::Row& row, const RelyingParty& site,
                   const ClientData& client_data, const Assertion& given) {
    const auto key = read_cose_key(row.bytes("public_key"));
    const auto data = key ? verified_assertion(site, client_data, given, *key) : std::nullopt;
    if (!data || data->backup_eligible != row.boolean("backup_eligible"))
        return PasskeyCheck::wrong;
    const std::int64_t count = data->sign_count;
    if (!counts_on(row.integer("sign_count"), count)) return PasskeyCheck::copied;
    tx.change(1, used, {row.id<PasskeyId>("id"), count, data->backed_up});
    return PasskeyCheck::right;
}

}  // namespace

std::vector<Passkey> passkeys_of(pg::Transaction& tx, ClientId client) {
    std::vector<Passkey> all;
    for (const auto row : tx.run(list, {client}))
        all.push_back({row.id<PasskeyId>("id"), row.str("name"), row.time("created_at"),
                       row.maybe_time("last_used_at"), row.boolean("backed_up")});
    return all;
}

bool has_passkeys(pg::Transaction& tx, ClientId client) {
    return tx.one(any_of, {client}).boolean("any");
}

Json::Value begin_passkey(pg::Transaction& tx, const RelyingParty& site, ClientId client,
                          std::string_view email, const std::string& bound_to) {
    expect_room(tx, client);
    Json::Value options;
    options["rp"]["id"] = site.id;
    options["rp"]["name"] = site_name;
    auto& user = options["user"];
    user["id"] = crypto::base64url(handle(tx, client));
    user["name"] = user["displayName"] = std::string{email};
    options["challenge"] = issue_challenge(tx, site, {PasskeyUse::add, client, bound_to});
    for (const auto algorithm :
         {CoseAlgorithm::es256, CoseAlgorithm::eddsa, CoseAlgorithm::rs256}) {
        Json::Value one;
        one["type"] = "public-key";
        one["alg"] = static_cast<int>(algorithm);
        options["pubKeyCredParams"].append(one);
    }
    options["timeout"] = timeout_milliseconds;
    options["excludeCredentials"] = descriptors(tx, client);
    auto& wanted = options["authenticatorSelection"];
    wanted["residentKey"] = wanted["userVerification"] = "required";
    wanted["requireResidentKey"] = true;
    options["attestation"] = "none";
    return options;
}

PasskeyId add_passkey(pg::Transaction& tx, ClientId client, const std::string& bound_to,
                      std::string_view name, std::string_view answer) {
    const auto given = read_registration(answer);
    const auto client_data = given ? read_client_data(given->client_data) : std::nullopt;
    if (!client_data) throw Error{Code::passkey_wrong, "passkey"};
    const auto site =
        take_challenge(tx, {PasskeyUse::add, client, bound_to}, client_data->challenge);
    if (!site) throw Error{Code::token_expired, "passkey"};
    const auto fresh = verified_registration(*site, *client_data, *given);
    if (!fresh) throw Error{Code::passkey_wrong, "passkey"};
    if (tx.one(known, {pg::Param::bytes(fresh->id)}).boolean("known"))
        throw Error{Code::passkey_taken, "passkey"};
    expect_room(tx, client);
    const std::int64_t count = fresh->sign_count;
    return tx
        .one(insert, {client, pg::Param::bytes(fresh->id), pg::Param::bytes(fresh->public_key),
                      static_cast<int>(fresh->algorithm), count, fresh->backup_eligible,
                      fresh->backed_up, name})
        .id<PasskeyId>("id");
}

bool rename_passkey(pg::Transaction& tx, ClientId client, PasskeyId id, std::string_view name) {
    return tx.run(rename, {client, id, name}).affected() == 1;
}

std::optional<std::string> remove_passkey(pg::Transaction& tx, ClientId client, PasskeyId id) {
    const auto row = tx.maybe(remove_one, {client, id});
    return row ? std::optional{row->str("name")} : std::nullopt;
}

std::vector<std::string> remove_passkeys(pg::Transaction& tx, ClientId client) {
    std::vector<std::string> names;
    for (const auto row : tx.run(remove_all, {client})) names.push_back(row.str("name"));
    return names;
}

Json::Value ask_for_passkey(pg::Transaction& tx, const RelyingParty& site, const PasskeyAsk& ask) {
    Json::Value options;
    options["challenge"] = issue_challenge(tx, site, ask);
    options["rpId"] = site.id;
    options["timeout"] = timeout_milliseconds;
    options["userVerification"] = "required";
    options["allowCredentials"] = ask.client ? descriptors(tx, *ask.client) : Json::arrayValue;
    return options;
}

CheckedPasskey check_passkey(pg::Transaction& tx, const PasskeyAsk& ask, const Asker& asker,
                             std::string_view answer) {
    const auto given = read_assertion(answer);
    const auto client_data = given ? read_client_data(given->client_data) : std::nullopt;
    if (!client_data) throw Error{Code::passkey_wrong, "passkey"};
    const auto site = take_challenge(tx, ask, client_data->challenge);
    if (!site) return {};

    CheckedPasskey result{PasskeyCheck::unknown, {}, {}, {}};
    const auto owner = tx.maybe(client_of, {pg::Param::bytes(given->id)});
    if (!owner) return result;
    // The turn comes before the row.
    const auto client = owner->id<ClientId>("client_id");
    const auto subject = subject_of(client, asker);
    begin_attempt(tx, subject);
    const auto row = tx.maybe(lock_passkey, {pg::Param::bytes(given->id)});
    if (!row || row->id<ClientId>("client_id") != client || !of_client(tx, client, *given, ask))
        return result;
    result = {judge(tx, *row, *site, *client_data, *given), client, row->id<PasskeyId>("id"),
              row->str("name")};
    if (result.check == PasskeyCheck::right)
        forget_attempts(tx, subject);
    else
        count_wrong_attempt(tx, subject);
    return result;
}

}  // namespace cambio::token
