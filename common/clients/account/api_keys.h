#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "account/security.h"
#include "pg/pg.h"
#include "token/api_keys.h"

/// A client's API keys, for the client. Every function that changes one expects the client's row
/// to be locked (lock_owner or prove in step_up.h), so that changes take turns.
namespace cambio::account {

constexpr std::int64_t max_api_keys = 20;  ///< of a client, expired ones among them
constexpr std::size_t max_key_markets = 50;
constexpr std::size_t max_key_networks = 30;

using token::KeyScope;

/// Whether the second allows anything that the first does not.
bool widens(const KeyScope& from, const KeyScope& to);

struct ApiKey {
    ApiKeyId id;
    std::string public_id;
    std::string label;
    token::KeyKind kind = token::KeyKind::ed25519;
    std::string public_key;  ///< 32 bytes; of an Ed25519 key
    KeyScope scope;
    pg::Time created_at{};
    std::optional<pg::Time> last_used_at;
    std::string last_used_ip;
};

/// The 32 bytes of a public key of Ed25519: as PEM ("BEGIN PUBLIC KEY"), as base64 of such a file's
/// content or of the bytes alone, or the bytes in hexadecimal. Throws Error public_key_invalid
/// naming `field`.
std::string read_public_key(std::string_view text, const char* field);

/// Those that have not ended, the newest first.
std::vector<ApiKey> api_keys_of(pg::Connection& connection, ClientId client);
/// The same for one; throws Error not_found naming `id`.
ApiKey api_key_of(pg::Transaction& tx, ClientId client, ApiKeyId id);

/// A new key. With a public key it is an Ed25519 key; without one it gets a secret, which is
/// returned here and never again. Throws Error too_many_api_keys.
struct MadeApiKey {
    ApiKeyId id;
    std::string public_id;
    std::string secret;  ///< empty where the client has the secret half itself
};
struct NewApiKey {
    std::string label;
    std::string public_key;  ///< 32 bytes, or empty
    KeyScope scope;
};
MadeApiKey make_api_key(pg::Transaction& tx, const token::HashKeys& keys, ClientId client,
                        const NewApiKey& wanted, const Origin& origin);

void rename_api_key(pg::Transaction& tx, ApiKeyId id, std::string_view label);
/// What was asked for before by the key and is not settled yet is refused from here on.
void change_api_key(pg::Transaction& tx, ClientId client, const ApiKey& key, const KeyScope& scope,
                    const Origin& origin);
void end_api_key(pg::Transaction& tx, ClientId client, const ApiKey& key);

}  // namespace cambio::account
