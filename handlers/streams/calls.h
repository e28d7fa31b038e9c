#pragma once

#include <json/value.h>

#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "asio.h"

namespace cambio::streams {

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
