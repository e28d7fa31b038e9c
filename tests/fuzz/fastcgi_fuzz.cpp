// Any bytes as what nginx sends over a connection: records as they come, or (first byte 'v') the
// variables and the body of one request, which are packed into records here. What a request holds
// keeps to its limits, and what is answered is whole records.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "fcgi/connection.h"
#include "fuzz.h"

namespace {

using cambio::fcgi::Connection;
using cambio::fcgi::Incoming;
using cambio::fuzz::require;

constexpr std::size_t max_input = 60'000;  // fits into the buffer of a socket
constexpr int max_requests = 8;

std::string record(int type, std::string_view content) {
    const auto size = content.size();
    std::string text{1,
                     static_cast<char>(type),
                     0,
                     1,
                     static_cast<char>(size >> 8),
                     static_cast<char>(size & 0xff),
                     0,
                     0};
    return text.append(content);
}

void append_length(std::string& to, std::size_t length) {
    if (length < 128) {
        to += static_cast<char>(length);
        return;
    }
    for (const unsigned shift : {24u, 16u, 8u, 0u})
        to += static_cast<char>((length >> shift & 0xff) | (shift == 24 ? 0x80 : 0));
}

/// "NAME=value" lines, an empty one, and the body, in records of the size that `cut` says.
std::string packed(std::string_view text, std::size_t cut) {
    std::string variables;
    while (!text.empty()) {
        auto line = cambio::fuzz::take_until(text, '\n');
        if (line.empty()) break;
        const auto name = cambio::fuzz::take_until(line, '=');
        append_length(variables, name.size());
        append_length(variables, line.size());
        variables.append(name).append(line);
    }
    std::string records = record(1, std::string_view{"\0\1\1\0\0\0\0\0", 8});
    const auto add_stream = [&](int type, std::string_view content) {
        for (; !content.empty(); content.remove_prefix(std::min(content.size(), cut)))
            records += record(type, content.substr(0, cut));
        records += record(type, {});
    };
    add_stream(4, variables);
    add_stream(5, text);
    return records;
}

bool plain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7f; });
}

void check_request(const Incoming& incoming, std::size_t room, std::string_view input) {
    const auto& request = *incoming.request;
    require(request.body.size() <= room, "a body keeps to its room", input);
    require(!incoming.body_too_large || request.body.empty(), "what is too large is gone", input);
    require(!request.id.empty() && request.id.size() <= 64 &&
                std::ranges::all_of(request.id,
                                    [](char c) {
                                        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                                               c == '-' || c == '_';
                                    }),
            "a request has a name for the log", input);
    require(request.user_agent.size() <= 256 && plain(request.user_agent) &&
                request.accept_language.size() <= 256 && plain(request.accept_language) &&
                request.client_ip.size() <= 64 && plain(request.client_ip) &&
                plain(request.subprotocol) && plain(request.original_uri),
            "headers are short and plain", input);
    for (const auto& [name, value] : request.cookies)
        require(plain(name) && plain(value), "cookies are plain", input);
    require(std::ranges::none_of(incoming.content_type,
                                 [](char c) { return (c >= 'A' && c <= 'Z') || c == ';'; }),
            "a type is lower case alone", input);
}

/// What the peer has got: records of version 1 which end with their request.
void check_answer(int fd, std::size_t body, std::string_view input) {
    std::string answer(body + 4096, '\0');
    const auto count = ::recv(fd, answer.data(), answer.size(), MSG_DONTWAIT);
    require(count > 0, "there is an answer", input);
    std::string_view rest{answer.data(), static_cast<std::size_t>(count)};
    std::size_t content = 0;
    int last = 0;
    while (!rest.empty()) {
        require(rest.size() >= 8 && rest[0] == 1, "an answer is records", input);
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
        const std::size_t size = byte(4) * 256u + byte(5), padding = byte(6);
        require(rest.size() >= 8 + size + padding, "a record is whole", input);
        last = byte(1);
        if (last == 6) content += size;
        rest.remove_prefix(8 + size + padding);
    }
    require(last == 3, "a request ends", input);
    require(content > body, "head and body are there", input);
}

void serve(int here, int peer, std::string_view input) {
    Connection connection{here};
    constexpr std::size_t room = 100'000;
    for (int i = 0; i < max_requests; ++i) {
        Incoming incoming;
        const auto room_for = [](const Incoming&) {
            return cambio::fcgi::Room{room, nullptr, false};
        };
        if (!connection.receive_head(incoming, room_for) || !connection.receive_body(incoming))
            return;
        check_request(incoming, room, input);
        cambio::fcgi::Reply reply;
        reply.body = incoming.request->body;
        const bool carries = connection.send(reply, "no-store");
        check_answer(peer, reply.body.size(), input);
        if (!carries) return;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    auto rest = input.substr(0, max_input);
    const auto kind = cambio::fuzz::take_byte(rest);
    const auto cut = 1 + cambio::fuzz::take_byte(rest) * 16u;
    const auto sent = kind == 'v' ? packed(rest, cut) : std::string{rest};
    std::array<int, 2> ends{};
    if (sent.size() > max_input * 3 || ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0)
        return 0;
    const auto written = ::send(ends[1], sent.data(), sent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::shutdown(ends[1], SHUT_WR);
    if (written == static_cast<ssize_t>(sent.size()))
        serve(ends[0], ends[1], input);
    else
        ::close(ends[0]);
    ::close(ends[1]);
    return 0;
}
