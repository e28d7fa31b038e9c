// A browser cannot send a header with a WebSocket, and a token must not stand in an address: a
// ticket, good for one connection within half a minute, opens the client's private channel.
#include <chrono>

#include "crypto/crypto.h"
#include "fcgi/serve.h"
#include "routes.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr std::chrono::seconds ticket_lifetime{30};
constexpr std::string_view channel_path = "/stream/client/";
constexpr std::string_view ticket_prefix = "cambio.";

constexpr const char* unique_id = "select user_unique_id from clients where id = $1";

std::string ticket_key(std::string_view ticket) {
    return "stream-ticket:" + std::string{ticket};
}

Reply issue_ticket(Request& request) {
    request.params.refuse_others();
    auto connection = request.db();
    const auto channel = connection->run(unique_id, {request.client()})[0].str("user_unique_id");
    const auto ticket = crypto::base64url(crypto::random_bytes(24));
    if (!request.redis().set(ticket_key(ticket), channel, ticket_lifetime))
        throw Error{Code::unavailable};

    Json::Value reply;
    reply["ticket"] = ticket;
    reply["channel"] = channel;
    return Reply::json(reply);
}

/// The ticket among the protocols that a browser offers ("a, cambio.<ticket>"), or empty.
std::string_view offered_ticket(std::string_view protocols) {
    while (!protocols.empty()) {
        auto one = protocols.substr(0, protocols.find(','));
        protocols.remove_prefix(std::min(one.size() + 1, protocols.size()));
        while (one.starts_with(' ')) one.remove_prefix(1);
        while (one.ends_with(' ')) one.remove_suffix(1);
        if (one.starts_with(ticket_prefix)) return one.substr(ticket_prefix.size());
    }
    return {};
}

std::string_view channel_of(std::string_view uri) {
    uri = uri.substr(0, uri.find('?'));
    return uri.starts_with(channel_path) ? uri.substr(channel_path.size()) : std::string_view{};
}

/// What nchan asks before it lets a subscriber in: 200 or 403.
Reply authorize(Request& request) {
    const auto channel = channel_of(request.original_uri);
    const auto ticket = offered_ticket(request.subprotocol);
    if (channel.empty() || ticket.empty() || ticket.size() > 64) throw Error{Code::forbidden};
    const auto owner = request.redis().take(ticket_key(ticket));
    if (!owner || *owner != channel) throw Error{Code::forbidden};
    return Reply::message("success");
}

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/stream-ticket", Access::client, Limit::changes, Effect::changes,
          issue_ticket}
        .gives("StreamTicket")
        .means("Issues a ticket for the client's private stream"),
    {Method::get, "/internal/stream-auth", Access::internal, Limit::none, Effect::reads, authorize},
};

}  // namespace

const std::span<const Route> stream_routes{routes};

}  // namespace cambio::auth
