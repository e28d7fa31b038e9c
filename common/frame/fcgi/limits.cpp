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
/// Calls of an address in a second whose key is not good.
constexpr std::int64_t max_forged = 50;
constexpr std::string_view forged_key = "limit:forged:";

std::int64_t now_in_seconds() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<seconds>(now).count();
}

}  // namespace

struct Limits::Rule {
    std::string_view name;
    std::int64_t window;      ///< seconds
    std::int64_t by_address;  ///< calls in a window; 0: they are not counted
    std::int64_t by_client;   ///< likewise
};

const Limits::Rule& Limits::rule_of(Limit limit) {
    static constexpr Rule reads{"reads", 1, 50, 50};
    static constexpr Rule checks{"checks", 60, 20, 0};
    static constexpr Rule codes{"codes", 3600, 10, 0};
    static constexpr Rule texts{"texts", 3600, 10, 10};
    static constexpr Rule logins{"logins", 300, 20, 0};
    // The page begins one by itself, and many people may sit behind one address.
    static constexpr Rule begins{"begins", 300, 100, 0};
    // Many traders may stand behind one address; one program behind many accounts shall not.
    static constexpr Rule orders{"orders", 1, 1000, 200};
    static constexpr Rule changes{"changes", 60, 60, 60};
    static constexpr Rule endings{"endings", 60, 60, 0};
    static constexpr Rule none{"none", 0, 0, 0};
    switch (limit) {
        case Limit::reads:
            return reads;
        case Limit::checks:
            return checks;
        case Limit::codes:
            return codes;
        case Limit::texts:
            return texts;
        case Limit::logins:
            return logins;
        case Limit::begins:
            return begins;
        case Limit::orders:
            return orders;
        case Limit::changes:
            return changes;
        case Limit::endings:
            return endings;
        case Limit::none:
            break;
    }
    return none;
}

Limits::Limits(Redis& redis, int factor) : redis_{redis}, factor_{factor} {}

void Limits::count_address(Limit limit, const std::string& ip) {
    const Rule& rule = rule_of(limit);
    if (rule.by_address > 0) count(rule, rule.by_address, network_of(ip));
}

void Limits::count_client(Limit limit, ClientId client) {
    const Rule& rule = rule_of(limit);
    if (rule.by_client > 0) count(rule, rule.by_client, "client." + std::to_string(client.value));
}

void Limits::count_key(Limit limit, ApiKeyId key) {
    const Rule& rule = rule_of(limit);
    if (rule.by_client > 0) count(rule, rule.by_client, "key." + std::to_string(key.value));
}

void Limits::count_if_forged(const std::string& ip, const Error& refusal) {
    if (refusal.code() != Code::api_key_unknown && refusal.code() != Code::api_key_signature)
        return;
    count_here(std::string{forged_key} + network_of(ip), now_in_seconds() + 1);
}

bool Limits::many_forged(const std::string& ip) {
    const auto ends = now_in_seconds() + 1;
    return counted_here(std::string{forged_key} + network_of(ip), ends) >= max_forged * factor_;
}

void Limits::count(const Rule& rule, std::int64_t most, const std::string& subject) {
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
    if (*number > most * factor_)
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

std::int64_t Limits::counted_here(const std::string& key, std::int64_t ends) {
    Shard& shard = shards_[std::hash<std::string>{}(key) % shards_.size()];
    const std::lock_guard lock{shard.mutex};
    const auto found = shard.counts.find(key);
    return found == shard.counts.end() || found->second.ends != ends ? 0 : found->second.number;
}

std::string network_of(const std::string& ip) {
    in6_addr address{};
    if (ip.find(':') == std::string::npos || ::inet_pton(AF_INET6, ip.c_str(), &address) != 1)
        return ip;
    if (IN6_IS_ADDR_V4MAPPED(&address)) {
        char four[INET_ADDRSTRLEN] = {};
        return ::inet_ntop(AF_INET, &address.s6_addr[12], four, sizeof four);
    }
    return crypto::hex({reinterpret_cast<const char*>(&address), 8});
}

}  // namespace cambio::fcgi
