#pragma once

#include <memory>
#include <string>
#include <vector>

#include "asio.h"
#include "hub.h"
#include "session.h"

namespace cambio::streams {

/// Takes connections from nginx: each is a client's WebSocket, or asks for /internal/metrics.
class Server {
  public:
    /// `listening`: the descriptor of a socket that listens.
    Server(asio::io_context& io, int listening, Hub& hub);
    void start();
    /// Takes no more, and says farewell to everybody.
    void stop();
    /// Whether everybody has gone.
    bool empty() const { return counters_.connections == 0; }

  private:
    class Opening;

    std::string metrics() const;

    Local::acceptor acceptor_;
    Timer pause_;
    Hub& hub_;
    Counters counters_;
    std::vector<std::weak_ptr<Session>> sessions_;
    std::size_t looked_at_ = 0;  ///< how many there were when those that had ended were left out

    void keep(const std::shared_ptr<Session>& session);
};

}  // namespace cambio::streams
