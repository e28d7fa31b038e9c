#pragma once

#include <json/value.h>

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "http/http.h"

/// JSON-RPC over HTTP, as chain nodes speak it.
namespace cambio::chain {

/// Why a node gave no result. What was sent may have arrived with every one of them but `refused`
/// and `unreachable`.
enum class RpcFault {
    unreachable,  ///< no connection: the node never saw the call
    timed_out,    ///< no answer in time: whether the node acted on it is unknown
    broken,       ///< the connection broke, or the answer is no JSON-RPC
    refused,      ///< the node answered with an error
};
std::string_view name_of(RpcFault fault);

/// The message never holds the node's address, which may carry a password.
struct RpcError : std::runtime_error {
    RpcError(RpcFault why, int number, const std::string& message)
        : std::runtime_error{message}, fault{why}, code{number} {}
    RpcFault fault;
    int code;  ///< the node's, when it refused
};

/// A result, and the text that it was read from.
struct RpcAnswer {
    Json::Value result;
    std::string text;
    /// A value of the result as the node wrote it: an amount is read from here, since a number of
    /// JSON has been a double.
    std::string_view written(const Json::Value& value) const;
};

class Rpc {
  public:
    static constexpr std::chrono::milliseconds usual_timeout{5000};
    /// How a request gets to the node: by libcurl, unless somebody has its answers already.
    using Transport = std::function<http::Answer(const http::Outgoing&)>;
    /// `url`: http or https, with name and password where the node asks for them.
    explicit Rpc(std::string url, std::chrono::milliseconds timeout = usual_timeout,
                 Transport transport = over_http());

    /// The result, which may be null. Throws RpcError.
    Json::Value call(const std::string& method, Json::Value parameters = Json::arrayValue);
    /// The same with its text.
    RpcAnswer answer(const std::string& method, Json::Value parameters = Json::arrayValue);
    /// One call with each of these parameters, in a few requests for all; their results in the same
    /// order. Throws RpcError as soon as one of them fails.
    std::vector<Json::Value> calls(const std::string& method,
                                   const std::vector<Json::Value>& parameters);

  private:
    static Transport over_http();
    std::string send(const std::string& method, const Json::Value& request);

    std::string url_;
    std::chrono::milliseconds timeout_;
    Transport transport_;
};

}  // namespace cambio::chain
