#include "fcgi/weights.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fcgi/limits.h"
#include "redis/redis.h"

namespace cambio::fcgi {

namespace {

constexpr std::int64_t minute = 60;
/// Refusals of an address in a minute. Who waits as he was told hears no more than he had asked for
/// by then: with eight calls under way on each of the 64 connections that an address has unless the
/// operator allows more (CONNECTIONS_PER_ADDRESS), fewer than these.
constexpr std::int64_t max_refusals = 600;
/// The first ban, the second, and so on; all later ones are as long as the last.
constexpr std::chrono::minutes bans[] = {std::chrono::minutes{2}, std::chrono::minutes{10},
                                         std::chrono::hours{1},   std::chrono::hours{6},
                                         std::chrono::hours{24},  std::chrono::hours{72}};
/// For so long after the first of them the next ones are longer.
constexpr std::chrono::hours bans_kept{7 * 24};
constexpr std::size_t max_kept = 8192;

std::int64_t seconds_of(pg::Time time) {
    return std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
}

std::string key_of(std::string_view what, const std::string& network) {
    return "limit:" + std::string{what} + ':' + network;
}

std::string key_of(std::string_view what, const std::string& network, std::int64_t now) {
    return key_of(what, network) + ':' + std::to_string(now / minute);
}

Redis::Addition weight_of(const std::string& network, std::int64_t now, std::int64_t weight) {
    return {key_of("weight", network, now), weight, std::chrono::seconds{minute}};
}

/// When the ban ends, in seconds since 1970. Reading it leaves nothing where there is none but a 0
/// for a minute.
Redis::Addition ban_of(const std::string& network) {
    return {key_of("ban", network), 0, std::chrono::seconds{minute}};
}

AddressWeights::Use banned_until(std::int64_t until, std::int64_t now) {
    return {.weight = 0,
            .wait = std::chrono::seconds{until - now},
            .banned_until = pg::Time{std::chrono::seconds{until}}};
}

}  // namespace

AddressWeights::AddressWeights(Redis& redis, int factor, Clock clock)
    : redis_{redis}, factor_{factor}, clock_{std::move(clock)} {}

AddressWeights::Use AddressWeights::charge(const std::string& ip, std::int64_t weight) {
    const auto network = network_of(ip);
    const auto now = seconds_of(clock_());
    const auto counts = redis_.count({weight_of(network, now, weight)});
    return use_of(counts ? counts->front() : count_here(network, now, weight), now);
}

AddressWeights::Use AddressWeights::charge_or_ban(const std::string& ip, std::int64_t weight) {
    const auto network = network_of(ip);
    const auto now = seconds_of(clock_());
    if (const auto until = known_ban(network); until > now) return banned_until(until, now);
    const auto counts = redis_.count({weight_of(network, now, weight), ban_of(network)});
    if (!counts) return use_of(count_here(network, now, weight), now);
    const auto use = use_of((*counts)[0], now);
    auto until = (*counts)[1];
    if (until <= now && use.wait.count() > 0) until = ban_after_refusal(network, now);
    if (until <= now) return use;
    keep_ban(network, until, now);
    return banned_until(until, now);
}

AddressWeights::Use AddressWeights::use_of(std::int64_t weight, std::int64_t now) const {
    const bool refused = weight > most();
    return {.weight = weight,
            .wait = std::chrono::seconds{refused ? minute - now % minute : 0},
            .banned_until = {}};
}

std::int64_t AddressWeights::count_here(const std::string& network, std::int64_t now,
                                        std::int64_t weight) {
    const std::lock_guard lock{mutex_};
    const auto current = now / minute;
    if (counts_.size() >= max_kept)
        std::erase_if(counts_, [&](const auto& item) { return item.second.minute != current; });
    Count& count = counts_[network];
    if (count.minute != current) count = {current, 0};
    return count.weight += weight;
}

/// When the ban ends that this refusal brings about; 0: none. One call alone comes to a number that
/// does, so that each ban counts once. Where Redis failed it, another call comes to the next one.
std::int64_t AddressWeights::ban_after_refusal(const std::string& network, std::int64_t now) {
    const auto most = max_refusals * factor_;
    const auto refusals =
        redis_.count(key_of("refusals", network, now), std::chrono::seconds{minute});
    if (!refusals || *refusals <= most || *refusals % most != 1) return 0;
    const auto number = redis_.count(key_of("bans", network), bans_kept);
    if (!number) return 0;
    const auto last = std::ssize(bans);
    const std::chrono::seconds length = bans[std::clamp<std::int64_t>(*number, 1, last) - 1];
    const auto until = now + length.count();
    return redis_.set(key_of("ban", network), std::to_string(until), length) ? until : 0;
}

std::int64_t AddressWeights::known_ban(const std::string& network) {
    const std::lock_guard lock{mutex_};
    const auto found = bans_.find(network);
    return found == bans_.end() ? 0 : found->second;
}

/// Where there are too many, Redis knows them all the same.
void AddressWeights::keep_ban(const std::string& network, std::int64_t until, std::int64_t now) {
    const std::lock_guard lock{mutex_};
    if (bans_.size() >= max_kept)
        std::erase_if(bans_, [&](const auto& item) { return item.second <= now; });
    if (bans_.size() < max_kept) bans_[network] = until;
}

}  // namespace cambio::fcgi
