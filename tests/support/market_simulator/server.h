#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "rest.h"
#include "world.h"

namespace simulator {

struct ServerOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;  // 0: any free one
    std::chrono::milliseconds interval{100};
    std::chrono::milliseconds silence{
        30'000};  // a WebSocket that says nothing for so long is closed
};

// Serves REST and WebSocket on one port, prints "listening on ADDRESS:PORT" and returns at SIGTERM
// or SIGINT. One thread: the market is not made for more, and needs no more.
void serve(World& world, Rest& rest, const ServerOptions& options);

}  // namespace simulator
