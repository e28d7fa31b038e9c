#include "token/trading_password.h"

#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "clients/standing.h"
#include "crypto/crypto.h"
#include "log/log.h"
#include "notices/notices.h"

namespace cambio::token {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes lifetime{15};
constexpr int max_wrong = 5;
constexpr int max_wrong_of_a_day = 20;
constexpr int max_lock_notices_in_a_day = 5;
constexpr std::size_t shard_count = 16;
constexpr std::size_t max_remembered = 8192;  ///< in each shard
constexpr std::size_t thread_count = 2;       ///< as many as Argon2 may run at once

constexpr const char* read_session = R"sql(
    select s.trading_hash from sessions s join clients c on c.id = s.client_id
    where s.id = $1 and s.trading_until > now()
          and coalesce(trading_lock(s, c), '-infinity') <= now()
)sql";

constexpr const char* keep_hash = R"sql(
    update sessions set trading_hash = $2, trading_until = now() + interval '15 minutes',
                        trading_proved_epoch = $3
    where id = $1
)sql";

/// The client's row is locked while a try is checked, so that tries at once count one by one.
/// (No-key: rows that refer to the client may be written meanwhile.)
constexpr const char* lock_client = R"sql(
    select transaction_password_hash, epoch from clients where id = $1 for no key update
)sql";

/// After that: what a try that had the lock before has written is seen only by a later statement.
/// Only the password itself counts as a proof: one that a passkey has opened trades during the lock
/// of the others (trading_lock) and guesses no more than they do.
constexpr const char* read_standing = R"sql(
    select coalesce(greatest(s.trading_locked_until,
                             case when s.trading_proved_epoch is distinct from c.epoch
                                  then c.trading_locked_until end) > now(), false) as locked,
           s.trading_proved_epoch is not distinct from c.epoch as proved
    from sessions s join clients c on c.id = s.client_id where s.id = $1
)sql";

/// A wrong try, and how many there have been lately.
constexpr const char* add_attempt = R"sql(
    with added as (insert into password_attempts (subject) values ($1) returning at)
    select count(*) filter (where at > now() - interval '15 minutes') + 1 as wrong,
           count(*) + 1 as wrong_of_a_day
    from password_attempts where subject = $1 and at > now() - interval '1 day'
)sql";

constexpr const char* lock_session = R"sql(
    update sessions set trading_locked_until = now() + interval '15 minutes' where id = $1
)sql";

constexpr const char* count_of_day = R"sql(
    select count(*) as wrong from password_attempts
    where subject = $1 and at > now() - interval '1 day'
)sql";

std::string subject_of(const Session& session) {
    return "transaction:" + std::to_string(session.client.value) +
           "/session:" + std::to_string(session.id.value);
}

/// Of all sessions together that have not proved the password.
std::string subject_of_unproved(ClientId client) {
    return "transaction:" + std::to_string(client.value) + "/unproved";
}

/// Whether the owner is to hear of it: trading is locked from now on, or a session that went on
/// guessing has ended, so that a thief who has no more than a session runs out of tries. Who has
/// the other password, too, opens the next one: after so many wrong tries in a day each one locks.
bool count_wrong(pg::Transaction& tx, const Session& session, bool proved) {
    const pg::Row own = tx.one(add_attempt, {subject_of(session)});
    const bool ends = own.integer("wrong_of_a_day") >= max_wrong_of_a_day;
    if (ends) revoke_session(tx, session.id);
    const bool locks = own.integer("wrong") >= max_wrong;
    if (locks) tx.change(1, lock_session, {session.id});
    if (proved) return locks || ends;
    const pg::Row all = tx.one(add_attempt, {subject_of_unproved(session.client)});
    if (all.integer("wrong") < max_wrong && all.integer("wrong_of_a_day") < max_wrong_of_a_day)
        return locks || ends;
    clients::lock_trading(tx, session.client);
    return true;
}

}  // namespace

struct TradingPasswords::State {
    struct Entry {
        std::string hash;
        Clock::time_point until;
    };
    struct Shard {
        std::mutex mutex;
        std::unordered_map<SessionId, Entry> entries;
    };
    struct Try {
        Session session;
        std::string password;
        std::function<void(PasswordVerdict)> then;
    };

    pg::Pool& pool;
    std::string key;
    std::array<Shard, shard_count> shards;

    std::mutex mutex;
    std::condition_variable wake;
    std::deque<Try> tries;
    std::unordered_set<ClientId> busy;  ///< whose try is being checked
    bool stopping = false;
    std::vector<std::thread> threads;

    State(pg::Pool& lender, std::string hash_key) : pool{lender}, key{std::move(hash_key)} {}

    std::string hash(const Session& session, std::string_view password) const {
        std::string text = "trading:" + std::to_string(session.id.value) + ':' +
                           std::to_string(session.client.value) + ':' +
                           std::to_string(session.epoch) + ':';
        text += password;
        return crypto::keyed_hash(key, text);
    }

    Shard& shard(SessionId id) { return shards[static_cast<std::size_t>(id.value) % shard_count]; }

    void remember(const Session& session, std::string hashed) {
        Shard& part = shard(session.id);
        const std::lock_guard lock{part.mutex};
        const auto now = Clock::now();
        if (part.entries.size() >= max_remembered) {
            std::erase_if(part.entries, [&](const auto& item) { return item.second.until < now; });
            if (part.entries.size() >= max_remembered) part.entries.clear();
        }
        part.entries.insert_or_assign(session.id, Entry{std::move(hashed), now + lifetime});
    }

    bool known_elsewhere(pg::Connection& connection, const Session& session,
                         const std::string& hashed) {
        const pg::Result rows = connection.run(read_session, {session.id});
        if (rows.empty() || rows[0].null("trading_hash")) return false;
        return crypto::equal(rows[0].bytes("trading_hash"), hashed);
    }

    PasswordVerdict check(pg::Connection& connection, const Session& session,
                          const std::string& password, const std::string& hashed);
    std::optional<Try> next();
};

PasswordVerdict TradingPasswords::State::check(pg::Connection& connection, const Session& session,
                                               const std::string& password,
                                               const std::string& hashed) {
    pg::Transaction tx{connection};
    const pg::Row client = tx.one(lock_client, {session.client});
    const pg::Row standing = tx.one(read_standing, {session.id});
    if (standing.boolean("locked")) return PasswordVerdict::locked;
    if (crypto::verify_password(client.str("transaction_password_hash"), password)) {
        // An older epoch's hash would outlive the change that raised it.
        if (client.integer("epoch") == session.epoch) {
            tx.change(1, keep_hash, {session.id, pg::Param::bytes(hashed), session.epoch});
        }
        tx.commit();
        return PasswordVerdict::right;
    }
    if (count_wrong(tx, session, standing.boolean("proved"))) {
        Json::Value data;
        data["minutes"] = "15";
        notices::tell_rarely(tx, session.client, notices::Kind::trading_locked,
                             max_lock_notices_in_a_day, data);
    }
    tx.commit();
    return PasswordVerdict::wrong;
}

/// The next try whose client has no other one under way.
std::optional<TradingPasswords::State::Try> TradingPasswords::State::next() {
    std::unique_lock lock{mutex};
    for (;;) {
        for (auto at = tries.begin(); at != tries.end(); ++at) {
            if (busy.contains(at->session.client)) continue;
            Try found = std::move(*at);
            tries.erase(at);
            busy.insert(found.session.client);
            return found;
        }
        if (stopping && tries.empty()) return {};
        wake.wait(lock);
    }
}

TradingPasswords::TradingPasswords(pg::Pool& pool, std::string hash_key)
    : state_{std::make_unique<State>(pool, std::move(hash_key))} {
    for (std::size_t i = 0; i < thread_count; ++i) {
        state_->threads.emplace_back([this] {
            while (auto found = state_->next()) {
                const PasswordVerdict verdict = verify(found->session, found->password);
                {
                    const std::lock_guard lock{state_->mutex};
                    state_->busy.erase(found->session.client);
                }
                state_->wake.notify_all();
                found->then(verdict);
            }
        });
    }
}

TradingPasswords::~TradingPasswords() {
    stop();
}

void TradingPasswords::stop() {
    {
        const std::lock_guard lock{state_->mutex};
        state_->stopping = true;
    }
    state_->wake.notify_all();
    for (std::thread& thread : state_->threads) thread.join();
    state_->threads.clear();
}

bool TradingPasswords::remembered(const Session& session, std::string_view password) {
    const std::string hashed = state_->hash(session, password);
    State::Shard& part = state_->shard(session.id);
    const std::lock_guard lock{part.mutex};
    const auto found = part.entries.find(session.id);
    return found != part.entries.end() && Clock::now() < found->second.until &&
           crypto::equal(found->second.hash, hashed);
}

PasswordVerdict TradingPasswords::verify(const Session& session, const std::string& password) {
    try {
        std::string hashed = state_->hash(session, password);
        auto connection = state_->pool.borrow();
        const bool known = state_->known_elsewhere(*connection, session, hashed);
        const auto verdict =
            known ? PasswordVerdict::right : state_->check(*connection, session, password, hashed);
        if (verdict == PasswordVerdict::right) state_->remember(session, std::move(hashed));
        return verdict;
    } catch (const std::exception& failure) {
        log::warn("trading_password", {{"error", failure.what()}});
        return PasswordVerdict::unavailable;
    }
}

void lift_trading_lock(pg::Transaction& tx, ClientId client) {
    const auto wrong = tx.one(count_of_day, {subject_of_unproved(client)}).integer("wrong");
    // The tries stay counted: the next wrong one locks again.
    if (wrong < max_wrong_of_a_day) clients::let_trade(tx, client);
}

void TradingPasswords::verify_later(const Session& session, std::string password,
                                    std::function<void(PasswordVerdict)> then) {
    {
        const std::lock_guard lock{state_->mutex};
        state_->tries.push_back({session, std::move(password), std::move(then)});
    }
    state_->wake.notify_all();
}

}  // namespace cambio::token
