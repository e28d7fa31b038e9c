#include "token/visits.h"

#include <chrono>
#include <exception>
#include <string>
#include <utility>

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

std::string array_of(const std::set<SessionId>& sessions) {
    std::string text = "{";
    for (const auto session : sessions)
        text += (text.size() == 1 ? "" : ",") + std::to_string(session.value);
    return text + '}';
}

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
        if (!seen_.insert(session).second) return;
    }
    wake_.notify_one();
}

void Visits::run() {
    std::unique_lock lock{mutex_};
    for (;;) {
        wake_.wait(lock, [this] { return stopping_ || !seen_.empty(); });
        if (wake_.wait_for(lock, pace, [this] { return stopping_; })) return;
        const auto seen = std::exchange(seen_, {});
        lock.unlock();
        write(seen);
        lock.lock();
    }
}

/// What could not be written is seen again with the next request.
void Visits::write(const std::set<SessionId>& sessions) {
    try {
        pool_.borrow()->run(write_seen, {array_of(sessions)});
    } catch (const std::exception& problem) {
        log::warn("visits_not_written", {{"reason", problem.what()}});
    }
}

}  // namespace cambio::token
