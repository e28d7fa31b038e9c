#pragma once

#include <json/value.h>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "asio.h"
#include "binance/gateway.h"

namespace cambio::streams {

/// A call that is asked for a client.
struct ClientCall {
    std::string method;   ///< of HTTP
    std::string target;   ///< a path
    std::string body;     ///< parameters in JSON, or empty
    std::string address;  ///< the client's
    std::string api_key;  ///< the header X-MBX-APIKEY, or empty
    /// The header X-Cambio-Logon, or empty: the key that the client has proven on its connection.
    std::string logon_key;
};

/// Asks such calls over nginx's socket for programs, each over a connection that no other uses
/// meanwhile; connections are kept for later calls. Nothing is ever asked twice.
class ClientCalls {
  public:
    /// A reply of status 0 did not come.
    using Done = std::function<void(const binance::CallReply&)>;

    ClientCalls(asio::io_context& io, std::string socket) : io_{io}, socket_{std::move(socket)} {}
    void ask(const ClientCall& call, Done done);
    const std::string& socket() const { return socket_; }

  private:
    class Asking;
    struct Idle {
        std::unique_ptr<Socket> stream;
        std::chrono::steady_clock::time_point since;
    };

    /// Null: none is open.
    std::unique_ptr<Socket> take_idle();
    void keep(std::unique_ptr<Socket> stream);

    asio::io_context& io_;
    const std::string socket_;
    std::vector<Idle> idle_;  ///< the last one that was used stands last
};

/// Asks the calls of this installation, one after the other, over nginx's socket for programs.
class Calls {
  public:
    /// Nothing: no reply, or another one than 200 with JSON.
    using Done = std::function<void(const std::optional<Json::Value>&)>;

    Calls(asio::io_context& io, std::string socket);
    void get(std::string target, Done done);

  private:
    struct Wanted {
        std::string target;
        Done done;
        bool again = false;  ///< a kept connection was found closed
    };

    void next();
    void connect();
    void send();
    void read();
    void failed();
    void finish(const std::optional<Json::Value>& reply);

    asio::io_context& io_;
    const std::string socket_;
    std::deque<Wanted> wanted_;
    bool busy_ = false;
    std::optional<Socket> stream_;
    beast::flat_buffer buffer_;
    http::request<http::empty_body> request_;
    std::optional<http::response_parser<http::string_body>> reply_;
};

}  // namespace cambio::streams
