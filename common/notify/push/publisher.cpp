#include "push/publisher.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "text/letters.h"

namespace cambio {

namespace {

/// Few enough that their answers fit into the socket while nobody reads them.
constexpr std::size_t max_at_once = 64;
constexpr std::size_t max_bytes_at_once = 64u << 10;
constexpr timeval patience{1, 0};

std::string request_text(const Publisher::Message& message) {
    if (message.ends) {
        return "DELETE /publish/" + message.channel + " HTTP/1.1\r\nHost: push\r\n\r\n";
    }
    return "POST /publish/" + message.channel +
           " HTTP/1.1\r\nHost: push\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(message.text.size()) + "\r\n\r\n" + message.text;
}

/// The value of a header by its name in small letters, or empty.
std::string_view header_of(std::string_view head, std::string_view name) {
    const auto same = [](char a, char b) { return a == text::lower(b); };
    while (!head.empty()) {
        const auto line = head.substr(0, head.find("\r\n"));
        head.remove_prefix(std::min(head.size(), line.size() + 2));
        if (line.size() > name.size() + 1 && line[name.size()] == ':' &&
            std::equal(name.begin(), name.end(), line.begin(), same))
            return line.substr(line.find_first_not_of(' ', name.size() + 1));
    }
    return {};
}

}  // namespace

Publisher::Publisher(std::string socket) : socket_{std::move(socket)} {}

Publisher::~Publisher() {
    disconnect();
}

bool Publisher::send(const std::vector<Message>& messages) {
    std::size_t done = 0;
    bool fresh = fd_ < 0;
    while (done < messages.size()) {
        if (fd_ < 0 && !connect()) return false;
        const auto sent = send_some(messages.data() + done, messages.size() - done);
        done += sent;
        // A kept connection may be found closed; a new one that takes nothing is no connection.
        if (sent == 0 && fresh) return false;
        fresh = fd_ < 0;
    }
    return true;
}

/// How many of them were taken; the connection is gone when not all that were sent.
std::size_t Publisher::send_some(const Message* messages, std::size_t count) {
    std::string bytes;
    std::size_t sent = 0;
    while (sent < std::min(count, max_at_once) && bytes.size() < max_bytes_at_once)
        bytes += request_text(messages[sent++]);

    const bool written = write(bytes);
    std::size_t taken = 0;
    while (written && taken < sent && !last_answer_ && read_answer()) ++taken;
    if (taken < sent || last_answer_) disconnect();
    return taken;
}

bool Publisher::connect() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket_.size() >= sizeof address.sun_path) return false;
    std::memcpy(address.sun_path, socket_.data(), socket_.size());
    fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
        return true;
    disconnect();
    return false;
}

void Publisher::disconnect() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
    last_answer_ = false;
    received_.clear();
}

bool Publisher::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool Publisher::read_more() {
    char part[16384];
    const auto count = ::recv(fd_, part, sizeof part, 0);
    if (count <= 0) return false;
    received_.append(part, static_cast<std::size_t>(count));
    return true;
}

/// Whatever the status is: a message that the publisher refuses is not better the second time.
bool Publisher::read_answer() {
    auto end = received_.find("\r\n\r\n");
    while (end == std::string::npos) {
        if (!read_more()) return false;
        end = received_.find("\r\n\r\n");
    }
    const auto head = std::string_view{received_}.substr(0, end);
    const auto length = header_of(head, "content-length");
    std::size_t size = 0;
    std::from_chars(length.data(), length.data() + length.size(), size);
    last_answer_ = header_of(head, "connection") == "close";
    while (received_.size() < end + 4 + size)
        if (!read_more()) return false;
    received_.erase(0, end + 4 + size);
    return true;
}

}  // namespace cambio
