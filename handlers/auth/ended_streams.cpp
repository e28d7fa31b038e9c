#include "ended_streams.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "log/log.h"
#include "pg/listener.h"
#include "push/publisher.h"
#include "push/push.h"
#include "token/sessions.h"

namespace cambio::auth {

namespace {

/// What told the client's pages why it ends shall arrive before the end, and a stream that was
/// being let in meanwhile is there by then.
constexpr std::chrono::milliseconds grace{200};
constexpr std::chrono::milliseconds retry{500};
constexpr std::chrono::seconds look_for_idle{5};
/// What has ended so lately may have ended while nobody listened.
constexpr std::chrono::minutes unheard{10};

/// Keys that have a date on which they end, and those that ended by it while nobody looked.
constexpr const char* dated_keys = R"sql(
    select c.user_unique_id, k.expires_at
      from api_keys k join sessions s on s.id = k.session_id join clients c on c.id = k.client_id
     where k.expires_at > now() - interval '10 minutes' and not session_revoked(s)
)sql";

class EndedStreams {
  public:
    explicit EndedStreams(fcgi::Services& services)
        : pool_{services.pool},
          idle_{services.config.session_idle_hours},
          publisher_{services.config.push_url.substr(std::string_view{"unix:"}.size())},
          thread_{[this] { run(); }},
          listener_{services.config.database_url,
                    token::ended_sessions,
                    {.heard = [this](const auto& told) { add(told.substr(told.find(' ') + 1)); },
                     .connected = [this] { catch_up(); },
                     .lost = [] {}}} {}

    ~EndedStreams() {
        {
            const std::lock_guard lock{mutex_};
            stopping_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }

    void end_at(const std::string& unique_id, pg::Time time) {
        {
            const std::lock_guard lock{mutex_};
            due_.emplace(time, unique_id);
        }
        wake_.notify_one();
    }

  private:
    void add(std::string unique_id) {
        {
            const std::lock_guard lock{mutex_};
            ended_.insert(std::move(unique_id));
        }
        wake_.notify_one();
    }

    void catch_up() {
        auto connection = pool_.borrow();
        for (auto& id : token::clients_ended_within(*connection, unheard)) add(std::move(id));
        for (const auto row : connection->run(dated_keys))
            end_at(row.str("user_unique_id"), row.time("expires_at"));
    }

    /// Whose time has come are among those who have ended. How long until the next look.
    std::chrono::microseconds take_due() {
        const auto now = pg::now();
        while (!due_.empty() && due_.begin()->first <= now)
            ended_.insert(due_.extract(due_.begin()).value().second);
        std::chrono::microseconds rest{look_for_idle};
        if (!due_.empty()) rest = std::min(rest, due_.begin()->first - now);
        return rest;
    }

    void run() {
        std::unique_lock lock{mutex_};
        for (;;) {
            const auto rest = take_due();
            const auto look = pg::now() + rest;
            const auto sooner = [&] { return !due_.empty() && due_.begin()->first < look; };
            const auto woken = [&] {
                take_due();
                return stopping_ || !ended_.empty() || sooner();
            };
            if (!wake_.wait_for(lock, rest, woken)) {
                lock.unlock();
                end_idle_sessions();
                lock.lock();
                continue;
            }
            if (!stopping_ && ended_.empty()) continue;
            if (wake_.wait_for(lock, grace, [this] { return stopping_; })) return;
            auto ended = std::exchange(ended_, {});
            lock.unlock();
            const bool done = end(ended);
            lock.lock();
            if (done) continue;
            ended_.merge(ended);
            if (wake_.wait_for(lock, retry, [this] { return stopping_; })) return;
        }
    }

    /// The database then tells whose they were.
    void end_idle_sessions() {
        try {
            token::end_idle_devices(*pool_.borrow(), idle_);
        } catch (const std::exception& problem) {
            log::warn("idle_sessions_not_ended", {{"reason", problem.what()}});
        }
    }

    bool end(const std::set<std::string>& unique_ids) {
        std::vector<Publisher::Message> messages;
        for (const auto& id : unique_ids) messages.push_back({client_channel(id), {}, true});
        return publisher_.send(messages);
    }

    pg::Pool& pool_;
    std::chrono::hours idle_;
    Publisher publisher_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::set<std::string> ended_;                     ///< clients by their user_unique_id
    std::set<std::pair<pg::Time, std::string>> due_;  ///< the same, who are to end then
    bool stopping_ = false;
    std::thread thread_;
    pg::Listener listener_;
};

std::optional<EndedStreams> running;

}  // namespace

void start_ending_streams(fcgi::Services& services) {
    if (!services.config.push_url.empty()) running.emplace(services);
}

void stop_ending_streams() {
    running.reset();
}

void end_streams_at(const std::string& user_unique_id, pg::Time time) {
    if (running) running->end_at(user_unique_id, time);
}

}  // namespace cambio::auth
