#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cambio::http {

struct Outgoing {
    std::string method = "GET";
    std::string url;                   ///< http, https
    std::string unix_socket;           ///< path, when the server listens on one
    std::vector<std::string> headers;  ///< "Name: value"
    std::string body;
    std::chrono::milliseconds timeout{5000};
    std::size_t largest_body = 8u << 20;  ///< more is a failure
    /// Only addresses of the public internet, whatever the name resolves to: for addresses that
    /// somebody else chose. Others are unreachable.
    bool public_only = false;
};

enum class Outcome { answered, unreachable, timed_out, too_large, failed };

struct Answer {
    Outcome outcome = Outcome::failed;
    int status = 0;  ///< when answered
    std::string body;
    std::map<std::string, std::string> headers;  ///< names in lower case
    std::string reason;                          ///< libcurl's words, for the log
    bool ok() const { return outcome == Outcome::answered && status >= 200 && status < 300; }
};

/// A libcurl handle with kept connections. Not for two threads at once. Never throws for the
/// network.
class Client {
  public:
    Client();
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    Answer send(const Outgoing& request);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Percent-encodes a query value.
std::string encode(const std::string& text);

}  // namespace cambio::http
