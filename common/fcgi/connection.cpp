#include "fcgi/connection.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

#include "crypto/crypto.h"

namespace cambio::fcgi {

namespace {

constexpr std::size_t longest_user_agent = 256;
constexpr std::size_t longest_header = 4096;
constexpr timeval writing_patience{10, 0};

bool id_like(std::string_view id) {
    return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '-' || c == '_';
    });
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string media_type(std::string_view value) {
    value = value.substr(0, value.find(';'));
    while (value.ends_with(' ')) value.remove_suffix(1);
    std::string type{value};
    std::transform(type.begin(), type.end(), type.begin(), lower);
    return type;
}

/// The scheme is case-insensitive (RFC 9110); anything but a bearer token is no token.
std::string bearer_token(std::string_view value) {
    constexpr std::string_view scheme = "bearer ";
    if (value.size() <= scheme.size() || !std::equal(scheme.begin(), scheme.end(), value.begin(),
                                                     [](char a, char b) { return a == lower(b); }))
        return {};
    return std::string{value.substr(scheme.size())};
}

/// Headers go into rows, mails and logs, so they keep only what is harmless there.
std::string printable_ascii(std::string_view value, std::size_t longest = longest_header) {
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
        request.user_agent = printable_ascii(value, longest_user_agent);
    else if (name == "X_REQUEST_ID")
        request.id = id_like(value) ? value : std::string_view{};
    else if (name == "COOKIE")
        request.cookies = cookies_in(printable_ascii(value));
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
        reading.incoming.query = value;
    else if (name == "REMOTE_ADDR")
        request.client_ip = printable_ascii(value, 64);
    else if (name == "CONTENT_TYPE")
        reading.incoming.content_type = media_type(value);
    else if (name == "CONTENT_LENGTH")
        reading.content_length = value;
    else if (name == "CAMBIO_SECRET")
        reading.incoming.secret = value;
}

std::size_t number_in(std::string_view text) {
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::string head_of(const Reply& reply, std::string_view cache_control) {
    std::string head = "Status: " + std::to_string(reply.status) + "\r\nContent-Type: ";
    head += reply.content_type;
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
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &writing_patience, sizeof writing_patience);
}

Connection::~Connection() {
    ::close(fd_);
}

Connection::Received Connection::receive(Incoming& incoming) {
    thread_local std::array<char, 64u << 10> bytes;
    for (;;) {
        const auto count = ::recv(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Received::waiting;
        if (count <= 0) return Received::gone;
        const auto state = reader_.take({bytes.data(), static_cast<std::size_t>(count)});
        if (state == RequestReader::State::broken) return Received::gone;
        if (state == RequestReader::State::complete)
            return read_request(incoming) ? Received::request : Received::gone;
    }
}

bool Connection::read_request(Incoming& incoming) {
    incoming.request = std::make_shared<Request>();
    Reading reading{incoming, {}, {}};
    const bool read = reader_.each_variable([&](std::string_view name, std::string_view value) {
        take_variable(reading, name, value);
    });
    Request& request = *incoming.request;
    if (request.path.empty()) request.path = reading.script_name;
    if (request.id.empty()) request.id = crypto::hex(crypto::random_bytes(16));
    incoming.body_too_large = reader_.body_too_large();
    if (!incoming.body_too_large) {
        request.body = std::move(reader_.body());
        incoming.body_complete = request.body.size() == number_in(reading.content_length);
    }
    keep_ = reader_.keep_connection() && !reader_.has_rest();
    request_id_ = reader_.request_id();
    reader_.clear();
    return read;
}

bool Connection::send(const Reply& reply, std::string_view cache_control) {
    const auto records = answer_records(request_id_, head_of(reply, cache_control), reply.body);
    return write_all(fd_, records) && keep_;
}

}  // namespace cambio::fcgi
