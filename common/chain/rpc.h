#pragma once

#include <json/value.h>

#include <chrono>
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

class Rpc {
  public:
    static constexpr std::chrono::milliseconds usual_timeout{5000};
    /// `url`: http or https, with name and password where the node asks for them.
    explicit Rpc(std::string url, std::chrono::milliseconds timeout = usual_timeout)
        : url_{std::move(url)}, timeout_{timeout} {}

    /// The result, which may be null. Throws RpcError.
    Json::Value call(const std::string& method, Json::Value parameters = Json::arrayValue);

  private:
    http::Client http_;
    std::string url_;
    std::chrono::milliseconds timeout_;
};

}  // namespace cambio::chain
