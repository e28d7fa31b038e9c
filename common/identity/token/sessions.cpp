#include "token/sessions.h"

#include <json/value.h>

#include <array>
#include <atomic>
#include <charconv>
#include <ctime>
#include <mutex>
#include <unordered_map>

#include "clients/standing.h"
#include "crypto/crypto.h"
#include "json/parse.h"
#include "token/keys.h"
#include "token/paseto.h"

namespace cambio::token {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto token_lifetime = std::chrono::days{30};
constexpr auto negative_lifetime = std::chrono::seconds{1};
constexpr std::size_t max_token = 1024;
constexpr std::size_t max_device = 200;
constexpr std::size_t shard_count = 16;
constexpr std::size_t shard_size = 4096;

constexpr const char* insert_session = R"sql(
    insert into sessions (client_id, device, ip, place, expires_at, device_mark_id)
    values ($1, $2, $3, $4, $5, $6) returning id)sql";

constexpr const char* insert_key_session = R"sql(
    insert into sessions (client_id, device, ip, place, expires_at, kind)
    values ($1, $2, $3, $4, coalesce($5, 'infinity'::timestamptz), 'key') returning id)sql";

constexpr const char* revoke_one = R"sql(
    update sessions set revoked_at = now() where id = $1 and revoked_at is null)sql";

constexpr const char* revoke_all = R"sql(
    update sessions set revoked_at = now() where client_id = $1 and revoked_at is null)sql";

constexpr const char* revoke_of_key = R"sql(
    update sessions set revoked_at = now()
     where id = (select session_id from api_keys where id = $1 and client_id = $2)
           and revoked_at is null)sql";

constexpr const char* revoke_one_device = R"sql(
    update sessions set revoked_at = now()
     where id = $1 and client_id = $2 and kind = 'device' and revoked_at is null
           and expires_at > now())sql";

constexpr const char* revoke_others = R"sql(
    update sessions set revoked_at = coalesce(revoked_at, now()), ended_idle = false
     where client_id = $1 and id <> $2 and kind = 'device'
           and (revoked_at is null or ended_idle))sql";

constexpr const char* end_idle = R"sql(
    update sessions set revoked_at = now(), ended_idle = true
     where id in (select id from sessions
                   where revoked_at is null and kind = 'device'
                     and last_seen_at <= now() - make_interval(hours => $1)
                   order by id limit 1000 for no key update skip locked))sql";

constexpr const char* ended_within = R"sql(
    select distinct c.user_unique_id from sessions s join clients c on c.id = s.client_id
     where s.revoked_at > now() - make_interval(mins => $1))sql";

constexpr const char* revoke_everything = R"sql(
    update sessions set revoked_at = now() where revoked_at is null)sql";

constexpr const char* read_session = R"sql(
    select * from (
        select c.epoch, client_frozen(c) as frozen,
               trading_lock(s, c) as trading_locked_until,
               session_revoked(s) or s.last_seen_at <= now() - make_interval(secs => $3) as ended,
               s.last_seen_at <= now() - interval '1 minute' as unseen
          from sessions s join clients c on c.id = s.client_id
         where s.id = $1 and s.client_id = $2 and s.expires_at > now()) found
     where frozen or not ended)sql";

/// What a token says once its signature has been verified; that part never changes.
struct Claims {
    SessionId session;
    ClientId client;
    std::chrono::sys_seconds expires;
};

std::string claims_text(SessionId session, ClientId client, std::chrono::sys_seconds issued) {
    const auto number = [](auto value) { return std::to_string(value); };
    return "{\"sid\":" + number(session.value) + ",\"cid\":" + number(client.value) +
           ",\"exp\":\"" + pg::iso(issued + token_lifetime) + "\",\"iat\":\"" + pg::iso(issued) +
           "\"}";
}

std::optional<std::chrono::sys_seconds> parse_time(const std::string& text) {
    std::tm parts{};
    const char* end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    if (end == nullptr) return {};
    return std::chrono::sys_seconds{std::chrono::seconds{timegm(&parts)}};
}

std::string footer_for(std::string_view public_key) {
    return footer_naming(key_id(public_key));
}

/// By the key that the footer names. Tokens from before the keys had names have no footer.
std::optional<Verified> verify_by_one(const std::vector<std::string>& keys,
                                      std::string_view token) {
    const auto footer = footer_of(token);
    for (const auto& key : keys) {
        if (!footer.empty() && footer != footer_for(key)) continue;
        if (auto verified = verify(key, token)) return verified;
    }
    return {};
}

std::optional<Claims> read_claims(const std::vector<std::string>& keys, std::string_view token) {
    const auto verified = verify_by_one(keys, token);
    if (!verified) return {};
    const auto payload = json::parse_object(verified->payload);
    if (!payload) return {};
    const auto& session = (*payload)["sid"];
    const auto& client = (*payload)["cid"];
    const auto& end = (*payload)["exp"];
    if (!session.isInt64() || !client.isInt64() || !end.isString()) return {};
    const auto expires = parse_time(end.asString());
    if (!expires) return {};
    return Claims{SessionId{session.asInt64()}, ClientId{client.asInt64()}, *expires};
}

struct Found {
    Session session;
    bool unseen = false;  ///< its last_seen_at is a minute old
};

std::optional<Found> read_row(pg::Pool& pool, const Claims& claims, std::chrono::seconds idle) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    if (claims.expires <= now) return {};
    auto connection = pool.borrow();
    const auto rows = connection->run(read_session, {claims.session, claims.client, idle.count()});
    if (rows.empty()) return {};
    const auto row = rows[0];
    Found found{{claims.session,
                 claims.client,
                 row.integer("epoch"),
                 row.boolean("frozen"),
                 row.boolean("ended"),
                 {},
                 {}},
                row.boolean("unseen")};
    if (const auto until = row.maybe_time("trading_locked_until"))
        found.session.trading_locked_until = *until;
    return found;
}

}  // namespace

std::string open_session(pg::Transaction& tx, std::string_view secret_key, ClientId client,
                         std::string_view device, std::string_view ip, std::string_view place,
                         std::optional<std::int64_t> mark) {
    const auto issued = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const pg::Time expires = issued + token_lifetime;
    const pg::Row row =
        tx.one(insert_session, {client, device.substr(0, max_device), ip, place, expires, mark});
    const auto session = row.id<SessionId>("id");
    return sign(secret_key, claims_text(session, client, issued),
                footer_for(secret_key.substr(32)));
}

SessionId open_key_session(pg::Transaction& tx, ClientId client, const From& from,
                           std::optional<pg::Time> expires) {
    return tx
        .one(insert_key_session,
             {client, from.device.substr(0, max_device), from.ip, from.place, expires})
        .id<SessionId>("id");
}

void revoke_session(pg::Transaction& tx, SessionId session) {
    tx.run(revoke_one, {session});
}

void revoke_all_sessions(pg::Transaction& tx, ClientId client) {
    tx.run(revoke_all, {client});
    clients::raise_epoch(tx, client);
}

void revoke_key_session(pg::Transaction& tx, ApiKeyId key, ClientId client) {
    tx.change(1, revoke_of_key, {key, client});
}

bool revoke_device(pg::Transaction& tx, SessionId session, ClientId client) {
    return tx.run(revoke_one_device, {session, client}).affected() > 0;
}

void revoke_other_devices(pg::Transaction& tx, ClientId client, SessionId own) {
    tx.run(revoke_others, {client, own});
}

void end_idle_devices(pg::Connection& connection, std::chrono::hours idle) {
    connection.run(end_idle, {std::int64_t{idle.count()}});
}

std::vector<std::string> clients_ended_within(pg::Connection& connection,
                                              std::chrono::minutes time) {
    std::vector<std::string> clients;
    for (const auto row : connection.run(ended_within, {time.count()}))
        clients.push_back(row.str("user_unique_id"));
    return clients;
}

std::int64_t revoke_sessions_of_all(pg::Transaction& tx) {
    return tx.run(revoke_everything).affected();
}

ClientId ended(std::string_view notification) {
    std::int64_t client = 0;
    std::from_chars(notification.data(), notification.data() + notification.size(), client);
    return ClientId{client};
}

struct Sessions::State {
    struct Entry {
        std::optional<Claims> claims;  ///< nothing: forged
        std::optional<Found> found;
        Clock::time_point until;
    };
    struct Shard {
        std::mutex mutex;
        // Forged tokens stand apart, so that a flood of them pushes out nobody who is signed in.
        std::unordered_map<std::string, Entry> genuine, forged;
    };

    std::vector<std::string> public_keys;
    SessionRules rules;
    std::atomic<bool> heard = true;
    /// Changes with whatever ends: a row that was read before that may be what it was before it.
    std::atomic<std::uint64_t> ends = 0;
    std::array<Shard, shard_count> shards;

    Shard& shard(const std::string& key) {
        return shards[static_cast<unsigned char>(key[0]) % shard_count];
    }

    std::optional<Entry> look_up(const std::string& key) {
        Shard& part = shard(key);
        const std::lock_guard lock{part.mutex};
        if (const auto found = part.genuine.find(key); found != part.genuine.end())
            return found->second;
        if (const auto found = part.forged.find(key); found != part.forged.end())
            return found->second;
        return {};
    }

    void keep(const std::string& key, const Entry& entry) {
        Shard& part = shard(key);
        const std::lock_guard lock{part.mutex};
        auto& entries = entry.claims ? part.genuine : part.forged;
        if (entries.size() >= shard_size) make_room(entries);
        entries.insert_or_assign(key, entry);
    }

    static void make_room(std::unordered_map<std::string, Entry>& entries) {
        const auto now = Clock::now();
        std::erase_if(entries, [&](const auto& item) { return item.second.until < now; });
        if (entries.size() >= shard_size) entries.clear();
    }
};

Sessions::Sessions(std::vector<std::string> public_keys, SessionRules rules)
    : state_{std::make_unique<State>()} {
    state_->public_keys = std::move(public_keys);
    state_->rules = std::move(rules);
}

Sessions::~Sessions() = default;

std::optional<Session> Sessions::find(pg::Pool& pool, std::string_view token, Attention attention) {
    if (token.empty() || token.size() > max_token) return {};
    const std::string key = crypto::hash(token, 16);
    const auto now = Clock::now();
    const auto known = state_->look_up(key);
    State::Entry entry;
    if (known && now < known->until && state_->heard) {
        entry = *known;
    } else {
        const auto ends = state_->ends.load();
        entry.claims =
            known && known->claims ? known->claims : read_claims(state_->public_keys, token);
        if (entry.claims) entry.found = read_row(pool, *entry.claims, state_->rules.idle);
        entry.until = now + (entry.found ? state_->rules.lifetime : negative_lifetime);
        state_->keep(key, entry);
        if (state_->ends != ends) forget(token);
    }
    if (!entry.found) return {};
    const auto& [session, unseen] = *entry.found;
    if (unseen && attention == Attention::person && !session.ended) state_->rules.seen(session.id);
    return session;
}

void Sessions::forget_all() {
    ++state_->ends;
    for (auto& part : state_->shards) {
        const std::lock_guard lock{part.mutex};
        part.genuine.clear();
    }
}

void Sessions::forget(ClientId client) {
    ++state_->ends;
    for (auto& part : state_->shards) {
        const std::lock_guard lock{part.mutex};
        std::erase_if(part.genuine,
                      [client](const auto& item) { return item.second.claims->client == client; });
    }
}

void Sessions::hears(bool heard) {
    if (heard) forget_all();
    state_->heard = heard;
}

void Sessions::forget(std::string_view token) {
    const std::string key = crypto::hash(token, 16);
    auto& part = state_->shard(key);
    const std::lock_guard lock{part.mutex};
    part.genuine.erase(key);
    part.forged.erase(key);
}

}  // namespace cambio::token
