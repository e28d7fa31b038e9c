#include "push/push.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "log/log.h"
#include "metrics/process.h"
#include "push/publisher.h"
#include "redis/redis.h"

namespace cambio {

namespace {

constexpr std::size_t max_queue = 20'000;
constexpr std::size_t largest_batch = 256;
constexpr std::size_t max_remembered = 20'000;
constexpr auto pause_after_failure = std::chrono::milliseconds{500};

struct Item {
    std::string channel;
    std::string stream;
    std::string data;
    std::string more;
    std::int64_t at;  ///< milliseconds since 1970 UTC

    std::string key() const { return "push:" + channel + ':' + stream; }
};

template <typename Unit>
std::int64_t time_in() {
    return std::chrono::duration_cast<Unit>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

constexpr std::string_view name_of(ClientEvent event) {
    constexpr std::string_view names[] = {
#define X(name) #name,
#include "push/client_events.def"
#undef X
    };
    return names[static_cast<std::size_t>(event)];
}

constexpr std::string_view name_of(MarketEvent event) {
    constexpr std::string_view names[] = {"book", "mark", "ticker", "trades"};
    return names[static_cast<std::size_t>(event)];
}

/// A further member of a message, of what needs no escape.
std::string named(std::string_view name, std::string_view value) {
    return '"' + std::string{name} + "\":\"" + std::string{value} + '"';
}

std::string message_text(const Item& item, std::int64_t seq) {
    std::string text;
    text.reserve(item.data.size() + item.more.size() + 96);
    text += "{\"channel\":\"" + item.stream + '"';
    if (!item.more.empty()) text += ',' + item.more;
    text += ",\"seq\":" + std::to_string(seq) + ",\"at\":" + std::to_string(item.at) + ",\"data\":";
    text += item.data;
    text += '}';
    return text;
}

}  // namespace

struct Push::State {
    State(const std::string& url, Redis& shared)
        : redis{shared}, socket{url.starts_with("unix:") ? url.substr(5) : ""} {
        if (!socket.empty()) thread = std::thread{[this] { run(); }};
    }

    ~State() {
        {
            const std::lock_guard lock{mutex};
            stopping = true;
        }
        wake.notify_one();
        if (thread.joinable()) thread.join();
    }

    void put(Item item) {
        {
            const std::lock_guard lock{mutex};
            if (queue.size() >= max_queue) {
                ++dropped;
                metrics::process().pushes_dropped.add();
                return;
            }
            queue.push_back(std::move(item));
            if (queue.size() > 1) return;
        }
        wake.notify_one();
    }

    void run() {
        std::deque<Item> batch;
        std::int64_t lost = 0;
        for (;;) {
            {
                std::unique_lock lock{mutex};
                wake.wait(lock, [this] { return stopping || !queue.empty(); });
                if (queue.empty()) return;
                batch.swap(queue);
                lost = std::exchange(dropped, 0);
            }
            if (lost > 0) log::warn("push_dropped", {{"messages", std::to_string(lost)}});
            while (!batch.empty()) {
                const auto count = std::min(batch.size(), largest_batch);
                send(batch, count);
                batch.erase(batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(count));
            }
        }
    }

    /// One round trip to Redis for each stream in the batch, then the messages in order.
    void send(const std::deque<Item>& batch, std::size_t count) {
        if (std::chrono::steady_clock::now() < closed_until)
            return metrics::process().pushes_dropped.add(count);
        std::map<std::string, std::int64_t> next;
        for (std::size_t i = 0; i < count; ++i) ++next[batch[i].key()];
        for (auto& [key, number] : next) number = reserve(key, number);
        std::vector<Publisher::Message> messages;
        messages.reserve(count);
        for (std::size_t i = 0; i < count; ++i)
            messages.push_back({batch[i].channel, message_text(batch[i], next[batch[i].key()]++)});
        const bool sent = publisher.send(messages);
        auto& counts = metrics::process();
        (sent ? counts.pushes_sent : counts.pushes_dropped).add(count);
        note(sent);
    }

    /// The first of `count` numbers. Where Redis knows none or an older one, because it was lost or
    /// comes back as it was some time ago, they go on from the time in microseconds, beyond all
    /// that anybody has seen: lower ones would be taken for old. Without Redis the process counts
    /// on from what it saw last; a client that sees a number twice or a jump fetches a snapshot.
    std::int64_t reserve(const std::string& key, std::int64_t count) {
        if (seen.size() >= max_remembered) seen.clear();
        auto& number = seen[key];
        auto last = add(key, count);
        if (last && (*last == count || *last - count < number))
            last = add(key, time_in<std::chrono::microseconds>() - *last);
        number = last.value_or(number + count);
        return number - count + 1;
    }

    std::optional<std::int64_t> add(const std::string& key, std::int64_t count) {
        const auto number = redis.command({"INCRBY", key, std::to_string(count)});
        return number ? std::optional{std::stoll(*number)} : std::nullopt;
    }

    void note(bool sent) {
        if (sent == away) {
            away = !sent;
            if (away)
                log::warn("push_unavailable");
            else
                log::info("push_recovered");
        }
        if (away) closed_until = std::chrono::steady_clock::now() + pause_after_failure;
    }

    Redis& redis;
    std::string socket;
    std::mutex mutex;
    std::condition_variable wake;
    std::deque<Item> queue;
    std::int64_t dropped = 0;
    bool stopping = false;

    // What follows belongs to the thread alone.
    Publisher publisher{socket};
    std::unordered_map<std::string, std::int64_t> seen;
    std::chrono::steady_clock::time_point closed_until{};
    bool away = false;
    std::thread thread;
};

Push::Push(std::string url, Redis& redis) : state_{std::make_unique<State>(url, redis)} {}

Push::~Push() = default;

void Push::publish(std::string channel, std::string stream, std::string data, std::string more) {
    if (state_->socket.empty()) return;
    try {
        state_->put({std::move(channel), std::move(stream), std::move(data), std::move(more),
                     time_in<std::chrono::milliseconds>()});
    } catch (const std::exception& problem) {
        metrics::process().pushes_dropped.add();
        log::error("push_dropped", {{"reason", problem.what()}});
    }
}

std::string client_channel(std::string_view user_unique_id) {
    return "client." + std::string{user_unique_id};
}

std::string market_channel(std::string_view pair) {
    return "market." + std::string{pair};
}

void Push::tell(std::string_view user_unique_id, ClientEvent event, std::string data) {
    publish(client_channel(user_unique_id), "client", std::move(data),
            named("type", name_of(event)));
}

void Push::tell(std::string_view pair, MarketEvent event, std::string data) {
    publish(market_channel(pair), std::string{name_of(event)}, std::move(data),
            named("pair", pair));
}

}  // namespace cambio
