#include "fcgi/limits.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <functional>

#include "crypto/crypto.h"
#include "redis/redis.h"

namespace cambio::fcgi {

namespace {

using std::chrono::seconds;

constexpr std::size_t shard_size = 8192;

std::int64_t now_in_seconds() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<seconds>(now).count();
}

}  // namespace

struct Limits::Rule {
    std::string_view name;
    std::int64_t most;
    std::int64_t window;  ///< seconds
    bool by_address;
    bool by_client;
};

const Limits::Rule& Limits::rule_of(Limit limit) {
    static constexpr Rule reads{"reads", 50, 1, true, true};
    static constexpr Rule checks{"checks", 20, 60, true, false};
    static constexpr Rule codes{"codes", 10, 3600, true, true};
    static constexpr Rule logins{"logins", 20, 300, true, false};
    static constexpr Rule orders{"orders", 200, 1, false, true};
    static constexpr Rule changes{"changes", 60, 60, true, true};
    static constexpr Rule none{"none", 0, 0, false, false};
    switch (limit) {
        case Limit::reads:
            return reads;
        case Limit::checks:
            return checks;
        case Limit::codes:
            return codes;
        case Limit::logins:
            return logins;
        case Limit::orders:
            return orders;
        case Limit::changes:
            return changes;
        case Limit::none:
            break;
    }
    return none;
}

Limits::Limits(Redis& redis, int factor) : redis_{redis}, factor_{factor} {}

void Limits::count_address(Limit limit, const std::string& ip) {
    const Rule& rule = rule_of(limit);
    if (rule.by_address) count(rule, network_of(ip));
}

void Limits::count_client(Limit limit, ClientId client) {
    const Rule& rule = rule_of(limit);
    if (rule.by_client) count(rule, "client." + std::to_string(client.value));
}

void Limits::count(const Rule& rule, const std::string& subject) {
    const auto now = now_in_seconds();
    const auto window = now / rule.window;
    std::string key = "limit:";
    key += rule.name;
    key += ':' + subject;

    std::optional<std::int64_t> number;
    if (rule.window > 1)
        number = redis_.count(key + ':' + std::to_string(window), seconds{rule.window});
    const auto ends = (window + 1) * rule.window;
    if (!number) number = count_here(key, ends);
    if (*number > rule.most * factor_)
        throw Error{Code::rate_limited}.with("retry_after", std::to_string(ends - now));
}

std::int64_t Limits::count_here(const std::string& key, std::int64_t ends) {
    Shard& shard = shards_[std::hash<std::string>{}(key) % shards_.size()];
    const std::lock_guard lock{shard.mutex};
    if (shard.counts.size() >= shard_size) {
        const auto now = now_in_seconds();
        std::erase_if(shard.counts, [&](const auto& item) { return item.second.ends <= now; });
    }
    Count& count = shard.counts[key];
    if (count.ends != ends) count = {ends, 0};
    return ++count.number;
}

std::string network_of(const std::string& ip) {
    in6_addr address{};
    if (ip.find(':') == std::string::npos || ::inet_pton(AF_INET6, ip.c_str(), &address) != 1)
        return ip;
    return crypto::hex({reinterpret_cast<const char*>(&address), 8});
}

}  // namespace cambio::fcgi
