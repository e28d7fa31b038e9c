#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pg/pg.h"
#include "token/hash_keys.h"
#include "token/networks.h"
#include "token/sessions.h"

/// API keys: how a program proves that it may act for a client. It names its key by a public id of
/// 64 letters and digits, and signs what it asks for.
///
/// A key is a row of `sessions` of the kind 'key' with a row of `api_keys` beside it. Its caller is
/// a Session like any other, with `key` set to what the key may do (token/key_rights.h): the right
/// to trade stands in for the transaction password, and the order's own transaction asks whether
/// the session still lives. Keys do not end by being idle. Whatever raises the client's epoch (a
/// new password, signing out everywhere, a freeze) ends them all. What a client does with its keys:
/// account/api_keys.h. How often they may call: token/key_limits.h.
namespace cambio::token {

constexpr std::size_t api_key_length = 64;  ///< of a public id, and of a secret

enum class KeyKind {
    ed25519,  ///< the server has the public half alone; signatures are base64 of 64 bytes
    hmac,     ///< HMAC-SHA256 with a shared secret; signatures are 64 hexadecimal digits
};

/// A secret of 64 letters and digits as it is stored: only with the hash key, and in the row of
/// that public id, it opens.
std::string seal_key_secret(const HashKeys& keys, std::string_view public_id,
                            std::string_view secret);
/// Nothing: no key that is kept opens it.
std::optional<std::string> unseal_key_secret(const HashKeys& keys, std::string_view public_id,
                                             std::string_view sealed);

/// Stores a secret that was sealed anew. Throws pg::WrongRowCount where there is no such key.
void keep_key_secret(pg::Transaction& tx, ApiKeyId key, std::string_view sealed);

/// What a key may do, from where and until when.
struct KeyScope {
    bool trade = false;                            ///< else it only reads
    std::optional<std::vector<MarketId>> markets;  ///< where it trades; nothing: everywhere
    std::vector<Network> networks;                 ///< where it may be used from; empty: anywhere
    std::optional<pg::Time> expires_at;            ///< nothing: never
};
struct NewKey {
    std::string_view public_id, label;
    std::string_view public_key;     ///< 32 bytes, of an Ed25519 key; else empty
    std::string_view secret_sealed;  ///< of an HMAC key; else empty
};
/// The row of a key that `session` stands for (open_key_session in token/sessions.h).
ApiKeyId add_key(pg::Transaction& tx, ClientId client, SessionId session, const NewKey& key,
                 const KeyScope& scope);
/// Both throw pg::WrongRowCount where there is no such key.
void set_key_label(pg::Transaction& tx, ApiKeyId key, std::string_view label);
/// Another session stands for it from here on.
void set_key_scope(pg::Transaction& tx, ApiKeyId key, SessionId session, const KeyScope& scope);

struct KeyRules {
    /// How long a row is kept. What ends is told by the database at once.
    std::chrono::milliseconds lifetime = std::chrono::seconds{3};
    /// Hears that a key is in use, and from where, whose last use was written a minute ago.
    std::function<void(ApiKeyId, const std::string& address)> used = [](ApiKeyId,
                                                                        const std::string&) {};
};

/// Reads a key's row, and keeps it for a moment or until the database tells that a session of the
/// client has ended (ended_sessions in token/sessions.h). Safe for several threads.
class ApiKeys {
  public:
    /// Secrets are sealed with keys that are made from `keys`.
    explicit ApiKeys(HashKeys keys, KeyRules rules = {});
    ~ApiKeys();

    /// The caller of a request that names a key and need not be signed: what it reads is public.
    /// Throws Error api_key_unknown (there is none, or it has ended), api_key_expired,
    /// frozen_account, api_key_network (`address` is in none of its networks).
    Session find(pg::Pool& pool, std::string_view public_id, const std::string& address);
    /// The caller who signed exactly these bytes with the key. Throws what find() does, and
    /// api_key_signature for a wrong signature, which tells nothing about the account. Whether the
    /// request is fresh is for its reader to say.
    Session verify(pg::Pool& pool, std::string_view public_id, const std::string& address,
                   std::string_view text, std::string_view signature);

    void forget(ClientId client);
    void forget_all();
    /// Whether the database tells what ends. While it does not, nothing is kept.
    void hears(bool heard);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Throws Error api_key_scope where a program may not trade, and api_key_market where it may not
/// trade in that market. A person's session may.
void expect_may_trade(const Session& session);
void expect_may_trade_in(const Session& session, MarketId market);
/// For what moves money but is in no market: throws api_key_market where a program is kept to some.
void expect_may_trade_anywhere(const Session& session);

}  // namespace cambio::token
