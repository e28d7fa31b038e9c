#include "watch/streams.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "http/http.h"
#include "push/push.h"

namespace cambio::watch {

namespace {

constexpr std::size_t max_silent = 3;
/// Each stream takes up to two seconds, and there may be hundreds.
constexpr std::size_t listeners = 16;
/// Longer than the greeting of a stream of events and its pings, shorter than any message.
constexpr std::size_t max_greeting = 64;

constexpr const char* read_markets = "select pair from markets where tradable order by id";

bool speaks(http::Client& client, const std::string& socket, const std::string& channel) {
    http::Outgoing request;
    request.url = "http://localhost/subscribe/" + channel;
    request.unix_socket = socket;
    request.headers = {"Accept: text/event-stream"};
    request.timeout = max_silence;
    // A stream has no end: whoever has heard enough hangs up.
    request.largest_body = max_greeting;
    return client.send(request).outcome == http::Outcome::too_large;
}

}  // namespace

std::vector<std::string> silent_streams(pg::Connection& db, const std::string& socket) {
    std::vector<std::string> channels;
    for (const auto row : db.run(read_markets))
        channels.push_back(market_channel(row.text("pair")));

    std::mutex mutex;
    std::map<std::size_t, std::string> silent;  // by their place
    std::atomic<std::size_t> next{0};
    const auto enough = [&] {
        const std::lock_guard lock{mutex};
        return silent.size() >= max_silent;
    };
    const auto listen = [&] {
        http::Client client;
        for (std::size_t i = next++; i < channels.size() && !enough(); i = next++) {
            if (speaks(client, socket, channels[i])) continue;
            const std::lock_guard lock{mutex};
            silent.emplace(i, channels[i]);
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < std::min(listeners, channels.size()); ++i)
            threads.emplace_back(listen);
    }
    std::vector<std::string> found;
    for (const auto& [place, channel] : silent)
        if (found.size() < max_silent) found.push_back(channel);
    return found;
}

}  // namespace cambio::watch
