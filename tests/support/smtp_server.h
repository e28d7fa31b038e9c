#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

namespace cambio::test {

/// A mail as it came over the wire.
struct ReceivedMail {
    std::string sender;
    std::string recipient;
    std::string text;  ///< headers and body, dots unstuffed

    std::string decoded_subject() const;  ///< RFC 2047
    std::string decoded_body() const;     ///< base64
};

/// The smallest mail server that takes a mail, on a port of 127.0.0.1.
class SmtpServer {
  public:
    SmtpServer();
    ~SmtpServer();
    SmtpServer(const SmtpServer&) = delete;
    SmtpServer& operator=(const SmtpServer&) = delete;

    std::string url() const { return "smtp://127.0.0.1:" + std::to_string(port_); }
    /// The last mail.
    ReceivedMail mail();
    /// How many it has taken.
    int taken();

  private:
    void run();
    void converse(int fd);

    int port_ = 0;
    int fd_ = -1;
    std::mutex mutex_;
    ReceivedMail mail_;
    int taken_ = 0;
    std::thread thread_;
};

}  // namespace cambio::test
