// A browser cannot send a header with a WebSocket, and a token must not stand in an address: a
// ticket, good for one connection within half a minute, opens the client's private channel. It is
// signed and not kept, so that a slow Redis refuses nobody: "<ends>.<session>.<nonce>.<signature>",
// where `ends` is in milliseconds since 1970. Only what was used is remembered, and for half a
// minute. A ticket is no better than its session: what ends that, ends its streams
// (ended_streams.h). A program's ticket is its key's, and opens the channel from where the key may
// be used.
#include <charconv>
#include <chrono>
#include <optional>

#include "crypto/crypto.h"
#include "ended_streams.h"
#include "fcgi/serve.h"
#include "routes.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Reply, fcgi::Request,
    fcgi::Route;

constexpr std::chrono::milliseconds ticket_lifetime{30'000};
constexpr std::string_view channel_path = "/stream/client/";
constexpr std::string_view ticket_prefix = "cambio.";

constexpr const char* unique_id = "select user_unique_id from clients where id = $1";
constexpr const char* session_of_channel = R"sql(
    select k.public_id, k.expires_at
      from sessions s join clients c on c.id = s.client_id
           left join api_keys k on k.session_id = s.id
     where s.id = $1 and c.user_unique_id = $2 and session_alive(s) and not client_frozen(c)
)sql";

std::int64_t now_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string signature_of(const Request& request, std::string_view statement,
                         std::string_view channel) {
    return crypto::base64url(
        crypto::keyed_hash(request.services().hash_keys.current(),
                           "stream ticket:" + std::string{statement} + ':' + std::string{channel}));
}

Reply issue_ticket(Request& request) {
    request.params.refuse_others();
    auto connection = request.db();
    const auto channel = connection->run(unique_id, {request.client()})[0].str("user_unique_id");
    const auto statement = std::to_string(now_ms() + ticket_lifetime.count()) + '.' +
                           std::to_string(request.session().id.value) + '.' +
                           crypto::base64url(crypto::random_bytes(12));

    Json::Value reply;
    reply["ticket"] = statement + '.' + signature_of(request, statement, channel);
    reply["channel"] = channel;
    return Reply::json(reply);
}

/// The session that it was made for, if it was signed for this channel and has not ended.
std::optional<SessionId> session_of(const Request& request, std::string_view ticket,
                                    std::string_view channel) {
    const auto dot = ticket.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto statement = ticket.substr(0, dot);
    if (!crypto::equal(ticket.substr(dot + 1), signature_of(request, statement, channel)))
        return std::nullopt;
    const char* const end = statement.data() + statement.size();
    std::int64_t ends = 0;
    SessionId session;
    const auto read = std::from_chars(statement.data(), end, ends);
    if (read.ptr == end) return std::nullopt;
    std::from_chars(read.ptr + 1, end, session.value);
    return now_ms() < ends ? std::optional{session} : std::nullopt;
}

/// Whether somebody is signed in by it who may hear this channel.
bool lives(Request& request, SessionId session, const std::string& channel) {
    const auto rows = request.db()->run(session_of_channel, {session, channel});
    if (rows.empty()) return false;
    const auto row = rows[0];
    if (row.null("public_id")) return true;
    auto& services = request.services();
    try {
        services.api_keys.find(services.pool, row.text("public_id"), request.client_ip);
    } catch (const Error&) {
        return false;
    }
    if (const auto end = row.maybe_time("expires_at")) end_streams_at(channel, *end);
    return true;
}

/// False: it has opened a connection before. Without Redis nobody knows; the half minute holds.
bool use(const Request& request, std::string_view ticket) {
    return request.redis()
        .set_if_absent("stream-ticket:" + std::string{ticket}, "used", ticket_lifetime)
        .value_or(true);
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
    const auto session = channel.empty() ? std::nullopt : session_of(request, ticket, channel);
    if (!session || !use(request, ticket) || !lives(request, *session, std::string{channel}))
        throw Error{Code::forbidden};
    return Reply::message("success");
}

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/stream-ticket", Access::client, Limit::changes, Effect::reads,
          issue_ticket}
        .by_key()
        .gives("StreamTicket")
        .means("Issues a ticket for the client's private stream"),
    Route{Method::get, "/internal/stream-auth", Access::internal, Limit::none, Effect::reads,
          authorize}
        .means("Tells whether a ticket opens a client's stream"),
};

}  // namespace

const std::span<const Route> stream_routes{routes};

}  // namespace cambio::auth
