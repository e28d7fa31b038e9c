#include "account/api_keys.h"

#include <algorithm>
#include <charconv>

#include "crypto/crypto.h"
#include "error/error.h"

namespace cambio::account {

namespace {

constexpr std::size_t raw_key_size = 32;
constexpr std::string_view pem_begin = "-----BEGIN PUBLIC KEY-----";
constexpr std::string_view pem_end = "-----END PUBLIC KEY-----";
/// What stands before the 32 bytes in a SubjectPublicKeyInfo of Ed25519 (RFC 8410, section 4).
constexpr std::string_view spki_header{"\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", 12};

/// All of a client's, or the one that is named.
constexpr const char* list_keys = R"sql(
    select k.id, k.public_id, k.label, k.kind, k.public_key, k.may_trade,
           array_to_string(k.market_ids, ',') as markets,
           array_to_string(k.networks, ',') as networks,
           k.expires_at, k.created_at, k.last_used_at, k.last_used_ip
      from api_keys k join sessions s on s.id = k.session_id
     where k.client_id = $1 and not session_revoked(s) and ($2::bigint is null or k.id = $2)
     order by k.id desc
)sql";

constexpr const char* count_keys = R"sql(
    select count(*) as number from api_keys k join sessions s on s.id = k.session_id
     where k.client_id = $1 and not session_revoked(s)
)sql";

ApiKey key_of(const pg::Row& row) {
    ApiKey key;
    key.id = row.id<ApiKeyId>("id");
    key.public_id = row.str("public_id");
    key.label = row.str("label");
    key.kind = row.text("kind") == "hmac" ? token::KeyKind::hmac : token::KeyKind::ed25519;
    if (!row.null("public_key")) key.public_key = row.bytes("public_key");
    key.scope.trade = row.boolean("may_trade");
    if (!row.null("markets")) {
        auto& markets = key.scope.markets.emplace();
        for (const auto part : token::parts_of(row.text("markets")))
            markets.push_back(MarketId{std::stoll(std::string{part})});
    }
    if (!row.null("networks")) {
        for (const auto part : token::parts_of(row.text("networks")))
            if (const auto network = token::Network::parse(part))
                key.scope.networks.push_back(*network);
    }
    key.scope.expires_at = row.maybe_time("expires_at");
    key.created_at = row.time("created_at");
    key.last_used_at = row.maybe_time("last_used_at");
    key.last_used_ip = row.str("last_used_ip");
    return key;
}

SessionId open_key_session(pg::Transaction& tx, ClientId client, const KeyScope& scope,
                           const Origin& origin) {
    return token::open_key_session(tx, client, {origin.device, origin.ip, origin.place},
                                   scope.expires_at);
}

/// Whether each network of the second is inside one of the first.
bool networks_inside(const std::vector<token::Network>& outer,
                     const std::vector<token::Network>& inner) {
    return std::ranges::all_of(inner, [&](const token::Network& network) {
        return std::ranges::any_of(
            outer, [&](const token::Network& around) { return around.contains(network); });
    });
}

std::string without_spaces(std::string_view text) {
    std::string result;
    for (const char c : text)
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') result += c;
    return result;
}

}  // namespace

bool widens(const KeyScope& from, const KeyScope& to) {
    if (to.trade && !from.trade) return true;
    // Where a key only reads, its markets mean nothing yet, but would when it may trade.
    if (from.markets) {
        if (!to.markets) return true;
        const auto& allowed = *from.markets;
        if (!std::ranges::all_of(*to.markets, [&](MarketId market) {
                return std::ranges::find(allowed, market) != allowed.end();
            }))
            return true;
    }
    if (!from.networks.empty() &&
        (to.networks.empty() || !networks_inside(from.networks, to.networks)))
        return true;
    return from.expires_at && (!to.expires_at || *to.expires_at > *from.expires_at);
}

std::string read_public_key(std::string_view text, const char* field) {
    if (const auto begin = text.find(pem_begin); begin != std::string_view::npos) {
        const auto from = begin + pem_begin.size();
        const auto end = text.find(pem_end, from);
        text = text.substr(from, end == std::string_view::npos ? end : end - from);
    }
    const auto plain = without_spaces(text);
    auto raw = crypto::from_hex(plain);
    if (!raw || raw->size() != raw_key_size) raw = crypto::from_base64(plain);
    if (raw && raw->size() == spki_header.size() + raw_key_size && raw->starts_with(spki_header))
        raw->erase(0, spki_header.size());
    if (!raw || !crypto::ed25519_public_key(*raw)) throw Error{Code::public_key_invalid, field};
    return *std::move(raw);
}

std::vector<ApiKey> api_keys_of(pg::Connection& connection, ClientId client) {
    std::vector<ApiKey> keys;
    for (const auto row : connection.run(list_keys, {client, std::nullopt}))
        keys.push_back(key_of(row));
    return keys;
}

ApiKey api_key_of(pg::Transaction& tx, ClientId client, ApiKeyId id) {
    const auto row = tx.maybe(list_keys, {client, id});
    if (!row) throw Error{Code::not_found, "id"};
    return key_of(*row);
}

MadeApiKey make_api_key(pg::Transaction& tx, const token::HashKeys& keys, ClientId client,
                        const NewApiKey& wanted, const Origin& origin) {
    if (tx.one(count_keys, {client}).integer("number") >= max_api_keys)
        throw Error{Code::too_many_api_keys}.with("most", std::to_string(max_api_keys));
    MadeApiKey made;
    made.public_id = crypto::random_name(token::api_key_length);
    std::string sealed;
    if (wanted.public_key.empty()) {
        made.secret = crypto::random_name(token::api_key_length);
        sealed = token::seal_key_secret(keys, made.public_id, made.secret);
    }
    const auto session = open_key_session(tx, client, wanted.scope, origin);
    made.id =
        token::add_key(tx, client, session,
                       {made.public_id, wanted.label, wanted.public_key, sealed}, wanted.scope);
    return made;
}

void rename_api_key(pg::Transaction& tx, ApiKeyId id, std::string_view label) {
    token::set_key_label(tx, id, label);
}

void change_api_key(pg::Transaction& tx, ClientId client, const ApiKey& key, const KeyScope& scope,
                    const Origin& origin) {
    token::revoke_key_session(tx, key.id, client);
    const auto session = open_key_session(tx, client, scope, origin);
    token::set_key_scope(tx, key.id, session, scope);
}

void end_api_key(pg::Transaction& tx, ClientId client, const ApiKey& key) {
    token::revoke_key_session(tx, key.id, client);
}

}  // namespace cambio::account
