#include "token/api_keys.h"

#include <array>
#include <atomic>
#include <charconv>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "crypto/crypto.h"
#include "error/error.h"

namespace cambio::token {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto unknown_lifetime = std::chrono::seconds{1};
constexpr std::size_t key_shards = 16;
constexpr std::size_t max_in_shard = 4096;

constexpr const char* read_key_row = R"sql(
    select k.id, k.client_id, k.session_id, k.kind, k.public_key, k.secret_sealed, k.may_trade,
           array_to_string(k.market_ids, ',') as markets,
           array_to_string(k.networks, ',') as networks, k.expires_at,
           c.epoch, client_frozen(c) as frozen,
           trading_lock(s, c) as trading_locked_until, session_revoked(s) as ended,
           coalesce(k.last_used_at <= now() - interval '1 minute', true) as unseen
      from api_keys k join sessions s on s.id = k.session_id join clients c on c.id = k.client_id
     where k.public_id = $1
)sql";

constexpr const char* insert_key = R"sql(
    insert into api_keys (client_id, session_id, public_id, label, kind, public_key, secret_sealed,
                          may_trade, market_ids, networks, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id
)sql";
constexpr const char* write_label = "update api_keys set label = $2 where id = $1";
constexpr const char* write_scope = R"sql(
    update api_keys set session_id = $2, may_trade = $3, market_ids = $4, networks = $5,
                        expires_at = $6
     where id = $1
)sql";
constexpr const char* write_secret = "update api_keys set secret_sealed = $2 where id = $1";

struct KnownKey {
    Session session;
    KeyKind kind = KeyKind::ed25519;
    std::string proof;  ///< the public key, or the secret
    std::vector<Network> networks;
    std::optional<pg::Time> expires_at;
    bool unseen = false;  ///< its last use was written a minute ago
};
using KnownKeyPtr = std::shared_ptr<const KnownKey>;

pg::Param markets_param(const KeyScope& scope) {
    if (!scope.markets) return std::nullopt;
    std::vector<std::int64_t> ids;
    for (const auto market : *scope.markets) ids.push_back(market.value);
    return pg::Param::array(ids);
}

pg::Param networks_param(const KeyScope& scope) {
    if (scope.networks.empty()) return std::nullopt;
    std::vector<std::string> texts;
    for (const auto& network : scope.networks) texts.push_back(network.str());
    return pg::Param::array(texts);
}

pg::Param bytes_or_null(std::string_view bytes) {
    if (bytes.empty()) return std::nullopt;
    return pg::Param::bytes(bytes);
}

std::string assertion_of_key(std::string_view public_id) {
    return "api_key:" + std::string{public_id};
}

KeyRights rights_of(const pg::Row& row) {
    KeyRights rights{row.id<ApiKeyId>("id"), row.boolean("may_trade"), {}};
    if (row.null("markets")) return rights;
    auto& markets = rights.markets.emplace();
    for (const auto part : parts_of(row.text("markets"))) {
        std::int64_t id = 0;
        std::from_chars(part.data(), part.data() + part.size(), id);
        markets.push_back(MarketId{id});
    }
    return rights;
}

std::vector<Network> networks_of(const pg::Row& row) {
    std::vector<Network> networks;
    if (row.null("networks")) return networks;
    for (const auto part : parts_of(row.text("networks"))) {
        const auto network = Network::parse(part);
        if (!network) throw std::runtime_error{"a network of an API key cannot be read"};
        networks.push_back(*network);
    }
    return networks;
}

std::string proof_of(const pg::Row& row, KeyKind kind, const HashKeys& keys,
                     std::string_view public_id) {
    if (kind == KeyKind::ed25519) return row.bytes("public_key");
    auto opened = unseal_key_secret(keys, public_id, row.bytes("secret_sealed"));
    if (!opened)
        throw std::runtime_error{
            "an API key's secret does not open with any hash key that is kept"};
    return *std::move(opened);
}

/// Nothing: there is no such key, or it has ended and nobody is to hear why.
KnownKeyPtr read_known_key(pg::Pool& pool, const HashKeys& keys, std::string_view public_id) {
    auto connection = pool.borrow();
    const auto rows = connection->run(read_key_row, {public_id});
    if (rows.empty()) return nullptr;
    const auto row = rows[0];
    const bool frozen = row.boolean("frozen");
    const bool ended = row.boolean("ended");
    if (ended && !frozen) return nullptr;
    KnownKey known;
    known.session.id = row.id<SessionId>("session_id");
    known.session.client = row.id<ClientId>("client_id");
    known.session.epoch = row.integer("epoch");
    known.session.frozen = frozen;
    known.session.ended = ended;
    if (const auto until = row.maybe_time("trading_locked_until"))
        known.session.trading_locked_until = *until;
    known.session.key = std::make_shared<const KeyRights>(rights_of(row));
    known.kind = row.text("kind") == "hmac" ? KeyKind::hmac : KeyKind::ed25519;
    known.proof = proof_of(row, known.kind, keys, public_id);
    known.networks = networks_of(row);
    known.expires_at = row.maybe_time("expires_at");
    known.unseen = row.boolean("unseen");
    return std::make_shared<const KnownKey>(std::move(known));
}

bool looks_like_an_id(std::string_view text) {
    return text.size() == api_key_length && std::ranges::all_of(text, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
           });
}

bool signature_right(const KnownKey& known, std::string_view text, std::string_view signature) {
    if (known.kind == KeyKind::ed25519) {
        const auto raw = crypto::from_base64(signature);
        return raw && crypto::verify_ed25519(known.proof, text, *raw);
    }
    const auto raw = crypto::from_hex(signature);
    return raw && crypto::equal(crypto::hmac_sha256(known.proof, text), *raw);
}

bool in_networks(const KnownKey& known, const std::string& address) {
    return known.networks.empty() ||
           std::ranges::any_of(known.networks,
                               [&](const Network& network) { return network.holds(address); });
}

}  // namespace

std::string seal_key_secret(const HashKeys& keys, std::string_view public_id,
                            std::string_view secret) {
    return keys.seal(SecretKind::api_key, secret, assertion_of_key(public_id));
}

std::optional<std::string> unseal_key_secret(const HashKeys& keys, std::string_view public_id,
                                             std::string_view sealed) {
    return keys.unseal(SecretKind::api_key, sealed, assertion_of_key(public_id));
}

void keep_key_secret(pg::Transaction& tx, ApiKeyId key, std::string_view sealed) {
    tx.change(1, write_secret, {key, pg::Param::bytes(sealed)});
}

ApiKeyId add_key(pg::Transaction& tx, ClientId client, SessionId session, const NewKey& key,
                 const KeyScope& scope) {
    return tx
        .one(insert_key,
             {client, session, key.public_id, key.label,
              key.secret_sealed.empty() ? "ed25519" : "hmac", bytes_or_null(key.public_key),
              bytes_or_null(key.secret_sealed), scope.trade, markets_param(scope),
              networks_param(scope), scope.expires_at})
        .id<ApiKeyId>("id");
}

void set_key_label(pg::Transaction& tx, ApiKeyId key, std::string_view label) {
    tx.change(1, write_label, {key, label});
}

void set_key_scope(pg::Transaction& tx, ApiKeyId key, SessionId session, const KeyScope& scope) {
    tx.change(
        1, write_scope,
        {key, session, scope.trade, markets_param(scope), networks_param(scope), scope.expires_at});
}

struct ApiKeys::State {
    explicit State(HashKeys kept) : keys{std::move(kept)} {}

    struct Entry {
        KnownKeyPtr known;  ///< null: there is no such key
        Clock::time_point until;
    };
    struct Shard {
        std::mutex mutex;
        // Ids of no key stand apart, so that a flood of them pushes out no program's.
        std::unordered_map<std::string, Entry> genuine, unknown;
    };

    HashKeys keys;
    KeyRules rules;
    std::atomic<bool> heard = true;
    /// Changes with whatever ends: a row that was read before that may be what it was before it.
    std::atomic<std::uint64_t> ends = 0;
    std::array<Shard, key_shards> shards;

    Shard& shard(std::string_view id) {
        return shards[std::hash<std::string_view>{}(id) % key_shards];
    }

    std::optional<Entry> look_up(const std::string& id) {
        Shard& part = shard(id);
        const std::lock_guard lock{part.mutex};
        for (const auto* entries : {&part.genuine, &part.unknown}) {
            const auto found = entries->find(id);
            if (found != entries->end()) return found->second;
        }
        return {};
    }

    void keep(const std::string& id, const Entry& entry) {
        Shard& part = shard(id);
        const std::lock_guard lock{part.mutex};
        auto& entries = entry.known ? part.genuine : part.unknown;
        auto& others = entry.known ? part.unknown : part.genuine;
        others.erase(id);
        if (entries.size() >= max_in_shard) {
            const auto now = Clock::now();
            std::erase_if(entries, [&](const auto& item) { return item.second.until < now; });
            if (entries.size() >= max_in_shard) entries.clear();
        }
        entries.insert_or_assign(id, entry);
    }

    void drop(const std::string& id) {
        Shard& part = shard(id);
        const std::lock_guard lock{part.mutex};
        part.genuine.erase(id);
    }

    KnownKeyPtr known(pg::Pool& pool, std::string_view public_id) {
        if (!looks_like_an_id(public_id)) return nullptr;
        const std::string id{public_id};
        const auto now = Clock::now();
        if (const auto kept = look_up(id); kept && now < kept->until && heard) return kept->known;
        const auto before = ends.load();
        Entry entry{read_known_key(pool, keys, public_id), now};
        entry.until += entry.known ? rules.lifetime : unknown_lifetime;
        keep(id, entry);
        if (ends != before) drop(id);
        return entry.known;
    }

    /// What stands in the way of whoever has the key.
    Session admit(const KnownKey& known, const std::string& address) const {
        if (known.session.frozen) throw Error{Code::frozen_account};
        if (known.expires_at && *known.expires_at <= pg::now()) throw Error{Code::api_key_expired};
        if (!in_networks(known, address)) throw Error{Code::api_key_network};
        if (known.unseen) rules.used(known.session.key->id, address);
        return known.session;
    }
};

ApiKeys::ApiKeys(HashKeys keys, KeyRules rules) : state_{std::make_unique<State>(std::move(keys))} {
    state_->rules = std::move(rules);
}

ApiKeys::~ApiKeys() = default;

Session ApiKeys::find(pg::Pool& pool, std::string_view public_id, const std::string& address) {
    const auto known = state_->known(pool, public_id);
    if (!known) throw Error{Code::api_key_unknown};
    return state_->admit(*known, address);
}

Session ApiKeys::verify(pg::Pool& pool, std::string_view public_id, const std::string& address,
                        std::string_view text, std::string_view signature) {
    const auto known = state_->known(pool, public_id);
    if (!known) throw Error{Code::api_key_unknown};
    if (!signature_right(*known, text, signature)) throw Error{Code::api_key_signature};
    return state_->admit(*known, address);
}

void ApiKeys::forget(ClientId client) {
    ++state_->ends;
    for (auto& part : state_->shards) {
        const std::lock_guard lock{part.mutex};
        std::erase_if(part.genuine, [client](const auto& item) {
            return item.second.known->session.client == client;
        });
    }
}

void ApiKeys::forget_all() {
    ++state_->ends;
    for (auto& part : state_->shards) {
        const std::lock_guard lock{part.mutex};
        part.genuine.clear();
    }
}

void ApiKeys::hears(bool heard) {
    if (heard) forget_all();
    state_->heard = heard;
}

void expect_may_trade(const Session& session) {
    if (session.key && !session.key->trade) throw Error{Code::api_key_scope};
}

void expect_may_trade_in(const Session& session, MarketId market) {
    expect_may_trade(session);
    if (session.key && !session.key->may_trade_in(market)) throw Error{Code::api_key_market};
}

void expect_may_trade_anywhere(const Session& session) {
    expect_may_trade(session);
    if (session.key && session.key->markets) throw Error{Code::api_key_market};
}

}  // namespace cambio::token
