#include "support/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <stdexcept>

namespace cambio::test {

namespace {

int listen_on_loopback(int& port) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(fd, generic, size) != 0 || ::listen(fd, 16) != 0 ||
        ::getsockname(fd, generic, &size) != 0)
        throw std::runtime_error{"no port for a test server"};
    port = ntohs(address.sin_port);
    return fd;
}

int listen_on(const std::string& path) {
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    if (::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(fd, 16) != 0)
        throw std::runtime_error{"no socket for a test server"};
    return fd;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

HttpRequest parse_head(const std::string& head) {
    HttpRequest request;
    const auto line = head.substr(0, head.find("\r\n"));
    const auto space = line.find(' ');
    request.method = line.substr(0, space);
    request.target = line.substr(space + 1, line.rfind(' ') - space - 1);
    for (auto at = head.find("\r\n") + 2; at < head.size();) {
        const auto end = head.find("\r\n", at);
        const auto header = head.substr(at, end - at);
        const auto colon = header.find(": ");
        if (colon != std::string::npos)
            request.headers[lower(header.substr(0, colon))] = header.substr(colon + 2);
        at = end == std::string::npos ? head.size() : end + 2;
    }
    return request;
}

}  // namespace

HttpServer::HttpServer(Where where, Answer answer) : answer_{std::move(answer)} {
    fd_ = where == Where::loopback ? listen_on_loopback(port_) : listen_on(socket());
    thread_ = std::thread{[this] { run(); }};
}

HttpServer::~HttpServer() {
    stopping_ = true;
    ::shutdown(fd_, SHUT_RDWR);
    if (const int fd = talking_; fd >= 0) ::shutdown(fd, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
}

std::vector<HttpRequest> HttpServer::requests() {
    const std::lock_guard lock{mutex_};
    return requests_;
}

std::string HttpServer::ok(const std::string& body) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

void HttpServer::run() {
    for (int number = 1; !stopping_; ++number) {
        const int fd = ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0) return;
        talking_ = fd;
        if (!stopping_) converse(fd, number);
        talking_ = -1;
        ::close(fd);
    }
}

void HttpServer::converse(int fd, int number) {
    std::string bytes;
    const auto more = [&] {
        char part[4096];
        const auto count = ::recv(fd, part, sizeof part, 0);
        if (count > 0) bytes.append(part, static_cast<std::size_t>(count));
        return count > 0;
    };
    for (;;) {
        auto end = bytes.find("\r\n\r\n");
        while (end == std::string::npos) {
            if (!more()) return;
            end = bytes.find("\r\n\r\n");
        }
        HttpRequest request = parse_head(bytes.substr(0, end));
        request.connection = number;
        const auto length = request.headers["content-length"];
        const std::size_t size = length.empty() ? 0 : std::stoul(length);
        while (bytes.size() < end + 4 + size)
            if (!more()) return;
        request.body = bytes.substr(end + 4, size);
        bytes.erase(0, end + 4 + size);
        {
            const std::lock_guard lock{mutex_};
            requests_.push_back(request);
        }
        const std::string answer = answer_(request);
        if (answer.empty() || ::send(fd, answer.data(), answer.size(), MSG_NOSIGNAL) < 0) return;
    }
}

}  // namespace cambio::test
