#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/child_process.h"

namespace cambio::test {

/// What an HttpServer was asked.
struct HttpRequest {
    std::string method;
    std::string target;
    std::map<std::string, std::string> headers;  ///< names in lower case
    std::string body;
    int connection = 0;  ///< 1 for the first, 2 for the second …
};

/// The smallest server that an outgoing call can be tested against: HTTP/1.1 with kept connections,
/// one at a time, on 127.0.0.1 or a unix socket.
class HttpServer {
  public:
    /// Returns the whole answer, head and body; an empty one closes the connection.
    using Answer = std::function<std::string(const HttpRequest&)>;
    enum class Where { loopback, unix_socket };

    HttpServer(Where where, Answer answer);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    int port() const { return port_; }
    std::string socket() const { return folder_.file("http.sock"); }
    std::vector<HttpRequest> requests();

    /// 200 with this body.
    static std::string ok(const std::string& body);

  private:
    void run();
    void converse(int fd, int number);

    ScratchFolder folder_;
    Answer answer_;
    int port_ = 0;
    int fd_ = -1;
    std::atomic<int> talking_ = -1;
    std::atomic<bool> stopping_ = false;
    std::mutex mutex_;
    std::vector<HttpRequest> requests_;
    std::thread thread_;
};

}  // namespace cambio::test
