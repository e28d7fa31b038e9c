#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "asio.h"
#include "binance/streams.h"
#include "hub.h"

namespace cambio::streams {

/// For /internal/metrics.
struct Counters {
    std::int64_t connections = 0;      ///< that are open
    std::int64_t opened = 0;           ///< since the start
    std::int64_t subscriptions = 0;    ///< of the open ones, together
    std::int64_t sent = 0;             ///< messages
    std::int64_t ended_slow = 0;       ///< connections that could not keep up
    std::int64_t ended_talkative = 0;  ///< connections that sent too much
};

/// A client's connection. It holds itself until it ends.
class Session : public Hearer, public std::enable_shared_from_this<Session> {
  public:
    Session(Socket socket, Hub& hub, Counters& counters, bool combined);
    ~Session() override;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Confirms the upgrade; then it hears the streams.
    void start(const http::request<http::empty_body>& request, Streams streams);
    /// Says farewell to the client.
    void close(websocket::close_code code, const std::string& why);

    void hear(const Text& text) override;
    bool combined() const override { return combined_; }

  private:
    void read();
    void answer(const std::string& text);
    void answer(const binance::StreamRequest& request);
    void subscribe(const binance::StreamRequest& request);
    void leave(const binance::StreamRequest& request);
    void join(const Streams& streams);
    void say(std::string text);
    void write();
    /// False: it has sent too much, and is ended.
    bool count_frame();
    void end();

    WebSocket stream_;
    Hub& hub_;
    Counters& counters_;
    bool combined_;
    bool closing_ = false;
    Timer age_;
    beast::flat_buffer buffer_;
    std::size_t pieces_ = 0;  ///< of the message that is being read
    std::map<std::string, std::shared_ptr<Stream>> streams_;
    std::deque<Text> unsent_;
    std::size_t unsent_bytes_ = 0;
    bool writing_ = false;
    std::deque<std::chrono::steady_clock::time_point> frames_;  ///< of the last second
};

}  // namespace cambio::streams
