#include "fcgi/connection.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <iterator>

#include "crypto/crypto.h"
#include "text/letters.h"

namespace cambio::fcgi {

namespace {

constexpr std::size_t max_user_agent = 256;
constexpr std::size_t max_accept_language = 256;
constexpr std::size_t max_header = 4096;
constexpr std::size_t max_number = 20;
constexpr std::size_t max_api_key = 128;
constexpr std::size_t max_discarded = 32u << 20;
constexpr std::size_t record_size = 65528;  // the largest content of a record that needs no padding
constexpr timeval reading_patience{2, 0};
constexpr timeval writing_patience{10, 0};
/// nginx ends a body of which nothing comes for ten seconds.
constexpr timeval patience_with_clients{15, 0};

using Clock = std::chrono::steady_clock;
/// A phone at the edge of its network sends 30 kB/s. Whoever sends less than half of that only
/// keeps a place from others.
constexpr std::int64_t slowest_body = 15'000;  // bytes a second
constexpr std::chrono::seconds slow_start{10};
constexpr std::chrono::seconds max_lingering{5};

bool too_slow(std::size_t bytes, Clock::duration taken) {
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(taken).count();
    return taken > slow_start &&
           static_cast<std::int64_t>(bytes) * 1000 < slowest_body * milliseconds;
}

void be_patient(int fd, const timeval& time) {
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

bool id_like(std::string_view id) {
    return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '-' || c == '_';
    });
}

std::string media_type(std::string_view value) {
    value = value.substr(0, value.find(';'));
    while (value.ends_with(' ')) value.remove_suffix(1);
    return text::lower(value);
}

/// The scheme is case-insensitive (RFC 9110); anything but a bearer token is no token.
std::string bearer_token(std::string_view value) {
    constexpr std::string_view scheme = "bearer ";
    if (value.size() <= scheme.size() ||
        !std::equal(scheme.begin(), scheme.end(), value.begin(),
                    [](char a, char b) { return a == text::lower(b); }))
        return {};
    return std::string{value.substr(scheme.size())};
}

/// Headers go into rows, mails and logs, so they keep only what is harmless there.
std::string printable_ascii(std::string_view value, std::size_t longest = max_header) {
    std::string text{value.substr(0, longest)};
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < 0x20 || c >= 0x7f; }, '?');
    return text;
}

std::map<std::string, std::string> cookies_in(std::string_view value) {
    std::map<std::string, std::string> cookies;
    while (!value.empty()) {
        const auto end = value.find(';');
        auto cookie = value.substr(0, end);
        value.remove_prefix(end == std::string_view::npos ? value.size() : end + 1);
        while (cookie.starts_with(' ')) cookie.remove_prefix(1);
        const auto equals = cookie.find('=');
        if (equals != std::string_view::npos)
            cookies.emplace(cookie.substr(0, equals), cookie.substr(equals + 1));
    }
    return cookies;
}

struct Reading {
    Incoming& incoming;
    std::string_view script_name;
    std::string_view content_length;
};

void take_header(Reading& reading, std::string_view name, std::string_view value) {
    Request& request = *reading.incoming.request;
    if (name == "AUTHORIZATION")
        request.bearer = bearer_token(value);
    else if (name == "USER_AGENT")
        request.user_agent = printable_ascii(value, max_user_agent);
    else if (name == "ACCEPT_LANGUAGE")
        request.accept_language = printable_ascii(value, max_accept_language);
    else if (name == "X_MBX_APIKEY")
        request.api_key = printable_ascii(value, max_api_key + 1);
    else if (name == "X_CAMBIO_LOGON")
        request.logon_key = printable_ascii(value, max_api_key + 1);
    else if (name == "X_REQUEST_ID")
        request.id = id_like(value) ? value : std::string_view{};
    else if (name == "COOKIE")
        request.cookies = cookies_in(printable_ascii(value));
    else if (name == "HOST")
        request.host = printable_ascii(value);
    else if (name == "ORIGIN")
        request.origin = printable_ascii(value);
    else if (name == "SEC_FETCH_SITE")
        request.fetch_site = printable_ascii(value);
    else if (name == "X_CAMBIO_CLIENT")
        request.page_client = printable_ascii(value, max_number);
    else if (name == "X_CAMBIO_KEY")
        request.key_id = printable_ascii(value);
    else if (name == "X_CAMBIO_TIMESTAMP")
        request.key_timestamp = printable_ascii(value, max_number);
    else if (name == "X_CAMBIO_SIGNATURE")
        request.key_signature = printable_ascii(value);
    else if (name == "X_CAMBIO_SESSION")
        request.wants_cookie = value == "cookie";
    else if (name == "X_CAMBIO_UNATTENDED")
        request.unattended = !value.empty();
    else if (name == "SEC_WEBSOCKET_PROTOCOL")
        request.subprotocol = printable_ascii(value);
    else if (name == "X_ORIGINAL_URI")
        request.original_uri = printable_ascii(value);
}

void take_variable(Reading& reading, std::string_view name, std::string_view value) {
    Request& request = *reading.incoming.request;
    if (name.starts_with("HTTP_"))
        take_header(reading, name.substr(5), value);
    else if (name == "REQUEST_METHOD")
        request.method = value;
    else if (name == "DOCUMENT_URI")
        request.path = value;
    else if (name == "SCRIPT_NAME")
        reading.script_name = value;
    else if (name == "QUERY_STRING")
        request.query = value;
    else if (name == "REMOTE_ADDR")
        request.client_ip = printable_ascii(value, 64);
    else if (name == "CONTENT_TYPE")
        reading.incoming.content_type = media_type(value);
    else if (name == "CONTENT_LENGTH")
        reading.content_length = value;
    else if (name == "CAMBIO_SECRET")
        reading.incoming.secret = value;
    else if (name == "CAMBIO_STREAMED")
        reading.incoming.streamed = true;
    else if (name == "CAMBIO_GATEWAY")
        request.by_gateway = true;
}

std::size_t number_in(std::string_view text) {
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

void append_record(std::string& to, int type, int request_id, std::size_t size) {
    const auto put = [&](std::size_t byte) { to += static_cast<char>(byte & 0xff); };
    const auto id = static_cast<std::size_t>(request_id);
    put(1);  // FCGI_VERSION_1
    put(static_cast<std::size_t>(type));
    put(id >> 8);
    put(id);
    put(size >> 8);
    put(size);
    put(0);
    put(0);
}

constexpr int end_request = 3;
constexpr int standard_output = 6;
constexpr int standard_error = 7;
constexpr int nginx_request = 1;  // nginx multiplexes nothing

constexpr std::pair<int, std::string_view> phrases[] = {
    {204, "No Content"},
    {206, "Partial Content"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {413, "Content Too Large"},
    {415, "Unsupported Media Type"},
    {428, "Precondition Required"},
    {429, "Too Many Requests"},
    {500, "Internal Server Error"},
    {503, "Service Unavailable"},
};

/// nginx writes a status line without a phrase also without the space before it, which strict
/// readers of HTTP refuse.
std::string_view phrase_of(int status) {
    const auto* found =
        std::ranges::find(phrases, status, &std::pair<int, std::string_view>::first);
    return found == std::end(phrases) ? "Other" : found->second;
}

std::string head_of(const Reply& reply, std::string_view cache_control) {
    std::string head;
    if (reply.status != 200) {
        head = "Status: " + std::to_string(reply.status) + ' ';
        head += phrase_of(reply.status);
        head += "\r\n";
    }
    head += "Content-Type: " + reply.content_type;
    head += "\r\nContent-Length: " + std::to_string(reply.body.size());
    for (const auto& [name, value] : reply.headers) {
        head += "\r\n" + name + ": " + value;
        if (name == "Cache-Control") cache_control = {};
    }
    if (!cache_control.empty()) {
        head += "\r\nCache-Control: ";
        head += cache_control;
    }
    head += "\r\n\r\n";
    return head;
}

/// All records of a reply. The head shares its record with the start of the body.
std::string records_of(const Reply& reply, std::string_view cache_control, int request_id) {
    const std::string head = head_of(reply, cache_control);
    std::string_view body = reply.body;
    std::string records;
    records.reserve(head.size() + body.size() + 64 + 8 * (body.size() / record_size));
    auto part = body.substr(0, record_size - std::min(record_size, head.size()));
    append_record(records, standard_output, request_id, head.size() + part.size());
    records += head;
    records += part;
    for (body.remove_prefix(part.size()); !body.empty(); body.remove_prefix(part.size())) {
        part = body.substr(0, record_size);
        append_record(records, standard_output, request_id, part.size());
        records += part;
    }
    append_record(records, standard_output, request_id, 0);
    append_record(records, end_request, request_id, 8);
    records.append(8, '\0');  // status 0, request complete
    return records;
}

bool write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

}  // namespace

Connection::Connection(int fd) : fd_{fd} {
    // Without a listening socket libfcgi can never block in accept.
    FCGX_InitRequest(&fcgx_, -1, 0);
    be_patient(fd_, reading_patience);
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &writing_patience, sizeof writing_patience);
}

Connection::~Connection() {
    if (fd_ >= 0) ::close(fd_);
}

bool Connection::receive_head(Incoming& incoming, const RoomFor& room_for) {
    fcgx_.ipcFd = fd_;
    fcgx_.keepConnection = 1;
    fcgx_.detached = 1;  // libfcgi closes a broken connection at once instead of lingering
    {
        // libfcgi closes what broke: nobody may write to that number then.
        const std::lock_guard lock{writing_};
        if (FCGX_Accept_r(&fcgx_) != 0) {
            fd_ = -1;
            return false;
        }
    }
    keep_ = fcgx_.keepConnection != 0;
    incoming.request = std::make_shared<Request>();
    Reading reading{incoming, {}, {}};
    for (char** variable = fcgx_.envp; *variable != nullptr; ++variable) {
        const std::string_view text{*variable};
        const auto equals = text.find('=');
        take_variable(reading, text.substr(0, equals), text.substr(equals + 1));
    }
    Request& request = *incoming.request;
    if (request.path.empty()) request.path = reading.script_name;
    if (request.id.empty()) request.id = crypto::hex(crypto::random_bytes(16));

    if (!incoming.streamed || !reading.content_length.empty())
        incoming.announced = number_in(reading.content_length);
    Room room;
    if (!incoming.announced || *incoming.announced > room.bytes) room = room_for(incoming);
    incoming.most = room.bytes;
    incoming.crowded = room.crowded;
    request.hold(std::move(room.place));
    return true;
}

bool Connection::receive_body(Incoming& incoming) {
    std::string& body = incoming.request->body;
    if (incoming.announced && *incoming.announced <= incoming.most)
        body.reserve(*incoming.announced);
    const bool read =
        incoming.streamed ? read_streamed_body(incoming) : read_buffered_body(incoming);
    if (incoming.body_too_large || incoming.body_too_slow) std::string{}.swap(body);
    incoming.body_complete =
        incoming.body_too_large || !incoming.announced || body.size() == *incoming.announced;
    // Everything is copied: a request that waits for its answer holds none of libfcgi's buffers.
    FCGX_Free(&fcgx_, 0);
    return read;
}

bool Connection::read_buffered_body(Incoming& incoming) {
    std::string& body = incoming.request->body;
    std::size_t total = 0;
    for (;;) {
        char part[8192];
        const int count = FCGX_GetStr(part, sizeof part, fcgx_.in);
        if (count > 0) {
            total += static_cast<std::size_t>(count);
            if (total <= incoming.most) body.append(part, static_cast<std::size_t>(count));
        }
        if (count < static_cast<int>(sizeof part)) break;
        // The rest of a body has to be read before the next request can be, up to a point.
        if (total > max_discarded) return false;
    }
    incoming.body_too_large = total > incoming.most;
    return FCGX_GetError(fcgx_.in) == 0;
}

bool Connection::read_streamed_body(Incoming& incoming) {
    std::string& body = incoming.request->body;
    const auto began = Clock::now();
    std::size_t total = 0;
    be_patient(fd_, patience_with_clients);
    for (;;) {
        // The first byte waits for whatever comes next; what came with it is there.
        std::array<char, 8192> part;
        auto count = static_cast<std::size_t>(FCGX_GetStr(part.data(), 1, fcgx_.in));
        if (count == 0) break;
        const auto there =
            std::min<std::ptrdiff_t>(fcgx_.in->stop - fcgx_.in->rdNext, std::ssize(part) - 1);
        count += static_cast<std::size_t>(
            FCGX_GetStr(part.data() + 1, static_cast<int>(there), fcgx_.in));
        total += count;
        if (total <= incoming.most) body.append(part.data(), count);
        if (total > max_discarded) return false;
        if (too_slow(total, Clock::now() - began)) {
            incoming.body_too_slow = true;
            unread_ = true;
            return true;
        }
    }
    be_patient(fd_, reading_patience);
    incoming.body_too_large = total > incoming.most;
    return FCGX_GetError(fcgx_.in) == 0;
}

bool Connection::send(const Reply& reply, std::string_view cache_control) {
    auto records = records_of(reply, cache_control, fcgx_.requestId);
    const std::lock_guard lock{writing_};
    if (left_) append_record(records, standard_error, fcgx_.requestId, 0);
    const bool sent = write_all(fd_, records);
    if (sent && unread_) linger();
    return sent && keep_ && !unread_;
}

void Connection::take_leave() {
    const std::unique_lock lock{writing_, std::try_to_lock};
    if (!lock || left_) return;
    std::string record;
    append_record(record, standard_error, nginx_request, 0);
    left_ = ::send(fd_, record.data(), record.size(), MSG_NOSIGNAL | MSG_DONTWAIT) > 0;
}

/// Closed with bytes unread, the socket would be reset under a nginx that has not read the reply
/// yet.
void Connection::linger() {
    ::shutdown(fd_, SHUT_WR);
    be_patient(fd_, reading_patience);
    const auto until = Clock::now() + max_lingering;
    char part[8192];
    while (Clock::now() < until && ::recv(fd_, part, sizeof part, 0) > 0) continue;
}

}  // namespace cambio::fcgi
