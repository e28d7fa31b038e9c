#include "ended_streams.h"

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

  private:
    void add(std::string unique_id) {
        {
            const std::lock_guard lock{mutex_};
            ended_.insert(std::move(unique_id));
        }
        wake_.notify_one();
    }

    void catch_up() {
        for (auto& id : token::clients_ended_within(*pool_.borrow(), unheard)) add(std::move(id));
    }

    void run() {
        std::unique_lock lock{mutex_};
        for (;;) {
            const auto woken = [this] { return stopping_ || !ended_.empty(); };
            if (!wake_.wait_for(lock, look_for_idle, woken)) {
                lock.unlock();
                end_idle_sessions();
                lock.lock();
                continue;
            }
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
    std::set<std::string> ended_;  ///< clients by their user_unique_id
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

}  // namespace cambio::auth
