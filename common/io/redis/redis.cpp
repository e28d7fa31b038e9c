#include "redis/redis.h"

#include <hiredis/hiredis.h>
#include <signal.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <stdexcept>

#include "log/log.h"

namespace cambio {

namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string_view>;

constexpr auto shortest_pause = std::chrono::milliseconds{100};
constexpr auto max_pause = std::chrono::milliseconds{2000};
constexpr std::size_t max_idle = 8;

struct FreeContext {
    void operator()(redisContext* context) const { redisFree(context); }
};
using Context = std::unique_ptr<redisContext, FreeContext>;

struct FreeReply {
    void operator()(redisReply* reply) const { freeReplyObject(reply); }
};
using Reply = std::unique_ptr<redisReply, FreeReply>;

struct Address {
    std::string path;  ///< of a unix socket, or empty
    std::string host;
    int port = 6379;
    int database = 0;
};

int number_in(std::string_view text, const std::string& url) {
    int number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || end != text.data() + text.size() || number < 0)
        throw std::runtime_error{"not an address of Redis: " + url};
    return number;
}

Address parse(const std::string& url) {
    Address address;
    std::string_view rest = url;
    if (const auto at = rest.find("?db="); at != std::string_view::npos) {
        address.database = number_in(rest.substr(at + 4), url);
        rest = rest.substr(0, at);
    }
    if (rest.starts_with("unix:")) {
        address.path = rest.substr(5);
    } else if (rest.starts_with("tcp://")) {
        rest.remove_prefix(6);
        if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
            if (slash + 1 < rest.size()) address.database = number_in(rest.substr(slash + 1), url);
            rest = rest.substr(0, slash);
        }
        const auto colon = rest.rfind(':');
        if (colon != std::string_view::npos) address.port = number_in(rest.substr(colon + 1), url);
        address.host = rest.substr(0, colon);
    }
    if (address.path.empty() && address.host.empty())
        throw std::runtime_error{"not an address of Redis: " + url};
    return address;
}

Context connect(const Address& address, timeval patience) {
    Context context{address.path.empty()
                        ? redisConnectWithTimeout(address.host.c_str(), address.port, patience)
                        : redisConnectUnixWithTimeout(address.path.c_str(), patience)};
    if (!context || context->err != 0 || redisSetTimeout(context.get(), patience) != REDIS_OK)
        return nullptr;
    if (address.database != 0) {
        const Reply reply{
            static_cast<redisReply*>(redisCommand(context.get(), "SELECT %d", address.database))};
        if (!reply || reply->type == REDIS_REPLY_ERROR) return nullptr;
    }
    return context;
}

/// Sends the commands in one write; empty when the connection failed.
std::vector<Reply> exchange(redisContext* context, const std::vector<Words>& commands) {
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    for (const auto& words : commands) {
        texts.clear();
        sizes.clear();
        for (const auto word : words) {
            texts.push_back(word.data());
            sizes.push_back(word.size());
        }
        redisAppendCommandArgv(context, static_cast<int>(words.size()), texts.data(), sizes.data());
    }
    std::vector<Reply> replies;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        void* reply = nullptr;
        if (redisGetReply(context, &reply) != REDIS_OK || reply == nullptr) return {};
        replies.emplace_back(static_cast<redisReply*>(reply));
    }
    return replies;
}

std::optional<std::string> text_of(const redisReply& reply) {
    if (reply.type == REDIS_REPLY_STRING || reply.type == REDIS_REPLY_STATUS)
        return std::string{reply.str, reply.len};
    if (reply.type == REDIS_REPLY_INTEGER) return std::to_string(reply.integer);
    return {};
}

std::string milliseconds(std::chrono::milliseconds time) {
    return std::to_string(std::max<std::int64_t>(1, time.count()));
}

}  // namespace

struct Redis::State {
    Address address;
    timeval patience{};
    std::mutex mutex;
    std::vector<Context> idle;
    Clock::time_point closed_until{};
    std::chrono::milliseconds pause = shortest_pause;
    bool away = false;

    /// While Redis is away nobody waits for it: one caller in each pause tries again.
    bool resting() {
        const std::lock_guard lock{mutex};
        const auto now = Clock::now();
        if (now < closed_until) return true;
        if (away) closed_until = now + pause;
        return false;
    }

    Context take_idle() {
        const std::lock_guard lock{mutex};
        if (idle.empty()) return nullptr;
        Context context = std::move(idle.back());
        idle.pop_back();
        return context;
    }

    void give_back(Context context) {
        const std::lock_guard lock{mutex};
        if (away) log::info("redis_recovered");
        away = false;
        pause = shortest_pause;
        closed_until = {};
        if (idle.size() < max_idle) idle.push_back(std::move(context));
    }

    void failed() {
        const std::lock_guard lock{mutex};
        if (!away) log::warn("redis_unavailable");
        pause = away ? std::min(pause * 2, max_pause) : shortest_pause;
        away = true;
        idle.clear();
        closed_until = Clock::now() + pause;
    }

    std::vector<Reply> run(const std::vector<Words>& commands) {
        if (resting()) return {};
        while (Context context = take_idle()) {
            auto replies = exchange(context.get(), commands);
            if (!replies.empty()) {
                give_back(std::move(context));
                return replies;
            }
            // A kept connection that the server has closed is no news; a silent server is.
            if (context->err != REDIS_ERR_EOF && errno != ECONNRESET && errno != EPIPE) {
                failed();
                return {};
            }
        }
        Context context = connect(address, patience);
        auto replies = context ? exchange(context.get(), commands) : std::vector<Reply>{};
        if (replies.empty())
            failed();
        else
            give_back(std::move(context));
        return replies;
    }

    Reply run_one(const Words& words) {
        auto replies = run({words});
        if (replies.empty()) return nullptr;
        if (replies[0]->type == REDIS_REPLY_ERROR) {
            log::warn("redis_refused", {{"command", std::string{words[0]}},
                                        {"reason", std::string{replies[0]->str, replies[0]->len}}});
            return nullptr;
        }
        return std::move(replies[0]);
    }
};

Redis::Redis(std::string url, std::chrono::milliseconds patience)
    : state_{std::make_unique<State>()} {
    // hiredis writes to a socket that Redis may have closed; that is an answer, not the end.
    ::signal(SIGPIPE, SIG_IGN);
    state_->address = parse(url);
    state_->patience.tv_sec = patience.count() / 1000;
    state_->patience.tv_usec = patience.count() % 1000 * 1000;
}

Redis::~Redis() = default;

bool Redis::ping() {
    return state_->run_one({"PING"}) != nullptr;
}

std::optional<std::string> Redis::get(std::string_view key) {
    const Reply reply = state_->run_one({"GET", key});
    return reply ? text_of(*reply) : std::nullopt;
}

bool Redis::set(std::string_view key, std::string_view value, std::chrono::milliseconds lifetime) {
    return state_->run_one({"SET", key, value, "PX", milliseconds(lifetime)}) != nullptr;
}

std::optional<bool> Redis::set_if_absent(std::string_view key, std::string_view value,
                                         std::chrono::milliseconds lifetime) {
    const Reply reply = state_->run_one({"SET", key, value, "NX", "PX", milliseconds(lifetime)});
    if (!reply) return {};
    return reply->type != REDIS_REPLY_NIL;
}

std::optional<std::string> Redis::take(std::string_view key) {
    const Reply reply = state_->run_one({"GETDEL", key});
    return reply ? text_of(*reply) : std::nullopt;
}

bool Redis::remove(std::string_view key) {
    return state_->run_one({"DEL", key}) != nullptr;
}

std::optional<std::int64_t> Redis::count(std::string_view key, std::chrono::milliseconds lifetime) {
    const auto counts = count({{std::string{key}, 1, lifetime}});
    return counts ? std::optional{counts->front()} : std::nullopt;
}

std::optional<std::vector<std::int64_t>> Redis::count(const std::vector<Addition>& additions) {
    std::vector<std::string> texts;
    texts.reserve(2 * additions.size());
    std::vector<Words> commands;
    for (const auto& [key, number, lifetime] : additions) {
        commands.push_back({"INCRBY", key, texts.emplace_back(std::to_string(number))});
        commands.push_back({"PEXPIRE", key, texts.emplace_back(milliseconds(lifetime)), "NX"});
    }
    const auto replies = state_->run(commands);
    if (replies.empty()) return {};
    std::vector<std::int64_t> counts;
    for (std::size_t i = 0; i < replies.size(); i += 2) {
        if (replies[i]->type != REDIS_REPLY_INTEGER) return {};
        counts.push_back(replies[i]->integer);
    }
    return counts;
}

std::optional<std::int64_t> Redis::increment(std::string_view key) {
    const Reply reply = state_->run_one({"INCR", key});
    if (!reply || reply->type != REDIS_REPLY_INTEGER) return {};
    return reply->integer;
}

std::optional<std::string> Redis::command(const std::vector<std::string>& words) {
    const Reply reply = state_->run_one(Words{words.begin(), words.end()});
    return reply ? text_of(*reply) : std::nullopt;
}

}  // namespace cambio
