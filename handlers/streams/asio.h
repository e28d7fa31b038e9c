#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

/// Boost's names as this program says them. All of it works in one thread.
namespace cambio::streams {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Local = asio::local::stream_protocol;
/// A client's bytes can be let in slowly.
using Socket = beast::basic_stream<Local, asio::any_io_executor, beast::simple_rate_policy>;
using WebSocket = websocket::stream<Socket>;
using Failure = beast::error_code;
using Timer = asio::steady_timer;

}  // namespace cambio::streams
