#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <string>

#include "asio.h"

namespace cambio::streams {

/// An event, written once for all who hear it.
using Text = std::shared_ptr<const std::string>;

/// For /internal/metrics.
struct Counters {
    std::int64_t connections = 0;      ///< that are open
    std::int64_t opened = 0;           ///< since the start
    std::int64_t subscriptions = 0;    ///< of the open ones, together
    std::int64_t sent = 0;             ///< messages
    std::int64_t ended_slow = 0;       ///< connections that could not keep up
    std::int64_t ended_talkative = 0;  ///< connections that sent too much
    std::int64_t calls = 0;            ///< that were asked for clients
    std::int64_t user_streams = 0;     ///< of orders and coins, that somebody hears
};

/// A client's connection. It holds itself until it ends.
class Client : public std::enable_shared_from_this<Client> {
  public:
    /// What it may send in a second: of messages, and of pings and the like.
    enum class Frames {
        few,      ///< of both together as many as Binance's streams take
        answered  ///< as many messages as are answered meanwhile
    };
    /// `bytes`: what is read of it in a second.
    Client(Socket socket, Counters& counters, Frames frames, std::size_t bytes);
    virtual ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Confirms the upgrade.
    void start(const http::request<http::empty_body>& request);
    /// Says farewell to the client.
    void close(websocket::close_code code, const std::string& why);

  protected:
    /// From now on it may send.
    virtual void opened() = 0;
    /// A message. Nothing more is read until read() is called.
    virtual void answer(const std::string& text) = 0;
    /// It has gone, or is about to: it is told nothing more.
    virtual void ended() = 0;

    void read();
    void say(std::string text);
    void send(const Text& text);
    bool closing() const { return closing_; }

    Counters& counters() { return counters_; }
    auto executor() { return stream_.get_executor(); }

  private:
    void end();
    void write();
    /// False: it has sent too much, and is ended.
    bool count_frame();

    WebSocket stream_;
    Counters& counters_;
    const Frames limit_;
    const std::size_t bytes_;
    bool closing_ = false;
    Timer age_;
    beast::flat_buffer buffer_;
    std::size_t pieces_ = 0;  ///< of the message that is being read
    std::deque<Text> unsent_;
    std::size_t unsent_bytes_ = 0;
    bool writing_ = false;
    std::deque<std::chrono::steady_clock::time_point> frames_;  ///< of the last second
};

}  // namespace cambio::streams
