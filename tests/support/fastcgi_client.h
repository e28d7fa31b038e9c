#pragma once

#include <json/value.h>

#include <concepts>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cambio::test {

/// What a handler answered.
struct Answer {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> headers;  ///< names in lower case
    std::string body;

    /// The first header of that name (lower case), or empty.
    std::string header(std::string_view name) const;
    /// The parsed body; throws std::runtime_error with the body's text when it is not JSON.
    Json::Value json() const;
    /// The catalogue's name of an error, "success" and the like: `message` of a JSON body, or
    /// empty.
    std::string message() const;
};

/// The handler closed the connection before its answer was complete: it may or may not have acted.
struct NoAnswer : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// There is no handler: it has not acted.
struct NotListening : NoAnswer {
    using NoAnswer::NoAnswer;
};

/// Speaks FastCGI 1.0 (https://fastcgi-archives.github.io/FastCGI_Specification.html) itself, as
/// nginx does: one request at a time on a kept connection, which is given up for a new one as soon
/// as anything comes on it between two. Not for two threads at once.
class FastCgiClient {
  public:
    using Params = std::vector<std::pair<std::string, std::string>>;

    /// `socket`: the path of the handler's unix socket; `secret`: what nginx sends as
    /// CAMBIO_SECRET.
    FastCgiClient(std::string socket, std::string secret);
    ~FastCgiClient();
    FastCgiClient(FastCgiClient&&) noexcept;
    FastCgiClient(const FastCgiClient&) = delete;
    FastCgiClient& operator=(const FastCgiClient&) = delete;

    /// Further requests carry this token; empty: none.
    FastCgiClient& bearer(std::string token);
    /// Further requests come from this address.
    FastCgiClient& address(std::string ip);
    /// Further requests carry this CGI variable (HTTP_COOKIE, HTTP_USER_AGENT …).
    FastCgiClient& variable(const std::string& name, std::string value);

    Answer get(const std::string& path, const Params& query = {});
    Answer post_json(const std::string& path, const Params& fields);  ///< every value a string
    /// Any JSON. A template, so that a list in braces means the fields above.
    template <std::same_as<Json::Value> Value>
    Answer post_json(const std::string& path, const Value& body) {
        return post_value(path, body);
    }
    Answer post_form(const std::string& path, const Params& fields);
    Answer post(const std::string& path, const std::string& content_type, const std::string& body);
    /// Any CGI variables and any body; the usual variables are put in where they are missing.
    Answer raw(std::map<std::string, std::string> variables, const std::string& body);
    /// What raw() would send; the method and the address (DOCUMENT_URI) have to be given.
    std::string bytes_of(std::map<std::string, std::string> variables, const std::string& body);
    /// Sends these very bytes and reads until an end of request or of the connection.
    Answer send_bytes(const std::string& bytes);
    /// Sends these very bytes, on the connection that there is, and waits for nothing.
    void send_only(const std::string& bytes);
    /// Reads until an end of request or of the connection.
    Answer receive();
    void hang_up() { disconnect(); }
    /// Whether there is a connection, on which nothing has come since the last answer.
    bool kept() const;

  private:
    Answer post_value(const std::string& path, const Json::Value& body);
    void connect();
    void disconnect();
    void write(std::string_view bytes);
    std::string read(std::size_t count);

    std::string socket_;
    std::string secret_;
    std::string token_;
    std::string address_ = "127.0.0.1";
    std::map<std::string, std::string> variables_;
    int fd_ = -1;
    int requests_ = 0;
};

/// application/x-www-form-urlencoded.
std::string url_encoded(const FastCgiClient::Params& fields);

}  // namespace cambio::test
