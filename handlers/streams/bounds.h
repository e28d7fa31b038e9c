#pragma once

#include <chrono>
#include <cstddef>

/// What one connection may do, most of it as at Binance. How many connections an address has is for
/// nginx to count.
namespace cambio::streams {

constexpr std::size_t largest_head = 16u << 10;     ///< of the request that opens a connection
constexpr std::size_t largest_message = 64u << 10;  ///< that a client sends
constexpr std::size_t max_streams = 1024;           ///< of a connection
constexpr std::size_t max_frames = 5;               ///< that a client sends in a second
constexpr std::size_t max_pieces = 256;             ///< in which a message comes
/// Bytes of a client that are read in a second. Beast reads over empty fragments by itself, so
/// nothing else bounds what they cost. Of the WebSocket API times RATE_LIMIT_FACTOR.
constexpr std::size_t max_read = 64u << 10;
constexpr std::size_t max_unsent = 1u << 20;  ///< bytes that wait for a client; more ends it

/// Of the WebSocket API: calls of a connection that are under way, requests that are read in a
/// second (times RATE_LIMIT_FACTOR), and clients of whom it hears.
constexpr std::size_t max_calls = 8;
constexpr std::size_t max_requests = 100;
constexpr std::size_t max_user_streams = 10;
/// Subscriptions to one client, over all connections and keys: each looks into the database for
/// whatever happens there.
constexpr std::size_t max_hearers_of_client = 20;

constexpr std::chrono::seconds opening_patience{10};  ///< for the request, and for a farewell
/// Silence after which a connection is ended; at half of it the client is sent a ping.
constexpr std::chrono::seconds max_silence{60};
constexpr std::chrono::hours max_connection{24};

constexpr std::chrono::seconds call_patience{5};  ///< for a reply of a call, or a market's book
/// For a client's call, of which nginx waits half a minute for the reply.
constexpr std::chrono::seconds client_patience{40};
constexpr std::chrono::milliseconds retry_pause{500};
/// Of a market's channel, and of a client's looks.
constexpr std::chrono::seconds max_quiet{10};
/// A market is heard for so long after the last who wanted to hear it, for it may be wanted again.
constexpr std::chrono::seconds feed_kept{10};
constexpr std::size_t candles_in_a_tick = 8;  ///< that are asked for

}  // namespace cambio::streams
