#include "support/smtp_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

namespace cambio::test {

namespace {

std::string from_base64(const std::string& text) {
    std::string raw(text.size(), '\0');
    std::size_t size = 0;
    if (sodium_base642bin(reinterpret_cast<unsigned char*>(raw.data()), raw.size(), text.data(),
                          text.size(), "\r\n ", &size, nullptr,
                          sodium_base64_VARIANT_ORIGINAL) != 0)
        throw std::runtime_error{"not base64: " + text};
    raw.resize(size);
    return raw;
}

class Lines {
  public:
    explicit Lines(int fd) : fd_{fd} {}

    /// The next line without its end; false when the peer left.
    bool next(std::string& line) {
        for (;;) {
            const auto end = bytes_.find("\r\n");
            if (end != std::string::npos) {
                line = bytes_.substr(0, end);
                bytes_.erase(0, end + 2);
                return true;
            }
            char part[4096];
            const auto count = ::recv(fd_, part, sizeof part, 0);
            if (count <= 0) return false;
            bytes_.append(part, static_cast<std::size_t>(count));
        }
    }

    void say(const std::string& line) {
        const std::string bytes = line + "\r\n";
        if (::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) bytes_.clear();
    }

  private:
    int fd_;
    std::string bytes_;
};

}  // namespace

std::string ReceivedMail::decoded_subject() const {
    constexpr std::string_view mark = "\r\nSubject: ";
    auto at = text.find(mark) + mark.size();
    std::string subject;
    for (;;) {
        const auto end = text.find("\r\n", at);
        const std::string line = text.substr(at, end - at);
        subject +=
            line.starts_with("=?UTF-8?B?") ? from_base64(line.substr(10, line.size() - 12)) : line;
        if (text[end + 2] != ' ') return subject;
        at = end + 3;
    }
}

std::string ReceivedMail::decoded_body() const {
    return from_base64(text.substr(text.find("\r\n\r\n") + 4));
}

SmtpServer::SmtpServer() {
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(fd_, generic, size) != 0 || ::listen(fd_, 16) != 0 ||
        ::getsockname(fd_, generic, &size) != 0)
        throw std::runtime_error{"no port for a mail server"};
    port_ = ntohs(address.sin_port);
    thread_ = std::thread{[this] { run(); }};
}

SmtpServer::~SmtpServer() {
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
}

ReceivedMail SmtpServer::mail() {
    const std::lock_guard lock{mutex_};
    return mail_;
}

int SmtpServer::taken() {
    const std::lock_guard lock{mutex_};
    return taken_;
}

void SmtpServer::run() {
    for (;;) {
        const int fd = ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0) return;
        converse(fd);
        ::close(fd);
    }
}

void SmtpServer::converse(int fd) {
    Lines lines{fd};
    ReceivedMail mail;
    lines.say("220 test");
    for (std::string line; lines.next(line);) {
        if (line.starts_with("MAIL FROM:")) mail.sender = line.substr(10, line.find('>') - 9);
        if (line.starts_with("RCPT TO:")) mail.recipient = line.substr(8, line.find('>') - 7);
        if (line != "DATA") {
            lines.say(line == "QUIT" ? "221 bye" : "250 ok");
            continue;
        }
        lines.say("354 go on");
        while (lines.next(line) && line != ".")
            mail.text += (line.starts_with('.') ? line.substr(1) : line) + "\r\n";
        {
            const std::lock_guard lock{mutex_};
            mail_ = mail;
            ++taken_;
        }
        lines.say("250 taken");
    }
}

}  // namespace cambio::test
