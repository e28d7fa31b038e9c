#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "asio.h"

namespace cambio::streams {

/// One of nchan's channels, heard for as long as it is wanted: a connection that breaks is opened
/// anew after retry_pause.
class Subscription : public std::enable_shared_from_this<Subscription> {
  public:
    struct Listener {
        std::function<void()> begun;  ///< what is published from now on is heard
        std::function<void(const std::string&)> message;
        std::function<void()> broken;  ///< and will be opened anew; may be empty
    };

    /// `socket` is nginx's; `channel` as it is published: market.BTCUSDT. The listener is called in
    /// the thread of `io`, and not after close().
    Subscription(asio::io_context& io, std::string socket, std::string channel, Listener listener);
    void start();
    void close();
    /// Opens it anew.
    void reconnect();
    /// Opens it anew where nothing has come for as long as `patience`.
    void reconnect_if_quiet(std::chrono::steady_clock::duration patience);

  private:
    void subscribe();
    void read();
    void retry();

    asio::io_context& io_;
    const std::string socket_;
    const std::string channel_;
    const Listener listener_;
    std::optional<WebSocket> stream_;
    beast::flat_buffer buffer_;
    Timer pause_;
    std::chrono::steady_clock::time_point heard_at_{};
    bool closed_ = false;
};

}  // namespace cambio::streams
