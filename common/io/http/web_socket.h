#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace cambio::http {

/// The client's end of a WebSocket (RFC 6455), over TLS with the server's certificate and name
/// checked where the address is wss://. It has no thread of its own and works only inside run().
/// Never throws for the network. Not for two threads at once.
class WebSocket {
  public:
    using Clock = std::chrono::steady_clock;

    struct Limits {
        std::chrono::milliseconds opening{5000};  ///< name, connection, TLS and upgrade together
        std::size_t largest_message = 1u << 20;   ///< more ends the connection
        std::size_t max_messages = 20'000;        ///< that wait to be taken; more ends it, too
    };
    enum class State { closed, opening, open };

    /// `url`: ws://host[:port][/path] or wss://…; one that is neither never opens.
    explicit WebSocket(const std::string& url) : WebSocket{url, Limits{}} {}
    WebSocket(const std::string& url, const Limits& limits);
    ~WebSocket();
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;

    /// Begins to open; what came over the connection before is forgotten.
    void open();
    /// Ends the connection at once, without the closing handshake.
    void close(const std::string& reason);
    State state() const;
    /// Why it is closed, for the log.
    const std::string& reason() const;
    /// When the last message came, or the connection opened.
    Clock::time_point heard_at() const;
    /// Sends a text, in the order of the calls. Nothing is sent unless it is open.
    void send(std::string text);
    /// Works until then, or until the state changes; the messages that came, in order.
    std::vector<std::string> run(Clock::time_point until);

  private:
    struct Core;
    std::unique_ptr<Core> core_;
};

}  // namespace cambio::http
