#pragma once

#include <memory>
#include <string>
#include <vector>

#include "asio.h"
#include "gateway.h"
#include "hub.h"
#include "session.h"

namespace cambio::streams {

/// Takes connections from nginx: each is a client's WebSocket, or asks for /internal/metrics.
class Server {
  public:
    /// `listening`: the descriptor of a socket that listens.
    Server(asio::io_context& io, int listening, Hub& hub, GatewayPlace gateway);
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
    GatewayPlace gateway_;
    Counters counters_;
    std::vector<std::weak_ptr<Client>> clients_;
    std::size_t looked_at_ = 0;  ///< how many there were when those that had ended were left out

    void keep(const std::shared_ptr<Client>& client);
};

}  // namespace cambio::streams
