#include "token/visits.h"

#include <chrono>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "log/log.h"

namespace cambio::token {

namespace {

constexpr std::chrono::seconds pace{1};

// Whoever holds a row is changing the session itself; it is seen again a moment later. One that has
// been idle for too long may have ended meanwhile, and does not come back to life; nor does what
// ten idle minutes have closed (trading_unlock.h).
constexpr const char* write_seen = R"sql(
    update sessions set last_seen_at = now(),
                        unlocked_until = case when last_seen_at > now() - interval '10 minutes'
                                              then unlocked_until end
     where id in (select id from sessions
                   where id = any($1::bigint[]) and revoked_at is null
                     and last_seen_at <= now() - interval '1 minute'
                   order by id for no key update skip locked)
)sql";

constexpr const char* write_used = R"sql(
    update api_keys k set last_used_at = now(), last_used_ip = v.ip
      from (select unnest($1::bigint[]) as id, unnest($2::text[]) as ip) as v
     where k.id in (select id from api_keys
                     where id = any($1::bigint[])
                       and coalesce(last_used_at <= now() - interval '1 minute', true)
                     order by id for no key update skip locked)
           and k.id = v.id
)sql";

}  // namespace

Visits::Visits(pg::Pool& pool) : pool_{pool}, thread_{[this] { run(); }} {}

Visits::~Visits() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void Visits::add(SessionId session) {
    {
        const std::lock_guard lock{mutex_};
        if (!seen_.sessions.insert(session).second) return;
    }
    wake_.notify_one();
}

void Visits::add(ApiKeyId key, const std::string& address) {
    {
        const std::lock_guard lock{mutex_};
        if (!seen_.keys.insert_or_assign(key, address).second) return;
    }
    wake_.notify_one();
}

void Visits::run() {
    std::unique_lock lock{mutex_};
    for (;;) {
        wake_.wait(lock, [this] { return stopping_ || !seen_.empty(); });
        if (wake_.wait_for(lock, pace, [this] { return stopping_; })) return;
        const auto seen = std::exchange(seen_, Seen{});
        lock.unlock();
        write(seen);
        lock.lock();
    }
}

/// What could not be written is seen again with the next request.
void Visits::write(const Seen& seen) {
    std::vector<std::int64_t> sessions, keys;
    std::vector<std::string> addresses;
    for (const auto session : seen.sessions) sessions.push_back(session.value);
    for (const auto& [key, address] : seen.keys) {
        keys.push_back(key.value);
        addresses.push_back(address);
    }
    try {
        auto connection = pool_.borrow();
        if (!sessions.empty()) connection->run(write_seen, {pg::Param::array(sessions)});
        if (!keys.empty())
            connection->run(write_used, {pg::Param::array(keys), pg::Param::array(addresses)});
    } catch (const std::exception& problem) {
        log::warn("visits_not_written", {{"reason", problem.what()}});
    }
}

}  // namespace cambio::token
