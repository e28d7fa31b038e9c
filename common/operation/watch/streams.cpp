#include "watch/streams.h"

#include "http/http.h"
#include "push/push.h"

namespace cambio::watch {

namespace {

constexpr std::size_t max_silent = 3;
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
    std::vector<std::string> silent;
    http::Client client;
    for (const auto row : db.run(read_markets)) {
        const auto channel = market_channel(row.text("pair"));
        if (!speaks(client, socket, channel)) silent.push_back(channel);
        if (silent.size() == max_silent) break;
    }
    return silent;
}

}  // namespace cambio::watch
